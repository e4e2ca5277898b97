/*
 * Which tables a board size is offered when none are named: what is looked for on disk, what is
 * built in memory, what would be best. Decided by counts of entries, so that it is the same on
 * every machine.
 */
#ifndef TILEPDB_TABLES_OFFER_H
#define TILEPDB_TABLES_OFFER_H

#include "tables/finder.h"

#define OFFER_MAX 64

struct offer {
    struct finder_name names[OFFER_MAX]; /* in the order in which files are looked for; the first is
                                            the strongest, and what --generate generates */
    size_t count;
    bool decided;
    struct finder_name quick; /* once that is decided: to be built in memory; */
    bool slow;                /* and that takes longer than an easy board without tables */
};

void offer_init(struct offer *offer, const struct finder *finder);

/* Decides what is built in memory, if none of the names has files: counting entries takes a
 * millisecond. True if that is one name more to look for. */
bool offer_quick(struct offer *offer, const struct finder *finder);

/* Whether --partition can be meant, before any board is known; `size` may be 0x0. CLI_SUCCESS, or
 * CLI_USAGE after an error message that names the nearest partition. */
int offer_check_name(const char *partition, struct cli_board_size size);

#endif
