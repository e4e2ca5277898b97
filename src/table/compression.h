/*
 * Compression of frames with zstd. A build without zstd handles stored frames only. One thread at a
 * time uses a compressor or an inflater.
 */
#ifndef TILEPDB_TABLE_COMPRESSION_H
#define TILEPDB_TABLE_COMPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

bool compression_available(void);

struct compressor;

/* `level` is 1 .. 22. Returns NULL without memory or zstd. */
struct compressor *compressor_create(int level);

void compressor_free(struct compressor *compressor);

/* Sets *size to the compressed size, or to 0 if it exceeds `capacity`. Returns ERROR_MEMORY or
 * ERROR_INTERNAL. */
tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                              void *to, size_t capacity, size_t *size);

struct inflater;

/* Returns NULL without memory or zstd. */
struct inflater *inflater_create(void);

void inflater_free(struct inflater *inflater);

/* Sets *bytes to the inflated size. Returns NULL, or on failure the reason, a static string. */
const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                         size_t capacity, size_t *bytes);

#endif
