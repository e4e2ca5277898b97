/*
 * tilepdb, scratch: generation of tables larger than memory. The conventions are those of
 * tilepdb.h. Experimental: it is new, and may change.
 *
 * The sets of the search stream through memory from and to files in a scratch directory, level by
 * level, and the table goes from there to its file without ever being whole in memory. Its bytes
 * are those that tilepdb_table_generate and tilepdb_table_save give.
 *
 * Memory is what the call allocates: transfers bypass the page cache where the file system can do
 * that, and elsewhere drop from it what they moved.
 *
 * After each level a state file records the progress. If the process is killed, cancelled, or the
 * disk is full, the same call resumes from the last complete level, also with other memory and
 * threads, and ends with the same table. Encoding always starts from the beginning, since only the
 * sets have checksums. At the end the scratch files are removed.
 *
 *   tilepdb_scratch_options scratch;
 *   tilepdb_scratch_options_init(&scratch);
 *   scratch.directory = "/scratch";
 *   options.memory_limit = 300000000;
 *   tilepdb_table_generate_file(&pattern, kind, path, &options, NULL, &scratch, NULL, &error);
 */
#ifndef TILEPDB_SCRATCH_H
#define TILEPDB_SCRATCH_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the scratch files are. */
typedef struct tilepdb_scratch_options {
    const char *directory; /* exists; borrowed until the call returns */
} tilepdb_scratch_options;

/* Sets the default: the current directory. */
TILEPDB_API void tilepdb_scratch_options_init(tilepdb_scratch_options *options);

/* What generation in a scratch directory needs. */
typedef struct tilepdb_scratch_need {
    uint64_t memory_least;  /* bytes; with less it is refused */
    uint64_t memory_most;   /* bytes; more would not be used */
    uint64_t scratch_bytes; /* of the files in the directory, at their largest */
    uint64_t table_bytes;   /* uncompressed size, an upper bound on the file's */
} tilepdb_scratch_need;

/* Computes what a generation needs. This takes seconds for the largest patterns. `options` may be
 * NULL. The statuses of tilepdb_table_need; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_scratch_need_get(const tilepdb_pattern *pattern,
                                                    tilepdb_kind kind,
                                                    const tilepdb_generate_options *options,
                                                    tilepdb_scratch_need *need,
                                                    tilepdb_error *error);

/* Finds how far an earlier call for this table came. *level: the largest distance whose entries are
 * all known; -1: there was no such call. ERROR_FORMAT: the state file is of another table, or no
 * state file; ERROR_CHECKSUM: it was altered; ERROR_VERSION: it is of a version before 0.2.0 or
 * after this one, or of a machine with another byte order; ERROR_IO, ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_scratch_find(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                                const tilepdb_scratch_options *scratch, int *level,
                                                tilepdb_error *error);

/* Removes what an earlier call for this table left in the directory, unless another process uses
 * it.
 */
TILEPDB_API void tilepdb_scratch_clean(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                       const tilepdb_scratch_options *scratch);

/* Generates a table in the scratch directory and writes it to `path`, atomically. An earlier call
 * for this table is resumed. options->memory_limit is the memory that is used; 0: three quarters of
 * what is available. `options`, `save` and `info`, which gets what was counted, may be NULL. The
 * statuses of tilepdb_table_generate, tilepdb_table_save and tilepdb_scratch_find. ERROR_TOO_LARGE:
 * the limit is below memory_least; ERROR_IO: also if the disk is too small, before anything is
 * written if the system tells; ERROR_CHECKSUM: a scratch file was altered. After an error other
 * than ERROR_ENCODING the scratch files stay, and the file at `path` is unchanged. */
TILEPDB_API tilepdb_status tilepdb_table_generate_file(
    const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
    const tilepdb_generate_options *options, const tilepdb_save_options *save,
    const tilepdb_scratch_options *scratch, tilepdb_table_info *info, tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
