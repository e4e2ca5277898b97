/*
 * The records of a checkpoint (tilepdb_checkpoint_open).
 *
 * A record belongs to one bound of one search. While a record is open, it has a place for each unit
 * (bound.h). Units and subunits are recorded once they are exhausted without a solution. The only
 * solutions in a file are the answers of whole bounds, which are replayed before use.
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
    /* Nodes generated before this bound, if there is a limit. On a side of a bidirectional
     * bound: side (1 or 2) + limit << 8 + level << 32. */
    uint64_t done;
};

/* Values are stored in files. LIMITED means that the limit of nodes was reached. */
enum checkpoint_state {
    CHECKPOINT_OPEN,
    CHECKPOINT_EXHAUSTED,
    CHECKPOINT_FOUND,
    CHECKPOINT_LIMITED
};

/* Number of generated nodes of a unit that is not exhausted. */
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
    uint64_t subunit_count, known;
    struct tally *subunits; /* owned */
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
    pthread_mutex_t lock; /* protects all members below */
    char *path;
    struct checkpoint_record *records;
    bool changed;
    bool saving;
    double every; /* seconds between saves; 0 if unknown */
    double saved; /* time of the last save, as clock_seconds */
    tilepdb_error failure;
};

/* Returns the record of a bound, to be given back by checkpoint_give. With `make`, creates a
 * missing record. Returns NULL if there is no record or no memory. */
struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make);

/* Returns true and sets *end if the bound has ended and its units are not needed. Several
 * searches may share a record, so they read it only by functions of this header. */
bool checkpoint_recall(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                       struct checkpoint_end *end);

/* Clears and resizes the units of an open record that no other search uses, unless it has
 * `count` units. Keeps at most `most_keys` frontier keys; 0: any number. Returns true if the record
 * then has `count` units. */
bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count, size_t most_keys);

/* Lists the exhausted units, then the exhausted subunits, and joins their keys with `emitted`,
 * which may be NULL. The caller frees the list; NULL without memory. */
struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count,
                                         struct frontier_keys *emitted);

/* Records a unit or subunit, if there is enough memory. Any thread may call it. */
void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note);

/* Joins the keys of a whole side with `emitted`. Returns false without memory. */
bool checkpoint_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                        struct frontier_keys *emitted);

/* Replaces the record's frontier keys. Without memory, returns false and changes nothing. */
bool checkpoint_set_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                            const struct frontier_keys *emitted);

/* Frees the record's frontier keys. Their cut stays, since the level depends on it. */
void checkpoint_forget_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit);

/* Returns the split timeout in seconds; 0 if the interval between saves is unknown. */
double checkpoint_split_timeout(tilepdb_checkpoint *checkpoint);

/* Closes an open record, and forgets its units and the units of earlier bounds. With `order`,
 * the last exhausted bound keeps its units, since the next order depends on them. */
void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool order);

/* `record` may be NULL. */
void checkpoint_give(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

/* Adds `record` and takes ownership of it. */
void checkpoint_add(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

#endif
