/*
 * The records of a checkpoint (tilepdb_checkpoint_open).
 *
 * A record belongs to one bound of a search, or one side of a bidirectional bound. While open, it
 * has a place for each unit (bound.h). Units and subunits are recorded once they are exhausted
 * without a solution. The only solutions in a file are the answers of whole bounds, which are
 * replayed before use.
 *
 * The file is a log (base/log.h), in little-endian. Its head has magic, format and library version.
 * A log record of the kind BOUND either has a whole record of this header, or adds notes and
 * frontier keys to an earlier one and changes its end. A log record of the kind ENTRY has the key
 * and the value of tilepdb_checkpoint_put.
 */
#ifndef TILEPDB_SEARCH_CHECKPOINT_H
#define TILEPDB_SEARCH_CHECKPOINT_H

#include <pthread.h>

#include "base/log.h"
#include "kernels/pass.h"
#include "search/frontier.h"
#include "tilepdb_engine.h"

struct checkpoint_key {
    uint64_t search[2]; /* hash of all that determines the counts */
    int bound;
    uint64_t limit; /* of nodes, or 0 */
    /* On a side of a bidirectional bound: side_of (resume.c), with the side in the lowest byte.
     * Otherwise, with a limit: nodes generated before this bound; without: 0, or SHORTER (resume.c)
     * if bounds were skipped. */
    uint64_t done;
};

/* Stored in files. LIMITED: the limit of nodes was reached. */
enum checkpoint_state {
    CHECKPOINT_OPEN,
    CHECKPOINT_EXHAUSTED,
    CHECKPOINT_FOUND,
    CHECKPOINT_LIMITED
};

/* tally.generated of a unit or subunit that is not recorded */
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
    struct frontier_keys emitted; /* of exhausted units, or of the whole side */
    unsigned users;               /* searches that may read the units */
    bool spent;                   /* the units are freed once `users` is 0 */

    /* What the log lacks: the whole record if `anew`; otherwise, if `changed`, the end, the notes
     * `fresh`, which are without keys, and the keys from `logged_keys` on. */
    bool changed, anew;
    struct checkpoint_note *fresh; /* owned */
    size_t fresh_count, fresh_capacity;
    size_t logged_keys;
    int logged_cut; /* cut of the keys in the log */

    struct checkpoint_record *next;
    struct checkpoint_record *peer; /* next record of the bucket */
};

/* The log record of a tilepdb_checkpoint_put. */
struct checkpoint_entry {
    uint64_t hash;    /* of the key */
    uint64_t at;      /* offset in the log */
    uint64_t next_at; /* offset in the new log, while a save writes one */
    size_t key_size, size;
    bool used; /* tilepdb_checkpoint_get returned it */
};

struct tilepdb_checkpoint {
    char *path;

    pthread_mutex_t lock; /* protects the members up to `failure`, and all records */
    struct checkpoint_record *records;
    struct checkpoint_record **buckets; /* by key.search[0]; owned */
    size_t bucket_count, record_count;
    bool changed;
    double every; /* seconds between saves; 0 if unknown */
    double saved; /* clock_seconds of the last save */
    tilepdb_error failure;

    pthread_mutex_t io; /* protects all members below; taken before `lock` */
    struct log_file log;
    bool anew;                        /* the next save writes the log anew */
    uint64_t dropped;                 /* unreadable bytes at the end of the file */
    uint64_t entry_bytes;             /* of all entries in the log */
    struct checkpoint_entry *entries; /* in the file when it was opened, in its order; owned */
    size_t entry_count, entry_capacity;
    size_t *slots;     /* hash table: index of an entry + 1, or 0; owned */
    size_t slot_count; /* a power of two, or 0 */
    size_t unused;     /* keys whose entries tilepdb_checkpoint_get did not return */
};

/* The record of a bound, for checkpoint_give. With `make`, creates a missing record. Returns NULL
 * without a record or memory. */
struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make);

/* Returns true and sets *end if the bound has ended and its units are not needed. Searches may
 * share a record, so they read it only by these functions. */
bool checkpoint_recall(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                       struct checkpoint_end *end);

/* If no other search uses the open record, limits its frontier keys to `most_keys` (0: any number)
 * and, unless it has `count` units, replaces them by `count` cleared units. Returns true if the
 * record then has `count` units. */
bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count, size_t most_keys);

/* Lists the recorded units, then the subunits, and adds the record's keys to `emitted`, which may
 * be NULL. The caller frees the list; NULL without memory. */
struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count,
                                         struct frontier_keys *emitted);

/* Records a unit or subunit, if memory suffices. Any thread may call it. */
void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note);

/* Adds the record's frontier keys to `emitted`. Returns false without memory. */
bool checkpoint_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                        struct frontier_keys *emitted);

/* Without memory, returns false and changes nothing. */
bool checkpoint_set_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                            const struct frontier_keys *emitted);

/* The cut of the keys stays, since the level depends on it. */
void checkpoint_forget_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

/* Forgets the subunits of a unit. */
void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit);

/* Returns seconds; 0 if the interval between saves is unknown. */
double checkpoint_split_timeout(tilepdb_checkpoint *checkpoint);

/* Ends an open record, and forgets its units and the units of earlier bounds. With `order`, keeps
 * the units of the last exhausted bound, since the next order depends on them. */
void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool order);

/* `record` may be NULL. */
void checkpoint_give(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record);

#endif
