/*
 * Boards that are too large or too long for beams alone: outer lines and a core first, for a
 * solution at once; then beams over whole boards, as wide as there is time, whose last tiles may
 * have to be exchanged; and then windows of the solution.
 *
 * Thread safety: as in anytime_run.h.
 */
#ifndef TILEPDB_ANYTIME_LARGE_BOARDS_H
#define TILEPDB_ANYTIME_LARGE_BOARDS_H

#include "anytime/anytime_run.h"

/* Until it is to stop. OK: it was, or a limit of widths is reached; ERROR_MEMORY, ERROR_INTERNAL.
 */
tilepdb_status large_boards_run(struct anytime_run *run);

#endif
