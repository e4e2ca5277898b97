/* clang-format off */
/*
 * The grammar of boards: how lines become boards.
 *
 * Every number is accounted for, and exactly one reading remains. A number is a cell; or, beside a
 * board, a size, a count, an index, a label or a named value; or it is in a comment or heading.
 * Words may be dropped, other numbers never.
 *
 * TOKENS. A comment goes to the end of its line, and does not begin within quotes. It begins
 *   - at '#' or '%', unless the sign is directly behind a digit and a number follows on the line;
 *     or behind '/' or ';', and numbers but no letters follow; or behind a token, and three numbers
 *     or more but no letters follow;
 *   - at "//" before a blank and a letter;
 *   - at ';', "--" or "//" at the begin of a line, if a word of three letters and less than three
 *     numbers follow.
 * A token is a longest run of letters, digits and _ . * - + ? @:
 *
 *   number   digits, perhaps with a fraction of zeros ("3." "3.00" "3.0e+00"), or 0x and hex digits
 *   mark     a sign for the blank: _ __ ___ . - -- * -1 none null nil nan na blank empty hole
 *   letter   one letter; x and b are marks where the other cells are numbers
 *   word     two or more letters, digits, '_' and '.', with a letter or digit, but no number or
 *            mark; a word of prose has three characters or more, all letters and '_'
 *   bad      anything else
 *
 * A point alone that touches a closing bracket before it, as in Prolog, is nothing.
 *
 * The delimiter of a line is '|' if the line has one, else ',' (or '&'), else the TAB if the line
 * has no '/' and ';', else ';' if no field of the line has more than one token. An empty token is a
 * cell without a token: before a delimiter at the begin of a row or list, or behind an index;
 * between two delimiters; and behind a delimiter at the end of a row or list. There is no empty
 * token before a delimiter directly behind a closing bracket, between a delimiter and an opening
 * bracket, or on a line without other tokens. Bars at both ends of a line are a frame.
 *
 * The gap before a token is the strongest of, in ascending order, NONE; LINE, a line end; MARK,
 * '/', ';', "<br>", "\n" or "\\"; LIST, an opening bracket or the one that closes it. A row is a
 * run of tokens without a gap of LINE or more between them. In a frame of bars, '/' and ';' are
 * bad.
 *
 * BESIDE THE CELLS.
 *
 *   index    the first token of a line, a number outside brackets, with a mark: "7." (if no other
 *            number of the line ends with a point, and a token follows in its row, not directly a
 *            delimiter), "7)", "7:" (the mark touches the number), "7" or "7," before an opening
 *            bracket (also as the first token in round brackets), "[7]" before a blank and anything
 *            but '[', "[7,]". In braces, a number before ':'. An index may stand on a line of its
 *            own. Two indices before a cell, an index before '/' or before no cell, and one as long
 *            as the words that are cells, are bad. A ':' or '=' behind any token but a name is bad;
 *            outside brackets, at the begin of a row, it is nothing.
 *   name     words and letters (16 at most) before ':', '=' or an opening bracket, from the begin
 *            of the line or, in brackets, from a delimiter on; each begins with a letter, and no
 *            bracket is between. Before a bracket, one letter alone is a name only if it touches
 *            the bracket. Names are dropped. In brackets, the value of a name goes to the next ',',
 *            ';' or '/' or to the closing bracket, over line ends and with the lists in it. By its
 *            name it is a board, a goal, an id, a width, a height, or no cell.
 *   size     brackets that touch a name before '=' or '{', as in "int b[3][3] =" or "int[9] {", or
 *            have no number: dropped; two numbers are the size of the boards in the block, as is
 *            "3x4", perhaps with ':', as the first token of a line
 *   prose    a word of prose is dropped unless cells of its row are on both sides of it
 *   bullet   "-" or "*" as the first token of each line: dropped in all lines or in none
 *   edge     all empty tokens at the ends of rows: dropped in all rows or in none; always where
 *            words are cells
 *   header   the first line, if a rule such as |---|---| follows, and it has only words, letters,
 *            empty tokens or the numbers 1 2 3 ... or 0 1 2 ...: dropped or not
 *   labels   of columns are the first row, and of rows the first number of each other row. Both
 *            ascend by one, from 0 or 1 (or a); a mark or an empty token may precede the first row.
 *            A line "[,1] [,2] ..." is dropped, as is one of three or more words of the same
 *            letters, numbered from 0 or 1: "V1 V2 V3". Labels of rows alone are below such a line,
 *            have bars, or have the mark of an index in each row.
 *
 * LINES. A line without tokens and open brackets is no part of a block, even if it closes brackets
 * that no line opened; only its gap and a '/' at its end count. On a line with tokens, a bracket
 * that closes nothing makes the block an error, and later brackets of the block do not count. The
 * cells of a line are its tokens without empty tokens, index, bullet and, if it has a number,
 * prose. The line stands alone as a board if its brackets are balanced, it is one board, and
 *   - it has a gap of MARK or LIST between cells; or
 *   - it is a word of four characters or more, or words of equal length, three or more; or
 *   - it has 9, 16 or 25 cells, or the number of cells of the given size; with the option `large`,
 *     any square from 9 on.
 * These lines do not stand alone:
 *   - 4 cells in one row (or a word of four) without a given size, which may be the row of a larger
 *     board; with `large`, also 9 and 16 cells;
 *   - a row in a frame of bars, and a line that ends with '/';
 *   - below a block, a line that begins with '/', or that has gaps of MARK, no brackets, and a
 *     board as wide as the last line of the block.
 * A line with only numbers, marks and empty tokens stands alone as an error, a block of its own, if
 * no block is above it, it does not end with '/', it is no board, and it has a gap of MARK or LIST
 * and a row of two cells or more, or 9, 16 or 25 cells (or the given number of cells).
 *
 * A heading begins with words (behind signs such as === or **), one of two letters or more. "8-" or
 * "8 " directly before "puzzle" is part of the word. It has at most two numbers, with a letter
 * before the first and one between both, no '[' or '{', and a known word (headings[] in words.c) or
 * a ':' at the end. Names with ':' or '=', one number and perhaps letters are a heading, unless
 * they name a start or goal. A known word before three numbers or more, without a sign behind it,
 * is a heading in front of a board.
 *
 * BLOCKS. All other lines with tokens or open brackets form a block, which ends
 *   - before a line that stands alone as a board (except below an index alone, which joins it), a
 *     heading, a scramble or the answer of a search;
 *   - behind a line that closes the brackets which an earlier line of the block opened, and behind
 *     a line that does not end with '/', if the line above it in the block does;
 *   - at an empty line, and at the end of the text. But an open bracket without cells joins lines
 *     over empty lines, and rows may have double spacing: an empty line does not end a block of
 *     rows of two or more numbers and marks, without brackets, index and gaps of MARK, each
 *     followed by one empty line, if the next line is such a row with the same number of cells. A
 *     first row that may be a size is excepted.
 * Open brackets join all lines, except that a scramble, or a line that would stand alone as a board
 * without the block, ends a block that has no cell yet, or has a number of the board; 4 cells in
 * one row do so only below a line with another number of cells. Such a block without cells is
 * nothing.
 *
 * A link (text/link.h) ends a block and is a board, perhaps with a goal; a link of only moves is an
 * error.
 *
 * A line without numbers that has a word of three letters, outside a block, is a line of words: an
 * error if no item follows in the text. Directly below a board without a heading it is part of a
 * block.
 *
 * Moves that may be a row of cells in one word (D2, l) wait for the line below: if this is a word
 * of one to five characters and no moves, they are a row. They are also a row directly below words
 * of three characters or more, as are moves as long as these words, and all moves below letters.
 *
 * Boards that may be part of a larger one are errors:
 *   - a loose board next to an error that has digits, no brackets, and none of the board's tiles. A
 *     board is loose if it is all of a block or of a line that stands alone; if it has no brackets
 *     and no size, and does not have the size above it; and if it has less than 9 cells, or
 *     bullets, or is a block that is not square, or a line with n for the blank or with '&' and an
 *     empty last token. The error is the item before or behind the board. An error below the board
 *     counts if no empty line is between both, or one if the board is a block; so the board waits
 *     for the next lines. With the option `live` it does not wait, and only an error above counts.
 *     Where words are cells, or the error has no number below 10 and the board less than 9 cells,
 *     each digit is a number. Of the upper one of both, the first row is ignored if it may be a
 *     size: two tiles above 1 or, in an error, one or two numbers above 1. A size or count that is
 *     an error counts if at most one board is below it;
 *   - a block directly below a line with gaps of MARK or LIST that stands alone as an error; and
 *     one with words as cells directly below a line of words;
 *   - a block that is one board without a size, if the item before it is a block that is an error,
 *     has no brackets or gaps of MARK, has a first or last line of the board's width, fewer or
 *     uneven lines, and a number that is too large for the board.
 *
 * A record of JSON (an object with the name of a board) and a line of CSV (below a header of names
 * of fields, if the next line has the same number of fields) is one board. Its other fields are
 * named values. A record without a board is an error, as are cells beside records. An object within
 * an object is the value of its field: the board, the goal, or, if the outer object has no board
 * before it, a record of its own. A board in quotes goes to the closing quote. "=>" or "->" behind
 * cells, or on a line of its own below rows, separates a board from its goal. An arrow alone
 * directly below a board in one line is an error, since it may be a move.
 *
 * READINGS. A block is read in several ways. Cells are numbers; letters, A for 1; digits and
 * letters, A for 10; hexadecimal numbers; or the characters of words of equal length, three or
 * more, each a row, as digits and letters or as letters (but not of one number with a point alone):
 *
 *   board    all cells. Rows are separated by the strongest gap that does not make one row or rows
 *            of one cell, and must have equal lengths. In a list, lines that differ only in that
 *            the last one is shorter separate nothing, if the number of cells is 9, 16 ... Without
 *            rows, the cells have the given size, or are a square. Only the first cell may have an
 *            index, or each row (labels).
 *   entries  a sequence of entries, each one of
 *             square    w rows of w cells, or of the given size
 *             flat      a row of 4, 9, 16 ... cells, or of all cells of the given size
 *             column    with a given size, all its cells as rows of one
 *             sized     a row "N" or "R C", and R rows of C cells or C rows of R cells; if N or R =
 *                       C, also one row of N * N or N * N rows of one cell
 *             sized row one row of "N" and N * N cells, or of "R C" and R rows of C cells
 *            Only the first token of an entry may have an index. A first row "N" without an index
 *            may be the number of entries that follow it.
 *   numbered rows of an index without a mark and a flat entry with a 0 or mark; two or more, whose
 *            indices ascend, or one of 9 cells or more (with a given size, of any number and
 *            order), whose first and last number differ. Not if a single row is a board of some
 *            size.
 *   labelled a board within labels, without indices
 *
 * Cells are a board if they are 0 to n-1 in some order; 1 to n-1 and a mark or an empty token; or,
 * with 9 cells or more, 1 to n, where n is the blank. Equal boards are one reading; the first in
 * this list gives the index. A block with two readings of different boards is one error that shows
 * both; a block without a reading is one error that names the nearest.
 *
 * A block of one line that is no board, but one number from 1 on, or two numbers from 2 on in one
 * row without brackets, is a size or count. It becomes an error at the end of the text, or before
 * the next such block, unless this number of boards followed, or boards that all have this size.
 * Two numbers, and "3x4", are a size; a first board of another size is an error.
 *
 * TIME. Each byte is cut into tokens at most four times (lines within open brackets, headings and
 * lines with '#' also by themselves). Entries are found from left to right, once for each row and
 * kind of entry, so time is linear. A block longer than TILEPDB_MAX_LINE must be a sequence of
 * entries, so memory is bounded.
 */
