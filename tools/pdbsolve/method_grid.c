/* Boards beyond 25 cells: the layered method alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/moves.h"
#include "cli/tables.h"
#include "pdbsolve/method.h"
#include "util/clock.h"
#include "util/number.h"

struct grid_result {
    size_t number;
    const tilepdb_grid *grid;
    const tilepdb_grid *goal;
    tilepdb_status status;
    tilepdb_layered solution;
    const char *moves; /* in the notation that was asked for */
    const char *message;
    double seconds;
};

tilepdb_grid grid_of(const tilepdb_board *board) {
    tilepdb_grid grid = {.width = board->width, .height = board->height};
    for (int cell = 0; cell < board->width * board->height; cell++) {
        grid.cells[cell] = board->cells[cell];
    }
    return grid;
}

char *grid_moves_write(const struct solve_options *options, const tilepdb_grid *grid,
                       const char *moves) {
    return cli_grid_moves_write(moves, (tilepdb_notation)options->moves, options->run_length, grid);
}

static json_t *cell_list(const tilepdb_grid *grid) {
    json_t *list = json_array();
    for (int cell = 0; cell < grid->width * grid->height; cell++) {
        json_array_append_new(list, json_integer(grid->cells[cell]));
    }
    return list;
}

/* Whether the result has a solution, which --max-length may rule out as the answer. */
static bool is_solvable(const struct grid_result *result) {
    return result->status == TILEPDB_OK || result->status == TILEPDB_LIMIT;
}

static void print_json(FILE *stream, const struct grid_result *result,
                       const struct step_list *steps) {
    const bool solved = result->status == TILEPDB_OK, solvable = is_solvable(result);
    const json_int_t length = (json_int_t)result->solution.length;
    const json_int_t least = result->solution.manhattan;
    json_t *object = json_pack(
        "{sIsososbsosssbsosososIsIsfsoss}", "line", (json_int_t)result->number, "board",
        cell_list(result->grid), "goal", cell_list(result->goal), "solvable", solvable, "length",
        solved ? json_integer(length) : json_null(), "moves", result->moves, "optimal",
        solved && length == least, "lower_bound", solvable ? json_integer(least) : json_null(),
        "upper_bound", solvable ? json_integer(length) : json_null(), "root_h",
        solvable ? json_integer(least) : json_null(), "generated", solvable ? length + 1 : 0,
        "expanded", length, "seconds", result->seconds, "iterations", json_array(), "method",
        "layered");
    if (!solved) json_object_set_new(object, "reason", cli_json_text(result->message));
    if (steps->steps != NULL) json_object_set(object, "steps", steps->steps);
    cli_json_print(stream, object);
}

static void print_csv(FILE *stream, const struct grid_result *result) {
    const tilepdb_grid *grid = result->grid;
    const size_t length = result->solution.length;
    const bool solved = result->status == TILEPDB_OK;
    fprintf(stream, "%zu,", result->number);
    for (int cell = 0; cell < grid->width * grid->height; cell++) {
        const char *gap = cell == 0 ? "" : cell % grid->width == 0 ? " / " : " ";
        fprintf(stream, "%s%d", gap, grid->cells[cell]);
    }
    if (is_solvable(result)) {
        fputs(",true,", stream);
        if (solved) fprintf(stream, "%zu", length);
        fputc(',', stream);
        cli_csv_text(stream, result->moves);
        fprintf(stream, ",%s,%d,%zu,%d,%zu,%zu,%.6f,",
                solved && length == (size_t)result->solution.manhattan ? "true" : "false",
                result->solution.manhattan, length, result->solution.manhattan, length + 1, length,
                result->seconds);
    } else {
        fprintf(stream, ",false,,,false,,,,0,0,%.6f,", result->seconds);
    }
    if (!solved) cli_csv_text(stream, result->message);
    fputc('\n', stream);
}

static void print_text(FILE *stream, const struct grid_result *result,
                       const struct step_list *steps) {
    if (result->status == TILEPDB_OK) {
        fprintf(stream, "%zu%s%s\n", result->solution.length,
                result->solution.length > 0 ? " " : "", result->moves);
    } else if (result->status == TILEPDB_LIMIT) {
        fprintf(stream, ">=%d\n", result->solution.manhattan);
    } else {
        fputs(result->status == TILEPDB_UNSOLVABLE ? "unsolvable\n" : "error\n", stream);
    }
    if (steps->steps != NULL) step_list_print(stream, steps);
}

static void grid_goal_for(const struct goal_choice *choice, const tilepdb_grid *grid,
                          tilepdb_grid *goal) {
    const int last = grid->width * grid->height - 1;
    tilepdb_grid_goal(grid->width, grid->height, choice->named == CLI_GOAL_BLANK_FIRST ? 0 : last,
                      goal, NULL);
}

bool grid_options_check(const struct solve_options *options, tilepdb_error *error) {
    const char *option = options->show      ? "--show"
                         : options->animate ? "--animate"
                         : options->stats   ? "--stats"
                                            : NULL;
    if (option == NULL) return true;
    error->status = TILEPDB_ERROR_ARGUMENT;
    snprintf(error->message, sizeof error->message, "%s applies only to boards of at most %d cells",
             option, TILEPDB_TABLE_MAX_CELLS);
    return false;
}

/* A solution that is longer than --max-length is no answer, but an upper bound. */
static void limit_length(const struct solve_options *options, struct grid_result *result,
                         tilepdb_error *error) {
    if (options->max_length == 0 || result->solution.length <= (size_t)options->max_length) return;
    result->status = TILEPDB_LIMIT;
    snprintf(error->message, sizeof error->message,
             "the layered solution has %zu moves; the board needs at least %d move%s",
             result->solution.length, result->solution.manhattan,
             plural((uint64_t)result->solution.manhattan));
}

int grid_answer(const struct solve_options *options, const struct goal_choice *choice,
                const tilepdb_grid *grid, size_t number, const char *name,
                struct cli_progress *progress, FILE *stream) {
    tilepdb_grid goal;
    tilepdb_error error = {.message = ""};
    struct step_list steps;
    struct grid_result result = {.number = number, .grid = grid, .goal = &goal};
    grid_goal_for(choice, grid, &goal);
    step_list_init(&steps, options, grid, name, progress);
    const double start = clock_seconds();
    result.status =
        tilepdb_layered_solve(grid, &goal, step_list_add, &steps, &result.solution, &error);
    result.seconds = clock_seconds() - start;
    if (result.status == TILEPDB_OK) limit_length(options, &result, &error);
    result.message = error.message;
    char *moves =
        grid_moves_write(options, grid, result.status == TILEPDB_OK ? result.solution.moves : "");
    result.moves = moves;
    if (result.status != TILEPDB_OK) cli_complain("%s: %s", name, error.message);
    cli_progress_clear();
    if (options->format == FORMAT_JSON) {
        print_json(stream, &result, &steps);
    } else if (options->format == FORMAT_CSV) {
        print_csv(stream, &result);
    } else {
        print_text(stream, &result, &steps);
    }
    free(moves);
    tilepdb_layered_free(&result.solution);
    step_list_free(&steps);
    return cli_exit_code(result.status);
}
