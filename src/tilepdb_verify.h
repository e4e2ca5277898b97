/*
 * tilepdb, verification: proofs of tables. The conventions are those of tilepdb.h.
 */
#ifndef TILEPDB_VERIFY_H
#define TILEPDB_VERIFY_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to verify a table. */
typedef struct tilepdb_verify_options {
    int threads;           /* 0: all that OpenMP offers */
    uint64_t memory_limit; /* bytes; 0: all that the machine has */
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_verify_options;

/* Sets the defaults: all threads, all memory, no progress reports. */
TILEPDB_API void tilepdb_verify_options_init(tilepdb_verify_options *options);

/* Integrity: checks every frame against its checksums and computes the content hash, which
 * identifies the table however it is stored and must equal the header's. For a generated table,
 * which has no header, it only computes the hash. Frames of an open colour table were checked when
 * it was opened. `options` and `content_hash` may be NULL.
 * ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY, CANCELLED; ERROR_ARGUMENT: threads out of range. */
TILEPDB_API tilepdb_status tilepdb_table_check(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               uint64_t *content_hash, tilepdb_error *error);

/* One false entry. Bits: 0 or 1; nibbles: 0 .. 15; of colour tables: 0 .. 3. */
typedef struct tilepdb_false_entry {
    uint64_t row;    /* the arrangement's code */
    uint64_t column; /* the cohort or mask; after the last: padding, as below */
    uint32_t mask;   /* the cells of the pattern's tiles; 0 for padding, and so is `region` */
    uint32_t region; /* the blank is on one of these cells; all free cells if projected */
    int distance;    /* proven; -1: unreachable or padding: must be 0, or 3 in colour tables */
    int found;
    int expected;
    char text[320]; /* all of this in one sentence */
} tilepdb_false_entry;

/* At most this many false entries are reported; the rest are counted. */
#define TILEPDB_MAX_FALSE 16

/* What a proof found. */
typedef struct tilepdb_proof {
    uint64_t entries;
    uint64_t reachable;
    int levels; /* the largest proven distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
    bool histogram_holds;                         /* the header has the same numbers */
    uint64_t false_entries;                       /* padding included */
    size_t first_count;                           /* min(false_entries, TILEPDB_MAX_FALSE) */
    tilepdb_false_entry first[TILEPDB_MAX_FALSE]; /* by row, then by column */
    uint64_t memory_bytes; /* of the index and the sets of the proof: nearly all that it uses */
    double seconds;
} tilepdb_proof;

/* Semantics: proves every entry of a table, or reports those that are false. Shares no code with
 * the generator except the geometry of boards and the reading of rows: placements are listed,
 * ranked and moved in the plain way, and all distances follow from the goal class by closing it
 * under moves, level by level; docs/verification.md has the argument. Of a colour table these are
 * line states and their neighbours; a false entry has no mask and no region, and `distance` is the
 * slides that follow the next one. Frames are checked as in tilepdb_table_check. REFUTED: an entry
 * or the histogram is false; the error describes the first. The proof is filled for OK and REFUTED.
 * ERROR_TOO_LARGE, ERROR_MEMORY, CANCELLED, ERROR_INTERNAL: the table's index differs from that of
 * the proof; and the statuses of tilepdb_table_check. */
TILEPDB_API tilepdb_status tilepdb_table_prove(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               tilepdb_proof *proof, tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
