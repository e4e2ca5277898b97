/*
 * What the gather (gather.h) does with rows on lines of their own: when a block of them ends, and
 * what it is. Also how items are made of what was scanned.
 *
 * Thread safety: as a gather.
 */
#ifndef TILEPDB_TEXT_BLOCK_H
#define TILEPDB_TEXT_BLOCK_H

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

#endif
