#include "scratch/pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* A page has one slot, and a second one while a level writes it. */
static uint32_t slots_max(const struct scratch_plan *plan) {
    return 2 * plan->arrays * plan->block_count;
}

tilepdb_status scratch_pages_init(struct scratch_pages *pages, const struct scratch_plan *plan,
                                  struct scratch_file *file, uint32_t frames,
                                  tilepdb_error *error) {
    const uint32_t count = plan->arrays * plan->block_count, slots = slots_max(plan);
    *pages = (struct scratch_pages){
        .plan = plan, .file = file, .count = count, .idle_last = SCRATCH_NONE};
    if (frames > count) frames = count;
    pages->pool_bytes = frames * plan->page_bytes;
    pages->page = calloc(count, sizeof *pages->page);
    pages->pool = memory_pages(pages->pool_bytes);
    pages->free_frames = malloc(frames * sizeof *pages->free_frames);
    pages->pinned = malloc(count * sizeof *pages->pinned);
    pages->free_slots = malloc(slots * sizeof *pages->free_slots);
    pages->retired = malloc(slots * sizeof *pages->retired);
    if (!pages->page || !pages->pool || !pages->free_frames || !pages->pinned ||
        !pages->free_slots || !pages->retired) {
        scratch_pages_free(pages);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the pages of sets");
    }
    for (uint32_t id = 0; id < count; id++)
        pages->page[id].frame = pages->page[id].slot = SCRATCH_NONE;
    while (pages->free_frame_count < frames) {
        pages->free_frames[pages->free_frame_count] = frames - 1 - pages->free_frame_count;
        pages->free_frame_count++;
    }
    return TILEPDB_OK;
}

void scratch_pages_free_frames(struct scratch_pages *pages) {
    memory_pages_free(pages->pool, pages->pool_bytes);
    pages->pool = NULL;
}

void scratch_pages_free(struct scratch_pages *pages) {
    scratch_pages_free_frames(pages);
    free(pages->page);
    free(pages->free_frames);
    free(pages->pinned);
    free(pages->free_slots);
    free(pages->retired);
    *pages = (struct scratch_pages){0};
}

/* ---- slots ----------------------------------------------------------------------------------- */

bool scratch_pages_restore(struct scratch_pages *pages) {
    pages->slot_count = pages->free_slot_count = 0;
    for (uint32_t id = 0; id < pages->count; id++)
        if (pages->page[id].slot != SCRATCH_NONE && pages->page[id].slot >= pages->slot_count)
            pages->slot_count = pages->page[id].slot + 1;
    /* `retired` is empty here: its memory marks used slots. */
    memset(pages->retired, 0, pages->slot_count * sizeof *pages->retired);
    for (uint32_t id = 0; id < pages->count; id++)
        if (pages->page[id].slot != SCRATCH_NONE && pages->retired[pages->page[id].slot]++)
            return false;
    for (uint32_t slot = pages->slot_count; slot-- > 0;)
        if (!pages->retired[slot]) pages->free_slots[pages->free_slot_count++] = slot;
    return true;
}

static uint32_t slot_take(struct scratch_pages *pages) {
    if (pages->free_slot_count) return pages->free_slots[--pages->free_slot_count];
    return pages->slot_count++;
}

void scratch_pages_commit(struct scratch_pages *pages) {
    while (pages->retired_count)
        pages->free_slots[pages->free_slot_count++] = pages->retired[--pages->retired_count];
}

/* ---- frames ---------------------------------------------------------------------------------- */

static void idle_add(struct scratch_pages *pages, uint32_t id) {
    struct scratch_page *page = pages->page + id;
    page->idle = true;
    page->idle_before = pages->idle_last;
    page->idle_after = SCRATCH_NONE;
    if (pages->idle_last != SCRATCH_NONE) pages->page[pages->idle_last].idle_after = id;
    pages->idle_last = id;
}

