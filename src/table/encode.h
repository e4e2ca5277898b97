/* The encoder transposes sets, column by column, into rows of a table (table.h). */
#ifndef TILEPDB_TABLE_ENCODE_H
#define TILEPDB_TABLE_ENCODE_H

#include "table/rows.h"
#include "table/store.h"

/* Puts the columns of a finished store into the sink, from any thread, in pieces of all rows.
 * Columns that the store does not own are 0 in these pieces. Returns ERROR_ENCODING if a distance
 * exceeds the Manhattan distance by more than 30 (nibble); CANCELLED, ERROR_MEMORY. */
tilepdb_status entries_encode(const struct store *store, int levels, const struct row_sink *sink,
                              const tilepdb_generate_options *options, tilepdb_error *error);

#endif
