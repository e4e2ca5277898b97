/* Replays a solution. */
#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"
#include "tilepdb_text.h"

int command_solution(const struct task *task) {
    tilepdb_board board, goal;
    const char *text = task->operands[task->count - 1];
    struct board_text said;
    int code = read_board(task, task->count - 1, false, &board, &said);
    if (code == CLI_SUCCESS) code = read_goal(task, &board, &said, &goal);
    if (code != CLI_SUCCESS) return code;
    char *letters;
    char reason[REASON_TEXT] = "";
    size_t failed = 0;
    tilepdb_error error;
    tilepdb_board position = board;
    const tilepdb_status status =
        cli_moves_read(text, strlen(text), cli_moves_notation(task->options->moves, said.letters),
                       &goal, &position, &letters, &error);
    if (!letters) {
        error.status = TILEPDB_ERROR_PARSE; /* an answer without a solution counts as unreadable */
        return cli_fail(NULL, &error);
    }
    if (status) {
        failed = strlen(letters) + 1;
        snprintf(reason, sizeof reason, "%s", error.message);
    }
    const bool holds = !status && replay(&board, &goal, letters, &failed, reason);
    const tilepdb_metric metric = cli_table_filter_metric(&task->options->filter);
    const int length = (int)tilepdb_moves_length(letters, metric);
    char words[MOVES_WORDS];
    json_t *object = object_for("solution");
    json_object_update_new(object,
                           json_pack("{so so so so}", "board", cli_json_board(&board), "goal",
                                     cli_json_board(&goal), "length",
                                     holds ? json_integer(length) : json_null(), "failed_move",
                                     failed != 0 ? json_integer((json_int_t)failed) : json_null()));
    add_metric(object, metric);
    code = holds ? verdict(task, object, CLI_SUCCESS, "%s lead%s from the board to the goal",
                           moves_words(length, metric, words), length == 1 ? "s" : "")
                 : verdict(task, object, CLI_NO, "%s", reason);
    free(letters);
    return code;
}
