/*
 * What a checkpoint knows about the bounds of searches. See tilepdb_checkpoint.h.
 *
 * A search is identified by a hash of all that its counts depend on; a record belongs to one bound
 * of one search. While the bound is searched its record is open and has a place for each unit: a
 * run of subtrees that is searched as one (bound.h). Units are written down when they are
 * exhausted without a solution, and so are subunits of units that exceed their timeout
 * (work_queue.h); those with one are searched again, so that no solution is ever taken from a file
 * unseen, except the answer of a bound, which is replayed before it is believed.
 *
 * checkpoint.c keeps the records, checkpoint_file.c reads and publishes them, and resume.c is the
 * search's side.
 */
#ifndef TILEPDB_SEARCH_CHECKPOINT_H
#define TILEPDB_SEARCH_CHECKPOINT_H

#include <pthread.h>

#include "kernels/pass.h"
#include "search/frontier.h"
#include "tilepdb_checkpoint.h"

/* Which bound of which search. */
struct checkpoint_key {
    uint64_t search[2]; /* a hash of all that its counts depend on (resume.h) */
    int bound;
    uint64_t limit; /* of nodes; 0: none */
    uint64_t done;  /* with a limit: nodes that were generated before this bound; from both sides 1
                       for the one that is searched first, 2 for the other, and from bit 8 on
                       the limit, from bit 32 on the level; else 0 */
};

/* As in the file. LIMITED: the limit of nodes was reached. */
enum checkpoint_state {
    CHECKPOINT_OPEN,
    CHECKPOINT_EXHAUSTED,
    CHECKPOINT_FOUND,
    CHECKPOINT_LIMITED
};

#define CHECKPOINT_NOT_DONE UINT64_MAX /* as the generated nodes of a unit */

/* How a bound ended. */
struct checkpoint_end {
    enum checkpoint_state state;
    struct tally total; /* unless open */
    uint64_t order;     /* FOUND: of the subtree order (subtree_order_hash); 0: there was none */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* FOUND: the moves, as many as the bound */
};

/* That a unit, or a subunit of one, is exhausted. */
struct checkpoint_note {
    uint64_t unit;
    uint64_t subunit;       /* below `subunit_count`; */
    uint64_t subunit_count; /* of the unit; 0: this is the whole */
    struct tally total;
    const uint64_t
        *emitted; /* what it emitted to the other side (frontier.h): `emitted_count` keys */
    size_t emitted_count;
};

/* A unit of which some subunits are exhausted. */
struct checkpoint_split {
    uint64_t unit;
    uint64_t subunit_count, known;
    struct tally *subunits; /* as with units; owned */
};

struct checkpoint_record {
    struct checkpoint_key key;
    struct checkpoint_end end;
    struct tally *units; /* what the plain search counts for each; owned; NULL: there are none */
    size_t unit_count;
    struct checkpoint_split *splits; /* owned */
    size_t split_count;
    struct frontier_keys
        emitted;    /* by its units that are done; once exhausted, by all of the bound */
    unsigned users; /* searches that may be reading the units */
    bool spent;     /* the units are forgotten once nobody uses them */
    struct checkpoint_record *next;
};

struct tilepdb_checkpoint {
    pthread_mutex_t lock; /* of all that follows */
    char *path;
    struct checkpoint_record *records;
    bool changed;          /* since it was published */
    bool saving;           /* a thread publishes */
    double every;          /* seconds: what it was asked for last; 0: not yet */
    double saved;          /* when it was published, or failed to be: clock_seconds */
    tilepdb_error failure; /* of the last time; its status TILEPDB_OK: none */
};

/* The record of a bound, to be returned by checkpoint_give. NULL: there is none; or, if one was to
 * be made, open and empty, no memory. */
struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make);

/* Whether the bound has ended and has no units to be taken over; then `end` says how. Two searches
 * of one board may have one record, so that what others may change is only read by these functions.
 */
bool checkpoint_recall(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                       struct checkpoint_end *end);

/* Whether the record has places for so many units: an open one that nobody else uses gets them, and
 * forgets those of another number. */
bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count);

/* Lists what is exhausted of a record with units, first whole units; the caller frees the list.
 * NULL: no memory. */
struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count);

/* Writes down an exhausted unit or subunit. Without memory a subunit is not written down. Any
 * thread. */
void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note);

/* What a record has of what was emitted, by the units that are done or the whole side, added to
 * `emitted`. False: no memory. */
bool checkpoint_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                        struct frontier_keys *emitted);

/* What a whole side emitted, in the place of what its units did; NULL: nothing. False: no memory,
 * and what its units emitted is as it was. */
bool checkpoint_set_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                            const struct frontier_keys *emitted);

/* Forgets the subunits of a unit, which are cut otherwise now. */
void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit);

/* How long a unit may last until it is searched in subunits, so that a kill does not cost much more
 * than the time between two files. */
double checkpoint_split_timeout(tilepdb_checkpoint *checkpoint);

/* Writes down how an open bound ended. Its units are forgotten, and those of the bounds before,
 * except that with a subtree order (`order`) the last exhausted bound keeps its own: the order of
 * the next one depends on them. */
void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool order);

/* Accepts no record. */
void checkpoint_give(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

/* Appends a record that was read, and owns it. */
void checkpoint_add(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

#endif
