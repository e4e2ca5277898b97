#include "engine/beams.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "search/choice.h"
#include "tilepdb_text.h"

/* An incumbent's beams expand BOARDS_PER_SECOND of the time limit, or one board per NODES_PER_BOARD
 * of the node limit, from MIN_BOARDS to MAX_BOARDS. */
#define MIN_BOARDS        UINT64_C(150000)
#define BOARDS_PER_SECOND 100000
#define NODES_PER_BOARD   256
#define MAX_BOARDS        UINT64_C(2000000)

/* Boards that beams expand after a cancellation, in some hundredths of a second. */
#define CANCELLED_BOARDS 25000

/* Beams begin after this share of the time limit; without a limit, after BEGIN_SECONDS. */
#define BEGIN_SHARE   0.25
#define BEGIN_SECONDS 60

/* Beams may run this long after the deadline. */
#define GRACE_SECONDS 0.05

/* Without a given width, beams run for bounds of at least BEAM_NODES expected nodes, with a board
 * per NODES_PER_BEAM nodes at the widest, and at most BEAM_MOST boards (1.1 GB). Beams from both
 * ends take up to an eighth of the bound's CPU time. */
#define BEAM_NODES     UINT64_C(67108864)
#define NODES_PER_BEAM 16384
#define BEAM_MOST      1048576

/* The beams of an end expand at most BEAM_LAYERS times the widest width. */
#define BEAM_LAYERS 256

/* After beams of NEAR_WIDTH boards or more, none look for a solution more than 2 moves shorter than
 * the known one; after beams of SURE_WIDTH boards or more, whose two ends found different lengths,
 * none for a shorter one at all: it rarely exists. */
#define NEAR_WIDTH 65536
#define SURE_WIDTH 16384

static int beams_bound(void *user) {
    return ((const struct beams *)user)->lower_bound;
}

static bool beams_progress(const tilepdb_progress *report, void *user) {
    struct beams *beams = user;
    beams->stopped = beams->progress && !beams->progress(report, beams->user);
    return !beams->stopped;
}

static bool beams_event(const tilepdb_anytime_event *event, void *user) {
    const struct beams *beams = user;
    return !beams->on_event || beams->on_event(event, beams->event_user);
}

static char *beams_run(struct beams *beams) {
    tilepdb_anytime_options options;
    tilepdb_anytime_result *result = calloc(1, sizeof *result);
    if (!result) return NULL;
    tilepdb_anytime_options_init(&options);
    options.metric = beams->metric;
    options.threads = beams->threads;
    options.max_width = beams->width;
    options.max_nodes = beams->nodes;
    options.memory_limit = beams->memory;
    options.timeout = beams->seconds;
    options.lower_bound = beams_bound;
    options.on_event = beams_event;
    options.progress = beams_progress;
    options.user = beams;
    const tilepdb_status status =
        tilepdb_anytime_solve(beams->board, beams->goal, &options, result, NULL);
    const bool ended = status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED;
    const bool found = (!status || ended) && result->length >= 0;
    char *moves = found ? string_format("%s", result->moves) : NULL;
    beams->root_h = result->root_h;
    beams->widest = result->width;
    beams->expanded = result->expanded;
    beams->used = result->memory;
    if (found && beams->lower_bound < result->lower_bound) beams->lower_bound = result->lower_bound;
    free(result);
    return moves;
}

/* Passes on an event of beams from the goal, with the moves inverted. */
static bool reverse_event(const tilepdb_anytime_event *event, void *user) {
    tilepdb_anytime_event forward = *event;
    char *inverse = strdup(event->moves);
    if (inverse) board_moves_invert(inverse);
    forward.moves = inverse;
    const bool goes_on = !inverse || beams_event(&forward, user);
    free(inverse);
    return goes_on;
}

static char *beams_shorter(char *one, char *other) {
    const bool first = !other || (one && strlen(one) <= strlen(other));
    free(first ? other : one);
    return first ? one : other;
}

/* Runs beams from the board and, unless they found `lower_bound` moves, from the goal. Merges the
 * results, except root_h. */
static char *beams_run_both(struct beams *beams) {
    char *first = beams_run(beams);
    const int length = first ? (int)tilepdb_moves_length(first, beams->metric) : -1;
    if (beams->stopped || (first && length <= beams->lower_bound)) return first;
    struct beams back = *beams;
    back.board = beams->goal;
    back.goal = beams->board;
    back.on_event = reverse_event;
    back.event_user = beams;
    char *second = beams_run(&back);
    if (second) board_moves_invert(second);
    beams->differ =
        first && second && (size_t)length != tilepdb_moves_length(second, beams->metric);
    beams->lower_bound = back.lower_bound;
    beams->stopped = back.stopped;
    beams->expanded += back.expanded;
    if (beams->widest < back.widest) beams->widest = back.widest;
    if (beams->used < back.used) beams->used = back.used;
    return beams_shorter(first, second);
}

