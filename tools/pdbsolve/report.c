/* See report.h. */
#include "pdbsolve/report.h"

#include <stdlib.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "cli/progress.h"

char *moves_write(const struct solve_options *options, const tilepdb_board *board,
                  const char *moves) {
    return cli_moves_write(moves, (tilepdb_notation)options->moves, options->run_length, board);
}

void move_list_add(struct move_list *list, char *moves) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        list->moves = cli_allocated(realloc(list->moves, list->capacity * sizeof *list->moves));
    }
    list->moves[list->count++] = moves;
}

void move_list_free(struct move_list *list) {
    for (size_t i = 0; i < list->count; i++) free(list->moves[i]);
    free(list->moves);
    *list = (struct move_list){0};
}

bool status_has_result(tilepdb_status status) {
    return !status || status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT ||
           status == TILEPDB_CANCELLED;
}

bool answer_was_chosen(const struct answer *answer) {
    return answer->choice && (tilepdb_choice_compared(answer->choice) > 0 ||
                              candidates_backward(answer->candidates, 0));
}

bool answer_is_solved(const struct answer *answer) {
    return !answer->status && answer->result;
}

void answer_print(FILE *stream, const struct solve_options *options, const struct answer *answer) {
    void (*const formats[])(FILE *, const struct solve_options *,
                            const struct answer *) = {report_text, report_json, report_csv};
    struct answer written = *answer;
    const bool solved = answer_is_solved(answer);
    char *moves = solved ? moves_write(options, answer->board, answer->moves) : NULL;
    written.moves = solved ? moves : "";
    cli_progress_clear();
    formats[options->format](stream, options, &written);
    free(moves);
    if (solved && options->show) show_solution(stream, options, answer->board, answer->moves);
    if (solved && options->animate) animate_solution(stream, options, answer->board, answer->moves);
    if (answer->result && options->stats) print_stats(answer);
}
