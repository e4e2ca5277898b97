/*
 * The pages of a scratch store: which are in memory, which are on their way, and where in the
 * scratch file each lies.
 *
 * Memory is a pool of frames. A page is in a frame while it is in use, and as long after as no
 * other wants the frame; of those out of use the latest is given up first, since levels pass over
 * the pages in circles, and the earliest will be met again first.
 *
 * The file is a row of slots. A page that has changed is written to a free slot, never over its old
 * one, and that stays as it is until the pages are committed: whenever a process dies, the slots of
 * the last complete level are whole. A page that was never written has no slot, and is 0.
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
    uint64_t pinned_until; /* the last stage that wants it */
    uint32_t idle_before, idle_after;
    bool idle; /* in a frame and out of use */
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
    uint32_t idle_last;             /* the latest out of use */
    uint32_t slot_count;            /* of the file, used or free */
    uint32_t *free_slots, free_slot_count;
    uint32_t *retired, retired_count; /* slots that are free once the pages are committed */
};

/* No page is in memory, and none has a slot. `plan` and `file` are borrowed. ERROR_MEMORY. */
tilepdb_status scratch_pages_init(struct scratch_pages *pages, const struct scratch_plan *plan,
                                  struct scratch_file *file, uint32_t frames, tilepdb_error *error);

/* Accepts zeroed pages. Nothing may be under way. */
void scratch_pages_free(struct scratch_pages *pages);

/* Gives the memory of all frames back, when nothing is under way; no page may be wanted then. */
void scratch_pages_free_frames(struct scratch_pages *pages);

/* After the slots of the pages were set from outside: counts which are free. False: pages share
 * one. */
bool scratch_pages_restore(struct scratch_pages *pages);

/* Unpins pages that no stage from `stage` on needs. */
void scratch_pages_unpin(struct scratch_pages *pages, uint64_t stage);

/* Begins to bring a page into memory for the stages up to `stage`. False: there is no frame for it
 * now. */
bool scratch_page_pin(struct scratch_pages *pages, uint32_t id, uint64_t stage);

/* Waits until a wanted page is there, and until it may be changed if it was being written. */
uint32_t *scratch_page_wait(struct scratch_pages *pages, uint32_t id);

/* Waits for one page that is being written, so that a frame comes free. False: there is none. */
bool scratch_pages_wait_any(struct scratch_pages *pages);

/* Begins to write a page that is in use and was changed. It may be read meanwhile. */
void scratch_page_write(struct scratch_pages *pages, uint32_t id);

static inline uint32_t *scratch_page_memory(const struct scratch_pages *pages, uint32_t id) {
    return (uint32_t *)(void *)(pages->pool + pages->page[id].frame * pages->plan->page_bytes);
}

/* All is written and was published: the old slots are free. */
void scratch_pages_commit(struct scratch_pages *pages);

/* The bytes of the bookkeeping. */
uint64_t scratch_pages_need(const struct scratch_plan *plan);

#endif
