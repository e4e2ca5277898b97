/* See container_ready.h. */
#include "table/container_ready.h"

#include "base/memory.h"
#include "util/clock.h"

#define BITS 32

/* How long another process may take for a frame, and between two looks at it. */
#define CLAIM_SECONDS 1.0
#define LOOK_SECONDS  1e-4

static size_t words(uint64_t bits) {
    return (size_t)(bits / BITS + 1);
}

size_t container_ready_bytes(const struct container_head *head) {
    const uint64_t bits = head->rows + head->info.frame_count;
    return bits / 8 < SIZE_MAX / 2
               ? sizeof(uint64_t) +
                     (words(head->rows) + words(head->info.frame_count)) * sizeof(uint32_t)
               : 0;
}

void container_ready_place(struct container_ready *ready, const struct container_head *head,
                           void *memory, bool shared) {
    ready->frames = memory;
    ready->rows = (uint32_t *)(ready->frames + 1);
    ready->claimed = shared ? ready->rows + words(head->rows) : NULL;
}

/* Whoever sees a bit sees the row: release here, acquire in table_row_ready. Of processes that read
 * the frame at the same time, the one that was first counts it. */
void container_ready_publish(const struct container_ready *ready, uint64_t first, uint64_t end) {
    const uint32_t mine = UINT32_C(1) << first % BITS;
    bool counts = false;
    for (uint64_t at = first, next; at < end; at = next) {
        const uint64_t word = at / BITS;
        next = (word + 1) * BITS;
        uint32_t bits = UINT32_MAX << at % BITS;
        if (end < next) bits &= ~(UINT32_MAX << end % BITS);
        const uint32_t before = __atomic_fetch_or(&ready->rows[word], bits, __ATOMIC_RELEASE);
        if (at == first) counts = !(before & mine);
    }
    if (counts) __atomic_fetch_add(ready->frames, 1, __ATOMIC_ACQ_REL);
}

/* ---- claims ---------------------------------------------------------------------------------- */

static uint32_t frame_bit(uint64_t frame) {
    return UINT32_C(1) << frame % BITS;
}

bool container_ready_claim(const struct container_ready *ready, uint64_t frame) {
    if (!ready->claimed) return true;
    const uint32_t bit = frame_bit(frame);
    return !(__atomic_fetch_or(&ready->claimed[frame / BITS], bit, __ATOMIC_RELAXED) & bit);
}

bool container_ready_claimed(const struct container_ready *ready, uint64_t frame) {
    if (!ready->claimed) return false;
    return __atomic_load_n(&ready->claimed[frame / BITS], __ATOMIC_RELAXED) & frame_bit(frame);
}

void container_ready_release(const struct container_ready *ready, uint64_t frame) {
    if (ready->claimed)
        __atomic_fetch_and(&ready->claimed[frame / BITS], ~frame_bit(frame), __ATOMIC_RELAXED);
}

bool container_ready_await(const struct container_ready *ready, uint64_t row) {
    for (double waited = 0; waited < CLAIM_SECONDS; waited += LOOK_SECONDS) {
        if (container_ready_is(ready, row)) return true;
        clock_sleep(LOOK_SECONDS);
    }
    return container_ready_is(ready, row);
}
