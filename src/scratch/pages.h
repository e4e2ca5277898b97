/*
 * The buffer pool of a scratch store: pages in memory and in the scratch file. One thread makes all
 * calls; scratch_file.h transfers in the background.
 *
 * A page stays in its frame of memory while pinned, and then until another page takes the frame.
 * The page unpinned last is evicted first: levels pass over the pages in circles, and need other
 * idle pages earlier.
 *
 * The file is an array of slots. A changed page is written to a free slot, and its old slot is kept
 * until the commit. So the slots of the last committed level are intact whenever the process dies.
 */
#ifndef TILEPDB_SCRATCH_PAGES_H
#define TILEPDB_SCRATCH_PAGES_H

#include "scratch/scratch_file.h"
#include "scratch/scratch_plan.h"

#define SCRATCH_NONE UINT32_MAX

struct scratch_page {
    uint32_t frame;        /* SCRATCH_NONE: not in memory */
    uint32_t slot;         /* SCRATCH_NONE: all bytes are 0 */
    uint64_t pinned_until; /* last stage that needs the page */
    uint32_t idle_before, idle_after;
    bool idle;
    bool in_transfer;
    struct scratch_request request;
};

struct scratch_pages {
    const struct scratch_plan *plan;
    struct scratch_file *file;
    uint32_t count; /* arrays * blocks; the id of a page is array * blocks + block */
    struct scratch_page *page;
    uint8_t *pool;
    size_t pool_bytes;
    uint32_t *free_frames, free_frame_count;
    uint32_t *pinned, pinned_count;
    uint32_t idle_last;
    uint32_t slot_count;
    uint32_t *free_slots, free_slot_count;
    uint32_t *retired, retired_count; /* slots that become free at the commit */
};

/* Borrows `plan` and `file`. Returns ERROR_MEMORY. */
tilepdb_status scratch_pages_init(struct scratch_pages *pages, const struct scratch_plan *plan,
                                  struct scratch_file *file, uint32_t frames, tilepdb_error *error);

/* No page may be in transfer. */
void scratch_pages_free(struct scratch_pages *pages);

/* Frees the frames, but keeps the slots. No page may be in transfer, or pinned afterwards. */
void scratch_pages_free_frames(struct scratch_pages *pages);

/* Finds free slots. Returns false if two pages have one slot. */
bool scratch_pages_restore(struct scratch_pages *pages);

/* Unpins pages whose last stage is before `stage`, except pages in transfer. */
void scratch_pages_unpin(struct scratch_pages *pages, uint64_t stage);

/* Pins a page until the end of `stage`; starts reading if necessary. Returns false if all frames
 * are pinned. */
bool scratch_page_pin(struct scratch_pages *pages, uint32_t id, uint64_t stage);

/* Waits for a pinned page, which then may be read and changed. */
uint32_t *scratch_page_wait(struct scratch_pages *pages, uint32_t id);

/* Waits for one transfer. Returns false if no page is in transfer. */
bool scratch_pages_wait_any(struct scratch_pages *pages);

/* Starts writing a pinned page, which may be read meanwhile. */
void scratch_page_write(struct scratch_pages *pages, uint32_t id);

static inline uint32_t *scratch_page_memory(const struct scratch_pages *pages, uint32_t id) {
    return (uint32_t *)(void *)(pages->pool + pages->page[id].frame * pages->plan->page_bytes);
}

/* Frees retired slots, once the state with the new slots is published. */
void scratch_pages_commit(struct scratch_pages *pages);

uint64_t scratch_pages_need(const struct scratch_plan *plan);

#endif
