/*
 * The board reader makes boards and solutions from lines: it decides which lines belong together.
 * docs/input.md has the forms for those who type; this is how they are told apart.
 *
 *   - A line that is a board by itself, a scramble, or what pdbsolve prints, is an item.
 *   - All other lines form a row block, up to an empty line, a heading or such an item. A block is
 *     read as a whole at its end (readings.h): it is boards, or one error.
 *   - Open brackets join lines. They end before an empty line, and if they have numbers, before a
 *     board and a scramble; so a bracket that is never closed costs one board.
 *   - Four numbers that are a board may be a row as well, and wait for the end of the block. So do
 *     9 and 16 numbers where boards are large.
 *   - A heading has words and at most two numbers: it is a known one, or ends with ':', or stands
 *     before a block. It may call the board after it a start, or the goal of the start before.
 *
 * A block longer than TILEPDB_MAX_LINE must be boards that follow one another, of which the
 * complete ones are given, so memory is bounded. Time is linear.
 *
 * Functions that fill `item` return true if they did.
 * Thread safety: a board reader belongs to one thread.
 */
#ifndef TILEPDB_TEXT_BOARD_READER_H
#define TILEPDB_TEXT_BOARD_READER_H

#include "text/object.h"
#include "text/readings.h"
#include "tilepdb_text.h"

/* What the board that follows is said to be. */
enum heading { HEADING_NONE, HEADING_START, HEADING_GOAL };

struct board_reader {
    tilepdb_reader_options options;
    tilepdb_board goal; /* options.goal points to it */
    char blank[16];     /* options.blank_tile points to it */
    tilepdb_error error;
    struct tokens tokens;
    struct readings readings;
    /* The row block. */
    char *text; /* owned; a line end before each line but the first */
    size_t length, capacity, block_line;
    int depth;     /* open brackets */
    bool filled;   /* it has tokens */
    bool sized;    /* it has one line of at most two tokens, perhaps a size */
    size_t width;  /* tokens of the last line */
    bool letters;  /* the last line is single letters */
    bool object;   /* it has a brace */
    bool whole;    /* each line is a board by itself */
    bool dangling; /* the last line ends with a mark that asks for another one */
    bool problem;  /* it is in PDDL */
    /* Items. */
    bool giving;      /* the readings have boards left */
    bool has_objects; /* the block may have objects left, from object_at on */
    size_t object_at;
    enum heading heading, given; /* of the next item; of the last one */
    char id[TILEPDB_ID_TEXT];
    bool single; /* the line is a whole argument, and no heading of others */
    bool gave;   /* there was an item */
    bool prose;  /* there were lines of words, an error (prose_error) if no board follows */
    bool listed; /* the line before is a board without words above it: words are an error */
    size_t prose_line;
    tilepdb_error prose_error;
    /* The header of CSV: the fields of the board, its goal and its name; below 0: none. */
    int board_field, goal_field, id_field;
    char separator;
};

/* A line of a text, without its line end. Numbers count from 1. */
struct line {
    const char *text;
    size_t length, number;
};

/* ERROR_ARGUMENT: `options` are invalid, or their goal is not a board. */
tilepdb_status board_reader_init(struct board_reader *reader, const tilepdb_reader_options *options,
                                 tilepdb_error *error);
void board_reader_free(struct board_reader *reader);

/* Takes a line. If it gives an item, board_reader_more comes next, and then the same line if
 * `*again`. `item->moves` points into the line. */
bool board_reader_line(struct board_reader *reader, struct line line, tilepdb_item *item,
                       bool *again);

/* Gives another item of the lines so far. */
bool board_reader_more(struct board_reader *reader, tilepdb_item *item);

/* As board_reader_more, at the end of the text. */
bool board_reader_end(struct board_reader *reader, tilepdb_item *item);

/* Whether lines that were taken may go on in the next one. */
bool board_reader_waits(const struct board_reader *reader);

/* Reads a line as one board. The tokens stay. */
bool line_whole(struct board_reader *reader, struct line line, tilepdb_item *item);

/* Takes a line that may belong to a board. */
bool line_board(struct board_reader *reader, struct line line, tilepdb_item *item, bool *again);

/* ---- row_block.c: lines that belong together ------------------------------------------------- */

struct reading_rules board_reader_rules(const struct board_reader *reader);

/* Makes an item, of line `number`, of reader->error, or of the board that is in it. They return
 * true.
 */
bool item_error(struct board_reader *reader, size_t number, tilepdb_item *item);
bool item_board(struct board_reader *reader, size_t number, tilepdb_item *item);

/* Sets an index or a name, without its quotes. */
void item_id(char id[TILEPDB_ID_TEXT], const char *text, size_t length);

/* Makes an item of the values of an object, which are parts of the block. Returns true. */
bool item_object(struct board_reader *reader, const struct board_object *object,
                 tilepdb_item *item);

/* Gives `*text` at least `wanted` bytes. False: no memory. */
bool text_reserve(char **text, size_t *capacity, size_t wanted);

bool row_block_waits(const struct board_reader *reader);
void row_block_clear(struct board_reader *reader);

/* Adds a line. False: no memory. */
bool row_block_add(struct board_reader *reader, struct line line);

/* Ends the block, which may give items. */
bool row_block_end(struct board_reader *reader, tilepdb_item *item);

/* Gives the complete boards of a block that is too long to be kept, or an error. */
bool row_block_flush(struct board_reader *reader, tilepdb_item *item);

/* ---- scramble.c: moves and answers ----------------------------------------------------------- */

bool text_is_moves(const char *text, size_t length);

/* Sets the error of a text that pdbsolve printed. False: the text may be moves. */
bool scramble_explain(struct board_reader *reader, const char *text, size_t length);

/* Makes an item of a scramble, or of what is wrong with it. Returns true. */
bool item_scramble(struct board_reader *reader, struct line line, tilepdb_item *item);

/* Takes a line of solutions: a board and moves, or moves alone. False: it is empty. */
bool line_solution(struct board_reader *reader, struct line line, tilepdb_item *item);

/* ---- heading.c: words before boards, and headers of CSV -------------------------------------- */

/* The words at the start of a line. */
struct words {
    size_t bytes;   /* up to the first thing that is no word */
    size_t letters; /* of the longest word */
    bool known;     /* one is a known heading, by itself or in a name: "goal_state" */
    enum heading heading;
};

struct words words_find(const char *text, size_t length);

/* The number of numbers in a text, up to 3. */
int text_numbers(const char *text, size_t length);

/* Whether the line is a heading, or begins with one, of `*bytes`. */
bool heading_take(struct board_reader *reader, struct line line, size_t *bytes);

/* Whether a line is the header of a table with a column of boards. */
bool header_take(struct board_reader *reader, struct line line);

/* Takes the board of a line of such a table. */
bool field_take(struct board_reader *reader, struct line line, tilepdb_item *item);

#endif
