/* Where a solution loses moves; see tilepdb_engine.h. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "engine/strategy.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

#define APART 3 /* lost moves at most this far apart are one loss */

static size_t step_letters(const char *letters, tilepdb_metric metric) {
    size_t count = letters[0] != '\0';
    if (metric == TILEPDB_METRIC_MULTI)
        while (letters[count] != '\0' && letters[count] == letters[0]) count++;
    return count;
}

static bool step_play(tilepdb_board *board, unsigned *blank, const char *letters, size_t count) {
    enum direction direction;
    for (size_t i = 0; i < count; i++)
        if (!direction_parse(letters[i], &direction) || !board_move(board, blank, direction))
            return false;
    return true;
}

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the boards of a solution");
}

struct losses {
    tilepdb_loss *list;     /* has the first `capacity` losses */
    size_t capacity, count; /* `count` may exceed `capacity` */
    tilepdb_loss last;      /* loss number count - 1 */
};

static void loss_add(struct losses *losses, size_t first, size_t last, int moves) {
    if (losses->count > 0 && first <= losses->last.last + APART) {
        losses->last.last = last;
        losses->last.moves += moves;
    } else {
        losses->last = (tilepdb_loss){first, last, moves};
        losses->count++;
    }
    if (losses->count <= losses->capacity) losses->list[losses->count - 1] = losses->last;
}

size_t tilepdb_losses_of_distances(const int *distances, size_t count, tilepdb_loss *losses,
                                   size_t capacity) {
    struct losses found = {.list = losses, .capacity = capacity};
    for (size_t i = 1; i < count; i++) {
        const int lost = 1 + distances[i] - distances[i - 1];
        if (lost > 0) loss_add(&found, i, i, lost);
    }
    return found.count;
}

struct passed {
    uint64_t hash;
    size_t at; /* moves before it */
};

static int passed_compare(const void *a, const void *b) {
    const struct passed *left = a, *right = b;
    if (left->hash != right->hash) return left->hash < right->hash ? -1 : 1;
    return left->at < right->at ? -1 : left->at > right->at;
}

/* Returns the *moves + 1 boards that a solution passes, or NULL after an error. */
static struct passed *path_make(const tilepdb_board *board, const char *letters,
                                tilepdb_metric metric, size_t *moves, tilepdb_error *error) {
    tilepdb_board now = *board;
    unsigned blank = board_blank(board);
    const size_t cells = (size_t)board->width * board->height;
    *moves = tilepdb_moves_length(letters, metric);
    struct passed *path = malloc((*moves + 1) * sizeof *path);
    if (!path) no_memory(error);
    for (size_t i = 0; path && i <= *moves; i++) {
        path[i] = (struct passed){hash_bytes(now.cells, cells * sizeof *now.cells), i};
        const size_t count = step_letters(letters, metric);
        if (!step_play(&now, &blank, letters, count)) {
            error_set(error, TILEPDB_ERROR_ARGUMENT, "move %zu is impossible", i + 1);
            free(path);
            path = NULL;
        }
        letters += count;
    }
    return path;
}

static const struct passed *path_find(const struct passed *sorted, size_t moves, uint64_t hash) {
    size_t low = 0, high = moves + 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low <= moves && sorted[low].hash == hash ? &sorted[low] : NULL;
}

/* Adds a loss for each part in which `path` has more moves. A part ends at a board that both
 * solutions pass, unless the shorter solution has more moves in it. */
static void losses_add_parts(const struct passed *path, size_t moves, const struct passed *sorted,
                             size_t shorter, struct losses *losses) {
    size_t begin = 0, at = 0; /* moves before the part, in `path` and in `sorted` */
    size_t first = 0;         /* move of the first loss */
    for (size_t i = 1; i <= moves; i++) {
        const struct passed *place = path_find(sorted, shorter, path[i].hash);
        const size_t there = i == moves ? shorter : place ? place->at : at;
        if (there < at || (!place && i < moves)) continue;
        const long lost = (long)(i - begin) - (long)(there - at);
        if (lost < 0 && i < moves) continue;
        if (lost > 0) loss_add(losses, begin + 1, i, (int)lost);
        if (lost > 0 && first == 0) first = begin + 1;
        if (lost < 0) losses->count = 0; /* one loss, up to the end, replaces all */
        if (lost < 0 && shorter < moves) loss_add(losses, first, moves, (int)(moves - shorter));
        begin = i;
        at = there;
    }
}

tilepdb_status tilepdb_losses_between(const tilepdb_board *board, const char *moves,
                                      const char *shorter, tilepdb_metric metric,
                                      tilepdb_loss *losses, size_t capacity, size_t *count,
                                      tilepdb_error *error) {
    struct losses found = {.list = losses, .capacity = capacity};
    size_t length, less = 0;
    tilepdb_error own;
    *count = 0;
    if (!error) error = &own;
    tilepdb_status status = board_check_alike(board, "board", error);
    if (status) return status;
    struct passed *path = path_make(board, moves, metric, &length, error);
    struct passed *sorted = path ? path_make(board, shorter, metric, &less, error) : NULL;
    if (!sorted)
        status = error->status;
    else if (less > length)
        status = error_set(error, TILEPDB_ERROR_ARGUMENT, "the second solution is longer");
    if (!status) {
        qsort(sorted, less + 1, sizeof *sorted, passed_compare);
        losses_add_parts(path, length, sorted, less, &found);
        *count = found.count;
    }
    free(path);
    free(sorted);
    return status;
}

