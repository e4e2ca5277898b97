/* See judge.h. */
#include "pdbsolve/judge.h"

#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "pdbsolve/report.h"
#include "tables/tables.h"
#include "tilepdb_text.h"
#include "util/number.h"

#define COLUMNS                                                                                    \
    "line,board,verdict,moves,length,failed_move,optimum,excess,lower_bound,optimal_moves,message"

const char *trial_columns(const struct solve_options *options) {
    return options->metric == TILEPDB_METRIC_SINGLE ? COLUMNS : COLUMNS ",single_length,metric";
}

size_t trial_length(const struct trial *trial) {
    return tilepdb_moves_length(trial->moves, trial->metric);
}

static bool holds(const struct trial *trial) {
    return trial->legal && trial->ends;
}

/* How many moves more than needed; -1: not known. */
static int excess(const struct trial *trial) {
    return trial->solved ? (int)trial_length(trial) - trial->task.result.length : -1;
}

/* The number of given moves in a metric; -1: they are not possible. */
static int length_in(const struct trial *trial, tilepdb_metric metric) {
    return trial->legal ? (int)tilepdb_moves_length(trial->moves, metric) : -1;
}

static const char *verdict(const struct trial *trial) {
    if (!trial->readable) return "error";
    if (trial->absent) return "no solution";
    if (trial->legal) return trial->ends ? "solved" : "unfinished";
    return trial->failed != 0 ? "illegal" : "error";
}

static void print_text(FILE *stream, const struct trial *trial) {
    if (!holds(trial)) {
        fprintf(stream, "%s\n", verdict(trial));
        return;
    }
    const size_t length = trial_length(trial), tiles = strlen(trial->moves);
    fprintf(stream, "%zu move%s, ", length, plural(length));
    if (!trial->solved && trial->task.result.lower_bound < 0)
        fputs("optimum unknown", stream);
    else if (!trial->solved)
        fprintf(stream, "optimum at least %d", trial->task.result.lower_bound);
    else if (excess(trial) == 0)
        fputs("optimal", stream);
    else
        fprintf(stream, "optimum %d: %d more", trial->task.result.length, excess(trial));
    if (trial->metric != TILEPDB_METRIC_SINGLE)
        fprintf(stream, "; %zu move%s of one tile", tiles, plural(tiles));
    fputc('\n', stream);
}

static void print_json(FILE *stream, const struct trial *trial, const char *moves,
                       const char *best) {
    const tilepdb_result *result = &trial->task.result;
    const bool readable = trial->readable;
    json_t *object = json_pack(
        "{sI so so ss so so so so so so so so ss sI sf}", "line", (json_int_t)trial->number,
        "board", readable ? cli_json_board(&trial->task.board) : json_null(), "goal",
        readable ? cli_json_board(&trial->goal) : json_null(), "verdict", verdict(trial), "moves",
        cli_json_text(moves), "length", known_json(length_in(trial, trial->metric)),
        "single_length", known_json(length_in(trial, TILEPDB_METRIC_SINGLE)), "multi_length",
        known_json(length_in(trial, TILEPDB_METRIC_MULTI)), "failed_move",
        known_json(trial->failed > 0 ? (int)trial->failed : -1), "optimum",
        known_json(trial->solved ? result->length : -1), "excess", known_json(excess(trial)),
        "lower_bound", known_json(result->lower_bound), "optimal_moves", best, "generated",
        (json_int_t)result->generated, "seconds", result->seconds);
    report_json_metric(object, trial->metric);
    if (!trial->solved)
        json_object_set_new(object, "reason", cli_json_text(trial->task.error.message));
    cli_json_print(stream, object);
}

static void print_csv(FILE *stream, const struct trial *trial, const char *moves,
                      const char *best) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (trial->readable) tilepdb_board_format(&trial->task.board, true, board);
    fprintf(stream, "%zu,%s,%s,", trial->number, board, verdict(trial));
    cli_csv_text(stream, moves);
    fputc(',', stream);
    print_known(stream, length_in(trial, trial->metric));
    print_known(stream, trial->failed > 0 ? (int)trial->failed : -1);
    print_known(stream, trial->solved ? trial->task.result.length : -1);
    print_known(stream, excess(trial));
    print_known(stream, trial->task.result.lower_bound);
    cli_csv_text(stream, best);
    fputc(',', stream);
    if (!trial->solved) cli_csv_text(stream, trial->task.error.message);
    if (trial->metric != TILEPDB_METRIC_SINGLE) {
        fputc(',', stream);
        print_known(stream, length_in(trial, TILEPDB_METRIC_SINGLE));
        fputs(tilepdb_metric_name(trial->metric), stream);
    }
    fputc('\n', stream);
}

void trial_print(const struct session *session, const struct trial *trial) {
    const struct solve_options *options = session->options;
    char *moves = trial->legal ? moves_write(options, &trial->task.board, trial->moves) : NULL;
    char *best =
        trial->solved ? moves_write(options, &trial->task.board, trial->task.result.moves) : NULL;
    const char *given = moves ? moves : trial->given + strspn(trial->given, " \t");
    const char *known_best = best ? best : "";
    FILE *stream = session->output->stream;
    cli_progress_clear();
    if (!trial->solved) solver_explain(&trial->plan, trial->name, &trial->task);
    if (options->format == FORMAT_JSON)
        print_json(stream, trial, given, known_best);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, trial, given, known_best);
    else
        print_text(stream, trial);
    const struct answer answer = {.name = trial->name,
                                  .result = &trial->task.result,
                                  .solver = trial->task.solver,
                                  .choice = trial->plan.choice,
                                  .candidates = trial->plan.candidates};
    if (options->stats && holds(trial)) print_stats(&answer);
    free(moves);
    free(best);
}
