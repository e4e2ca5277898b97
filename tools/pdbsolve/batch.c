/* Boards in, answers out, in order. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/progress.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/notation.h"
#include "pdbsolve/report.h"
#include "pdbsolve/solvers.h"
#include "pdbsolve/source.h"

struct batch {
    const struct solve_options *options;
    const struct goal_choice *goal;
    struct cli_board_size size; /* that boards must have; 0x0: any */
    struct board_source source;
    struct solver_cache solvers;
    struct cli_progress progress;
    struct cli_output *output;
};

/* An answer and what it refers to. */
struct workplace {
    tilepdb_board board;
    tilepdb_board goal;
    tilepdb_result result;
    tilepdb_error error;
    char name[40]; /* what messages call the board, such as "line 3" */
};

static int answer_print(struct batch *batch, const struct answer *answer, int code) {
    cli_progress_clear();
    report_for((enum solve_format)batch->options->format)->answer(batch->output->stream, answer);
    return code;
}

static int answer_error(struct batch *batch, struct answer *answer, const char *message, int code) {
    answer->message = message;
    return answer_print(batch, answer, code);
}

/* Whether a status comes with a result. */
static bool is_result(tilepdb_status status) {
    return status == TILEPDB_OK || status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT ||
           status == TILEPDB_CANCELLED;
}

static tilepdb_status solve(struct batch *batch, const tilepdb_solver *solver,
                            struct workplace *place) {
    tilepdb_solve_options solve_options;
    tilepdb_solve_options_init(&solve_options);
    solve_options.max_length = batch->options->max_length;
    solve_options.max_nodes = batch->options->max_nodes;
    solve_options.timeout = batch->options->timeout;
    solve_options.progress = cli_progress_report;
    solve_options.user = &batch->progress;
    cli_progress_title(&batch->progress, "%s", place->name);
    return tilepdb_solve(solver, &place->board, &solve_options, &place->result, &place->error);
}

/* Says on stderr why there is no solution. */
static void explain(const struct workplace *place, tilepdb_status status) {
    if (status == TILEPDB_CANCELLED) {
        cli_complain("%s: interrupted; at least %d moves are needed", place->name,
                     place->result.lower_bound);
    } else {
        cli_complain("%s: %s", place->name, place->error.message);
    }
}

/* Prints what `status`, result and error in the workplace say. */
static int answer_result(struct batch *batch, struct workplace *place, struct answer *answer,
                         tilepdb_status status) {
    const struct solve_options *options = batch->options;
    int code = cli_exit_code(status);
    if (status != TILEPDB_OK) explain(place, status);
    answer->status = status;
    if (!is_result(status)) return answer_error(batch, answer, place->error.message, code);

    const char *solution = status == TILEPDB_OK ? place->result.moves : "";
    char *moves = moves_write(&place->board, solution, (enum move_notation)options->moves);
    answer->result = &place->result;
    answer->moves = moves;
    answer->message = status == TILEPDB_CANCELLED ? "interrupted" : place->error.message;
    answer_print(batch, answer, code);
    if (status == TILEPDB_OK && options->show) {
        show_solution(batch->output->stream, &place->board, solution);
    }
    if (options->stats) print_stats(place->name, &place->result);
    free(moves);
    return code;
}

/* Answers one board. Returns its exit code. */
static int batch_board(struct batch *batch, const struct board_text *text,
                       struct workplace *place) {
    struct answer answer = {.number = text->number, .status = TILEPDB_ERROR_PARSE, .moves = ""};
    snprintf(place->name, sizeof place->name, "%s %zu", board_source_unit(&batch->source),
             text->number);
    if (tilepdb_board_parse(text->text, text->length, batch->size.width, batch->size.height,
                            &place->board, &place->error) != TILEPDB_OK) {
        cli_complain("%s: %s", place->name, place->error.message);
        return answer_error(batch, &answer, place->error.message, CLI_USAGE);
    }
    place->goal = goal_for(batch->goal, place->board.width, place->board.height);
    answer.board = &place->board;
    answer.goal = &place->goal;
    /* No database is opened or built for a board that none can help. */
    tilepdb_status status = tilepdb_board_solvable(&place->board, &place->goal, &place->error);
    if (status != TILEPDB_OK) {
        place->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
        return answer_result(batch, place, &answer, status);
    }
    const struct solver_slot *slot = solver_for(&batch->solvers, &place->goal);
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (slot->code != CLI_SUCCESS) {
        cli_complain("%s: not solved, for lack of a database", place->name);
        return answer_error(batch, &answer, "there is no database for boards of this size",
                            slot->code);
    }
    return answer_result(batch, place, &answer, solve(batch, slot->solver, place));
}

int mode_batch(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output) {
    struct batch batch = {
        .options = options,
        .size = options->board,
        .goal = goal,
        .solvers = {.options = options},
        .output = output,
    };
    if (goal->is_board) {
        batch.size = (struct cli_board_size){goal->board.width, goal->board.height};
    }
    batch.solvers.progress = &batch.progress;
    cli_progress_init(&batch.progress, &options->common);
    board_source_init(&batch.source, arguments, count, batch.size);
    struct workplace *place = cli_allocated(malloc(sizeof *place));
    const struct report *report = report_for((enum solve_format)options->format);
    if (report->begin != NULL) report->begin(output->stream);

    int code = CLI_SUCCESS;
    struct board_text text;
    while (board_source_next(&batch.source, &text, &code)) {
        code = cli_worse(code, batch_board(&batch, &text, place));
        if (!cli_output_flush(output)) break;
    }
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    free(place);
    board_source_free(&batch.source);
    solver_cache_free(&batch.solvers);
    return code;
}
