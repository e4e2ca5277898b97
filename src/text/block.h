/*
 * What the gather (gather.h) does with rows on lines of their own: when a block of them ends, and
 * what it is. Also how items are made of what was scanned.
 *
 * Thread safety: as a gather.
 */
#ifndef TILEPDB_TEXT_BLOCK_H
#define TILEPDB_TEXT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "text/scan.h"
#include "tilepdb.h"
#include "tilepdb_text.h"

/* Lines that wait; gather.h says for what. */
struct gather {
    tilepdb_reader_options options;
    tilepdb_board goal; /* where options.goal points to */
    tilepdb_error error;
    /* A list or marked rows that go on in the next line, or what is skipped of a bad list. */
    struct scan scan;
    bool open;
    int skipping; /* brackets that are still open in what is skipped */
    int skipped;  /* lines of it */
    /* Rows on lines of their own: first those of the block, then those that wait to be looked at.
     */
    struct scan_cell cell[TILEPDB_MAX_CELLS];
    size_t end_column[TILEPDB_MAX_SIDE];
    int width;
    int stored, rows;       /* rows that are kept, and how many of them are the block's */
    int dropped;            /* unreadable rows of the block */
    bool board;             /* the rows of the block are a board */
    bool bad;               /* the block never will be one */
    tilepdb_error bad_line; /* why, if a line is unreadable: its status is not OK */
};

/* Whether the lines so far give another item. */
bool gather_more(struct gather *gather, tilepdb_item *item);

/* Begins a scan of a board, whose errors go to gather->error. */
void gather_scan_begin(struct gather *gather);

/* Each fills an item and returns true. The item is gather->error, on a line; the board that
 * item->board holds; or what the scan found, a board or an error. */
bool gather_error(struct gather *gather, size_t line, tilepdb_item *item);
bool gather_board(size_t line, tilepdb_item *item);
bool gather_scanned(struct gather *gather, tilepdb_item *item);

/* Whether so many numbers on a line are a row, and no whole board. */
bool block_takes(const struct gather *gather, int count);

/* Whether there is a block: rows that wait for more. */
bool block_waits(const struct gather *gather);

/* Keeps the row that was scanned, of the block's width, if there is a block. gather_more was asked
 * before until it was false. Returns true if an item came of it. */
bool block_add(struct gather *gather, tilepdb_item *item);

/* Takes an unreadable line, which was scanned as far as it goes, for a row of the block if it is
 * one: *taken. Returns true if an item came of it. */
bool block_drops(struct gather *gather, tilepdb_item *item, bool *taken);

/* Ends the block, which has a row at least. Fills the item and returns true. */
bool block_end(struct gather *gather, tilepdb_item *item);

/* ---- a board in one word --------------------------------------------------------------------- */

/* A character for each cell, row by row, as "867254301" or "0C9DFBAE37254861". Tiles above 9 are
 * letters, A for 10, and so to Z for 35. What the word may be: a board of this size; 0x0: a square
 * of 2x2 to 5x5, and 6x6 if `large`. */
struct word_size {
    int width, height;
    bool large;
};

/* Whether the text, between separators, is such a word: as many characters as the board has cells,
 * and each of the first so many of 0-9, A-Z once, in upper or lower case, with '_' or '.' for 0.
 * Then fills `board`. No sequence of moves is such a word: it lacks 0 or A, or has one twice. */
bool word_board(const char *text, size_t length, struct word_size size, tilepdb_board *board);

/* Whether the text is nearly such a word: of so many digits and letters, but more than four, most
 * of which are tiles. Then sets the error: what is wrong, and in which column. */
bool word_explain(const char *text, size_t length, struct word_size size, tilepdb_error *error);

#endif
