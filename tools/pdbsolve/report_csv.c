/* CSV: one line per board, empty fields where nothing is known; docs/output.md describes it. */
#include <inttypes.h>

#include "cli/output.h"
#include "pdbsolve/report.h"

#define COLUMNS                                                                                    \
    "line,board,solvable,length,moves,optimal,lower_bound,upper_bound,root_h,generated,expanded,"  \
    "seconds,message"

const char *report_columns(const struct solve_options *options) {
    static const char *const columns[][2] = {
        {COLUMNS, COLUMNS ",metric"},
        {COLUMNS ",any", COLUMNS ",any,metric"},
        {COLUMNS ",solution_count", COLUMNS ",solution_count,metric"}};
    const size_t more = options->any ? 1 : report_counts(options) ? 2 : 0;
    return columns[more][options->metric != TILEPDB_METRIC_SINGLE];
}

void print_known(FILE *stream, int number) {
    if (number >= 0) fprintf(stream, "%d", number);
    fputc(',', stream);
}

static void print_result(FILE *stream, const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    fprintf(stream, "%s,", result->solvable ? "true" : "false");
    print_known(stream, answer_is_solved(answer) ? result->length : -1);
    cli_csv_text(stream, answer->moves);
    fprintf(stream, ",%s,", result->optimal ? "true" : "false");
    print_known(stream, result->lower_bound);
    print_known(stream, result->upper_bound);
    print_known(stream, result->solvable ? result->root_h : -1);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%.6f,", result->generated, result->expanded,
            result->seconds);
}

static void print_line(FILE *stream, const struct solve_options *options,
                       const struct answer *answer) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (answer->board) tilepdb_board_format(answer->board, true, board);
    fprintf(stream, "%zu,%s,", answer->number, board);
    if (answer->result)
        print_result(stream, answer);
    else
        fprintf(stream, "%s,,,,,,,,,,", answer->solvable ? "true" : "");
    if (!answer_is_solved(answer)) cli_csv_text(stream, answer->message);
    if (options->any) fputs(answer->result ? ",true" : ",", stream);
    if (report_counts(options)) fputc(',', stream);
    if (report_counts(options) && answer_is_solved(answer))
        fprintf(stream, "%" PRIu64, answer->result->solution_count);
    if (options->metric != TILEPDB_METRIC_SINGLE)
        fprintf(stream, ",%s", tilepdb_metric_name((tilepdb_metric)options->metric));
    fputc('\n', stream);
}

/* With --all, one line per solution. */
void report_csv(FILE *stream, const struct solve_options *options, const struct answer *answer) {
    if (!answer->solutions || !answer_is_solved(answer)) {
        print_line(stream, options, answer);
        return;
    }
    for (size_t i = 0; i < answer->solutions->count; i++) {
        struct answer one = *answer;
        one.moves = answer->solutions->moves[i];
        print_line(stream, options, &one);
    }
}
