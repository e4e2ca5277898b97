/* See incumbent.h. */
#include "tables/incumbent.h"

#include <stdlib.h>
#include <string.h>

#include "cli/signals.h"
#include "tables/beams.h"
#include "tilepdb_text.h"
#include "util/clock.h"

/* Boards that beams expand: at least the first, which takes less than a tenth of a second, and for
 * each second of the limit, or each node, a twentieth of what that is worth. More than the last do
 * little. A core expands more than two million in a second, and generates 256 nodes in the time
 * of twenty boards. */
#define BOARDS_LEAST    UINT64_C(150000)
#define BOARDS_SECOND   100000
#define NODES_PER_BOARD 256
#define BOARDS_MOST     UINT64_C(2000000)

/* Beams begin when so much of the time has passed; without a limit of time, after so long. */
#define BEGIN_SHARE   0.25
#define BEGIN_SECONDS 60

#define LAST_SECONDS 0.05 /* beyond a limit of time, for more than the least */

static uint64_t boards_most(const struct incumbent *incumbent, bool ended) {
    double boards = 0;
    if (incumbent->timeout > 0)
        boards = incumbent->timeout * BOARDS_SECOND;
    else if (incumbent->max_nodes > 0)
        boards = (double)incumbent->max_nodes / NODES_PER_BOARD;
    else if (!ended)
        boards = (double)BOARDS_MOST;
    if (boards < (double)BOARDS_LEAST) return BOARDS_LEAST;
    return boards < (double)BOARDS_MOST ? (uint64_t)boards : BOARDS_MOST;
}

/* The least is never cut short by a clock, so that it is the same on a busy machine. */
static bool beams_go_on(const tilepdb_progress *report, void *user) {
    const struct incumbent *incumbent = user;
    if (report->done < BOARDS_LEAST) return true;
    if (cli_signal()) return false;
    return incumbent->deadline <= 0 || clock_seconds() < incumbent->deadline + LAST_SECONDS;
}

static struct beams beams_of(const struct incumbent *incumbent) {
    return (struct beams){.board = &incumbent->board,
                          .goal = &incumbent->goal,
                          .metric = incumbent->metric,
                          .memory = incumbent->memory,
                          .on_event = incumbent->on_event,
                          .event_user = incumbent->event_user};
}

static void beams_take(struct incumbent *incumbent, struct beams *beams) {
    incumbent->begun = true;
    incumbent_take(incumbent, beams_run(beams));
    incumbent->lower_bound = beams->lower_bound;
}

static void beams_search(struct incumbent *incumbent, int lower_bound, bool ended) {
    struct beams beams = beams_of(incumbent);
    beams.nodes = boards_most(incumbent, ended);
    beams.lower_bound = lower_bound;
    beams.progress = beams_go_on;
    beams.user = incumbent;
    beams_take(incumbent, &beams);
}

int incumbent_search(struct incumbent *incumbent, tilepdb_progress_fn goes_on, void *user) {
    struct beams beams = beams_of(incumbent);
    beams.nodes = incumbent->max_nodes;
    if (beams.nodes > 0 && beams.nodes < BOARDS_LEAST) beams.nodes = BOARDS_LEAST;
    beams.seconds = incumbent->timeout;
    beams.progress = goes_on;
    beams.user = user;
    beams_take(incumbent, &beams);
    return beams.root_h;
}

void incumbent_poll(struct incumbent *incumbent, int lower_bound) {
    if (incumbent->begun) return;
    const double limit = incumbent->timeout;
    const double begin = incumbent->deadline > 0 ? incumbent->deadline - (1 - BEGIN_SHARE) * limit
                                                 : incumbent->start + BEGIN_SECONDS;
    if (clock_seconds() >= begin) beams_search(incumbent, lower_bound, false);
}

void incumbent_settle(struct incumbent *incumbent, int lower_bound) {
    if (!incumbent->begun) beams_search(incumbent, lower_bound, true);
}

void incumbent_take(struct incumbent *incumbent, char *moves) {
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