static uint64_t max_boards(const struct incumbent *incumbent, bool ended) {
    double boards = 0;
    if (incumbent->timeout > 0)
        boards = incumbent->timeout * BOARDS_PER_SECOND;
    else if (incumbent->max_nodes > 0)
        boards = (double)incumbent->max_nodes / NODES_PER_BOARD;
    else if (!ended)
        boards = (double)MAX_BOARDS;
    if (boards < (double)MIN_BOARDS) return MIN_BOARDS;
    return boards < (double)MAX_BOARDS ? (uint64_t)boards : MAX_BOARDS;
}

/* The deadline does not stop the first MIN_BOARDS boards, so that busy machines give the same
 * result. */
static bool beams_go_on(const tilepdb_progress *report, void *user) {
    const struct incumbent *incumbent = user;
    if (call_is_cancelled(incumbent->call)) return report->done < CANCELLED_BOARDS;
    if (report->done < MIN_BOARDS) return true;
    const double deadline = incumbent->deadline;
    return deadline <= 0 || clock_seconds() < deadline + GRACE_SECONDS;
}

static struct beams beams_of(const struct incumbent *incumbent) {
    return (struct beams){.board = incumbent->board,
                          .goal = incumbent->goal,
                          .metric = incumbent->metric,
                          .memory = incumbent->memory,
                          .threads = 1,
                          .on_event = incumbent->on_event,
                          .event_user = incumbent->event_user};
}

static void beams_take(struct incumbent *incumbent, struct beams *beams) {
    incumbent->begun = true;
    incumbent_update(incumbent, beams_run(beams));
    incumbent->expanded += beams->expanded;
    incumbent->lower_bound = beams->lower_bound;
}

static void beams_search(struct incumbent *incumbent, int lower_bound, bool ended) {
    struct beams beams = beams_of(incumbent);
    beams.nodes = max_boards(incumbent, ended);
    beams.lower_bound = lower_bound;
    beams.progress = beams_go_on;
    beams.user = incumbent;
    beams_take(incumbent, &beams);
}

int incumbent_search(struct incumbent *incumbent) {
    struct beams beams = beams_of(incumbent);
    beams.nodes = incumbent->max_nodes;
    if (beams.nodes > 0 && beams.nodes < MIN_BOARDS) beams.nodes = MIN_BOARDS;
    beams.seconds = incumbent->timeout;
    beams.progress = call_progress;
    beams.user = incumbent->call;
    beams_take(incumbent, &beams);
    return beams.root_h;
}

void incumbent_poll(struct incumbent *incumbent, int lower_bound) {
    if (incumbent->begun) return;
    const double limit = incumbent->timeout, deadline = incumbent->deadline;
    const double begin =
        deadline > 0 ? deadline - (1 - BEGIN_SHARE) * limit : incumbent->start + BEGIN_SECONDS;
    if (clock_seconds() >= begin) beams_search(incumbent, lower_bound, false);
}

void incumbent_finish(struct incumbent *incumbent, int lower_bound) {
    if (!incumbent->begun) beams_search(incumbent, lower_bound, true);
}

void incumbent_update(struct incumbent *incumbent, char *moves) {
    if (!moves) return;
    const int length = (int)tilepdb_moves_length(moves, incumbent->metric);
    if (incumbent->moves && incumbent->length <= length) {
        free(moves);
        return;
    }
    free(incumbent->moves);
    incumbent->moves = moves;
    incumbent->length = length;
}

void incumbent_free(struct incumbent *incumbent) {
    free(incumbent->moves);
    incumbent->moves = NULL;
}

uint64_t beams_width(double nodes, uint64_t nodes_per_board, uint64_t most) {
    uint64_t width = 1;
    while (width < most && 2 * (double)width * (double)nodes_per_board <= nodes) width *= 2;
    return width;
}

/* Returns 0 if no beams run. */
static uint64_t bound_width(double nodes) {
    return nodes < (double)BEAM_NODES ? 0 : beams_width(nodes, NODES_PER_BEAM, BEAM_MOST);
}

static bool is_unlikely(const struct beams *last, size_t known, size_t length) {
    if (known > length + 2) return last->widest >= NEAR_WIDTH;
    return last->differ && last->widest >= SURE_WIDTH;
}

bool bound_beams_run(struct bound_beams *beams, const tilepdb_result *so_far, uint64_t width) {
    double nodes;
    struct beams *last = &beams->last;
    const uint64_t least = beams->found || width ? 0 : BEAM_NODES;
    const int length = choice_target_length(beams->choice, so_far, least, &nodes);
    if (length == 0) return false;
    const size_t known = beams->found ? strlen(beams->found) : SIZE_MAX;
    if (known <= (size_t)length) return true;
    if (!beams->upper_only && width < bound_width(nodes)) width = bound_width(nodes);
    if (width <= last->width) return false;
    if (beams->found && is_unlikely(last, known, (size_t)length)) return false;
    last->width = width;
    last->nodes = width * BEAM_LAYERS;
    last->lower_bound = length;
    last->differ = false;
    beams->found = beams_shorter(beams->found, beams_run_both(last));
    return beams->found && strlen(beams->found) <= (size_t)length;
}

void bound_beams_submit(const struct bound_beams *beams) {
    if (beams->last.width == 0) return;
    if (beams->upper_only || !beams->found)
        choice_take_upper_bound(beams->choice, beams->found);
    else
        choice_submit_solution(beams->choice, beams->found);
}
