/*
 * What stands beside cells in a line: its first words, as in a heading, its comment, and an arrow
 * alone on the line; rows that are one word; and tables of boards in CSV. Thread-safe.
 */
#ifndef TILEPDB_TEXT_WORDS_H
#define TILEPDB_TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum heading { HEADING_NONE, HEADING_START, HEADING_GOAL };

/* The words at the begin of a line, and the numbers of the line. */
struct words {
    size_t bytes;   /* length of the words and the gaps between them */
    size_t letters; /* of the longest word */
    bool known;     /* some word is a known heading */
    bool size;      /* the first known word is "size" or "dimension" */
    enum heading heading;
    int numbers; /* up to 3 */
    bool labels; /* every number is behind a word of its own, or behind "size" */
};

struct words words_find(const char *text, size_t length);

/* True if a line is `words`, ':' or '=', and one number, perhaps with letters behind it, and the
 * words do not name a start or goal. */
bool words_name_value(const char *text, size_t length, const struct words *words);

/* Three letters in a row. */
bool text_has_word(const char *text, size_t length);

/* The offset of the comment of a line, or `length`. */
size_t comment_find(const char *text, size_t length);

/* Labels of columns: [,1] [,2] ... as R writes them above a matrix, or three or more with a name of
 * up to 8 letters, V1 V2 V3 ..., from 0 or 1. */
bool are_column_labels(const char *text, size_t length);

/* A line that is only an arrow. ARROW_GOAL: it stands between a board and its goal. ARROW_OR_MOVE:
 * rather so than as a move. MOVE_OR_ARROW: rather a move. */
enum arrow { ARROW_NONE, ARROW_GOAL, ARROW_OR_MOVE, MOVE_OR_ARROW };

enum arrow arrow_find(const char *text, size_t length);

/* Moves that may be a row of up to five cells in one word, such as D362. */
bool moves_may_be_cells(const char *text, size_t length);

/* One to five cells in one word that is no sequence of moves. */
bool text_is_word_row(const char *text, size_t length);

/* ---- tables of boards in CSV ----------------------------------------------------------------- */

struct span {
    size_t start, length;
};

struct csv {
    bool header; /* the last line may be a header */
    bool table;  /* the lines belong to a table */
    char separator;
    int fields;
    int board, goal, id; /* numbers of the fields, from 0; -1 if absent */
};

/* Returns true, and sets `header`, for two or more names, including the name of a board. */
bool csv_header(const char *text, size_t length, struct csv *header);

bool csv_fits(const struct csv *csv, const char *text, size_t length);

/* Finds the field at `*at`, without its quotes, and moves `*at` behind it. Returns false at the end
 * of the line. */
bool csv_field(const char *text, size_t length, char separator, size_t *at, struct span *field);

#endif
