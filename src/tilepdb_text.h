/* tilepdb, text: reads and writes boards and moves in every form of docs/input.md. */
#ifndef TILEPDB_TEXT_H
#define TILEPDB_TEXT_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a goal in the forms of boards in docs/input.md; the goal may be open. '*' stands for a cell
 * that may hold anything, and tiles that are alike have one number or letter. If the width and
 * height are 0, the rows give the shape; a goal without rows must be square. Returns ERROR_PARSE or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_goal_parse(const char *text, size_t length, int width,
                                              int height, tilepdb_board *goal,
                                              tilepdb_error *error);

/* How moves are written. Letters are U, D, L and R. */
typedef enum tilepdb_notation {
    TILEPDB_NOTATION_TILE = 0,    /* directions of tiles (default) */
    TILEPDB_NOTATION_BLANK = 1,   /* directions of the blank */
    TILEPDB_NOTATION_NUMBERS = 2, /* numbers of the tiles that move */
    /* Letters: directions, or names of the tiles that move, where A is tile 1. If both readings can
     * be played, the goal decides, or they are an error. For reading only. */
    TILEPDB_NOTATION_NAMES = 3
} tilepdb_notation;

/* Most moves in a text; more are refused. */
#define TILEPDB_MAX_TYPED_MOVES 250000

/* Bytes for TILEPDB_MAX_TYPED_MOVES moves in any notation. */
#define TILEPDB_MOVES_TEXT (5 * TILEPDB_MAX_TYPED_MOVES + 1)

/* Reads moves in any form of docs/input.md: `R2D2`, ``d r' u3``, arrows, tiles, a link with moves
 * of tiles, or an answer line, LENGTH MOVES, where LENGTH counts moves of either metric. Writes
 * them to `moves`, of `capacity` bytes, as letters for the directions of tiles, with a final NUL,
 * and their number to `*count`. If `board` is not NULL, plays them on it. `moves` (with `capacity`
 * 0) and `count` may be NULL; `board` too, for directions.
 *
 * The first three statuses below quote the text, and `error->column` is the first quoted byte:
 *
 *  - ERROR_PARSE if the text is not moves; nothing is played
 *  - REFUTED if a move is impossible; `board`, `moves` and `*count` have only the earlier moves
 *  - UNSOLVABLE, LIMIT for an answer line `unsolvable` or `>=N`
 *  - ERROR_TOO_LARGE if `capacity` is too small
 *  - ERROR_ARGUMENT for numbers or names of tiles without a board, an invalid board or an unknown
 *    notation */
TILEPDB_API tilepdb_status tilepdb_moves_parse(const char *text, size_t length,
                                               tilepdb_notation notation, tilepdb_board *board,
                                               char *moves, size_t capacity, size_t *count,
                                               tilepdb_error *error);

/* Like tilepdb_moves_parse, but of two readings, takes the one that leads to `goal`, which may be
 * open. Numbers that do not lead to the goal as tiles are the cells of the blank if these do: row
 * by row, from 0 or from 1, with or without the cell where the blank begins. Returns ERROR_PARSE if
 * two readings lead to the goal with different moves. If `goal` is NULL, no goal is known. */
TILEPDB_API tilepdb_status tilepdb_solution_parse(const char *text, size_t length,
                                                  tilepdb_notation notation,
                                                  const tilepdb_board *goal, tilepdb_board *board,
                                                  char *moves, size_t capacity, size_t *count,
                                                  tilepdb_error *error);

/* Writes `moves`, letters for the directions of tiles, in a notation. With `run_length`, URDLL
 * becomes URDL2. Tile numbers are separated by commas, never have run lengths, and need a
 * `board` on which the moves are possible; otherwise `board` may be NULL. Returns the length; 0
 * and an empty text if there are no moves, `capacity` is too small or a move is impossible. */
TILEPDB_API size_t tilepdb_moves_format(const char *moves, tilepdb_notation notation,
                                        bool run_length, const tilepdb_board *board, char *text,
                                        size_t capacity);

/* Returns the number of moves: SINGLE counts letters, MULTI counts runs of equal letters.
 * Thread-safe. */
TILEPDB_API size_t tilepdb_moves_length(const char *moves, tilepdb_metric metric);

/* Reads moves and writes their inverse in the same notation, without a board, and their number
 * to `*count`; `count` may be NULL. Returns the statuses of tilepdb_moves_parse except REFUTED. */
