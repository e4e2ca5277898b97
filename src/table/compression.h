/*
 * Compressed frames: zstd; a build without it reads and writes stored frames only.
 *
 * Thread safety: a compressor and an inflater belong to one thread at a time.
 */
#ifndef TILEPDB_TABLE_COMPRESSION_H
#define TILEPDB_TABLE_COMPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

/* Whether this build has zstd. */
bool compression_available(void);

struct compressor;

/* `level`: 1 .. 22. The caller owns the result. NULL: no memory, or no zstd. */
struct compressor *compressor_create(int level);

/* Accepts NULL. */
void compressor_free(struct compressor *compressor);

/* Compresses `bytes` bytes at `from` into `capacity` bytes at `to`; *size = 0: they do not fit.
 * ERROR_MEMORY, ERROR_INTERNAL. */
tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                              void *to, size_t capacity, size_t *size);

struct inflater;

/* The caller owns the result. NULL: no memory, or no zstd. */
struct inflater *inflater_create(void);

/* Accepts NULL. */
void inflater_free(struct inflater *inflater);

/* Inflates `size` bytes at `from` into at most `capacity` bytes at `to`; *bytes is the inflated
 * size. Returns NULL, or in static storage the reason why they are no compressed frame that fits.
 */
const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                         size_t capacity, size_t *bytes);

#endif
