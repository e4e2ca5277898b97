/*
 * Boards and solutions from lines of text: which lines belong together. docs/input.md has the forms
 * for those who type; this is how it is decided.
 *
 *   - A line that is a board by itself, a scramble, or what pdbsolve prints, is an item.
 *   - All other lines are a block, up to an empty line, a heading or one of those. What it is, is
 *     decided at its end, as a whole (readings.h): boards, or one error.
 *   - Brackets that are open join lines. They end before an empty line, a board and a scramble, if
 *     they have numbers; so one that is never closed costs one board.
 *   - Four numbers that are a board are a row as well, and wait for the end of the block. So do 9
 *     and 16 numbers where boards are large.
 *   - A heading has words and at most two numbers: one that is known, or ends with ':', or stands
 *     before a block. It may say that the board after it is a start, or the goal of that.
 *
 * Memory is bounded by TILEPDB_MAX_LINE: a block that is longer must be boards that follow one
 * another, of which the complete ones are taken. Time is linear.
 *
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
    tilepdb_board goal; /* where options.goal points to */
    char blank[16];     /* where options.blank_tile points to */
    tilepdb_error error;
    struct tokens tokens;
    struct readings readings;
    /* The block. */
    char *text; /* owned; a line end before each line but the first */
    size_t length, capacity, block_line;
    int depth;     /* of the brackets that are open */
    bool filled;   /* there are cells */
    bool sized;    /* and they are a size at most */
    size_t width;  /* the cells of the last line */
    bool letters;  /* of the last line, alone */
    bool object;   /* it begins with the brace of one */
    bool whole;    /* each line of it is a board by itself */
    bool dangling; /* the last line asks for another one */
    bool problem;  /* it is in PDDL */
    /* What it gives. */
    bool giving;      /* boards of the readings */
    bool has_objects; /* objects of the text */
    size_t object_at;
    enum heading heading, given; /* of what comes, and of the last item */
    char id[TILEPDB_ID_TEXT];
    bool single; /* the line is all of an argument, and no heading of others */
    bool gave;   /* there was an item */
    bool prose;  /* lines of words, which are an error if no board follows */
    bool listed; /* the line before is a board without words above it: words are an error */
    size_t prose_line;
    tilepdb_error prose_error;
    /* The header of CSV: which field is the board, its goal and its name; below 0: none. */
    int board_field, goal_field, id_field;
    char separator;
};

/* ERROR_ARGUMENT: `options` are invalid, or their goal is not a board. */
tilepdb_status board_reader_init(struct board_reader *reader, const tilepdb_reader_options *options,
                                 tilepdb_error *error);
void board_reader_free(struct board_reader *reader);

/* Takes a line without its line end. Returns true if an item came of it; then the line must be
 * given again if *again, and board_reader_more asked first in any case. `item->moves` points into
 * the line. */
bool board_reader_line(struct board_reader *reader, const char *text, size_t length, size_t line,
                       tilepdb_item *item, bool *again);

/* Whether the lines so far give another item. */
bool board_reader_more(struct board_reader *reader, tilepdb_item *item);

/* board_reader_more at the end of the text: to be asked until it is false. */
bool board_reader_end(struct board_reader *reader, tilepdb_item *item);

/* Whether lines that were taken may go on in the next one. */
bool board_reader_waits(const struct board_reader *reader);

/* What an argument may be that is joined with those beside it: a single move, or less than four
 * numbers, with marks and without blanks, that are no board in one word. */
enum piece { PIECE_NONE, PIECE_MOVE, PIECE_NUMBERS };

/* What a line is; PIECE_NONE while a list is open. */
enum piece board_reader_piece(struct board_reader *reader, const char *text, size_t length);

/* The boards of joined pieces. Numbers are boards of the first of 4x4, 3x3, 5x5 and 2x2 that fits
 * all of them; else, with marks, a board ends after a row as long as its first that no mark
 * follows; else they are boards of the size that is given, or one board. board_reader_joined is the
 * number of cells, 0: it does not say where a board ends. board_reader_pieces takes the first board
 * off, after board_reader_end: its bytes in *taken. False: there is nothing in them. */
int board_reader_joined(struct board_reader *reader, const char *text, size_t length);
bool board_reader_pieces(struct board_reader *reader, const char *text, size_t length, int cells,
                         size_t line, tilepdb_item *item, size_t *taken);

/* ---- row_block.c: the lines that belong together. Who sets an item, returns true ------------- */

struct reading_rules board_reader_rules(const struct board_reader *reader);

/* Makes an item of reader->error, or of the board that is in it. */
bool item_error(struct board_reader *reader, size_t line, tilepdb_item *item);
bool item_board(struct board_reader *reader, size_t line, tilepdb_item *item);

/* Sets an index or a name, without its quotes. */
void item_id(char id[TILEPDB_ID_TEXT], const char *text, size_t length);

bool row_block_waits(const struct board_reader *reader);
void row_block_clear(struct board_reader *reader);

/* Adds a line. False: there is no memory. */
bool row_block_add(struct board_reader *reader, const char *text, size_t length, size_t line);

/* Reads the values of an object, which are parts of the block. */
bool item_object(struct board_reader *reader, const struct board_object *object,
                 tilepdb_item *item);

/* Ends the block, which may give an item: several boards, or one error. */
bool row_block_end(struct board_reader *reader, tilepdb_item *item);

/* Takes what is complete of a block that is too long to be kept. */
bool row_block_flush(struct board_reader *reader, tilepdb_item *item);

/* ---- scramble.c: moves and answers ----------------------------------------------------------- */

bool text_is_moves(const char *text, size_t length);

/* Sets the error of a text that pdbsolve printed. False: it may be moves. */
bool scramble_explain(struct board_reader *reader, const char *text, size_t length);

bool item_scramble(struct board_reader *reader, const char *text, size_t length, size_t line,
                   tilepdb_item *item);

/* Takes a line of solutions: a board and moves, or moves alone. False: it is empty. */
bool line_solution(struct board_reader *reader, const char *text, size_t length, size_t line,
                   tilepdb_item *item);

/* ---- heading.c: words before boards, and headers of CSV -------------------------------------- */

/* The words at the start of a line. */
struct words {
    size_t bytes;   /* to the first thing that is no word */
    size_t letters; /* of the longest */
    bool known;     /* one is in the table, as itself or as a part of a name: "goal_state" */
    enum heading heading;
};

struct words words_find(const char *text, size_t length);

/* How many numbers a text has, up to 3. */
int text_numbers(const char *text, size_t length);

/* Whether the line is a heading, or begins with one: *bytes of it. */
bool heading_take(struct board_reader *reader, const char *text, size_t length, size_t *bytes);

/* Whether a line is the header of a table with a column of boards. */
bool header_take(struct board_reader *reader, const char *text, size_t length);

/* Takes the board of a line of such a table. */
bool field_take(struct board_reader *reader, const char *text, size_t length, size_t line,
                tilepdb_item *item);

/* ---- board_reader.c -------------------------------------------------------------------------- */

/* Reads a line as one board, whose cells stay. */
bool line_whole(struct board_reader *reader, const char *text, size_t length, size_t line,
                tilepdb_item *item);

/* Takes a line that may be of a board. */
bool line_board(struct board_reader *reader, const char *text, size_t length, size_t line,
                tilepdb_item *item, bool *again);

#endif
