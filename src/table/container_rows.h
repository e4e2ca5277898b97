/*
 * The rows of an open file, loaded on first use.
 *
 * The row of a code is at code * row_bytes: in the mapped file if all frames are stored, otherwise
 * in an arena, which processes may share. The first thread that needs a row checks and inflates its
 * frame and publishes all rows of the frame in a bitmap (ready_rows.h); other threads wait.
 *
 * Thread safety: any number of threads may load and query rows.
 */
#ifndef TILEPDB_TABLE_CONTAINER_ROWS_H
#define TILEPDB_TABLE_CONTAINER_ROWS_H

#include "base/comm.h"
#include "table/container.h"
#include "tilepdb_tables.h"

struct container_rows;

/* Takes over and zeroes `head`, also on failure; `map` must outlive the rows. Returns
 * ERROR_MEMORY. */
tilepdb_status container_rows_create(struct container_rows **rows, const struct file_map *map,
                                     const char *path, struct container_head *head,
                                     tilepdb_error *error);

/* No thread may use the rows. */
void container_rows_free(struct container_rows *rows);

/* Shares inflated rows with the processes of `node` if possible. Only rank 0 of `node` promotes
 * rows, unless sharing failed. Called right after container_rows_create; `node` must outlive the
 * rows. */
void container_rows_share(struct container_rows *rows, const tilepdb_node *node);

const uint8_t *container_rows_entries(const struct container_rows *rows);

/* Bit c & 31 of word c >> 5 is set, with release, once the row of code c may be read. */
const uint32_t *container_rows_ready(const struct container_rows *rows);

bool container_rows_all_ready(const struct container_rows *rows);

/* Estimates the time for one core to load the remaining rows. */
double container_rows_rest_seconds(const struct container_rows *rows);

/* Returns false if the frame cannot be read or any frame has failed. */
bool container_rows_load(struct container_rows *rows, uint32_t code);

/* Loads all rows; inflated rows lie in huge pages if possible. `options` may be NULL. Returns
 * ERROR_CHECKSUM or ERROR_FORMAT of the first bad frame, for any number of threads;
 * ERROR_MEMORY, CANCELLED. */
tilepdb_status container_rows_load_all(struct container_rows *rows,
                                       const tilepdb_open_options *options, tilepdb_error *error);

/* Loads remaining frames until *stop (atomic) is set. Skips frames that fail. Does nothing if
 * memory is short. */
void container_rows_load_rest(struct container_rows *rows, const bool *stop);

/* Estimates the longest time that one core takes to move the remaining rows, without loading. */
double container_rows_promote_seconds(const struct container_rows *rows);

/* Promotes the rows: loads them, and moves them into huge pages at the same addresses. Stops
 * when *stop (atomic) is set; another call resumes. Other threads may load and read meanwhile;
 * concurrent promotions wait. Does nothing if memory is short. */
void container_rows_promote(struct container_rows *rows, const bool *stop);

/* Returns the first failure to load a frame, or OK. */
tilepdb_status container_rows_failure(struct container_rows *rows, tilepdb_error *error);

#endif
