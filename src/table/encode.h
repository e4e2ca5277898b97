/*
 * Encoding: from sets of arrangements, column by column, to the rows of a table, code by code
 * (table.h). It transposes bits, and the change of order comes free: each piece of a row is put
 * where its code belongs.
 */
#ifndef TILEPDB_TABLE_ENCODE_H
#define TILEPDB_TABLE_ENCODE_H

#include "table/rows.h"
#include "table/store.h"

/* Puts the columns that the store owns, of all rows, in pieces, into the sink. Other columns that
 * share a piece with them are 0. `levels` is what the search counted. ERROR_ENCODING: a distance
 * exceeds Manhattan by more than 30 (nibble). CANCELLED, ERROR_MEMORY. */
tilepdb_status entries_encode(const struct store *store, const struct index *index,
                              tilepdb_kind kind, int levels, const struct row_sink *sink,
                              const tilepdb_generate_options *options, tilepdb_error *error);

#endif
