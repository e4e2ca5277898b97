/* See solution_check.h. */
#include "pdbsolve/solution_check.h"

#include <stdlib.h>
#include <string.h>

#include "answers/record.h"
#include "answers/report.h"
#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/json.h"
#include "tilepdb_text.h"

#define COLUMNS                                                                                    \
    "line,board,verdict,moves,length,failed_move,optimum,excess,lower_bound,optimal_moves,message"

const char *solution_check_columns(const struct solve_options *options) {
    return options->metric == TILEPDB_METRIC_SINGLE ? COLUMNS "," RECORD_COLUMNS
                                                    : COLUMNS ",single_length," RECORD_COLUMNS;
}

size_t solution_check_length(const struct solution_check *check) {
    return tilepdb_moves_length(check->moves, check->metric);
}

static bool is_solution(const struct solution_check *check) {
    return check->legal && check->reaches_goal;
}

/* How many moves more than needed; -1: not known. */
static int excess(const struct solution_check *check) {
    return check->solved ? (int)solution_check_length(check) - check->task.result.length : -1;
}

/* The number of given moves in a metric; -1: they are not possible. */
static int length_in(const struct solution_check *check, tilepdb_metric metric) {
    return check->legal ? (int)tilepdb_moves_length(check->moves, metric) : -1;
}

static const char *verdict(const struct solution_check *check) {
    if (!check->readable) return "error";
    if (check->claims_none) return "no solution";
    if (check->legal) return check->reaches_goal ? "solved" : "unfinished";
    return check->failed != 0 ? "illegal" : "error";
}

static void print_text(FILE *stream, const struct solution_check *check,
                       tilepdb_notation notation) {
    if (!is_solution(check)) {
        fprintf(stream, "%s\n", verdict(check));
        return;
    }
    const size_t length = solution_check_length(check), tiles = strlen(check->moves);
    fprintf(stream, "%zu move%s, ", length, plural(length));
    if (!check->solved && check->task.result.lower_bound < 0)
        fputs("optimum unknown", stream);
    else if (!check->solved)
        fprintf(stream, "optimum at least %d: at most %d more than needed",
                check->task.result.lower_bound, (int)length - check->task.result.lower_bound);
    else if (excess(check) == 0)
        fputs("optimal", stream);
    else
        fprintf(stream, "optimum %d: %d more", check->task.result.length, excess(check));
    if (check->metric != TILEPDB_METRIC_SINGLE) {
        char *grouped = cli_moves_grouped(check->moves, notation);
        fprintf(stream, "; %zu move%s of one tile%s%s", tiles, plural(tiles), tiles ? ": " : "",
                grouped);
        free(grouped);
    }
    fputc('\n', stream);
}

static void print_json(FILE *stream, const struct solution_check *check, const char *moves,
                       const char *best, const struct record *record) {
    const tilepdb_result *result = &check->task.result;
    const bool readable = check->readable;
    json_t *object = json_pack(
        "{sI so so ss so so so so so so so so ss sI sf}", "line", (json_int_t)check->number,
        "board", readable ? cli_json_board(&check->task.board) : json_null(), "goal",
        readable ? cli_json_board(&check->goal) : json_null(), "verdict", verdict(check), "moves",
        cli_json_text(moves), "length", known_json(length_in(check, check->metric)),
        "single_length", known_json(length_in(check, TILEPDB_METRIC_SINGLE)), "multi_length",
        known_json(length_in(check, TILEPDB_METRIC_MULTI)), "failed_move",
        known_json(check->failed > 0 ? (int)check->failed : -1), "optimum",
        known_json(check->solved ? result->length : -1), "excess", known_json(excess(check)),
        "lower_bound", known_json(result->lower_bound), "optimal_moves", best, "generated",
        (json_int_t)result->generated, "seconds", result->seconds);
    json_object_update(object, record->fields);
    if (!check->solved)
        json_object_set_new(object, "reason", cli_json_text(check->task.error.message));
    cli_json_print(stream, object);
}

static void print_csv(FILE *stream, const struct solution_check *check, const char *moves,
                      const char *best, const struct record *record) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (check->readable) tilepdb_board_format(&check->task.board, true, board);
    fprintf(stream, "%zu,%s,%s,", check->number, board, verdict(check));
    cli_csv_text(stream, moves);
    fputc(',', stream);
    print_known(stream, length_in(check, check->metric));
    print_known(stream, check->failed > 0 ? (int)check->failed : -1);
    print_known(stream, check->solved ? check->task.result.length : -1);
    print_known(stream, excess(check));
    print_known(stream, check->task.result.lower_bound);
    cli_csv_text(stream, best);
    fputc(',', stream);
    if (!check->solved) cli_csv_text(stream, check->task.error.message);
    if (check->metric != TILEPDB_METRIC_SINGLE) {
        const int length = length_in(check, TILEPDB_METRIC_SINGLE);
        fputc(',', stream);
        if (length >= 0) fprintf(stream, "%d", length);
    }
    fprintf(stream, "%s\n", record->columns);
}

void solution_check_print(struct session *session, const struct solution_check *check) {
    const struct solve_options *options = session->options;
    char *moves = check->legal ? moves_write(options, &check->task.board, check->moves) : NULL;
    char *best =
        check->solved ? moves_write(options, &check->task.board, check->task.result.moves) : NULL;
    const char *given = moves ? moves : check->given + strspn(check->given, " \t");
    const char *known_best = best ? best : "";
    FILE *stream = session->output->stream;
    const tilepdb_solver *solver = check->task.solver;
    const struct answer answer = {.number = check->number,
                                  .file = check->file,
                                  .name = check->name,
                                  .board = check->readable ? &check->task.board : NULL,
                                  .goal = &check->goal,
                                  .result = &check->task.result,
                                  .moves = check->solved ? check->task.result.moves : NULL,
                                  .solver = solver,
                                  .database = driver_database(&check->driver, solver),
                                  .choice = check->driver.choice,
                                  .candidates = check->driver.candidates};
    cli_progress_clear();
    record_fill(&session->record, session->options, &answer);
    if (!check->solved) driver_explain(&check->driver, check->name, &check->task);
    if (options->format == FORMAT_JSON)
        print_json(stream, check, given, known_best, &session->record);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, check, given, known_best, &session->record);
    else
        print_text(stream, check,
                   options->moves == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                            : TILEPDB_NOTATION_TILE);
    if (options->stats && is_solution(check) && answer.solver) print_stats(options, &answer);
    free(moves);
    free(best);
}
