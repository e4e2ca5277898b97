/*
 * tilepdb, text: what people type, boards and moves in every form of docs/input.md. The conventions
 * are those of tilepdb.h.
 */
#ifndef TILEPDB_TEXT_H
#define TILEPDB_TEXT_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How moves are written. Letters are U, D, L and R. */
typedef enum tilepdb_notation {
    TILEPDB_NOTATION_TILE = 0,   /* letters: the way the tile moves, the default in this header */
    TILEPDB_NOTATION_BLANK = 1,  /* letters: the way the blank moves */
    TILEPDB_NOTATION_NUMBERS = 2 /* the numbers of the tiles that move */
} tilepdb_notation;

/* More moves are refused: a run length could ask for any number. */
#define TILEPDB_MAX_TYPED_MOVES 100000

/* Bytes of TILEPDB_MAX_TYPED_MOVES moves in any notation, with the final NUL. */
#define TILEPDB_MOVES_TEXT (4 * TILEPDB_MAX_TYPED_MOVES + 1)

/* Reads moves, in any form of docs/input.md: `R2D2`, ``d r' u3``, arrows, tiles, or an answer line,
 * LENGTH MOVES. They are written to `moves` as letters, the way the tile moves, with a final NUL;
 * `capacity` is its size, and `*count` receives their number. If `board` is not NULL, the moves are
 * played on it. `moves` (with `capacity` 0), `count` and, for letters, `board` may be NULL.
 * ERROR_PARSE: not moves, and nothing was played. REFUTED: a move is not possible; `board` is the
 * position before it, and `moves` and `*count` are the moves before it. UNSOLVABLE, LIMIT: an
 * answer line without a solution, `unsolvable` or `>=N`. In these cases the sentence quotes what
 * was typed, and `error->column` is its first byte. LENGTH counts moves in either metric.
 * ERROR_TOO_LARGE: `capacity` is too small.
 * ERROR_ARGUMENT: tile numbers without a board, not a board, or an unknown notation. */
TILEPDB_API tilepdb_status tilepdb_moves_parse(const char *text, size_t length,
                                               tilepdb_notation notation, tilepdb_board *board,
                                               char *moves, size_t capacity, size_t *count,
                                               tilepdb_error *error);

/* Writes moves (the way the tile moves) in a notation. With `run_length`, URDLL is written as
 * URDL2; tile numbers are separated by commas and have no run lengths. Only tile numbers need
 * `board`, where the moves must be possible; otherwise it may be NULL. Returns the length; 0 and an
 * empty text if there is nothing to write, `capacity` is too small, or a move is not possible. */
TILEPDB_API size_t tilepdb_moves_format(const char *moves, tilepdb_notation notation,
                                        bool run_length, const tilepdb_board *board, char *text,
                                        size_t capacity);

/* The number of moves that letters are: in the metric SINGLE one for each letter, in MULTI one for
 * each slide, a run of equal letters. Thread-safe. */
TILEPDB_API size_t tilepdb_moves_length(const char *moves, tilepdb_metric metric);

/* Reads moves and writes their inverse in the same notation; needs no board. `*count`, which may be
 * NULL, receives their number. Statuses as tilepdb_moves_parse, except REFUTED. */
TILEPDB_API tilepdb_status tilepdb_moves_invert(const char *text, size_t length,
                                                tilepdb_notation notation, bool run_length,
                                                char *inverse, size_t capacity, size_t *count,
                                                tilepdb_error *error);

/* How a text is interpreted. */
typedef enum tilepdb_reading {
    TILEPDB_READ_BOARDS = 0,    /* boards and scrambles */
    TILEPDB_READ_SOLUTIONS = 1, /* one solution per line, alone or after a board and TAB or ';' */
    /* Boards from the arguments of a program; each argument ends with NUL. Consecutive single
     * numbers and marks are joined into boards, and single moves into a scramble; an empty argument
     * is an error. `moves` of an error is not NULL if the error is about the last line alone. */
    TILEPDB_READ_ARGUMENTS = 2
} tilepdb_reading;

/* What a reader expects: sizes, the goal of scrambles, the mark of the blank. */
typedef struct tilepdb_reader_options {
    tilepdb_reading reading;
    tilepdb_notation notation; /* of scrambles; NUMBERS means the same as TILE here */
    int width;                 /* the size of all boards; 0 and 0: any, and scrambles are 4x4 */
    int height;
    const tilepdb_board *goal; /* where scrambles start; copied. NULL: 1 2 3 ... */
    bool blank_first;          /* without `goal`, the blank of 1 2 3 ... is first, not last */
    bool large;                /* read boards larger than those of tables, too */
    const char *blank_tile;    /* the number or mark, of 1 to 15 bytes, that is the blank, or "last"
                                  for the largest number; copied. NULL: found for each board */
} tilepdb_reader_options;

/* Sets the defaults: boards of any size, the blank last. */
TILEPDB_API void tilepdb_reader_options_init(tilepdb_reader_options *options);

/* The kinds of items that a reader returns. */
typedef enum tilepdb_item_kind {
    TILEPDB_ITEM_BOARD = 0,
    TILEPDB_ITEM_SOLUTION = 1,
    TILEPDB_ITEM_BOARD_AND_SOLUTION = 2,
    TILEPDB_ITEM_ERROR = 3 /* a piece of the text that is neither; reading continues after it */
} tilepdb_item_kind;

/* Bytes of the name of a board, with the final NUL. */
#define TILEPDB_ID_TEXT 64

/* One board, one solution, both, or an error. */
typedef struct tilepdb_item {
    tilepdb_item_kind kind;
    size_t line; /* the first line of the item, from 1 */
    tilepdb_board board;
    const char
        *moves; /* of a solution, as typed, for tilepdb_moves_parse; no NUL at its end. They */
    size_t moves_length; /* belong to the reader and are valid until the reader is used again. */
    tilepdb_error error; /* ERROR_PARSE; ERROR_MEMORY */
    char id[TILEPDB_ID_TEXT]; /* index in a list, or name of the board; empty: none */
    bool has_goal;            /* the text says which goal the board has */
    tilepdb_board goal;
} tilepdb_item;

/* Reads boards or solutions from a text in pieces. It does no input or output, and needs time
 * linear in the length of the text and memory for one line. One thread at a time. */
typedef struct tilepdb_reader tilepdb_reader;

/* A longer line is an error. */
#define TILEPDB_MAX_LINE (1 << 22)

/* Creates a reader, which the caller frees. `options` may be NULL. ERROR_ARGUMENT: an invalid size,
 * notation or reading, or a goal that is not a board; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_reader_create(const tilepdb_reader_options *options,
                                                 tilepdb_reader **reader, tilepdb_error *error);

/* Passes the next piece of the text, once tilepdb_reader_next has returned false. `bytes` belong to
 * the caller and must not change until it returns false again. */
TILEPDB_API void tilepdb_reader_feed(tilepdb_reader *reader, const char *bytes, size_t length);

/* Marks the end of the text: an item that waits for more lines is then complete. */
TILEPDB_API void tilepdb_reader_end(tilepdb_reader *reader);

/* Takes the next item. False: more text is needed, or the text has ended. */
TILEPDB_API bool tilepdb_reader_next(tilepdb_reader *reader, tilepdb_item *item);

/* Releases the reader. Accepts NULL. */
TILEPDB_API void tilepdb_reader_free(tilepdb_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
