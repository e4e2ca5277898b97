/*
 * A store with its sets in a scratch file, for tables whose sets are larger than memory.
 *
 * Order: a level writes sets of one parity, and reads sets of the other parity that enter them. A
 * move changes the sum of a mask's cell numbers by 1 or by the width of the board. So if masks are
 * ordered by this sum, the sets that enter a run of masks lie in a window that moves along; on 5x5
 * it has a quarter of a parity's sets. A level reads each set at most once, in large pieces, with
 * only window and run in memory.
 *
 * Masks are ordered by parity, sum and rank, and cut into blocks. Each array of the store (a side
 * or a plane) has a page for each block, all of one size. At each block, a level waits for its
 * pages, writes changed pages of the previous block, and prefetches pages of the next blocks.
 *
 * Memory: a page stays in its frame while pinned, and then until another page takes the frame. The
 * page unpinned last is evicted first, since levels pass over the pages in circles.
 *
 * File: a changed page is written to a free slot, and its old slot is kept until the state file is
 * published, after each level. So the last complete level is intact whenever the process dies. A
 * generation can be resumed with other memory and threads, and on machines of the same byte order.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_STORE_H
#define TILEPDB_SCRATCH_SCRATCH_STORE_H

#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/store.h"

/* ---- the scratch file ------------------------------------------------------------------------ */

/*
 * A file that its own threads read and write in large pieces. Transfers bypass the page cache if
 * the file system permits (O_DIRECT), or drop their bytes from it. Addresses, offsets and sizes are
 * multiples of SCRATCH_ALIGNMENT. After a failure nothing is transferred. Any thread may call
 * scratch_file_read and scratch_file_write; other functions belong to one thread.
 */
struct scratch_file;

#define SCRATCH_ALIGNMENT ((size_t)4096) /* for direct transfers */

/* Creates the file if necessary, locks it if the file system can, and sets `*size` to its bytes.
 * Returns ERROR_IO if it cannot be opened, is not regular, or is in use; ERROR_MEMORY. */
tilepdb_status scratch_file_open(struct scratch_file **file, const char *path, uint64_t *size,
                                 tilepdb_error *error);

void scratch_file_close(struct scratch_file *file);

/* Transfer in the calling thread. Return false after any failure. */
bool scratch_file_read(struct scratch_file *file, void *memory, size_t bytes, uint64_t offset);
bool scratch_file_write(struct scratch_file *file, const void *memory, size_t bytes,
                        uint64_t offset);

/* Waits for all requests and syncs. Like scratch_file_failure, returns OK or the first failure:
 * ERROR_IO, ERROR_CHECKSUM. */
tilepdb_status scratch_file_sync(struct scratch_file *file, tilepdb_error *error);
tilepdb_status scratch_file_failure(struct scratch_file *file, tilepdb_error *error);

void scratch_file_truncate(struct scratch_file *file, uint64_t bytes);

/* Returns aligned zeros for memory_aligned_free; NULL without memory. */
void *scratch_memory(size_t bytes);

/* ---- the order of masks ---------------------------------------------------------------------- */

/* The masks order[first .. end - 1]; sets that enter them are in blocks window_first .. window_end
 * - 1. */
struct scratch_block {
    uint32_t first, end;
    uint32_t window_first, window_end;
};

/* Immutable; depends only on pattern and kind. */
struct scratch_plan {
    uint32_t arrays; /* 2 with the encoding bit */
    uint32_t block_count;
    struct scratch_block *blocks; /* [block_count] parity 0 first */
    uint32_t *order;              /* [mask] */
    struct store_place *place;    /* [cohort] */
    struct store_place *columns;  /* [mask] if projected, otherwise NULL */
    size_t page_bytes;            /* a multiple of SCRATCH_ALIGNMENT */
    uint32_t window_max;
    uint32_t parity_max; /* blocks of the larger parity */
};

/* Returns ERROR_MEMORY, and the statuses of edge_list_init. */
tilepdb_status scratch_plan_init(struct scratch_plan *plan, const struct index *index,
                                 const struct move_set *moves, tilepdb_kind kind,
                                 tilepdb_error *error);

void scratch_plan_free(struct scratch_plan *plan);

/* Returns the bytes of plan and store without frames. */
uint64_t scratch_plan_need(const struct scratch_plan *plan, const struct index *index);

uint32_t scratch_frames_min(const struct scratch_plan *plan);

uint64_t scratch_sets_max_bytes(const struct scratch_plan *plan);

/* ---- the store ------------------------------------------------------------------------------- */

/* Creates a store that owns all masks, with the sets of the state file, or empty sets if it is
 * missing. Borrows all except `error`; `table` needs only info and index. Returns the failures of
 * scratch_file_open and scratch_state_level, ERROR_FORMAT for incomplete sets, and ERROR_MEMORY. */
tilepdb_status scratch_store_create(struct store **store, const struct tilepdb_table *table,
                                    const struct scratch_plan *plan, uint32_t frames,
                                    const char *sets_path, const char *state_path,
                                    tilepdb_error *error);

/* Copies the columns of `to`, a store in memory, from a finished store to the first `planes` planes
 * of `to`. `buffers` has a multiple of SCRATCH_ALIGNMENT for each thread, at least page_bytes.
 * Returns the failures of the scratch file. */
tilepdb_status scratch_store_columns(struct store *store, const struct store *to, unsigned planes,
                                     uint8_t *buffers, int threads, tilepdb_error *error);

/* Reads the last complete level from a state file. Returns ERROR_NOT_FOUND; ERROR_FORMAT if the
 * file is no state or of another table; ERROR_CHECKSUM if it was altered; ERROR_VERSION if its
 * version is before 0.2.0 or after this one, or for another byte order; ERROR_IO, ERROR_MEMORY. */
tilepdb_status scratch_state_level(const char *path, const tilepdb_pattern *pattern,
                                   tilepdb_kind kind, int *level, tilepdb_error *error);

#endif
