/*
 * A long solution made shorter, for boards beyond exact search: each stretch of it is replaced by a
 * shortest way between its two ends, until none gets shorter or the time is over. See core.h.
 */
#include "answer.h"
#include "core.h"
#include "tilepdb_text.h"

#define MOVES_MAX     20000
#define STRETCH       36  /* moves; a stretch of Manhattan distance and linear conflict takes ms */
#define STEP          9   /* moves from a stretch to the next */
#define STRETCH_LIMIT 0.2 /* seconds */

struct way {
    char moves[MOVES_MAX + 1];
    size_t length;
};

/* Plays moves, which are possible, on a board. */
static tilepdb_status play(tilepdb_board *board, const char *moves, size_t count,
                           tilepdb_error *error) {
    char part[STRETCH + 1];
    memcpy(part, moves, count);
    part[count] = '\0';
    return tilepdb_board_play(board, part, error);
}

/* Replaces the stretch of `count` moves at `at`, which begins at `from`, if it can be shorter. */
static tilepdb_status shorten(struct way *way, size_t at, size_t count, const tilepdb_board *from,
                              tilepdb_error *error) {
    static tilepdb_result result;
    tilepdb_board to = *from;
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solve_options limits;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    tilepdb_status status = play(&to, way->moves + at, count, error);
    if (!status) status = tilepdb_solver_create(&to, &options, &solver, error);
    if (status) return status;
    tilepdb_solve_options_init(&limits);
    limits.max_length = (int)count - 2;
    limits.timeout = STRETCH_LIMIT;
    status = tilepdb_solve(solver, from, &limits, &result, error);
    tilepdb_solver_free(solver);
    if (status == TILEPDB_LIMIT) return TILEPDB_OK;
    if (status) return status;
    const size_t now = (size_t)result.length;
    memcpy(way->moves + at, result.moves, now);
    memmove(way->moves + at + now, way->moves + at + count, way->length - at - count + 1);
    way->length -= count - now;
    return TILEPDB_OK;
}

/* Tries all stretches once. */
static tilepdb_status pass(struct way *way, const tilepdb_board *start, double until,
                           tilepdb_error *error) {
    tilepdb_board from = *start;
    tilepdb_status status = TILEPDB_OK;
    for (size_t at = 0; at + 4 < way->length && !status && core_seconds() < until; at += STEP) {
        const size_t left = way->length - at;
        status = shorten(way, at, left < STRETCH ? left : STRETCH, &from, error);
        const size_t rest = way->length - at;
        if (!status) status = play(&from, way->moves + at, rest < STEP ? rest : STEP, error);
        page_progress(TILEPDB_STAGE_SEARCH, (int)way->length, (double)at, (double)way->length, 0);
    }
    return status;
}

/* Of a board, and moves from it (the way the tile moves). */
int EXPORT(core_improve)(double seconds);
int core_improve(double seconds) {
    static struct way way;
    tilepdb_board board;
    tilepdb_error error;
    const char *typed = core_text(1);
    tilepdb_status status = board_read(0, &board, &error);
    if (!status)
        status = tilepdb_moves_parse(typed, strlen(typed), TILEPDB_NOTATION_TILE, NULL, way.moves,
                                     sizeof way.moves, &way.length, &error);
    const double until = core_seconds() + seconds;
    for (size_t before = 0; !status && before != way.length && core_seconds() < until;) {
        before = way.length;
        status = pass(&way, &board, until, &error);
    }
    if (status) return answer_error(&error);
    answer_begin();
    answer_add("{\"moves\":\"%s\",\"length\":%lu}", way.moves, (unsigned long)way.length);
    return TILEPDB_OK;
}
