/*
 * Objects with named values: JSON, and what is written like it, as {"id": 7, "board": [[1, 2], [3,
 * 0]]}; and planning problems in PDDL.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_OBJECT_H
#define TILEPDB_TEXT_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

/* A part of a text. */
struct span {
    size_t start, length;
};

/* What a name says that its value is. */
enum role { ROLE_NONE, ROLE_BOARD, ROLE_GOAL, ROLE_ID, ROLE_WIDTH, ROLE_HEIGHT };

/* What a name is, in any case, with '_', '-' and blanks or without: "initial_state". */
enum role role_of(const char *name, size_t length);

/* The values of an object that has a board. */
struct board_object {
    struct span board, goal, id; /* of length 0: there is none */
    int width, height;           /* 0: not given */
};

/* The next object with a board, from *at on, which is moved behind it. False: there is none. */
bool object_next(const char *text, size_t length, size_t *at, struct board_object *object);

/* Whether the text is a problem in PDDL. */
bool pddl_is(const char *text, size_t length);

/* Its board, and its goal if that is not 1 2 3 ... with the blank last: width 0. Which way rows go
 * is as the goal says. ERROR_PARSE. */
tilepdb_status pddl_read(const char *text, size_t length, tilepdb_board *board, tilepdb_board *goal,
                         tilepdb_error *error);

#endif
