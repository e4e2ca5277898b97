/* tilepdb, verification: proves tables correct. */
#ifndef TILEPDB_VERIFY_H
#define TILEPDB_VERIFY_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of tilepdb_table_check and tilepdb_table_prove. */
typedef struct tilepdb_verify_options {
    int threads;
    uint64_t memory_limit; /* bytes; 0: all that the machine has */
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_verify_options;

/* Sets the defaults. */
TILEPDB_API void tilepdb_verify_options_init(tilepdb_verify_options *options);

/* Checks each frame of a table against its checksum, and the content hash against the header. The
 * content hash identifies a table however it is stored. For a generated table, only computes the
 * hash; frames of a colour table were checked when it was opened. `content_hash` may be NULL.
 * Returns ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY, CANCELLED, or ERROR_ARGUMENT if threads are
 * out of range. */
TILEPDB_API tilepdb_status tilepdb_table_check(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               uint64_t *content_hash, tilepdb_error *error);

/* A false entry. Entries are 0 or 1 (bits), 0 .. 15 (nibbles), or 0 .. 3 (colour tables). */
typedef struct tilepdb_false_entry {
    uint64_t row;    /* code of the arrangement */
    uint64_t column; /* cohort or mask; padding comes last */
    uint32_t mask;   /* cells of the pattern's tiles; 0 for padding */
    /* cells where the blank may be; all free cells if projected; 0 for padding */
    uint32_t region;
    /* Proven distance; -1 if the entry is unreachable or padding, and must be 0, or 3 in a
     * colour table. */
    int distance;
    int found;
    int expected;
    char text[320]; /* the members above in one sentence */
} tilepdb_false_entry;

/* Most false entries that are described; all are counted. */
#define TILEPDB_MAX_FALSE 16

/* The result of tilepdb_table_prove. */
typedef struct tilepdb_proof {
    uint64_t entries;
    uint64_t reachable;
    int levels; /* largest proven distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
    bool histogram_holds;                         /* the header has the same histogram */
    uint64_t false_entries;                       /* including padding */
    size_t first_count;                           /* min(false_entries, TILEPDB_MAX_FALSE) */
    tilepdb_false_entry first[TILEPDB_MAX_FALSE]; /* by row, then column */
    uint64_t memory_bytes;                        /* bytes of index and sets, nearly all memory
                                                   * used */
    double seconds;
} tilepdb_proof;

/* Proves every entry of a table, or reports false entries. Shares no code with the generator
 * except the geometry of boards and the reading of rows: it lists, ranks and moves placements in
 * the plain way, and finds all distances by closing the goal class under moves, level by level
 * (docs/verification.md). For a colour table it closes line states under slides; a false entry
 * then has no mask and no region, and `distance` counts the slides after the next one. Frames
 * are checked as in tilepdb_table_check.
 *
 * Fills `proof` for OK, and for REFUTED: an entry or the histogram is false, and the error
 * describes the first. Other statuses: ERROR_TOO_LARGE; ERROR_INTERNAL if table and proof
 * disagree about the index; statuses of tilepdb_table_check. */
TILEPDB_API tilepdb_status tilepdb_table_prove(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               tilepdb_proof *proof, tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