TILEPDB_API tilepdb_status tilepdb_moves_invert(const char *text, size_t length,
                                                tilepdb_notation notation, bool run_length,
                                                char *inverse, size_t capacity, size_t *count,
                                                tilepdb_error *error);

/* How a reader interprets its text. */
typedef enum tilepdb_reading {
    TILEPDB_READ_BOARDS = 0,    /* boards and scrambles */
    TILEPDB_READ_SOLUTIONS = 1, /* a solution per line, alone or after a board and TAB or ';' */
    /* Boards from program arguments, each with a final NUL. Consecutive numbers and marks are
     * joined into boards, consecutive moves into a scramble; an empty argument is an error.
     * `moves` of an error is NULL if the error is about joined arguments or earlier lines. */
    TILEPDB_READ_ARGUMENTS = 2
} tilepdb_reading;

/* Options of tilepdb_reader_create. */
typedef struct tilepdb_reader_options {
    tilepdb_reading reading;
    tilepdb_notation notation; /* notation of scrambles; NUMBERS means TILE */
    int width;                 /* size of all boards; 0 and 0: any, but scrambles are 4x4 */
    int height;
    const tilepdb_board *goal; /* start of scrambles, copied; NULL: 1 2 3 ... */
    bool blank_first;          /* without `goal`, scrambles start with the blank first */
    bool large;                /* accept boards that are too large for tables */
    /* Someone waits for each answer: a board is given before the line below it is read, even if an
     * error there could show that it is a part of a larger board. */
    bool live;
    /* Number or mark of the blank, 1 to 15 bytes, or "last" for the largest number; copied.
     * NULL: the reader finds the blank of each board. */
    const char *blank_tile;
} tilepdb_reader_options;

/* Sets the defaults: boards of any size, the blank last. */
TILEPDB_API void tilepdb_reader_options_init(tilepdb_reader_options *options);

/* Kinds of items. */
typedef enum tilepdb_item_kind {
    TILEPDB_ITEM_BOARD = 0,
    TILEPDB_ITEM_SOLUTION = 1,
    TILEPDB_ITEM_BOARD_AND_SOLUTION = 2,
    TILEPDB_ITEM_ERROR = 3 /* neither board nor solution; reading continues after this text */
} tilepdb_item_kind;

/* Bytes for the name of a board. */
#define TILEPDB_ID_TEXT 64

/* A board, a solution, both, or an error. */
typedef struct tilepdb_item {
    tilepdb_item_kind kind;
    size_t line; /* first line of the item, from 1 */
    tilepdb_board board;
    bool letters; /* tiles are letters, A for 1, so TILEPDB_NOTATION_NAMES fits their moves */
    /* The solution as typed, for tilepdb_moves_parse: moves_length bytes without a final NUL, valid
     * until the reader is used again. */
    const char *moves;
    size_t moves_length;
    tilepdb_error error;      /* ERROR_PARSE or ERROR_MEMORY */
    char id[TILEPDB_ID_TEXT]; /* name of the board or index in a list; empty: none */
    bool has_goal;
    bool multi; /* the board is of a link that counts moves by METRIC_MULTI */
    tilepdb_board goal;
} tilepdb_item;

/* Reads boards or solutions from pieces of text, without input or output. The text is UTF-8, or
 * UTF-16 if it begins with a byte order mark of UTF-16; arguments are UTF-8. Takes time linear in
 * the length of the text, and memory for the lines of one board, at most about 60 times
 * TILEPDB_MAX_LINE bytes. One thread at a time. */
typedef struct tilepdb_reader tilepdb_reader;

/* Most bytes in a line; a longer line is an error. */
#define TILEPDB_MAX_LINE (1 << 22)

/* Creates a reader. Returns ERROR_ARGUMENT for an invalid size, notation, reading or goal, or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_reader_create(const tilepdb_reader_options *options,
                                                 tilepdb_reader **reader, tilepdb_error *error);

/* Passes the next piece of text, after tilepdb_reader_next has returned false. The caller keeps
 * `bytes` unchanged until tilepdb_reader_next returns false again. */
TILEPDB_API void tilepdb_reader_feed(tilepdb_reader *reader, const char *bytes, size_t length);

/* Marks the end of the text, which completes an item that could have more lines. */
TILEPDB_API void tilepdb_reader_end(tilepdb_reader *reader);

/* Writes the next item. Returns false if more text is needed or the text has ended. */
TILEPDB_API bool tilepdb_reader_next(tilepdb_reader *reader, tilepdb_item *item);

/* Frees a reader. */
TILEPDB_API void tilepdb_reader_free(tilepdb_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
