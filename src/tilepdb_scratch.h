/*
 * tilepdb, scratch: generates tables larger than memory. Experimental: may change.
 *
 * Level by level, the sets of the breadth-first search stream between memory and files in a scratch
 * directory. The finished table goes to its file without being whole in memory, with the bytes of
 * tilepdb_table_generate and tilepdb_table_save. All memory is allocated by the call: transfers
 * bypass the page cache, or remove from it what they moved.
 *
 * A state file records each finished level. If the process is killed or cancelled, or the disk is
 * full, the same call resumes after the last finished level, also with other memory and threads,
 * and gives the same table. Encoding always starts again, since only the sets have checksums. A
 * call that succeeds removes the scratch files.
 */
#ifndef TILEPDB_SCRATCH_H
#define TILEPDB_SCRATCH_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of a generation in a scratch directory. */
typedef struct tilepdb_scratch_options {
    const char *directory; /* existing directory for the scratch files; borrowed during calls */
} tilepdb_scratch_options;

/* Sets the default: the current directory. */
TILEPDB_API void tilepdb_scratch_options_init(tilepdb_scratch_options *options);

/* What a generation in a scratch directory needs. */
typedef struct tilepdb_scratch_need {
    uint64_t memory_least;  /* bytes; less is refused */
    uint64_t memory_most;   /* bytes; more has no use */
    uint64_t scratch_bytes; /* largest total size of the scratch files */
    uint64_t table_bytes;   /* uncompressed size, an upper bound on the file */
} tilepdb_scratch_need;

/* Computes what tilepdb_table_generate_file needs; takes seconds for the largest patterns.
 * Returns the statuses of tilepdb_table_need, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_scratch_need_get(const tilepdb_pattern *pattern,
                                                    tilepdb_kind kind,
                                                    const tilepdb_generate_options *options,
                                                    tilepdb_scratch_need *need,
                                                    tilepdb_error *error);

/* Sets `*level` to the largest distance that an earlier call for this table has completed, or to
 * -1. Returns ERROR_FORMAT if the state file is malformed or of another table, ERROR_CHECKSUM if
 * it was altered, ERROR_VERSION if it is from before 0.2.0, from after this version or of a
 * machine with another byte order; ERROR_IO or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_scratch_find(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                                const tilepdb_scratch_options *scratch, int *level,
                                                tilepdb_error *error);

/* Removes the scratch files of this table, unless another process uses them. */
TILEPDB_API void tilepdb_scratch_clean(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                       const tilepdb_scratch_options *scratch);

/* Generates a table in scratch files and writes it atomically to `path`; resumes an earlier call
 * for this table. options->memory_limit is the memory to use; 0: three quarters of the available
 * memory. `info` receives the counts and may be NULL.
 *
 * Returns the statuses of tilepdb_table_generate, tilepdb_table_save and tilepdb_scratch_find:
 * ERROR_TOO_LARGE also if the limit is below memory_least; ERROR_IO also if the disk is too
 * small, before anything is written if the system reports its size; ERROR_CHECKSUM also if a
 * scratch file was altered. After an error the file `path` is unchanged, and the scratch files
 * stay, except after ERROR_ENCODING. */
TILEPDB_API tilepdb_status tilepdb_table_generate_file(
    const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
    const tilepdb_generate_options *options, const tilepdb_save_options *save,
    const tilepdb_scratch_options *scratch, tilepdb_table_info *info, tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