/* clang-format on */
#ifndef TILEPDB_TEXT_BOARD_READER_H
#define TILEPDB_TEXT_BOARD_READER_H

#include "text/parts.h"
#include "text/readings.h"
#include "text/words.h"
#include "tilepdb_text.h"

struct line {
    const char *text;
    size_t length, number;
};

struct line_shape {
    size_t cells;  /* tokens that may be cells, without index and bullet */
    size_t marked; /* row marks and lists within the line */
    size_t plain;  /* pairs of cells in one row */
    bool numbers;  /* every cell is a number or mark */
    size_t bytes;  /* of the last cell */
    /* one word of four characters or more, or several words of one length of three or more */
    bool words;
    bool letters; /* letters or words, and no number */
};

/* The lines that wait for the end of their block. */
struct block {
    struct lexer lexer;
    char *text; /* owned */
    size_t length, capacity, first_line, lines;
    size_t width; /* cells of the last line */
    size_t first_width;
    bool whole;     /* each line is a board that may be a row */
    bool uneven;    /* lines have different numbers of cells */
    bool below;     /* directly below an error */
    bool letters;   /* a line is letters or words, without numbers */
    bool moves;     /* the only line is moves that may be a row of cells */
    bool spaced;    /* every line was followed by an empty line */
    bool waiting;   /* an empty line came, which ends the block unless a row of `width` follows */
    bool verbatim;  /* lines that may be PDDL are kept as text until their parentheses are closed */
    int parens;     /* open parentheses of verbatim lines */
    size_t known;   /* tokens counted in `least` */
    uint32_t least; /* least number of the block; TOKEN_MOST if unknown */
};

