/* tilepdb, text: reads and writes boards and moves in every form of docs/input.md, and draws them.
 */
#ifndef TILEPDB_TEXT_H
#define TILEPDB_TEXT_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a goal, in the forms of boards in docs/input.md. The goal may be open: '*' stands for an
 * open cell, and alike tiles have one number or letter. If width and height are 0, the rows give
 * the shape; a goal without rows must be square. Returns ERROR_PARSE or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_goal_parse(const char *text, size_t length, int width,
                                              int height, tilepdb_board *goal,
                                              tilepdb_error *error);

/* How moves are written. Letters are U, D, L and R. */
typedef enum tilepdb_notation {
    TILEPDB_NOTATION_TILE = 0,    /* directions of tiles (default) */
    TILEPDB_NOTATION_BLANK = 1,   /* directions of the blank */
    TILEPDB_NOTATION_NUMBERS = 2, /* numbers of the tiles that move */
    /* For reading only: letters are directions, or names of the tiles that move, where A is tile 1.
     * If both readings can be played, the one that reaches the goal counts; otherwise it is an
     * error. */
    TILEPDB_NOTATION_NAMES = 3
} tilepdb_notation;

/* Most moves in a text. */
#define TILEPDB_MAX_TYPED_MOVES 250000

/* Bytes for TILEPDB_MAX_TYPED_MOVES moves in any notation. */
#define TILEPDB_MOVES_TEXT (5 * TILEPDB_MAX_TYPED_MOVES + 1)

/* Reads moves in any form of docs/input.md: `R2D2`, ``d r' u3``, arrows, tiles, a link with moves
 * of tiles, or an answer line, LENGTH MOVES, where LENGTH counts moves of either metric. Writes
 * letters for the directions of tiles, with a final NUL, to the `capacity` bytes of `moves`, and
 * their number to `*count`. Plays the moves on `board`. `moves` (with `capacity` 0) and `count` may
 * be NULL; `board` too, if the text has directions.
 *
 * For the first three statuses, `error->column` is the first byte of the text that is wrong:
 *
 *  - ERROR_PARSE if the text is not moves; nothing is played
 *  - REFUTED if a move is impossible; `board`, `moves` and `*count` have only the earlier moves
 *  - UNSOLVABLE, LIMIT for an answer line `unsolvable` or `>=N`
 *  - ERROR_TOO_LARGE if `capacity` is too small
 *  - ERROR_ARGUMENT for the notation NUMBERS or NAMES without a board, an invalid board or an
 *    unknown notation
 *  - ERROR_MEMORY, only for links */
TILEPDB_API tilepdb_status tilepdb_moves_parse(const char *text, size_t length,
                                               tilepdb_notation notation, tilepdb_board *board,
                                               char *moves, size_t capacity, size_t *count,
                                               tilepdb_error *error);

/* Like tilepdb_moves_parse, but if the text has several readings, takes the reading that leads to
 * `goal`, which may be open, or NULL if no goal is known. Numbers that do not lead to the goal as
 * tiles may be cells of the blank: row by row, from 0 or from 1, with or without its first cell.
 * Returns ERROR_PARSE if two readings lead to the goal with different moves. */
TILEPDB_API tilepdb_status tilepdb_solution_parse(const char *text, size_t length,
                                                  tilepdb_notation notation,
                                                  const tilepdb_board *goal, tilepdb_board *board,
                                                  char *moves, size_t capacity, size_t *count,
                                                  tilepdb_error *error);

/* Writes `moves`, letters for the directions of tiles, in a notation other than NAMES. With
 * `run_length`, URDLL becomes URDL2. Numbers of tiles are separated by commas, have no run lengths,
 * and need the `board` on which the moves are played; otherwise `board` may be NULL. Returns the
 * length; 0 and an empty text if there are no moves, `capacity` is too small, `moves` has another
 * character or, for numbers, a move is impossible. */
TILEPDB_API size_t tilepdb_moves_format(const char *moves, tilepdb_notation notation,
                                        bool run_length, const tilepdb_board *board, char *text,
                                        size_t capacity);

/* Returns the number of moves: SINGLE counts letters, MULTI counts runs of equal letters.
 * Thread-safe. */
TILEPDB_API size_t tilepdb_moves_length(const char *moves, tilepdb_metric metric);

/* Reads moves and writes their inverse in the same notation, and their number to `*count`, which
 * may be NULL. Needs no board, so NUMBERS is allowed, but NAMES is not. Returns the statuses of
 * tilepdb_moves_parse except REFUTED. */
TILEPDB_API tilepdb_status tilepdb_moves_invert(const char *text, size_t length,
                                                tilepdb_notation notation, bool run_length,
                                                char *inverse, size_t capacity, size_t *count,
                                                tilepdb_error *error);

/* What a reader expects. */
typedef enum tilepdb_reading {
    TILEPDB_READ_BOARDS = 0,    /* boards and scrambles */
    TILEPDB_READ_SOLUTIONS = 1, /* a solution per line, alone or after a board and TAB or ';' */
    /* Boards from program arguments, each with a final NUL. Arguments that are numbers or marks are
     * joined into boards, arguments that are moves into a scramble; an empty argument is an error.
     * An error item about its argument alone, not about joined ones, has `moves` other than NULL.
     */
    TILEPDB_READ_ARGUMENTS = 2
} tilepdb_reading;

