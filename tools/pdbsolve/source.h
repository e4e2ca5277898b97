/*
 * Where boards come from: arguments, or the lines of stdin.
 */
#ifndef TILEPDB_PDBSOLVE_SOURCE_H
#define TILEPDB_PDBSOLVE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "pdbsolve/options.h"

/* A board as text. It belongs to the source and is valid until the next one is asked for. */
struct board_text {
    const char *text;
    size_t length; /* NUL bytes may be among them */
    size_t number; /* of the line of stdin, or of the board among the arguments; from 1 */
};

struct board_source {
    bool is_stdin;
    char **arguments; /* one board each, owned */
    size_t count;
    size_t taken;
    char *line; /* of stdin, owned */
    size_t room;
    uint64_t bytes, all_bytes; /* of stdin, that were read and that there are; 0: not known */
};

/* Whether boards come from stdin: there are no arguments, or there is only "-". */
bool board_source_is_stdin(char *const *arguments, size_t count);

/* Prepares to read boards from the arguments or from stdin. Bare
 * numbers in separate arguments are joined into boards; `size` tells how many belong to one, if it
 * is given. Single moves are joined into a scramble. */
void board_source_init(struct board_source *source, char *const *arguments, size_t count,
                       struct cli_board_size size);

/* The next board; empty lines and comments are skipped. False at the end, after an interrupt, or
 * after a complaint, in which case `*code` becomes CLI_FAILURE. */
bool board_source_next(struct board_source *source, struct board_text *text, int *code);

/* Which share of all boards has been taken; below 0: not known. */
double board_source_share(const struct board_source *source);

/* Understands a board's text: numbers, or a scramble, which is letters: moves from the goal, as
 * --moves names them, or as tiles' ways if that asks for numbers. `size` is what boards must have,
 * 0x0 for any; a scramble's then is 4x4. As tilepdb_board_parse. Any thread may call it. */
tilepdb_status board_text_read(const struct board_text *text, const struct solve_options *options,
                               const struct goal_choice *goal, struct cli_board_size size,
                               tilepdb_board *board, tilepdb_error *error);

/* What messages call the source of a board: "line" or "board". */
const char *board_source_unit(const struct board_source *source);

void board_source_free(struct board_source *source);

#endif
