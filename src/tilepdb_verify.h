/*
 * tilepdb, verification: proofs of tables. The conventions are those of tilepdb.h.
 */
#ifndef TILEPDB_VERIFY_H
#define TILEPDB_VERIFY_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threads, memory and progress of a verification. */
typedef struct tilepdb_verify_options {
    int threads;           /* 0: all that OpenMP offers */
    uint64_t memory_limit; /* bytes; 0: all that the machine has */
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_verify_options;

/* Sets the defaults: all threads, all memory, no progress reports. */
TILEPDB_API void tilepdb_verify_options_init(tilepdb_verify_options *options);

/* Checks the integrity of a table: every frame against its checksums, and the content hash against
 * the header's. The hash identifies a table however it is stored. A generated table has no header,
 * so only its hash is computed; frames of a colour table were checked when it was opened. `options`
 * and `content_hash` may be NULL.
 * ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY, CANCELLED; ERROR_ARGUMENT: threads out of range. */
TILEPDB_API tilepdb_status tilepdb_table_check(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               uint64_t *content_hash, tilepdb_error *error);

/* One false entry. Bits: 0 or 1; nibbles: 0 .. 15; of colour tables: 0 .. 3. */
typedef struct tilepdb_false_entry {
    uint64_t row;    /* the code of the arrangement */
    uint64_t column; /* the cohort or mask; after the last one: padding */
    uint32_t mask;   /* the cells of the pattern's tiles; 0 for padding */
    uint32_t region; /* cells of the blank, all free ones if projected; 0 for padding */
    int distance; /* proven; -1: unreachable or padding, where the entry must be 0, or 3 in colour
                     tables */
    int found;
    int expected;
    char text[320]; /* the fields above in one sentence */
} tilepdb_false_entry;

/* The largest number of false entries that are described. All are counted. */
#define TILEPDB_MAX_FALSE 16

/* The counts of a proof, and the entries that it found false. */
typedef struct tilepdb_proof {
    uint64_t entries;
    uint64_t reachable;
    int levels; /* the largest proven distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
    bool histogram_holds;                         /* the histogram of the header is the same */
    uint64_t false_entries;                       /* padding included */
    size_t first_count;                           /* min(false_entries, TILEPDB_MAX_FALSE) */
    tilepdb_false_entry first[TILEPDB_MAX_FALSE]; /* by row, then by column */
    uint64_t memory_bytes; /* of index and sets, nearly all memory of the proof */
    double seconds;
} tilepdb_proof;

/* Proves every entry of a table, or reports the false ones. Shares no code with the generator
 * except the geometry of boards and the reading of rows: it lists, ranks and moves placements in
 * the plain way, and finds all distances by closing the goal class under moves, level by level;
 * docs/verification.md has the argument. For a colour table it closes line states under slides; a
 * false entry has no mask and no region, and `distance` counts the slides after the next one.
 * Frames are checked as in tilepdb_table_check. REFUTED: an entry or the histogram is false; the
 * error describes the first. The proof is filled for OK and REFUTED. ERROR_TOO_LARGE, ERROR_MEMORY,
 * CANCELLED; ERROR_INTERNAL: the index of the table differs from that of the proof; and the
 * statuses of tilepdb_table_check. */
TILEPDB_API tilepdb_status tilepdb_table_prove(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               tilepdb_proof *proof, tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
