/*
 * Which rows of a table may be read: a bitmap, of this process alone or of all processes that share
 * the rows (tilepdb_comm.h).
 *
 * Processes that share rows claim a frame before they read it, so that it is read once. A claim is
 * no lock: a process that has waited for long reads the frame as well, and writes the same bytes.
 *
 * Thread safety: any number of threads and processes may call every function at the same time.
 */
#ifndef TILEPDB_TABLE_READY_ROWS_H
#define TILEPDB_TABLE_READY_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"

#define READY_BITS 32 /* of a word of a bitmap */

/* How long another process may take for a frame, and the time between two polls. */
#define READY_TIMEOUT      1.0
#define READY_POLL_SECONDS 1e-4

/* Pointers into memory that is zero at first. */
struct ready_rows {
    uint32_t *rows;    /* bit c & 31 of word c >> 5: the row of code c may be read */
    uint32_t *claimed; /* a bitmap of frames; NULL: this process alone has the rows */
    uint64_t *frames;  /* the number of frames that are ready */
};

static inline size_t ready_words(uint64_t bits) {
    return (size_t)(bits / READY_BITS + 1);
}

/* The bytes of both bitmaps and the number; 0: too many for an address space. */
static inline size_t ready_rows_bytes(uint64_t rows, uint64_t frames) {
    if ((rows + frames) / 8 >= SIZE_MAX / 2) return 0;
    return sizeof(uint64_t) + (ready_words(rows) + ready_words(frames)) * sizeof(uint32_t);
}

/* Places them in `memory`, which is aligned to 8 bytes. */
static inline void ready_rows_place(struct ready_rows *ready, uint64_t rows, void *memory,
                                    bool shared) {
    ready->frames = memory;
    ready->rows = (uint32_t *)(ready->frames + 1);
    ready->claimed = shared ? ready->rows + ready_words(rows) : NULL;
}

/* Whether a row may be read; with acquire. */
static inline bool ready_rows_has(const struct ready_rows *ready, uint64_t row) {
    return __atomic_load_n(&ready->rows[row / READY_BITS], __ATOMIC_ACQUIRE) >> row % READY_BITS &
           1u;
}

static inline uint64_t ready_rows_frames(const struct ready_rows *ready) {
    return __atomic_load_n(ready->frames, __ATOMIC_ACQUIRE);
}

/* Publishes rows first .. end - 1 of a frame. Whoever sees a bit sees the row: release here,
 * acquire in ready_rows_has and table_row_ready. Of processes that read the same frame, the one
 * whose bit was first counts it. */
static inline void ready_rows_publish(const struct ready_rows *ready, uint64_t first,
                                      uint64_t end) {
    const uint32_t first_bit = UINT32_C(1) << first % READY_BITS;
    bool counts = false;
    for (uint64_t at = first, next; at < end; at = next) {
        const uint64_t word = at / READY_BITS;
        next = (word + 1) * READY_BITS;
        uint32_t bits = UINT32_MAX << at % READY_BITS;
        if (end < next) bits &= ~(UINT32_MAX << end % READY_BITS);
        const uint32_t before = __atomic_fetch_or(&ready->rows[word], bits, __ATOMIC_RELEASE);
        if (at == first) counts = !(before & first_bit);
    }
    if (counts) __atomic_fetch_add(ready->frames, 1, __ATOMIC_ACQ_REL);
}

/* ---- claims ---------------------------------------------------------------------------------- */

static inline uint32_t ready_frame_bit(uint64_t frame) {
    return UINT32_C(1) << frame % READY_BITS;
}

/* Claims a frame. Returns whether the caller is to read it; if not, another process does. */
static inline bool ready_rows_claim(const struct ready_rows *ready, uint64_t frame) {
    if (!ready->claimed) return true;
    const uint32_t bit = ready_frame_bit(frame);
    return !(__atomic_fetch_or(&ready->claimed[frame / READY_BITS], bit, __ATOMIC_RELAXED) & bit);
}

/* Whether a process has claimed the frame. Always false where nothing is shared. */
static inline bool ready_rows_claimed(const struct ready_rows *ready, uint64_t frame) {
    return ready->claimed &&
           __atomic_load_n(&ready->claimed[frame / READY_BITS], __ATOMIC_RELAXED) &
               ready_frame_bit(frame);
}

/* Gives the claim of a frame that could not be read to others. */
static inline void ready_rows_release(const struct ready_rows *ready, uint64_t frame) {
    if (ready->claimed)
        __atomic_fetch_and(&ready->claimed[frame / READY_BITS], ~ready_frame_bit(frame),
                           __ATOMIC_RELAXED);
}

/* Waits until a row may be read, READY_TIMEOUT at most; returns whether it may. */
static inline bool ready_rows_await(const struct ready_rows *ready, uint64_t row) {
    for (double waited = 0; waited < READY_TIMEOUT; waited += READY_POLL_SECONDS) {
        if (ready_rows_has(ready, row)) return true;
        clock_sleep(READY_POLL_SECONDS);
    }
    return ready_rows_has(ready, row);
}

#endif
