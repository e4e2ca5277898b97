#include "puzzle/solvable.h"

#include <stdio.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"

#define COUNT_ONE(...) +1
#define GOALS          (0 TILEPDB_GOALS(COUNT_ONE))

static void goals_reached(const tilepdb_board *board, char *text, size_t size) {
    tilepdb_board reached[GOALS], goal;
    size_t count = 0, used = 0;
    text[0] = '\0';
    for (size_t i = 0; tilepdb_goal_name(i) && used < size; i++) {
        tilepdb_goal_named(tilepdb_goal_name(i), board->width, board->height, &goal, NULL);
        bool known = !board_reaches(board, &goal);
        for (size_t j = 0; j < count && !known; j++) known = board_equal(&reached[j], &goal);
        if (known) continue;
        reached[count++] = goal;
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 count == 1 ? "; it can be solved to the goal " : " or ",
                                 tilepdb_goal_name(i));
    }
}

static void explain_exchange(const tilepdb_board *board, const tilepdb_board *goal, char *text,
                             size_t size, struct error_code *code) {
    unsigned wrong[2] = {0}, count = 0;
    for (unsigned cell = 0; cell < (unsigned)board->width * board->height; cell++)
        if (board->cells[cell] != goal->cells[cell]) wrong[count++ % 2] = board->cells[cell];
    if (count == 2) code->number[1] = wrong[0], code->number[2] = wrong[1];
    if (count == 2)
        snprintf(text, size, "%u and %u are exchanged", wrong[0], wrong[1]);
    else
        snprintf(text, size, "it is a solvable board with two tiles exchanged");
}

tilepdb_status board_solvable(const tilepdb_board *board, const tilepdb_board *goal,
                              tilepdb_error *error) {
    tilepdb_status status = board_check_named(board, "position", error);
    if (!status) status = board_check_named(goal, "goal", error);
    if (!status) status = board_sizes_check(board, goal, error);
    if (status) return status;
    if (board_reaches(board, goal)) return TILEPDB_OK;
    char exchange[60], reached[200];
    struct error_code code = {.code = TILEPDB_MESSAGE_UNSOLVABLE,
                              .number = {board_parity(board, goal)}};
    explain_exchange(board, goal, exchange, sizeof exchange, &code);
    goals_reached(board, reached, sizeof reached);
    const bool odd = board_parity(board, goal) == 1;
    return error_set_code(
        error, TILEPDB_UNSOLVABLE, code,
        "unsolvable: %s, which no moves undo (an %s permutation of the goal, with the "
        "blank an %s number of steps from its cell; every tile that moves changes both)%s",
        exchange, odd ? "odd" : "even", odd ? "even" : "odd", reached);
}

tilepdb_status tilepdb_board_solvable(const tilepdb_board *board, const tilepdb_board *goal,
                                      tilepdb_error *error) {
    return tilepdb_goal_is_open(goal) ? open_goal_solvable(goal, board, error)
                                      : board_solvable(board, goal, error);
}
