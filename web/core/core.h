/*
 * The library as WebAssembly: what web/page/core.js calls, over the public headers.
 *
 * Boards and moves go in as texts, in the buffer of core_input(), each with a NUL at its end: which
 * ones, and in which order, says each call. Goals, and boards that no person typed, have rows.
 * Every call returns a status (0: TILEPDB_OK) and leaves its answer as JSON in core_answer(); on
 * failure that is {"status", "column", "message", "code", "numbers", "text"}, as in tilepdb_error.
 * Handles are numbers, 0 is none. A metric is a number of tilepdb_metric. The page gives the
 * functions page_...; and where the library writes a file, those of platform/publish_web.c.
 */
#ifndef TILEPDB_WEB_CORE_H
#define TILEPDB_WEB_CORE_H

#include <string.h>

#include "tilepdb.h"

#define EXPORT(name)      __attribute__((export_name(#name))) name
#define FROM_PAGE(member) __attribute__((import_module("page"), import_name(#member)))

/* Called during long work, which the page cancels by ending its worker. */
FROM_PAGE(progress)
void page_progress(int stage, int level, double done, double total, double seconds);

/* Called for a bound without a solution, with the nodes so far. */
FROM_PAGE(bound)
void page_bound(int bound, double generated, double seconds);

/* Called for a solution, or a step of a textbook method, which has a text. `moves` may be NULL. */
FROM_PAGE(step)
void page_step(const char *text, int bound, double nodes, double seconds, const char *moves,
               size_t move_count);

/* Called for a better solution, or a higher lower bound, as in tilepdb_anytime_event. 0 ends the
 * search. */
FROM_PAGE(improved)
int page_improved(int length, int lower_bound, int shorter, double width, double seconds,
                  const char *moves, size_t move_count);

/* Called often while solutions get better. 0 ends the search. */
FROM_PAGE(goes_on)
int page_goes_on(void);

/* Seconds on a clock that only goes forward. */
double core_seconds(void);

/* The text of the input with that index, from 0; empty where there is none. */
const char *core_text(int index);

/* The board of a text with rows. */
tilepdb_status board_read(int index, tilepdb_board *board, tilepdb_error *error);

/* The first two texts: a board, and its goal. */
tilepdb_status board_and_goal_read(tilepdb_board *board, tilepdb_board *goal, tilepdb_error *error);

/* Passes progress on to the page. */
bool progress_to_page(const tilepdb_progress *progress, void *user);

#endif
