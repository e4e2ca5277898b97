/*
 * What pdbverify layers does with one board, one board per thread: trial_fn with an exploration as
 * user, and the board's estimate, or any number of its parity, in the place of the distance.
 */
#ifndef TILEPDB_PDBVERIFY_LOOK_H
#define TILEPDB_PDBVERIFY_LOOK_H

#include "pdbverify/exploration.h"

/* In the place of a distance: the board has too large a tree for the look. */
#define LOOK_PUT_OFF (-1)

/* How far a board of the estimate's parity must be at least. */
int look_least(const struct exploration *exploration, int estimate);

/* The look, except for its last bound. The trial's distance becomes FOUND_NEARER, LOOK_PUT_OFF, or
 * the nodes of the last tree. */
tilepdb_status look_at(const struct lab *lab, struct trial *trial, void *user);

/* Searches the board: the trial's distance becomes its own if that is far enough, proven by bounds
 * that were exhausted, else FOUND_NEARER, and then the board settles what it can. */
tilepdb_status look_try(const struct lab *lab, struct trial *trial, void *user);

/* The same after the last bound of the look, for which LOOK_PUT_OFF stands. */
tilepdb_status look_try_suspect(const struct lab *lab, struct trial *trial, void *user);

#endif
