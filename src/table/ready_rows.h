/*
 * A bitmap of the rows of a table that may be read, in one process or shared by processes
 * (base/comm.h), which claim a frame so that only one reads it. A claim is no lock: after
 * READY_TIMEOUT another process also reads the frame, and writes equal bytes.
 *
 * Thread safety: any number of threads and processes may call every function.
 */
#ifndef TILEPDB_TABLE_READY_ROWS_H
#define TILEPDB_TABLE_READY_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"

#define READY_BITS 32

/* Seconds that a process waits for another to read a frame, and between polls. */
#define READY_TIMEOUT      1.0
#define READY_POLL_SECONDS 1e-4

/* Pointers into memory that is zeroed before the first use. */
struct ready_rows {
    uint32_t *rows;    /* bit r & 31 of word r >> 5 is set if row r may be read */
    uint32_t *claimed; /* bitmap of frames; NULL if rows are not shared */
    uint64_t *frames;  /* number of frames whose rows may be read */
};

static inline size_t ready_words(uint64_t bits) {
    return (size_t)(bits / READY_BITS + 1);
}

/* Returns 0 if the bytes exceed the address space. */
static inline size_t ready_rows_bytes(uint64_t rows, uint64_t frames) {
    if ((rows + frames) / 8 >= SIZE_MAX / 2) return 0;
    return sizeof(uint64_t) + (ready_words(rows) + ready_words(frames)) * sizeof(uint32_t);
}

/* `memory` is aligned to 8 bytes. */
static inline void ready_rows_place(struct ready_rows *ready, uint64_t rows, void *memory,
                                    bool shared) {
    ready->frames = memory;
    ready->rows = (uint32_t *)(ready->frames + 1);
    ready->claimed = shared ? ready->rows + ready_words(rows) : NULL;
}

static inline bool ready_rows_has(const struct ready_rows *ready, uint64_t row) {
    return __atomic_load_n(&ready->rows[row / READY_BITS], __ATOMIC_ACQUIRE) >> row % READY_BITS &
           1u;
}

static inline uint64_t ready_rows_frames(const struct ready_rows *ready) {
    return __atomic_load_n(ready->frames, __ATOMIC_ACQUIRE);
}

/* Publishes the rows of a frame. The release pairs with the acquire in ready_rows_has and
 * table_row_ready. Only the first publication of a frame counts it. */
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

/* Returns true if the caller should read the frame. */
static inline bool ready_rows_claim(const struct ready_rows *ready, uint64_t frame) {
    if (!ready->claimed) return true;
    const uint32_t bit = ready_frame_bit(frame);
    return !(__atomic_fetch_or(&ready->claimed[frame / READY_BITS], bit, __ATOMIC_RELAXED) & bit);
}

static inline bool ready_rows_claimed(const struct ready_rows *ready, uint64_t frame) {
    return ready->claimed &&
           __atomic_load_n(&ready->claimed[frame / READY_BITS], __ATOMIC_RELAXED) &
               ready_frame_bit(frame);
}

/* Gives up the claim on a frame that could not be read. */
static inline void ready_rows_release(const struct ready_rows *ready, uint64_t frame) {
    if (ready->claimed)
        __atomic_fetch_and(&ready->claimed[frame / READY_BITS], ~ready_frame_bit(frame),
                           __ATOMIC_RELAXED);
}

/* Returns false if the row is not ready after READY_TIMEOUT. */
static inline bool ready_rows_await(const struct ready_rows *ready, uint64_t row) {
    for (double waited = 0; waited < READY_TIMEOUT; waited += READY_POLL_SECONDS) {
        if (ready_rows_has(ready, row)) return true;
        clock_sleep(READY_POLL_SECONDS);
    }
    return ready_rows_has(ready, row);
}

#endif
