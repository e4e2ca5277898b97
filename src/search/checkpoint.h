/*
 * The records of a checkpoint (tilepdb_checkpoint_open).
 *
 * A record belongs to one bound of a search, or one side of a bidirectional bound. While open, it
 * has a place for each unit (bound.h). Units and subunits are recorded once they are exhausted
 * without a solution. The only solutions in a file are the answers of whole bounds, which are
 * replayed before use.
 */
#ifndef TILEPDB_SEARCH_CHECKPOINT_H
#define TILEPDB_SEARCH_CHECKPOINT_H

#include <pthread.h>

#include "kernels/pass.h"
#include "search/frontier.h"
#include "tilepdb_engine.h"

struct checkpoint_key {
    uint64_t search[2]; /* hash of all that determines the counts */
    int bound;
    uint64_t limit; /* limit of nodes, or 0 */
    /* On a side of a bidirectional bound: side_of (resume.c), with the side in the lowest byte.
     * Otherwise, with a limit: nodes generated before this bound; without: 0, or SHORTER (resume.c)
     * if bounds were skipped. */
    uint64_t done;
};

/* Values are stored in files. LIMITED means that the limit of nodes was reached. */
enum checkpoint_state {
    CHECKPOINT_OPEN,
    CHECKPOINT_EXHAUSTED,
    CHECKPOINT_FOUND,
    CHECKPOINT_LIMITED
};

/* tally.generated of a unit or subunit that is not recorded. */
#define CHECKPOINT_NOT_DONE UINT64_MAX

struct checkpoint_end {
    enum checkpoint_state state;
    struct tally total;
    uint64_t order;                      /* subtree_order_hash; only with FOUND */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* only with FOUND */
};

struct checkpoint_note {
    uint64_t unit;
    uint64_t subunit;
    uint64_t subunit_count; /* 0 for a whole unit */
    struct tally total;
    const struct frontier_keys *emitted; /* may be NULL */
};

struct checkpoint_split {
    uint64_t unit;
    uint64_t subunit_count, known; /* `known` subunits are recorded */
    struct tally *subunits;        /* owned */
};

struct checkpoint_record {
    struct checkpoint_key key;
    struct checkpoint_end end;
    struct tally *units; /* [unit] owned; may be NULL */
    size_t unit_count;
    struct checkpoint_split *splits; /* owned */
    size_t split_count;
    struct frontier_keys emitted; /* frontier keys of exhausted units, or of the whole side */
    unsigned users;               /* searches that may read the units */
    bool spent;                   /* the units are not needed, and are freed once `users` is 0 */
    struct checkpoint_record *next;
};

struct tilepdb_checkpoint {
    pthread_mutex_t lock; /* protects all members below except path, and all records */
    char *path;
    struct checkpoint_record *records;
    bool changed;
    bool saving;
    double every; /* seconds between saves; 0 if unknown */
    double saved; /* time of the last save, as clock_seconds */
    tilepdb_error failure;
};

/* Returns the record of a bound, for checkpoint_give to give back. With `make`, creates a missing
 * record. Returns NULL without a record or memory. */
struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make);

/* Returns true and sets *end if the bound has ended and its units are not needed. Searches may
 * share a record, so they read it only by these functions. */
bool checkpoint_recall(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                       struct checkpoint_end *end);

/* If no other search uses the open record, limits its frontier keys to `most_keys` (0: any number),
 * and unless it has `count` units, replaces them by `count` cleared units. Returns true if the
 * record then has `count` units. */
bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count, size_t most_keys);

/* Lists the recorded units, then the recorded subunits, and adds the record's keys to `emitted`,
 * which may be NULL. The caller frees the list; NULL without memory. */
struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count,
                                         struct frontier_keys *emitted);

/* Records a unit or subunit of a record with units, if memory suffices. Any thread may call it. */
void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note);

/* Adds the record's frontier keys to `emitted`. Returns false without memory. */
bool checkpoint_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                        struct frontier_keys *emitted);

/* Replaces the record's frontier keys. Without memory, returns false and changes nothing. */
bool checkpoint_set_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                            const struct frontier_keys *emitted);

/* Frees the record's frontier keys. Their cut stays, since the level depends on it. */
void checkpoint_forget_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

/* Forgets the subunits of a unit. */
void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit);

/* Returns the split timeout in seconds; 0 if the interval between saves is unknown. */
double checkpoint_split_timeout(tilepdb_checkpoint *checkpoint);

/* Ends an open record, and forgets its units and the units of earlier bounds. With `order`, the
 * last exhausted bound keeps its units, since the next order depends on them. */
void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool order);

/* `record` may be NULL. */
void checkpoint_give(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

/* Adds `record` and takes ownership of it. The caller holds the lock, or is the only user. */
void checkpoint_add(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

#endif
