/*
 * The rows of an open file, loaded on first use: from the mapped file if all frames are stored,
 * otherwise into an arena, which processes may share. The first thread that needs a row checks or
 * inflates its frame, and publishes the frame's rows in a bitmap; others wait. Thread-safe.
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

/* No thread may use the rows, which may be NULL. */
void container_rows_free(struct container_rows *rows);

/* Shares inflated rows with the processes of `node` if possible. Then only rank 0 promotes rows,
 * also of stored files, unless `node` refused to share. Called right after container_rows_create;
 * `node` must outlive the rows. */
void container_rows_share(struct container_rows *rows, const tilepdb_node *node);

/* Row r is at r * row_bytes. Fixed after container_rows_share, like the bitmap. */
const uint8_t *container_rows_entries(const struct container_rows *rows);

/* Bit r & 31 of word r >> 5 is set, with release, once row r may be read. */
const uint32_t *container_rows_ready(const struct container_rows *rows);

bool container_rows_all_ready(const struct container_rows *rows);

/* Estimates the time of one core to load the remaining rows. */
double container_rows_rest_seconds(const struct container_rows *rows);

/* Loads the frame of row `code`. Returns false on failure, or if any load failed before. */
bool container_rows_load(struct container_rows *rows, uint32_t code);

/* Inflates rows into huge pages if possible. `options` may be NULL. Returns ERROR_CHECKSUM or
 * ERROR_FORMAT of the first bad frame, for any number of threads; ERROR_MEMORY, CANCELLED. */
tilepdb_status container_rows_load_all(struct container_rows *rows,
                                       const tilepdb_open_options *options, tilepdb_error *error);

/* Loads the remaining frames until *stop (atomic) is set or another call has failed. Skips bad
 * frames without recording a failure. Does nothing if inflated rows would take half of the
 * available memory. */
void container_rows_load_rest(struct container_rows *rows, const bool *stop);

/* Estimates the longest time of one core to move the remaining rows, without loading; 0 if another
 * rank promotes. */
double container_rows_promote_seconds(const struct container_rows *rows);

/* Loads the rows of an arena, then moves rows into huge pages at the same addresses. Stops when
 * *stop (atomic) is set; another call resumes. Other threads may load and read meanwhile;
 * concurrent promotions wait. Does nothing if another rank promotes, without huge pages, or if the
 * rows would take half of the available memory. */
void container_rows_promote(struct container_rows *rows, const bool *stop);

/* Returns the first failure of a load, or OK. */
tilepdb_status container_rows_failure(struct container_rows *rows, tilepdb_error *error);

#endif
