/*
 * The rows of an open file, loaded when they are first needed.
 *
 * The row of a code is at code * row_bytes: in the mapped file if all frames are stored, otherwise
 * in an arena, of this process or shared by processes, whose pages take memory when a frame is
 * inflated into them. A bitmap (ready_rows.h) records which rows may be read. The first thread that
 * needs a row checks its frame, inflates it if necessary, and publishes all rows of the frame;
 * other threads that need it wait. docs/notes/tables.md has the measurements behind this.
 *
 * Thread safety: any number of threads may load and query rows at the same time.
 */
#ifndef TILEPDB_TABLE_CONTAINER_ROWS_H
#define TILEPDB_TABLE_CONTAINER_ROWS_H

#include "table/container.h"
#include "tilepdb_comm.h"

struct container_rows;

/* Creates the rows of a mapped file, none of them loaded. Takes `head` over and zeroes it, also on
 * failure; `map` must outlive the rows. ERROR_MEMORY. */
tilepdb_status container_rows_create(struct container_rows **rows, const struct file_map *map,
                                     const char *path, struct container_head *head,
                                     tilepdb_error *error);

/* Accepts NULL. No thread may be in another call. */
void container_rows_free(struct container_rows *rows);

/* Shares inflated rows with the processes of a node, if it can; rows that are not shared are moved
 * into huge pages by its rank 0 alone. To be called right after container_rows_create; the node
 * must outlive the rows. */
void container_rows_share(struct container_rows *rows, const tilepdb_node *node);

const uint8_t *container_rows_entries(const struct container_rows *rows);

/* The bitmap: bit c & 31 of word c >> 5 is set, with release, once the row of code c may be read.
 */
const uint32_t *container_rows_ready(const struct container_rows *rows);

/* Whether all rows may be read: one load, with acquire. */
bool container_rows_all_ready(const struct container_rows *rows);

/* About how long one core takes to load the remaining rows. */
double container_rows_rest_seconds(const struct container_rows *rows);

/* Loads the row of a code. Returns false if its frame is corrupt or cannot be read, or another
 * frame was: a table that has failed loads nothing more. */
bool container_rows_load(struct container_rows *rows, uint32_t code);

/* Loads all rows, in parallel; inflated ones into huge pages. `options` may be NULL. ERROR_CHECKSUM
 * and ERROR_FORMAT of the first bad frame, for any number of threads; ERROR_MEMORY, CANCELLED. */
tilepdb_status container_rows_load_all(struct container_rows *rows,
                                       const tilepdb_open_options *options, tilepdb_error *error);

/* Loads the remaining frames until *stop (atomic) is set. A frame that fails is skipped; the thread
 * that needs it reports the failure. Does nothing if memory is short. */
void container_rows_load_rest(struct container_rows *rows, const bool *stop);

/* About how long one core takes to promote the rows, at most. */
double container_rows_promote_seconds(const struct container_rows *rows);

/* Promotes the rows: moves them into huge pages, at the same addresses, for long searches. Loads
 * compressed rows first. Ends when *stop (atomic) is set; another call resumes. Other threads may
 * load and read meanwhile; another call that promotes is waited for. Does nothing if memory is
 * short. */
void container_rows_promote(struct container_rows *rows, const bool *stop);

/* TILEPDB_OK, or the first failure to load a frame. */
tilepdb_status container_rows_failure(struct container_rows *rows, tilepdb_error *error);

#endif
