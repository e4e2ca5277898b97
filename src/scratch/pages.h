/*
 * The buffer pool of a scratch store: which pages are in memory or in transfer, and where each lies
 * in the scratch file.
 *
 * Memory is a pool of frames. A page stays in its frame while it is pinned, and then until another
 * page takes the frame. The page that was unpinned last is evicted first: levels pass over the
 * pages in circles, so the others are needed earlier.
 *
 * The file is an array of slots. A changed page is written to a free slot. Its old slot is kept
 * until the pages are committed: whenever the process dies, the slots of the last complete level
 * are whole. A page that was never written has no slot, and is 0.
 *
 * Thread safety: one thread calls; scratch/scratch_file.h transfers in the background.
 */
#ifndef TILEPDB_SCRATCH_PAGES_H
#define TILEPDB_SCRATCH_PAGES_H

#include "scratch/scratch_file.h"
#include "scratch/scratch_plan.h"

#define SCRATCH_NONE UINT32_MAX

struct scratch_page {
    uint32_t frame;        /* SCRATCH_NONE: not in memory */
    uint32_t slot;         /* SCRATCH_NONE: all 0 */
    uint64_t pinned_until; /* the last stage that needs it */
    uint32_t idle_before, idle_after;
    bool idle; /* in a frame, not pinned */
    bool in_transfer;
    struct scratch_request request;
};

struct scratch_pages {
    const struct scratch_plan *plan;
    struct scratch_file *file;
    uint32_t count; /* arrays * blocks; page array * blocks + block */
    struct scratch_page *page;
    uint8_t *pool;
    size_t pool_bytes;
    uint32_t *free_frames, free_frame_count;
    uint32_t *pinned, pinned_count; /* pages in frames that are not idle */
    uint32_t idle_last;             /* the page that was unpinned last */
    uint32_t slot_count;            /* of the file, used or free */
    uint32_t *free_slots, free_slot_count;
    uint32_t *retired, retired_count; /* slots that are free once the pages are committed */
};

/* A pool without pages in memory or slots. `plan` and `file` are borrowed. ERROR_MEMORY. */
tilepdb_status scratch_pages_init(struct scratch_pages *pages, const struct scratch_plan *plan,
                                  struct scratch_file *file, uint32_t frames, tilepdb_error *error);

/* Accepts zeroed pages. No page may be in transfer. */
void scratch_pages_free(struct scratch_pages *pages);

/* Frees all frames. No page may be in transfer or pinned afterwards. */
void scratch_pages_free_frames(struct scratch_pages *pages);

/* Lists the free slots after the pages were read from a state. Returns false if two pages have the
 * same slot. */
bool scratch_pages_restore(struct scratch_pages *pages);

/* Unpins the pages that are not needed from `stage` on. */
void scratch_pages_unpin(struct scratch_pages *pages, uint64_t stage);

/* Pins a page until `stage`, and begins to read it if necessary. Returns false if no frame is free.
 */
bool scratch_page_pin(struct scratch_pages *pages, uint32_t id, uint64_t stage);

/* Waits until the transfer of a pinned page is done; then it may be read and changed. */
uint32_t *scratch_page_wait(struct scratch_pages *pages, uint32_t id);

/* Waits for one page in transfer, so that a frame becomes free. Returns false if there is none. */
bool scratch_pages_wait_any(struct scratch_pages *pages);

/* Begins to write a pinned page that was changed. It may be read meanwhile. */
void scratch_page_write(struct scratch_pages *pages, uint32_t id);

static inline uint32_t *scratch_page_memory(const struct scratch_pages *pages, uint32_t id) {
    return (uint32_t *)(void *)(pages->pool + pages->page[id].frame * pages->plan->page_bytes);
}

/* Frees the old slots, after the state that has the new ones was published. */
void scratch_pages_commit(struct scratch_pages *pages);

/* The bytes that a pool takes beside its frames. */
uint64_t scratch_pages_need(const struct scratch_plan *plan);

#endif