/* An error that is dropped if boards come: words without a board; or a size or count that does not
 * fit the boards below it. */
struct deferred {
    bool set;
    uint32_t a, b;       /* the size or count; 0 for words */
    bool pair;           /* two numbers, so a size */
    size_t line, boards; /* of the error; number of boards below it */
    bool sides;          /* all boards below it have the size */
    bool heading;        /* the words are a heading */
    tilepdb_error error;
};

enum giving { GIVING_NOTHING, GIVING_BOARDS, GIVING_RECORDS };

struct board_reader {
    tilepdb_reader_options options;
    tilepdb_board goal;  /* start of scrambles */
    tilepdb_board alike; /* the goal, if it has alike tiles; otherwise of width 0 */
    char blank[16];
    tilepdb_error error;
    struct block block;
    struct lexer alone;      /* a line, or a value, by itself */
    struct line_shape shape; /* of the line in `alone` */
    struct readings readings;
    enum giving giving;
    bool from_block; /* records come from the block, not from the line */
    size_t next_record;
    enum heading heading, given; /* of the next item, and of the last item */
    bool single;                 /* the line is a whole argument */
    bool gave;                   /* an item was given */
    bool hashes;                 /* a board began with '#' and an index */
    bool listed; /* a board without a heading came last, so a line of words is an error */
    struct deferred deferred;
    struct torn torn; /* the last item, if it is an error with cells */
    bool errs;        /* the last line was an error, and no empty line came */
    struct csv csv;
    struct loose loose; /* the last item, if it is a loose board */
    int empty_lines;    /* consecutive, up to the last line */
};

