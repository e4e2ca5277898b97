/*
 * The rows of an open file, made ready when they are first touched.
 *
 * Every row is at its natural address, code * row_bytes from the first: in the map itself if
 * all frames are stored, otherwise in an arena whose pages take memory when a frame is inflated
 * into them, in this process or in memory that processes share. A bitmap records which rows may be
 * read. The first thread that needs a row of a frame reads the frame (checks it in place, or
 * inflates and checks it) and publishes the bits of all its rows; others that need it meanwhile
 * wait. docs/notes/tables.md gives the measurements behind this.
 *
 * Thread safety: any number of threads may load rows and query them at the same time.
 */
#ifndef TILEPDB_TABLE_CONTAINER_ROWS_H
#define TILEPDB_TABLE_CONTAINER_ROWS_H

#include "table/container.h"
#include "tilepdb_comm.h"

struct container_rows;

/* Makes the rows of a mapped file loadable; reads none. Takes over `head` and zeroes it, also on
 * failure; `map` must outlive the rows. *rows is released by container_rows_free. ERROR_MEMORY. */
tilepdb_status container_rows_create(struct container_rows **rows, const struct file_map *map,
                                     const char *path, struct container_head *head,
                                     tilepdb_error *error);

/* Accepts NULL. No thread may be in another call. */
void container_rows_free(struct container_rows *rows);

/* Shares the rows that are inflated with the processes of a machine, where that can be, and leaves
 * it to the first of these to move rows into huge pages of its own. Right after
 * container_rows_create; the node must outlive the rows. */
void container_rows_share(struct container_rows *rows, const tilepdb_node *node);

/* Where row 0 begins. */
const uint8_t *container_rows_entries(const struct container_rows *rows);

/* Bit c & 31 of word c >> 5 is set, with release, when the row of code c may be read. */
const uint32_t *container_rows_ready(const struct container_rows *rows);

/* Whether all rows may be read: one load, with acquire. */
bool container_rows_all_ready(const struct container_rows *rows);

/* What making the rest ready takes one core, roughly. */
double container_rows_rest_seconds(const struct container_rows *rows);

/* Makes the row of a code ready. False if its frame is corrupt or cannot be read, or if that
 * happened to another frame before: a table that failed once loads nothing more. */
bool container_rows_load(struct container_rows *rows, uint32_t code);

/* Makes all rows ready, in parallel, in huge pages where they are inflated. `options` may be NULL.
 * ERROR_CHECKSUM, ERROR_FORMAT (both of the first bad frame, for any number of threads),
 * ERROR_MEMORY, CANCELLED. */
tilepdb_status container_rows_load_all(struct container_rows *rows,
                                       const tilepdb_open_options *options, tilepdb_error *error);

/* Makes the rest ready, frame by frame, until *stop (atomic) is set. A frame that fails stays as it
 * is, for whoever needs it. Does nothing if that needs more memory than there is. */
void container_rows_load_rest(struct container_rows *rows, const bool *stop);

/* What moving the rows into huge pages takes one core, at most and roughly; and that itself, for
 * long searches: at the same addresses, in pieces, until *stop (atomic) is set; another call goes
 * on. What is inflated is all made ready first. Other threads may load and read meanwhile; one that
 * moves them, too, is waited for. Does nothing if there is not enough memory. */
double container_rows_promote_seconds(const struct container_rows *rows);
void container_rows_promote(struct container_rows *rows, const bool *stop);

/* TILEPDB_OK, or the failure of the first frame that a thread could not load. */
tilepdb_status container_rows_failure(struct container_rows *rows, tilepdb_error *error);

#endif
