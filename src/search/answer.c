#include "search/answer.h"

#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"

bool result_is_sound(const tilepdb_result *result) {
    int before = -1;
    if (result->iteration_count > sizeof result->iterations / sizeof *result->iterations)
        return false;
    for (size_t i = 0; i < result->iteration_count; i++) {
        const int bound = result->iterations[i].bound;
        if (bound <= before || bound > TILEPDB_MAX_MOVES) return false;
        before = bound;
    }
    return memchr(result->moves, '\0', sizeof result->moves);
}

static tilepdb_status solution_false(tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_INTERNAL, (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
        "the solution that was found does not lead to the goal: a table is false; "
        "generate it again");
}

void answer_reverse(const struct solve *solve, const uint8_t *path, int bound, uint8_t *reversed) {
    const size_t length = pass_path_length(path, bound);
    for (size_t i = 0; i < length; i++)
        reversed[i] = solve->solver->setup.moves.move[path[length - 1 - i]].inverse;
    if (length < (size_t)bound) reversed[length] = PASS_PATH_END;
}

void answer_gather(struct bound_search *search, const uint8_t *path) {
    struct solve *solve = search->hooks.user;
    uint8_t reversed[TILEPDB_MAX_MOVES + 1];
    if (solve->solver->backward) {
        answer_reverse(solve, path, (int)solve->solutions.length, reversed);
        path = reversed;
    }
    solutions_add(&solve->solutions, path);
}

tilepdb_status answer_take(struct solve *solve, const uint8_t *path, int bound,
                           tilepdb_error *error) {
    tilepdb_result *result = solve->result;
    const int length = (int)pass_path_length(path, bound);
    move_set_write(&solve->solver->setup.moves, path, (size_t)length, result->moves);
    if (!board_solved_by(solve->board, result->moves, &solve->solver->goal))
        return solution_false(error);
    result->length = result->upper_bound = length;
    result->optimal = !solve->skipped || length <= result->lower_bound;
    if (result->optimal) result->lower_bound = length;
    return TILEPDB_OK;
}

static const uint8_t *solution_path(const struct solve *solve, size_t i, uint8_t *path) {
    const struct solutions *solutions = &solve->solutions;
    const uint8_t *kept = solutions->paths + i * solutions->length;
    if (!solve->solver->backward) return kept;
    answer_reverse(solve, kept, (int)solutions->length, path);
    return path;
}

tilepdb_status answer_deliver(struct solve *solve, tilepdb_error *error) {
    struct solutions *solutions = &solve->solutions;
    const tilepdb_solve_options *options = solve->options;
    if (solutions->full)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for %llu solutions: ask for fewer, or only count them",
                         (unsigned long long)solutions->count);
    solutions_finish(solutions);
    if (options->solutions) solve->result->solution_count = solutions->count;
    const int length = (int)solutions->length;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    tilepdb_status status = answer_take(solve, solution_path(solve, 0, path), length, error);
    if (options->solutions != TILEPDB_SOLUTIONS_ALL) return status;
    for (size_t i = 0; !status && i < solutions->kept; i++) {
        char moves[TILEPDB_MAX_MOVES + 1];
        move_set_write(&solve->solver->setup.moves, solution_path(solve, i, path),
                       solutions->length, moves);
        if (!board_solved_by(solve->board, moves, &solve->solver->goal))
            status = solution_false(error);
        if (!status && options->on_solution && !options->on_solution(moves, options->user)) break;
    }
    return status;
}

tilepdb_status answer_goal(struct solve *solve, tilepdb_error *error) {
    const tilepdb_solve_options *options = solve->options;
    if (options->solutions) solve->result->solution_count = 1;
    if (options->solutions == TILEPDB_SOLUTIONS_ALL && options->on_solution)
        options->on_solution("", options->user);
    return answer_take(solve, NULL, 0, error);
}