tilepdb_status board_reader_init(struct board_reader *reader, const tilepdb_reader_options *options,
                                 tilepdb_error *error);
void board_reader_free(struct board_reader *reader);

/* Functions that fill `item` return true if they did. */

/* After an item, the caller calls board_reader_more until it returns false, then passes the line
 * again if `*again` is true. `item->moves` points into the line, which stays unchanged until
 * board_reader_more returns false. */
bool board_reader_line(struct board_reader *reader, struct line line, tilepdb_item *item,
                       bool *again);

/* Makes the next item from earlier lines. */
bool board_reader_more(struct board_reader *reader, tilepdb_item *item);

/* Makes an item at the end of the text. */
bool board_reader_end(struct board_reader *reader, tilepdb_item *item);

/* Makes an error if memory was missing for a reading, which may have been the right one. */
bool board_reader_refuse(struct board_reader *reader, size_t number, tilepdb_item *item);

/* Returns true if a board may continue in the next line. */
bool board_reader_waits(const struct board_reader *reader);

/* Makes an error, since the board may be a part of reader->torn. */
bool item_torn(struct board_reader *reader, size_t number, tilepdb_item *item);

/* Reads a line as one board. Returns false if it is none. */
bool line_whole(struct board_reader *reader, struct line line, tilepdb_item *item);

/* Like board_reader_line, for lines that are not empty, comments or part of tables. */
bool line_board(struct board_reader *reader, struct line line, tilepdb_item *item, bool *again);

/* Reads a line as one board, of the given size unless `width` is 0. Returns ERROR_PARSE or
 * ERROR_MEMORY, with reader->error. */
tilepdb_status line_value(struct board_reader *reader, struct line line, int width, int height,
                          tilepdb_board *board);

/* ---- pddl.c ---------------------------------------------------------------------------------- */

bool pddl_is(const char *text, size_t length);

/* The width of `goal` becomes 0 if the goal is 1 2 3 ... with the blank last. Returns ERROR_PARSE
 * for an incomplete or contradictory problem. */
tilepdb_status pddl_read(const char *text, size_t length, tilepdb_board *board, tilepdb_board *goal,
                         tilepdb_error *error);

#endif