/* A board on its way to the goal, with an optimal solution. */
struct walk {
    tilepdb_engine *engine;
    tilepdb_engine_request request; /* `board` and the goal */
    tilepdb_board board;
    unsigned blank;
    double start, timeout; /* seconds; timeout 0: no limit */
    uint64_t nodes;        /* limit for all boards; 0: none */
    uint64_t generated;    /* nodes of all searches */
    int distance;          /* of the board */
    char *path;            /* owned; ends with the optimal solution, from `begin` on */
    size_t begin, size;
};

static void walk_keep(struct walk *walk, const char *moves) {
    const size_t count = strlen(moves) + 1;
    walk->begin = walk->size - count;
    memcpy(walk->path + walk->begin, moves, count);
}

/* Searches for solutions of at most `most` moves; 0: of any length. Sets `distance`, to -1 without
 * a solution. */
static tilepdb_status walk_search(struct walk *walk, int most, tilepdb_error *error) {
    tilepdb_solve_options *search = &walk->request.search;
    tilepdb_answer *answer;
    search->max_length = most;
    if (walk->timeout > 0) {
        search->timeout = walk->timeout - (clock_seconds() - walk->start);
        if (search->timeout <= 0)
            return error_set(error, TILEPDB_LIMIT, "the time limit is reached");
    }
    if (walk->nodes > 0) {
        if (walk->generated >= walk->nodes)
            return error_set(error, TILEPDB_LIMIT, "the limit of nodes is reached");
        search->max_nodes = walk->nodes - walk->generated;
    }
    tilepdb_status status = tilepdb_engine_solve(walk->engine, &walk->request, &answer, error);
    const bool none = status == TILEPDB_LIMIT && most > 0 && answer->result->lower_bound > most;
    walk->distance = -1;
    if (answer) walk->generated += answer->result->generated;
    if (!status) {
        walk->distance = answer->result->length;
        walk_keep(walk, answer->moves);
    }
    tilepdb_answer_free(answer);
    return none ? TILEPDB_OK : status;
}

/* Plays a move. The new board is one move nearer if the optimal solution begins with it. Otherwise
 * a search looks for a solution shorter than undoing the move and following the optimal solution.
 * If the goal is not open, a move of one tile changes the parity of the distance. */
static tilepdb_status walk_step(struct walk *walk, const char *letters, size_t count,
                                tilepdb_error *error) {
    const tilepdb_metric metric = walk->request.metric;
    const char *path = walk->path + walk->begin;
    const bool follows = step_letters(path, metric) == count && strncmp(path, letters, count) == 0;
    const int before = walk->distance;
    const bool parity =
        metric == TILEPDB_METRIC_SINGLE && !tilepdb_goal_is_open(walk->request.goal);
    const int most = parity ? before - 1 : before;
    enum direction direction;
    tilepdb_status status = TILEPDB_OK;
    if (!step_play(&walk->board, &walk->blank, letters, count) ||
        !direction_parse(letters[0], &direction))
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "a move of the solution is impossible");
    if (follows) {
        walk->begin += count;
        walk->distance = before - 1;
        return TILEPDB_OK;
    }
    walk->distance = -1;
    if (tilepdb_goal_reached(walk->request.goal, &walk->board)) {
        walk->distance = 0;
        walk_keep(walk, "");
    } else if (most > 0) {
        status = walk_search(walk, most, error);
    }
    if (status || walk->distance >= 0) return status;
    walk->distance = before + 1;
    for (size_t i = 0; i < count; i++)
        walk->path[--walk->begin] = direction_letter(direction_opposite(direction));
    return TILEPDB_OK;
}

static tilepdb_status walk_begin(struct walk *walk, const char *moves, tilepdb_error *error) {
    if (!open_goal_solved_by(walk->request.goal, &walk->board, moves))
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the solution does not solve the board");
    walk->blank = board_blank(&walk->board);
    walk->size = strlen(moves) + TILEPDB_MAX_MOVES + 1;
    walk->path = malloc(walk->size);
    if (!walk->path) return no_memory(error);
    walk_keep(walk, "");
    if (!tilepdb_goal_reached(walk->request.goal, &walk->board)) return walk_search(walk, 0, error);
    walk->distance = 0;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_engine_distances(tilepdb_engine *engine,
                                        const tilepdb_engine_request *request, const char *moves,
                                        int *distances, size_t *known, tilepdb_error *error) {
    struct walk *walk = malloc(sizeof *walk);
    tilepdb_board goal;
    *known = 0;
    if (!walk) return no_memory(error);
    *walk = (struct walk){.engine = engine,
                          .start = clock_seconds(),
                          .timeout = request->search.timeout,
                          .nodes = request->search.max_nodes};
    walk->request = (tilepdb_engine_request){.metric = request->metric,
                                             .cancel = request->cancel,
                                             .at_a_time = 1,
                                             .search = {.threads = request->search.threads,
                                                        .any = true,
                                                        .progress = request->search.progress,
                                                        .user = request->search.user}};
    tilepdb_status status = request_goal(request, &goal, error);
    if (!status && !request->board)
        status = error_set(error, TILEPDB_ERROR_ARGUMENT, "the request has no board");
    if (!status) {
        walk->board = *request->board;
        walk->request.board = &walk->board;
        walk->request.goal = &goal;
        status = walk_begin(walk, moves, error);
    }
    size_t left = status ? 0 : tilepdb_moves_length(moves, request->metric);
    if (!status) distances[(*known)++] = walk->distance;
    while (!status && left > 0) {
        const size_t count = step_letters(moves, request->metric);
        if (walk->distance == (int)left--) /* the rest of the solution is optimal */
            walk->distance = (int)left;
        else
            status = walk_step(walk, moves, count, error);
        if (!status) distances[(*known)++] = walk->distance;
        moves += count;
    }
    free(walk->path);
    free(walk);
    return status;
}
