/* pdbverify solution: moves that lead from a board to the goal. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbverify/pdbverify.h"

/* The letter of the way the tile moves if the blank goes the way of `letter`; 0: no such letter. */
static char reversed(char letter) {
    static const char ways[] = "UDLR", back[] = "DURL";
    const char *at = letter != '\0' ? strchr(ways, letter) : NULL;
    return at != NULL ? back[at - ways] : '\0';
}

/* The way that a tile goes to the blank. 0: it is not beside it, or is no tile. */
static char way_of(const tilepdb_board *board, long tile) {
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board moved = *board;
        if (tilepdb_board_play(&moved, (char[]){*way, '\0'}, NULL) != TILEPDB_OK) continue;
        int blank = 0;
        while (moved.cells[blank] != 0) blank++;
        if (board->cells[blank] == tile) return *way;
    }
    return '\0';
}

/* Numbers to letters. Stops at a tile that cannot move; `*failed` is that move from 1. False after
 * a complaint. */
static bool read_numbers(const char *text, const tilepdb_board *board, char *letters,
                         size_t *failed) {
    tilepdb_board position = *board;
    size_t count = 0;
    *failed = 0;
    for (text += strspn(text, " ,"); *text != '\0'; text += strspn(text, " ,")) {
        char *end;
        const long tile = strtol(text, &end, 10);
        if (end == text || strchr(" ,", *end) == NULL) {
            cli_complain("move %zu, '%.9s', is not a number", count + 1, text);
            return false;
        }
        text = end;
        const char way = way_of(&position, tile);
        if (way == '\0') {
            if (*failed == 0) *failed = count + 1;
            continue;
        }
        if (*failed != 0) continue;
        letters[count++] = way;
        tilepdb_board_play(&position, (char[]){way, '\0'}, NULL);
    }
    letters[count] = '\0';
    return true;
}

static bool read_letters(const char *text, bool blank, char *letters) {
    size_t count = 0;
    for (; *text != '\0'; text++) {
        const char back = reversed(*text);
        if (back == '\0') {
            cli_complain("move %zu, '%c', is none of U, D, L and R", count + 1, *text);
            return false;
        }
        letters[count++] = blank ? back : *text;
    }
    letters[count] = '\0';
    return true;
}

int command_solution(const struct task *task) {
    tilepdb_board board, goal;
    const char *text = task->operands[task->count - 1];
    int code = read_board(task, task->count - 1, false, &board, &goal);
    if (code != CLI_SUCCESS) return code;
    char *letters = cli_allocated(malloc(strlen(text) + 1));
    size_t failed = 0;
    const int words = task->options->moves;
    if (!(words == MOVES_NUMBERS ? read_numbers(text, &board, letters, &failed)
                                 : read_letters(text, words == MOVES_BLANK, letters))) {
        free(letters);
        return CLI_USAGE;
    }
    char reason[REASON_TEXT] = "";
    bool holds = false;
    if (failed != 0)
        snprintf(reason, sizeof reason, "move %zu: that tile is not beside the blank", failed);
    else
        holds = replay(&board, &goal, letters, &failed, reason);
    json_t *object = object_for("solution");
    json_object_set_new(object, "board", board_json(&board));
    json_object_set_new(object, "goal", board_json(&goal));
    json_object_set_new(object, "length",
                        holds ? json_integer((json_int_t)strlen(letters)) : json_null());
    json_object_set_new(object, "failed_move",
                        failed != 0 ? json_integer((json_int_t)failed) : json_null());
    code = holds ? verdict(task, object, CLI_SUCCESS, "%zu moves lead from the board to the goal",
                           strlen(letters))
                 : verdict(task, object, CLI_NO, "%s", reason);
    free(letters);
    return code;
}