/* Options of tilepdb_reader_create. */
typedef struct tilepdb_reader_options {
    tilepdb_reading reading;
    tilepdb_notation notation; /* notation of scrambles; NUMBERS means TILE, NAMES is refused */
    int width;                 /* size of all boards; 0 and 0: any; scrambles without `goal`: 4x4 */
    int height;
    const tilepdb_board *goal; /* start of scrambles, copied; NULL: 1 2 3 ... */
    bool blank_first;          /* without `goal`, scrambles start with the blank first */
    bool large;                /* accept boards that are too large for tables */
    /* For interactive input: a board is given before the line below it is read, even if an error
     * there could show that the board is a part of a larger one. */
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
    TILEPDB_ITEM_ERROR = 3 /* neither board nor solution; reading goes on after this text */
} tilepdb_item_kind;

/* Bytes for the name of a board. */
#define TILEPDB_ID_TEXT 64

/* A board, a solution, both, or an error. */
typedef struct tilepdb_item {
    tilepdb_item_kind kind;
    size_t line; /* first line of the item, from 1 */
    tilepdb_board board;
    bool letters; /* tiles were written as letters, so TILEPDB_NOTATION_NAMES fits their moves */
    /* The solution as typed, for tilepdb_moves_parse: moves_length bytes without a final NUL, valid
     * until the next call for the reader. */
    const char *moves;
    size_t moves_length;
    tilepdb_error error;      /* ERROR_PARSE or ERROR_MEMORY */
    char id[TILEPDB_ID_TEXT]; /* name of the board, or its index in a list; may be empty */
    bool has_goal;
    bool multi; /* true: the board is of a link with METRIC_MULTI */
    tilepdb_board goal;
} tilepdb_item;

/* Reads boards or solutions from pieces of text that the caller passes. The text is UTF-8, or
 * UTF-16 if it begins with a byte order mark of UTF-16; arguments are UTF-8. Takes time linear in
 * the length of the text, and memory for the lines of one board, at most about 60 times
 * TILEPDB_MAX_LINE bytes. One thread at a time. */
typedef struct tilepdb_reader tilepdb_reader;

/* Most bytes in a line; a longer line is an error. */
#define TILEPDB_MAX_LINE (1 << 22)

/* Creates a reader. Returns ERROR_ARGUMENT for an invalid size, notation, reading, goal or
 * blank_tile, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_reader_create(const tilepdb_reader_options *options,
                                                 tilepdb_reader **reader, tilepdb_error *error);

/* Passes the next piece of text, after tilepdb_reader_next has returned false. The caller keeps
 * `bytes` unchanged until tilepdb_reader_next returns false again. */
TILEPDB_API void tilepdb_reader_feed(tilepdb_reader *reader, const char *bytes, size_t length);

/* Marks the end of the text, so that tilepdb_reader_next gives the last items. */
TILEPDB_API void tilepdb_reader_end(tilepdb_reader *reader);

/* Writes the next item. Returns false if more text is needed or the text has ended. */
TILEPDB_API bool tilepdb_reader_next(tilepdb_reader *reader, tilepdb_item *item);

/* Frees a reader. */
TILEPDB_API void tilepdb_reader_free(tilepdb_reader *reader);

/* Boards and solutions in one SVG document, as pdbsolve --format svg draws them. The same entries
 * give the same bytes. One thread at a time. */
typedef struct tilepdb_picture tilepdb_picture;

/* Most entries of a picture; a picture of 64 MB takes no more, either. */
#define TILEPDB_PICTURE_ENTRIES 1000

/* A board or a solution in a picture. Zero means none; texts are UTF-8, and only read. */
typedef struct tilepdb_picture_entry {
    const tilepdb_board *board; /* NULL: the caption alone */
    const char *moves;          /* directions of tiles, played on `board`; without: the board */
    /* Each tile has the colour of its cell here; may be open. NULL: the board after `moves` or,
     * without moves, 1 2 3 ... with the blank last. */
    const tilepdb_board *goal;
    tilepdb_metric metric;   /* what one move of the solution is */
    double speed;            /* moves per second of an animation; 0: a strip of all boards */
    const char *name;        /* before the caption, if there are several entries */
    const char *caption;     /* a line below */
    const char *description; /* for readers who do not see it; NULL: board and moves */
} tilepdb_picture_entry;

/* Creates an empty picture. Returns ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_picture_create(tilepdb_picture **picture, tilepdb_error *error);

/* Draws an entry: a board, with its moves as a strip of boards, whose moved tiles are outlined, or
 * as an animation by CSS. Returns, with nothing drawn, ERROR_TOO_LARGE if the picture is full,
 * ERROR_ARGUMENT for an invalid board, goal or speed, or for moves without a board, or ERROR_PARSE
 * for moves that cannot be played. After ERROR_MEMORY the picture is only to be freed. */
TILEPDB_API tilepdb_status tilepdb_picture_add(tilepdb_picture *picture,
                                               const tilepdb_picture_entry *entry,
                                               tilepdb_error *error);

/* Returns the document, with a final NUL, and its length to `*length`, which may be NULL; NULL
 * without memory. It is empty without entries, belongs to the picture, and is valid until the next
 * call for the picture. */
TILEPDB_API const char *tilepdb_picture_text(tilepdb_picture *picture, size_t *length);

/* Frees a picture, which may be NULL. */
TILEPDB_API void tilepdb_picture_free(tilepdb_picture *picture);

#ifdef __cplusplus
}
#endif

#endif
