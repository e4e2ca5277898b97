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

/* Whether this build compresses and inflates. */
bool compression_available(void);

struct compressor;

/* `level`: 1 .. 22. NULL: no memory, or compression is not available. The caller owns it. */
struct compressor *compressor_create(int level);

/* Accepts NULL. */
void compressor_free(struct compressor *compressor);

/* Compresses `bytes` bytes at `from` into `capacity` bytes at `to`; *size = 0: they do not fit.
 * ERROR_MEMORY, ERROR_INTERNAL. */
tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                              void *to, size_t capacity, size_t *size);

struct inflater;

/* NULL: no memory, or compression is not available. The caller owns it. */
struct inflater *inflater_create(void);

/* Accepts NULL. */
void inflater_free(struct inflater *inflater);

/* Inflates `size` bytes at `from` into at most `capacity` bytes at `to`; *bytes is their
 * inflated size. Returns NULL, or the reason (static storage) if they are not a compressed frame
 * that fits. */
const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                         size_t capacity, size_t *bytes);

#endif
