/*
 * Rows of options that pdbsolve and pdbmethods share. The bits of a row's `modes` name the modes of
 * both tools in which the option has an effect.
 */
#ifndef TILEPDB_ANSWERS_SOLVE_ROWS_H
#define TILEPDB_ANSWERS_SOLVE_ROWS_H

#include "answers/solve_options.h"

enum {
    IDA = 1 << 0,

    /* Modes of pdbsolve. */
    SCRAMBLE = 1 << 1,
    INVERT = 1 << 2,
    STATE = 1 << 3,
    JUDGE = 1 << 4,
    ANYTIME = 1 << 5,
    IMPROVE = 1 << 6,

    /* Modes of pdbmethods. A textbook method has METHODS and the bits of its properties. */
    EXAMPLES = 1 << 7,
    COMPARE = 1 << 8,
    METHODS = 1 << 9,
    LIMITED = 1 << 10,
    STORING = 1 << 11,
    GUIDED = 1 << 12,
    BOUNDED = 1 << 13,
    PROGRAM = 1 << 14,
    METRICS = 1 << 15,

    SOLVE = IDA | METHODS,
    BEST = ANYTIME | IMPROVE,
    BOARDS = SOLVE | BEST | JUDGE | COMPARE | STATE,
    TABLES = IDA | BEST | JUDGE | COMPARE,
    ANY = BOARDS | SCRAMBLE | INVERT | EXAMPLES
};

/* Keys of the heuristics that use no databases. */
#define WITHOUT_TABLES "heuristic=manhattan heuristic=linear-conflict"

/* Offset in struct solve_options. */
#define OFFSET(member) offsetof(struct solve_options, member)

#define SOLVE_BOARD_ROWS  4
#define SOLVE_TABLE_ROWS  8
#define SOLVE_LIMIT_ROWS  3
#define SOLVE_OUTPUT_ROWS 11

extern const struct cli_option solve_board_rows[SOLVE_BOARD_ROWS];
extern const struct cli_option solve_table_rows[SOLVE_TABLE_ROWS];
extern const struct cli_option solve_limit_rows[SOLVE_LIMIT_ROWS];
extern const struct cli_option solve_output_rows[SOLVE_OUTPUT_ROWS];

/* Words of --heuristic, in the order of tilepdb_heuristic; ends with NULL. */
extern const char *const solve_heuristics[];

/* The values of options that are not given. */
#define SOLVE_OPTIONS_UNSET                                                                        \
    { .blank = CLI_UNSET, .encoding = CLI_UNSET, .direction = CLI_UNSET }

/* Checks what rules of single options cannot express, and sets `large`. Returns false after an
 * error message. */
bool solve_rows_check(struct solve_options *options);

#endif
