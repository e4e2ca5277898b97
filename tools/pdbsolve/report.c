/* See report.h. */
#include "pdbsolve/report.h"

#include <stdlib.h>

#include "cli/progress.h"

bool status_has_result(tilepdb_status status) {
    return !status || status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT ||
           status == TILEPDB_CANCELLED;
}

bool answer_is_solved(const struct answer *answer) {
    return !answer->status && answer->result;
}

void answer_print(FILE *stream, const struct solve_options *options, const struct answer *answer) {
    void (*const formats[])(FILE *, const struct answer *, bool) = {report_text, report_json,
                                                                    report_csv};
    struct answer written = *answer;
    const bool solved = answer_is_solved(answer);
    char *moves = solved ? moves_write(options, answer->board, answer->moves) : NULL;
    written.moves = solved ? moves : "";
    cli_progress_clear();
    formats[options->format](stream, &written, options->count || options->all);
    free(moves);
    if (solved && options->show) show_solution(stream, options, answer->board, answer->moves);
    if (solved && options->animate) animate_solution(stream, options, answer->board, answer->moves);
    if (answer->result && options->stats) print_stats(answer->name, answer->result);
}
