/*
 * Groups lines into boards and solutions, in the forms of docs/input.md:
 *
 *   - A line that is itself a board, a scramble or an answer of a search is an item.
 *   - Other lines form a row block up to an empty line, a heading or such an item. The block is
 *     read at its end (readings.h) and gives boards or one error.
 *   - Open brackets join lines up to an empty line or, after a number, a board or scramble. So an
 *     unclosed bracket costs one board.
 *   - Four numbers that are a board may also be a row, and wait for the end of the block; with
 *     the option `large`, also 9 and 16 numbers.
 *   - A heading has words and at most two numbers, and is a known word, ends with ':', or precedes
 *     a block. A heading may call a board a start or a goal.
 *
 * A block longer than TILEPDB_MAX_LINE must be a series of boards, so memory is bounded. Time is
 * linear. Functions that fill `item` return true if they did.
 *
 * Thread safety: a board reader belongs to one thread.
 */
#ifndef TILEPDB_TEXT_BOARD_READER_H
#define TILEPDB_TEXT_BOARD_READER_H

#include "text/object.h"
#include "text/readings.h"
#include "tilepdb_text.h"

enum heading { HEADING_NONE, HEADING_START, HEADING_GOAL };

struct board_reader {
    tilepdb_reader_options options;
    tilepdb_board goal;
    char blank[16];
    tilepdb_error error;
    struct tokens tokens;
    struct readings readings;
    char *text; /* owned */
    size_t length, capacity, block_line;
    int depth; /* number of open brackets */
    bool filled;
    bool sized;   /* the block is one line, perhaps a size */
    size_t width; /* number of tokens in the last line */
    bool letters; /* the last line is single letters */
    bool object;
    bool whole;    /* each line of the block is a board by itself */
    bool dangling; /* each line of the block ends with '/' or ';' */
    bool problem;
    bool giving;
    bool has_objects;
    size_t object_at;
    enum heading heading, given; /* headings of the next item and of the last item */
    char id[TILEPDB_ID_TEXT];    /* name of the next board of the block */
    bool single;                 /* the line is a whole argument */
    bool gave;
    bool prose; /* prose_error is reported if no board follows */
    /* A board without a heading came last, so a line of words is an error. */
    bool listed;
    size_t prose_line;
    tilepdb_error prose_error;
    /* Indices of the CSV fields; -1 if absent. */
    int board_field, goal_field, id_field;
    char separator;
};

struct line {
    const char *text;
    size_t length, number;
};

tilepdb_status board_reader_init(struct board_reader *reader, const tilepdb_reader_options *options,
                                 tilepdb_error *error);
void board_reader_free(struct board_reader *reader);

/* Processes a line. After an item, the caller uses board_reader_more, and passes the line again
 * if `*again` is set. `item->moves` points into the line. */
bool board_reader_line(struct board_reader *reader, struct line line, tilepdb_item *item,
                       bool *again);

/* Makes an item from earlier lines. */
bool board_reader_more(struct board_reader *reader, tilepdb_item *item);

/* Makes an item at the end of the text. */
bool board_reader_end(struct board_reader *reader, tilepdb_item *item);

/* Returns true if a board may continue in the next line. */
bool board_reader_waits(const struct board_reader *reader);

/* Reads a line as one board. `reader->tokens` then holds its tokens. */
bool line_whole(struct board_reader *reader, struct line line, tilepdb_item *item);

bool line_board(struct board_reader *reader, struct line line, tilepdb_item *item, bool *again);

/* ---- row_block.c: lines that belong together ------------------------------------------------- */

struct reading_rules board_reader_rules(const struct board_reader *reader);

/* Make an item from reader->error, or from item->board. Always return true. */
bool item_error(struct board_reader *reader, size_t number, tilepdb_item *item);
bool item_board(struct board_reader *reader, size_t number, tilepdb_item *item);

void item_id(char id[TILEPDB_ID_TEXT], const char *text, size_t length);

bool item_object(struct board_reader *reader, const struct board_object *object,
                 tilepdb_item *item);

bool text_reserve(char **text, size_t *capacity, size_t wanted);

bool row_block_waits(const struct board_reader *reader);
void row_block_clear(struct board_reader *reader);

bool row_block_add(struct board_reader *reader, struct line line);

bool row_block_end(struct board_reader *reader, tilepdb_item *item);

/* Makes items from the complete boards of a block that is too long. */
bool row_block_flush(struct board_reader *reader, tilepdb_item *item);

/* ---- scramble.c: moves and answers ----------------------------------------------------------- */

bool text_is_moves(const char *text, size_t length);

/* Sets reader->error if the text is an answer of a search; returns false for other text. */
bool scramble_explain(struct board_reader *reader, const char *text, size_t length);

/* Makes an item from a scramble or the error in it. */
bool item_scramble(struct board_reader *reader, struct line line, tilepdb_item *item);

/* Reads moves, or a board and moves. Returns false for an empty line. */
bool line_solution(struct board_reader *reader, struct line line, tilepdb_item *item);

/* ---- heading.c: words before boards, and headers of CSV -------------------------------------- */

struct words {
    size_t bytes; /* length of the words and the gaps between them */
    size_t letters;
    bool known; /* some word is a known heading */
    enum heading heading;
};

struct words words_find(const char *text, size_t length);

/* Counts the numbers in a text, up to 3. */
int text_numbers(const char *text, size_t length);

/* Returns true if the first `*bytes` are a heading. */
bool heading_take(struct board_reader *reader, struct line line, size_t *bytes);

/* Accepts the header of a CSV table of boards. */
bool header_take(struct board_reader *reader, struct line line);

/* Makes an item from a line of a CSV table. */
bool field_take(struct board_reader *reader, struct line line, tilepdb_item *item);

#endif
