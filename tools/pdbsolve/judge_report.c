/* See judge.h. */
#include "pdbsolve/judge.h"

#include <stdlib.h>
#include <string.h>

#include "answers/record.h"
#include "answers/report.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/json.h"
#include "tilepdb_text.h"
#include "util/number.h"

#define COLUMNS                                                                                    \
    "line,board,verdict,moves,length,failed_move,optimum,excess,lower_bound,optimal_moves,message"

const char *attempt_columns(const struct solve_options *options) {
    return options->metric == TILEPDB_METRIC_SINGLE ? COLUMNS "," RECORD_COLUMNS
                                                    : COLUMNS ",single_length," RECORD_COLUMNS;
}

size_t attempt_length(const struct attempt *attempt) {
    return tilepdb_moves_length(attempt->moves, attempt->metric);
}

static bool holds(const struct attempt *attempt) {
    return attempt->legal && attempt->ends;
}

/* How many moves more than needed; -1: not known. */
static int excess(const struct attempt *attempt) {
    return attempt->solved ? (int)attempt_length(attempt) - attempt->task.result.length : -1;
}

/* The number of given moves in a metric; -1: they are not possible. */
static int length_in(const struct attempt *attempt, tilepdb_metric metric) {
    return attempt->legal ? (int)tilepdb_moves_length(attempt->moves, metric) : -1;
}

static const char *verdict(const struct attempt *attempt) {
    if (!attempt->readable) return "error";
    if (attempt->absent) return "no solution";
    if (attempt->legal) return attempt->ends ? "solved" : "unfinished";
    return attempt->failed != 0 ? "illegal" : "error";
}

static void print_text(FILE *stream, const struct attempt *attempt, tilepdb_notation notation) {
    if (!holds(attempt)) {
        fprintf(stream, "%s\n", verdict(attempt));
        return;
    }
    const size_t length = attempt_length(attempt), tiles = strlen(attempt->moves);
    fprintf(stream, "%zu move%s, ", length, plural(length));
    if (!attempt->solved && attempt->task.result.lower_bound < 0)
        fputs("optimum unknown", stream);
    else if (!attempt->solved)
        fprintf(stream, "optimum at least %d: at most %d more than needed",
                attempt->task.result.lower_bound, (int)length - attempt->task.result.lower_bound);
    else if (excess(attempt) == 0)
        fputs("optimal", stream);
    else
        fprintf(stream, "optimum %d: %d more", attempt->task.result.length, excess(attempt));
    if (attempt->metric != TILEPDB_METRIC_SINGLE) {
        char *grouped = cli_moves_grouped(attempt->moves, notation);
        fprintf(stream, "; %zu move%s of one tile%s%s", tiles, plural(tiles), tiles ? ": " : "",
                grouped);
        free(grouped);
    }
    fputc('\n', stream);
}

static void print_json(FILE *stream, const struct attempt *attempt, const char *moves,
                       const char *best, const struct record *record) {
    const tilepdb_result *result = &attempt->task.result;
    const bool readable = attempt->readable;
    json_t *object = json_pack(
        "{sI so so ss so so so so so so so so ss sI sf}", "line", (json_int_t)attempt->number,
        "board", readable ? cli_json_board(&attempt->task.board) : json_null(), "goal",
        readable ? cli_json_board(&attempt->goal) : json_null(), "verdict", verdict(attempt),
        "moves", cli_json_text(moves), "length", known_json(length_in(attempt, attempt->metric)),
        "single_length", known_json(length_in(attempt, TILEPDB_METRIC_SINGLE)), "multi_length",
        known_json(length_in(attempt, TILEPDB_METRIC_MULTI)), "failed_move",
        known_json(attempt->failed > 0 ? (int)attempt->failed : -1), "optimum",
        known_json(attempt->solved ? result->length : -1), "excess", known_json(excess(attempt)),
        "lower_bound", known_json(result->lower_bound), "optimal_moves", best, "generated",
        (json_int_t)result->generated, "seconds", result->seconds);
    json_object_update(object, record->fields);
    if (!attempt->solved)
        json_object_set_new(object, "reason", cli_json_text(attempt->task.error.message));
    cli_json_print(stream, object);
}

static void print_csv(FILE *stream, const struct attempt *attempt, const char *moves,
                      const char *best, const struct record *record) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (attempt->readable) tilepdb_board_format(&attempt->task.board, true, board);
    fprintf(stream, "%zu,%s,%s,", attempt->number, board, verdict(attempt));
    cli_csv_text(stream, moves);
    fputc(',', stream);
    print_known(stream, length_in(attempt, attempt->metric));
    print_known(stream, attempt->failed > 0 ? (int)attempt->failed : -1);
    print_known(stream, attempt->solved ? attempt->task.result.length : -1);
    print_known(stream, excess(attempt));
    print_known(stream, attempt->task.result.lower_bound);
    cli_csv_text(stream, best);
    fputc(',', stream);
    if (!attempt->solved) cli_csv_text(stream, attempt->task.error.message);
    if (attempt->metric != TILEPDB_METRIC_SINGLE) {
        const int length = length_in(attempt, TILEPDB_METRIC_SINGLE);
        fputc(',', stream);
        if (length >= 0) fprintf(stream, "%d", length);
    }
    fprintf(stream, "%s\n", record->columns);
}

void attempt_print(struct session *session, const struct attempt *attempt) {
    const struct solve_options *options = session->options;
    char *moves =
        attempt->legal ? moves_write(options, &attempt->task.board, attempt->moves) : NULL;
    char *best = attempt->solved
                     ? moves_write(options, &attempt->task.board, attempt->task.result.moves)
                     : NULL;
    const char *given = moves ? moves : attempt->given + strspn(attempt->given, " \t");
    const char *known_best = best ? best : "";
    FILE *stream = session->output->stream;
    const tilepdb_solver *solver = attempt->task.solver;
    const struct answer answer = {.number = attempt->number,
                                  .file = attempt->file,
                                  .name = attempt->name,
                                  .board = attempt->readable ? &attempt->task.board : NULL,
                                  .goal = &attempt->goal,
                                  .result = &attempt->task.result,
                                  .moves = attempt->solved ? attempt->task.result.moves : NULL,
                                  .solver = solver,
                                  .database = driver_database(&attempt->driver, solver),
                                  .choice = attempt->driver.choice,
                                  .candidates = attempt->driver.candidates};
    cli_progress_clear();
    record_fill(&session->record, session->options, &answer);
    if (!attempt->solved) driver_explain(&attempt->driver, attempt->name, &attempt->task);
    if (options->format == FORMAT_JSON)
        print_json(stream, attempt, given, known_best, &session->record);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, attempt, given, known_best, &session->record);
    else
        print_text(stream, attempt,
                   options->moves == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                            : TILEPDB_NOTATION_TILE);
    if (options->stats && holds(attempt) && answer.solver) print_stats(options, &answer);
    free(moves);
    free(best);
}
