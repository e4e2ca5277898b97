/*
 * The records of a checkpoint. See tilepdb_checkpoint.h.
 *
 * A record belongs to one bound of one search, which is identified by a hash of all that its counts
 * depend on. While the bound is searched its record is open, and has a place for each unit: a run
 * of subtrees that is searched as one (bound.h). A unit, or a subunit of a split unit, is recorded
 * when it is exhausted without a solution. Units with a solution are searched again, so no solution
 * is taken from a file unseen, except the answer of a bound, which is replayed before it is used.
 *
 * checkpoint.c keeps the records, checkpoint_file.c reads and publishes them, and resume.c connects
 * them with a search.
 */
#ifndef TILEPDB_SEARCH_CHECKPOINT_H
#define TILEPDB_SEARCH_CHECKPOINT_H

#include <pthread.h>

#include "kernels/pass.h"
#include "search/frontier.h"
#include "tilepdb_checkpoint.h"

struct checkpoint_key {
    uint64_t search[2]; /* a hash of all that its counts depend on (resume.h) */
    int bound;
    uint64_t limit; /* of nodes; 0: none */
    uint64_t done;  /* with a limit: nodes generated before this bound. Bidirectional: 1 for the
                       forward side, 2 for the backward side; the limit from bit 8 on, the level
                       from bit 32 on. Otherwise 0 */
};

/* As in the file. LIMITED: the limit of nodes was reached. */
enum checkpoint_state {
    CHECKPOINT_OPEN,
    CHECKPOINT_EXHAUSTED,
    CHECKPOINT_FOUND,
    CHECKPOINT_LIMITED
};

/* The generated nodes of a unit that is not exhausted. */
#define CHECKPOINT_NOT_DONE UINT64_MAX

/* How a bound ended. */
struct checkpoint_end {
    enum checkpoint_state state;
    struct tally total; /* unless open */
    uint64_t order;     /* FOUND: subtree_order_hash, or 0 without a subtree order */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* FOUND */
};

/* An exhausted unit or subunit. */
struct checkpoint_note {
    uint64_t unit;
    uint64_t subunit;       /* below `subunit_count` */
    uint64_t subunit_count; /* of the unit; 0: the note is about the whole unit */
    struct tally total;
    const uint64_t *emitted; /* `emitted_count` frontier keys */
    size_t emitted_count;
};

/* A unit of which some subunits are exhausted. */
struct checkpoint_split {
    uint64_t unit;
    uint64_t subunit_count, known;
    struct tally *subunits; /* owned */
};

struct checkpoint_record {
    struct checkpoint_key key;
    struct checkpoint_end end;
    struct tally *units; /* the counts of the plain search; owned; NULL: none */
    size_t unit_count;
    struct checkpoint_split *splits; /* owned */
    size_t split_count;
    struct frontier_keys emitted; /* by exhausted units; once the bound is exhausted, by all */
    unsigned users;               /* searches that may be reading the units */
    bool spent;                   /* units are freed once nobody uses them */
    struct checkpoint_record *next;
};

struct tilepdb_checkpoint {
    pthread_mutex_t lock; /* of all that follows */
    char *path;
    struct checkpoint_record *records;
    bool changed;          /* since it was published */
    bool saving;           /* a thread publishes */
    double every;          /* the interval between saves, in seconds; 0: not known yet */
    double saved;          /* the time of the last attempt to publish: clock_seconds */
    tilepdb_error failure; /* of the last attempt */
};

/* The record of a bound, to be returned by checkpoint_give; `make`: an open and empty one if there
 * is none. NULL: there is none, or no memory. */
struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make);

/* Whether the bound has ended and has no units to be taken over; sets *end. Several searches of one
 * board may share a record, so what others may change is read by these functions only. */
bool checkpoint_recall(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                       struct checkpoint_end *end);

/* Whether the record has places for `count` units. An open record that nobody else uses gets them,
 * in the place of another number of units. */
bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count);

/* Lists the exhausted units, then the exhausted subunits; the caller frees the list. NULL: no
 * memory. */
struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count);

/* Records an exhausted unit or subunit; without memory a subunit is left out. Any thread. */
void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note);

/* Adds the record's frontier keys to `emitted`. False: no memory. */
bool checkpoint_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                        struct frontier_keys *emitted);

/* Replaces the record's frontier keys by those of the whole side; NULL: by none. False: no memory,
 * and nothing changes. */
bool checkpoint_set_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                            const struct frontier_keys *emitted);

/* Forgets the subunits of a unit, which is split otherwise now. */
void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit);

/* The split timeout of units in seconds, so that a kill does not cost much more than the interval
 * between saves; 0: that is not known. */
double checkpoint_split_timeout(tilepdb_checkpoint *checkpoint);

/* Records how an open bound ended, and forgets its units and those of earlier bounds. With a
 * subtree order (`order`) the last exhausted bound keeps its units, on which the next order
 * depends. */
void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool order);

/* `record` may be NULL. */
void checkpoint_give(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

/* Appends a record that was read, and owns it. */
void checkpoint_add(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

#endif
