/*
 * Encoding: from sets of arrangements, column by column in lexicographic order, to the rows of a
 * table, code by code (table.h). It transposes bits, and the change of order comes free:
 * each row is written where its code belongs.
 */
#ifndef TILEPDB_TABLE_ENCODE_H
#define TILEPDB_TABLE_ENCODE_H

#include "table/generate.h"

/* Writes all rows, `row_bytes` apart, to `entries`, which must be zeroed memory.
 * ERROR_ENCODING: a distance exceeds Manhattan by more than 30 (nibble). CANCELLED, ERROR_MEMORY.
 */
tilepdb_status entries_encode(const struct index *index, tilepdb_kind kind,
                              const struct distance_sets *sets, uint64_t row_bytes,
                              uint8_t *entries, const tilepdb_generate_options *options,
                              tilepdb_error *error);

#endif
