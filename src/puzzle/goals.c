/*
 * Goals that have names, and which goals a board can reach. This unit implements tilepdb_goal_name,
 * tilepdb_goal_named and tilepdb_board_solvable (tilepdb.h).
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"

/* ---- goals by name --------------------------------------------------------------------------- */

/* Each function below fills a board that has its size and otherwise zeros. */

static void fill_blank_last(tilepdb_board *goal) {
    tilepdb_goal(goal->width, goal->height, goal->width * goal->height - 1, goal, NULL);
}

static void fill_blank_first(tilepdb_board *goal) {
    tilepdb_goal(goal->width, goal->height, 0, goal, NULL);
}

/* A path from the first cell turns right where the next cell is taken or off the board. */
static void fill_spiral(tilepdb_board *goal) {
    static const enum direction clockwise[] = {BLANK_RIGHT, BLANK_DOWN, BLANK_LEFT, BLANK_UP};
    const unsigned cells = (unsigned)goal->width * goal->height;
    unsigned cell = 0, turns = 0;
    for (unsigned tile = 1; tile < cells; tile++) {
        unsigned next = cell;
        goal->cells[cell] = (uint16_t)tile;
        if (!board_step(goal, &next, clockwise[turns % 4]) || goal->cells[next] != 0) {
            next = cell;
            board_step(goal, &next, clockwise[++turns % 4]);
        }
        cell = next;
    }
}

static void fill_snail(tilepdb_board *goal) {
    fill_spiral(goal);
}

static const struct {
    const char *name;
    void (*fill)(tilepdb_board *goal);
} goals[] = {
#define ROW(identifier, word, description) {word, fill_##identifier},
    TILEPDB_GOALS(ROW)
#undef ROW
};

#define GOALS (sizeof goals / sizeof *goals)

const char *tilepdb_goal_name(size_t index) {
    return index < GOALS ? goals[index].name : NULL;
}

static tilepdb_board goal_make(size_t index, int width, int height) {
    tilepdb_board goal = {.width = (uint8_t)width, .height = (uint8_t)height};
    goals[index].fill(&goal);
    return goal;
}

tilepdb_status tilepdb_goal_named(const char *name, int width, int height, tilepdb_board *goal,
                                  tilepdb_error *error) {
    const tilepdb_status status = board_size_check(width, height, error);
    if (status) return status;
    for (size_t i = 0; i < GOALS; i++)
        if (strcmp(name, goals[i].name) == 0) {
            *goal = goal_make(i, width, height);
            return TILEPDB_OK;
        }
    char names[200] = "";
    for (size_t i = 0, used = 0; i < GOALS && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 goals[i].name);
    return error_set(error, TILEPDB_ERROR_PARSE, "'%.60s' is not one of %s", name, names);
}

/* ---- boards without a solution --------------------------------------------------------------- */

/* Writes the names of the goals that the board can reach, or nothing. A goal with two names is
 * written once, by its first. */
static void goals_reached(const tilepdb_board *board, char *text, size_t size) {
    tilepdb_board reached[GOALS];
    size_t count = 0, used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < GOALS && used < size; i++) {
        const tilepdb_board goal = goal_make(i, board->width, board->height);
        bool known = !board_reaches(board, &goal);
        for (size_t j = 0; j < count && !known; j++) known = board_equal(&reached[j], &goal);
        if (known) continue;
        reached[count++] = goal;
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 count == 1 ? "; it can be solved to the goal " : " or ",
                                 goals[i].name);
    }
}

/* Writes which two tiles are exchanged if nothing else is wrong, or a sentence that holds for all
 * boards of the wrong parity. */
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

tilepdb_status tilepdb_board_solvable(const tilepdb_board *board, const tilepdb_board *goal,
                                      tilepdb_error *error) {
    tilepdb_status status = board_check_named(board, "position", error);
    if (!status) status = board_check_named(goal, "goal", error);
    if (status) return status;
    if (board->width != goal->width || board->height != goal->height)
        return error_set_code(
            error, TILEPDB_ERROR_ARGUMENT,
            (struct error_code){.code = TILEPDB_MESSAGE_SIZES_DIFFER,
                                .number = {board->width, board->height, goal->width, goal->height}},
            "the board is %dx%d, but the goal is %dx%d", board->width, board->height, goal->width,
            goal->height);
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
