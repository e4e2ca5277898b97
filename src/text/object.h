/*
 * Objects with named values, in JSON and similar notations, such as {"id": 7, "board": [[1, 2], [3,
 * 0]]}; and planning problems in PDDL.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_OBJECT_H
#define TILEPDB_TEXT_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

struct span {
    size_t start, length;
};

enum role { ROLE_NONE, ROLE_BOARD, ROLE_GOAL, ROLE_ID, ROLE_WIDTH, ROLE_HEIGHT };

/* Ignores case, and characters other than letters, as in "initial_state". */
enum role role_of(const char *name, size_t length);

struct board_object {
    struct span board, goal, id; /* empty if absent */
    int width, height;           /* 0 if absent */
};

/* Moves `*at` past the next object with a board. Returns false after the last object. */
bool object_next(const char *text, size_t length, size_t *at, struct board_object *object);

bool pddl_is(const char *text, size_t length);

/* Reads a PDDL problem. The goal decides the directions of rows and columns; the width of `goal`
 * becomes 0 if the goal is 1 2 3 ... with the blank last. Returns ERROR_PARSE for an incomplete
 * problem. */
tilepdb_status pddl_read(const char *text, size_t length, tilepdb_board *board, tilepdb_board *goal,
                         tilepdb_error *error);

#endif