static void idle_remove(struct scratch_pages *pages, uint32_t id) {
    struct scratch_page *page = pages->page + id;
    page->idle = false;
    if (page->idle_before != SCRATCH_NONE)
        pages->page[page->idle_before].idle_after = page->idle_after;
    if (page->idle_after != SCRATCH_NONE)
        pages->page[page->idle_after].idle_before = page->idle_before;
    else
        pages->idle_last = page->idle_before;
}

static bool transfer_done(struct scratch_page *page) {
    if (page->in_transfer && scratch_request_done(&page->request)) page->in_transfer = false;
    return !page->in_transfer;
}

void scratch_pages_unpin(struct scratch_pages *pages, uint64_t stage) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < pages->pinned_count; i++) {
        const uint32_t id = pages->pinned[i];
        if (pages->page[id].pinned_until < stage && transfer_done(&pages->page[id]))
            idle_add(pages, id);
        else
            pages->pinned[left++] = id;
    }
    pages->pinned_count = left;
}

static uint32_t frame_take(struct scratch_pages *pages) {
    if (pages->free_frame_count) return pages->free_frames[--pages->free_frame_count];
    const uint32_t id = pages->idle_last;
    if (id == SCRATCH_NONE) return SCRATCH_NONE;
    idle_remove(pages, id);
    const uint32_t frame = pages->page[id].frame;
    pages->page[id].frame = SCRATCH_NONE;
    return frame;
}

/* ---- transfers ------------------------------------------------------------------------------- */

static void transfer_begin(struct scratch_pages *pages, uint32_t id, bool write) {
    struct scratch_page *page = pages->page + id;
    page->in_transfer = true;
    page->request.memory = scratch_page_memory(pages, id);
    page->request.bytes = pages->plan->page_bytes;
    page->request.offset = page->slot * (uint64_t)pages->plan->page_bytes;
    page->request.write = write;
    scratch_file_submit(pages->file, &page->request);
}

bool scratch_page_pin(struct scratch_pages *pages, uint32_t id, uint64_t stage) {
    struct scratch_page *page = pages->page + id;
    if (page->frame == SCRATCH_NONE) {
        page->frame = frame_take(pages);
        if (page->frame == SCRATCH_NONE) return false;
        if (page->slot == SCRATCH_NONE)
            memset(scratch_page_memory(pages, id), 0, pages->plan->page_bytes);
        else
            transfer_begin(pages, id, false);
        pages->pinned[pages->pinned_count++] = id;
    } else if (page->idle) {
        idle_remove(pages, id);
        pages->pinned[pages->pinned_count++] = id;
    }
    if (page->pinned_until < stage) page->pinned_until = stage;
    return true;
}

uint32_t *scratch_page_wait(struct scratch_pages *pages, uint32_t id) {
    struct scratch_page *page = pages->page + id;
    if (page->in_transfer) scratch_file_wait(pages->file, &page->request);
    page->in_transfer = false;
    return scratch_page_memory(pages, id);
}

bool scratch_pages_wait_any(struct scratch_pages *pages) {
    for (uint32_t i = 0; i < pages->pinned_count; i++) {
        const struct scratch_page *page = pages->page + pages->pinned[i];
        if (!page->in_transfer) continue;
        scratch_page_wait(pages, pages->pinned[i]);
        return true;
    }
    return false;
}

void scratch_page_write(struct scratch_pages *pages, uint32_t id) {
    struct scratch_page *page = pages->page + id;
    if (page->slot != SCRATCH_NONE) pages->retired[pages->retired_count++] = page->slot;
    page->slot = slot_take(pages);
    transfer_begin(pages, id, true);
}

uint64_t scratch_pages_need(const struct scratch_plan *plan) {
    const uint64_t count = plan->arrays * (uint64_t)plan->block_count;
    return count * (sizeof(struct scratch_page) + 2 * sizeof(uint32_t)) +
           2 * slots_max(plan) * (uint64_t)sizeof(uint32_t);
}
