/* --judge FILE with one move on each line, which together are the solution of one board. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/console.h"
#include "pdbsolve/board_input.h"
#include "pdbsolve/solution_check.h"

/* Whether the arguments are texts, and one board in all. */
static bool is_one_board(const struct session *session) {
    struct board_input boards;
    struct input_entry entry;
    int code = CLI_SUCCESS;
    session_boards(session, &boards);
    bool texts = session->argument_count > 0;
    for (size_t i = 0; i < boards.count; i++)
        texts = texts && boards.operands[i].kind == OPERAND_TEXT;
    const bool one = texts && board_input_next(&boards, &entry, &code) && entry.readable &&
                     !board_input_next(&boards, &entry, &code);
    board_input_free(&boards);
    return one;
}

/* Appends the line to `list`. False: it is not one move. */
static bool line_append(char **list, const struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    if (!line->readable || item->kind != TILEPDB_ITEM_SOLUTION) return false;
    char *move = cli_text("%.*s", (int)item->moves_length, item->moves);
    const bool single = operand_is_move(move);
    if (single) {
        char *longer = cli_text("%s %s", *list, move);
        free(*list);
        *list = longer;
    }
    free(move);
    return single;
}

/* More lines than the solution of any board has moves are no list. */
#define LINES_MOST TILEPDB_MAX_MOVES

char *judge_list_read(const struct session *session) {
    const char *path = session->options->judge;
    struct stat status;
    struct board_input lines;
    struct input_entry line;
    int code = CLI_SUCCESS;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || access(path, R_OK) != 0)
        return NULL;
    size_t count = 0;
    bool singles = true;
    char *list = cli_text("%s", "");
    session_solutions(session, path, &lines);
    for (; singles && board_input_next(&lines, &line, &code); count++)
        singles = count < LINES_MOST && line_append(&list, &line);
    board_input_free(&lines);
    if (singles && count > 1 && is_one_board(session)) return list;
    free(list);
    return NULL;
}
