/*
 * The library as WebAssembly, for web/page/search/core.js.
 *
 * Boards and moves are texts in the buffer of core_input(), each with a NUL; every call says which
 * texts it reads. Goals, and boards that no person typed, have rows. A call returns a
 * tilepdb_status and leaves JSON in core_answer(), after an error {"status", "column", "message",
 * "code", "numbers", "text"}, as in tilepdb_error. Handles are numbers, or 0. The page provides the
 * functions page_... and the functions of platform/web.c.
 */
#ifndef TILEPDB_WEB_CORE_H
#define TILEPDB_WEB_CORE_H

#include <string.h>

#include "tilepdb.h"

#define EXPORT(name)      __attribute__((export_name(#name))) name
#define FROM_PAGE(member) __attribute__((import_module("page"), import_name(#member)))

/* Called during long work. To cancel, the page ends its worker. */
FROM_PAGE(progress)
void page_progress(int stage, int level, double done, double total, double seconds);

/* Called after a bound without a solution. `generated` counts all nodes so far. */
FROM_PAGE(bound)
void page_bound(int bound, double generated, double seconds);

/* Called for a solution, or for a step of a textbook method, which has a text. `moves` may be
 * NULL. */
FROM_PAGE(step)
void page_step(const char *text, int bound, double nodes, double seconds, const char *moves,
               size_t move_count);

/* Called for a better solution or lower bound, as in tilepdb_anytime_event. Returns 0 to end the
 * search. */
FROM_PAGE(improved)
int page_improved(int length, int lower_bound, int shorter, double width, double seconds,
                  const char *moves, size_t move_count);

/* Called often while solutions improve. Returns 0 to end the search. */
FROM_PAGE(goes_on)
int page_goes_on(void);

/* Returns text `index` of the input, from 0; "" after the last. */
const char *core_text(int index);

/* The goal may be open. */
tilepdb_status goal_read(int index, tilepdb_board *goal, tilepdb_error *error);

/* Reads the first two texts: a board and its goal, which may be open. */
tilepdb_status board_and_goal_read(tilepdb_board *board, tilepdb_board *goal, tilepdb_error *error);

bool progress_to_page(const tilepdb_progress *progress, void *user);

#endif
