/*
 * The library as WebAssembly: what web/page/core.js calls, over the public headers.
 *
 * A board goes in as text, in the buffer of core_input(), in any notation that the tools read; its
 * size is width and height, or 0 and 0 to follow from the text. The goal is named by the cell of
 * its blank. Every call returns a status (0: TILEPDB_OK) and leaves its answer as JSON in
 * core_answer(); on failure that is {"status", "column", "message"}. Handles are numbers, 0 is
 * none. The page gives the functions page_...; and where the library writes a file, those of
 * base/publish_host.c.
 */
#ifndef TILEPDB_WEB_CORE_H
#define TILEPDB_WEB_CORE_H

#include <string.h>

#include "tilepdb.h"

#define EXPORT(name)      __attribute__((export_name(#name))) name
#define FROM_PAGE(member) __attribute__((import_module("page"), import_name(#member)))

/* Hears of long work. There is no answer: a page cancels by ending its worker. */
FROM_PAGE(progress)
void page_progress(int stage, int level, double done, double total, double seconds);

/* Hears of a bound that has no solution: its number, and the nodes so far. */
FROM_PAGE(bound)
void page_bound(int bound, double generated, double seconds);

/* Hears a solution, or a step of a textbook method, which has a text. `moves` may be NULL. */
FROM_PAGE(step)
void page_step(const char *text, int bound, double nodes, double seconds, const char *moves,
               size_t move_count);

/* Seconds on a clock that only goes forward. */
double core_seconds(void);

/* The text that the page gave, with a NUL. */
const char *core_text(void);

/* The board of the input. */
tilepdb_status board_read(int width, int height, tilepdb_board *board, tilepdb_error *error);

/* The goal, and the board of the input. */
tilepdb_status both_read(int width, int height, int goal_blank, tilepdb_board *board,
                         tilepdb_board *goal, tilepdb_error *error);

/* Passes progress on to the page. */
bool work_tell(const tilepdb_progress *progress, void *user);

#endif
