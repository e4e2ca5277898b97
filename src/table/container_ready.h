/*
 * Which rows of an open file may be read: by this process alone, or by all that share the rows
 * (tilepdb_company.h).
 *
 * Processes that share rows claim a frame before they read it, so that it is read once. A claim is
 * no lock: who has waited for long reads the frame as well, and writes the same bytes.
 *
 * Thread safety: any number of threads and processes may call every function at the same time.
 */
#ifndef TILEPDB_TABLE_CONTAINER_READY_H
#define TILEPDB_TABLE_CONTAINER_READY_H

#include "table/container.h"

/* Views into memory that is zero at first. */
struct container_ready {
    uint32_t *rows;    /* bit c & 31 of word c >> 5: the row of code c may be read */
    uint32_t *claimed; /* the same of frames; NULL: this process alone has the rows */
    uint64_t *frames;  /* how many are ready */
};

/* The bytes that all this takes; 0: too many. */
size_t container_ready_bytes(const struct container_head *head);

/* Places it in memory, aligned to 8 bytes. */
void container_ready_place(struct container_ready *ready, const struct container_head *head,
                           void *memory, bool shared);

/* Whether a row may be read; with acquire. */
static inline bool container_ready_is(const struct container_ready *ready, uint64_t row) {
    return __atomic_load_n(&ready->rows[row / 32], __ATOMIC_ACQUIRE) >> row % 32 & 1u;
}

/* Rows first .. end - 1 of a frame may be read from now on. */
void container_ready_publish(const struct container_ready *ready, uint64_t first, uint64_t end);

/* Whether the caller is to read a frame; if not, another process does. */
bool container_ready_claim(const struct container_ready *ready, uint64_t frame);

/* Whether somebody was to read it. Always false where nothing is shared. */
bool container_ready_claimed(const struct container_ready *ready, uint64_t frame);

/* It could not be read: others may try. */
void container_ready_release(const struct container_ready *ready, uint64_t frame);

/* Waits until a row may be read, for a second at most; returns whether it may. */
bool container_ready_await(const struct container_ready *ready, uint64_t row);

#endif
