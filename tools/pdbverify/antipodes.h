/*
 * The boards at distance 80 of the goal 1 2 3 ... 15 0. That these are all follows from the exact
 * depth distribution, which has 17 there; docs/verification.md names the sources.
 */
#ifndef TILEPDB_PDBVERIFY_ANTIPODES_H
#define TILEPDB_PDBVERIFY_ANTIPODES_H

#include "pdbverify/pdbverify.h"

#define ANTIPODES         17
#define ANTIPODE_DISTANCE 80

extern const char *const antipodes[ANTIPODES];

/* The i-th, as a board. */
tilepdb_board antipode(size_t i);

#endif
