/*
 * The value of --length, which asks for boards of --scramble by the length of their solutions.
 */
#ifndef TILEPDB_PDBSOLVE_SCRAMBLE_MODE_H
#define TILEPDB_PDBSOLVE_SCRAMBLE_MODE_H

#include <stdbool.h>

/* The lengths of optimal solutions, both included. */
struct length_range {
    int least, most;
};

/* Reads "A-B" or "A". False: it is neither, A is above B, or B above TILEPDB_MAX_MOVES. */
bool length_range_read(const char *text, struct length_range *range);

#endif
