/*
 * Private to the container: where things are in a file (pdb/FORMAT.md), parts of messages, and the
 * meter that reports progress and handles cancellation.
 */
#ifndef TILEPDB_TABLE_CONTAINER_LAYOUT_H
#define TILEPDB_TABLE_CONTAINER_LAYOUT_H

#include <stdatomic.h>

#include "base/error.h"
#include "base/threads.h"
#include "tilepdb.h"
#include "util/clock.h"
#include "util/number.h"

#define MAGIC_BYTES 8
#define MAGIC       "\xF5TPDB\r\n\x1A"

/* Offsets in the header. */
enum {
    AT_VERSION = 8,
    AT_HEADER_BYTES = 12,
    AT_FILE_BYTES = 16,
    AT_WIDTH = 24,
    AT_HEIGHT = 25,
    AT_GOAL_BLANK = 26,
    AT_BLANK_POLICY = 27,
    AT_ENCODING = 28,
    AT_RESERVED_BYTE = 29,
    AT_INDEX = 30,
    AT_TILES = 32,
    AT_LEVELS = 36,
    AT_COLUMNS = 40,
    AT_ROW_BYTES = 48,
    AT_ROWS = 56,
    AT_ENTRIES = 64,
    AT_REACHABLE = 72,
    AT_FRAME_ROWS = 80,
    AT_FRAME_COUNT = 88,
    AT_CONTENT_HASH = 96,
    AT_RESERVED = 104,
    AT_HISTOGRAM = 128
};

/* Offsets in an entry of the frame table. */
enum {
    FRAME_AT_OFFSET = 0,
    FRAME_AT_SIZE = 8,
    FRAME_AT_CHECKSUM = 16,
    FRAME_AT_METHOD = 24,
    FRAME_AT_PAYLOAD_CHECK = 28,
    FRAME_ENTRY_BYTES = 32
};

enum { METHOD_STORED = 0, METHOD_ZSTD = 1 };

#define INDEX_NUMBERING   1
#define CHECKSUM_BYTES    8
#define PAYLOAD_ALIGNMENT 4096
#define CONTENT_BLOCK     ((uint64_t)1 << 18)

/* A compressed frame is at least 1/1024 of its rows, which limits the memory a file can ask for. */
#define FRAME_RATIO_MAX 1024

static inline uint64_t round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

static inline uint64_t payload_begin(uint64_t head_bytes) {
    return round_up(head_bytes, PAYLOAD_ALIGNMENT);
}

/* True if a frame of `bytes` bytes may be a zstd frame of `size` bytes. */
static inline bool zstd_size_allowed(uint64_t size, uint64_t bytes) {
    return size < bytes && size >= round_up(bytes, FRAME_RATIO_MAX) / FRAME_RATIO_MAX;
}

/* Puts the file's name before the sentence. */
static inline tilepdb_status container_named(tilepdb_status status, const char *path,
                                             tilepdb_error *error) {
    if (status == TILEPDB_OK || error == NULL) return status;
    return error_set(error, status, "'%s': %s", error_path(path), error->message);
}

/* Progress of one call. Any thread adds; the thread that made the call reports. */
struct meter {
    tilepdb_progress_fn progress; /* may be NULL */
    void *user;
    tilepdb_stage stage;
    uint64_t total;
    double began;
    double told;
    _Atomic uint64_t done;
    atomic_bool cancelled;
};

#define METER_SECONDS 0.05

static inline void meter_tell(struct meter *meter) {
    if (meter->progress == NULL || atomic_load(&meter->cancelled)) return;
    meter->told = clock_seconds();
    const tilepdb_progress progress = {.stage = meter->stage,
                                       .done = atomic_load(&meter->done),
                                       .total = meter->total,
                                       .seconds = meter->told - meter->began};
    if (!meter->progress(&progress, meter->user)) atomic_store(&meter->cancelled, true);
}

/* Reports once at the start, so that even the shortest work can be cancelled. */
static inline void meter_start(struct meter *meter) {
    meter->began = clock_seconds();
    meter_tell(meter);
}

/* Called by any thread of a team whose thread 0 made the call. */
static inline void meter_add(struct meter *meter, uint64_t bytes) {
    atomic_fetch_add(&meter->done, bytes);
    if (threads_index() != 0 || meter->progress == NULL) return;
    if (clock_seconds() - meter->told >= METER_SECONDS) meter_tell(meter);
}

static inline bool meter_cancelled(struct meter *meter) {
    return atomic_load_explicit(&meter->cancelled, memory_order_relaxed);
}

#endif
