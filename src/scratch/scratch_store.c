#include "scratch/scratch_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#define BLOCKS_PREFETCHED 4

static struct scratch_store *of(struct store *store) {
    return (struct scratch_store *)(void *)store;
}

uint32_t scratch_frames_min(const struct scratch_plan *plan) {
    return plan->window_max + 3 * plan->arrays;
}

/* A level writes one side and all planes of one parity to new slots. */
uint64_t scratch_sets_max_bytes(const struct scratch_plan *plan) {
    const uint64_t pages = plan->arrays * (uint64_t)plan->block_count;
    return (pages + (plan->arrays - 1) * (uint64_t)plan->parity_max) * plan->page_bytes;
}

/* ---- which pages ----------------------------------------------------------------------------- */

static uint32_t page_id(const struct scratch_store *scratch, unsigned array, uint32_t block) {
    return array * scratch->plan.block_count + block;
}

static unsigned side_of(int level) {
    return (unsigned)level >> 1 & 1u;
}

static unsigned arrays_of(const struct scratch_store *scratch, int level) {
    return scratch->plan.arrays > 2 ? 2 + distance_planes(level) : 2;
}

static uint32_t **pointer_of(struct scratch_store *scratch, unsigned array, uint32_t block) {
    uint32_t **pointers =
        array < 2 ? scratch->store.side_blocks[array] : scratch->store.plane_blocks[array - 2];
    return pointers + block;
}

typedef bool (*page_visit)(struct scratch_store *scratch, unsigned array, uint32_t block,
                           uint64_t stage);

static bool pages_visit(struct scratch_store *scratch, uint32_t block, uint64_t stage,
                        page_visit visit) {
    const struct scratch_block *about = scratch->plan.blocks + block;
    const unsigned arrays = arrays_of(scratch, scratch->level);
    for (unsigned array = 0; array < arrays; array++)
        if (!visit(scratch, array, block, stage)) return false;
    if (scratch->level == 0) return true;
    const unsigned side = side_of(scratch->level - 1);
    for (uint32_t b = about->window_first; b < about->window_end; b++)
        if (scratch->block_fresh[b] && !visit(scratch, side, b, stage)) return false;
    return true;
}

static bool page_prefetch(struct scratch_store *scratch, unsigned array, uint32_t block,
                          uint64_t stage) {
    return scratch_page_pin(&scratch->pages, page_id(scratch, array, block), stage);
}

/* Every page of the current block has a frame (scratch_frames_min), but pages in some may still be
 * written. */
static bool page_pin(struct scratch_store *scratch, unsigned array, uint32_t block,
                     uint64_t stage) {
    const uint32_t id = page_id(scratch, array, block);
    while (!scratch_page_pin(&scratch->pages, id, stage)) {
        if (!scratch_pages_wait_any(&scratch->pages)) return false;
        scratch_pages_unpin(&scratch->pages, stage);
    }
    return true;
}

static bool page_resolve(struct scratch_store *scratch, unsigned array, uint32_t block,
                         uint64_t stage) {
    (void)stage;
    *pointer_of(scratch, array, block) =
        scratch_page_wait(&scratch->pages, page_id(scratch, array, block));
    return true;
}

/* ---- staging --------------------------------------------------------------------------------- */

static bool block_changed(const struct scratch_store *scratch, uint32_t block) {
    const struct scratch_block *about = scratch->plan.blocks + block;
    const uint32_t *first_cohort = scratch->store.index->first_cohort;
    for (uint32_t i = about->first; i < about->end; i++) {
        const uint32_t rank = scratch->plan.order[i];
        for (uint32_t cohort = first_cohort[rank]; cohort < first_cohort[rank + 1]; cohort++)
            if (scratch->store.fresh[cohort]) return true;
    }
    return false;
}

static void block_leave(struct scratch_store *scratch) {
    const uint32_t block = scratch->block;
    scratch->block = SCRATCH_NONE;
    if (block == SCRATCH_NONE || !block_changed(scratch, block)) return;
    scratch_page_write(&scratch->pages, page_id(scratch, side_of(scratch->level), block));
    for (unsigned array = 2; array < arrays_of(scratch, scratch->level); array++)
        scratch_page_write(&scratch->pages, page_id(scratch, array, block));
}

static void blocks_prefetch(struct scratch_store *scratch, const uint32_t *ranks, uint32_t count) {
    uint64_t stage = scratch->stage;
    uint32_t block = scratch->block;
    for (uint32_t i = 0; i < count && stage < scratch->stage + BLOCKS_PREFETCHED; i++) {
        const uint32_t next = scratch_block_of(&scratch->plan, scratch->store.index, ranks[i]);
        if (next == block) continue;
        block = next;
        if (!pages_visit(scratch, block, ++stage, page_prefetch)) return;
    }
}

static tilepdb_status stage(struct store *store, int level, const uint32_t *ranks, uint32_t count,
                            uint32_t *staged, tilepdb_error *error) {
    struct scratch_store *scratch = of(store);
    block_leave(scratch);
    scratch->level = level;
    scratch->block = scratch_block_of(&scratch->plan, scratch->store.index, ranks[0]);
    scratch->stage++;
    scratch_pages_unpin(&scratch->pages, scratch->stage);
    if (!pages_visit(scratch, scratch->block, scratch->stage, page_pin))
        return error_set(error, TILEPDB_ERROR_INTERNAL, "there are too few frames for a level");
    uint32_t last = 1;
    while (last < count &&
           scratch_block_of(&scratch->plan, scratch->store.index, ranks[last]) == scratch->block)
        last++;
    *staged = last;
    blocks_prefetch(scratch, ranks + last, count - last);
    pages_visit(scratch, scratch->block, scratch->stage, page_resolve);
    return scratch_file_failure(scratch->file, error);
}

static tilepdb_status level_begin(struct store *store, int level, tilepdb_error *error) {
    struct scratch_store *scratch = of(store);
    (void)level, (void)error;
    for (uint32_t block = 0; block < scratch->plan.block_count; block++)
        scratch->block_fresh[block] = block_changed(scratch, block);
    return TILEPDB_OK;
}

/* ---- saving and resuming --------------------------------------------------------------------- */

static struct scratch_parts parts_of(const struct scratch_store *scratch, uint32_t *missing) {
    return (struct scratch_parts){.page = scratch->pages.page,
                                  .count = scratch->pages.count,
                                  .fresh = scratch->store.fresh,
                                  .missing = missing,
                                  .cohort_count = scratch->store.index->cohort_count};
}

static tilepdb_status save(struct store *store, const struct store_snapshot *snapshot,
                           tilepdb_error *error) {
    struct scratch_store *scratch = of(store);
    block_leave(scratch);
    tilepdb_status status = scratch_file_sync(scratch->file, error);
    if (status) return status;
    scratch->state.level = snapshot->level;
    scratch->state.reached = snapshot->reached;
    scratch->state.distances = *snapshot->distances;
    const struct scratch_parts parts = parts_of(scratch, snapshot->missing);
    status = scratch_state_write(scratch->state_path, &scratch->state, &parts, error);
    if (!status) scratch_pages_commit(&scratch->pages);
    return status;
}

static bool resume(struct store *store, struct store_snapshot *snapshot) {
    struct scratch_store *scratch = of(store);
    if (scratch->state.distances.levels == 0) return false;
    snapshot->level = scratch->state.level;
    snapshot->reached = scratch->state.reached;
    *snapshot->distances = scratch->state.distances;
    memcpy(snapshot->missing, scratch->missing,
           scratch->store.index->cohort_count * sizeof *scratch->missing);
    return true;
}

/* Returns true if missing and reached arrangements add up to all. */
static bool state_possible(const struct scratch_store *scratch, const struct scratch_state *state) {
    const uint32_t cohorts = scratch->store.index->cohort_count;
    const uint64_t each = index_reachable(scratch->store.index, TILEPDB_BLANK_AWARE) / cohorts;
    uint64_t missing = 0;
    for (uint32_t cohort = 0; cohort < cohorts; cohort++) {
        if (scratch->missing[cohort] > each) return false;
        missing += scratch->missing[cohort];
    }
    return state->reached <= each * cohorts && missing == each * cohorts - state->reached;
}

static tilepdb_status state_restore(struct scratch_store *scratch, uint64_t file_bytes,
                                    tilepdb_error *error) {
    const struct scratch_parts parts = parts_of(scratch, scratch->missing);
    struct scratch_state state = scratch->state;
    tilepdb_status status = scratch_state_read(scratch->state_path, &state, &parts, error);
    if (status == TILEPDB_ERROR_NOT_FOUND) return TILEPDB_OK;
    if (status) return status;
    if (!state_possible(scratch, &state) || !scratch_pages_restore(&scratch->pages))
        return error_set_code(
            error, TILEPDB_ERROR_FORMAT,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_INCOMPLETE),
            "'%s' has impossible contents; remove it to begin anew",
            error_path(scratch->state_path));
    if (file_bytes < scratch->pages.slot_count * (uint64_t)scratch->plan.page_bytes)
        return error_set_code(
            error, TILEPDB_ERROR_FORMAT,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_INCOMPLETE),
            "'%s' points to a scratch file that is gone or incomplete; remove it to "
            "begin anew",
            error_path(scratch->state_path));
    scratch->state = state;
    return TILEPDB_OK;
}

/* ---- the store ------------------------------------------------------------------------------- */

static void pointers_free(struct scratch_store *scratch) {
    for (unsigned side = 0; side < 2; side++) free(scratch->store.side_blocks[side]);
    for (unsigned plane = 0; plane < DISTANCE_PLANES; plane++)
        free(scratch->store.plane_blocks[plane]);
}

/* Keeps the slots of pages for the encoder. */
static void finish(struct store *store) {
    struct scratch_store *scratch = of(store);
    scratch_file_wait_all(scratch->file);
    scratch_pages_free_frames(&scratch->pages);
}

static void release(struct store *store) {
    struct scratch_store *scratch = of(store);
    scratch_file_close(scratch->file);
    scratch_pages_free(&scratch->pages);
    pointers_free(scratch);
    scratch_plan_free(&scratch->plan);
    free(scratch->store.fresh);
    free(scratch->missing);
    free(scratch->block_fresh);
    free(scratch);
}

static const struct store_methods in_scratch = {.resume = resume,
                                                .save = save,
                                                .stage = stage,
                                                .level_begin = level_begin,
                                                .finish = finish,
                                                .release = release};

static bool store_allocate(struct scratch_store *scratch) {
    struct store *store = &scratch->store;
    const struct scratch_plan *plan = &scratch->plan;
    store->order = plan->order;
    store->place = plan->place;
    store->column_place = plan->columns ? plan->columns : plan->place;
    store->fresh = calloc(scratch->store.index->cohort_count, sizeof *store->fresh);
    scratch->missing = calloc(scratch->store.index->cohort_count, sizeof *scratch->missing);
    scratch->block_fresh = calloc(plan->block_count, sizeof *scratch->block_fresh);
    bool ok = store->fresh && scratch->missing && scratch->block_fresh;
    for (unsigned array = 0; array < plan->arrays; array++) {
        uint32_t **pointers = calloc(plan->block_count, sizeof *pointers);
        ok = ok && pointers;
        if (array < 2)
            store->side_blocks[array] = pointers;
        else
            store->plane_blocks[array - 2] = pointers;
    }
    return ok;
}

tilepdb_status scratch_store_create(struct scratch_store **store, const struct tilepdb_table *table,
                                    struct scratch_plan *plan, uint32_t frames,
                                    const struct scratch_paths *paths, tilepdb_error *error) {
    struct scratch_store *made = calloc(1, sizeof *made);
    if (!made) {
        scratch_plan_free(plan);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a store");
    }
    store_shape(&made->store, table->index, table->info.kind, 0, table->index->mask_count);
    made->store.methods = &in_scratch;
    made->plan = *plan;
    made->state = (struct scratch_state){.pattern = table->info.pattern, .kind = table->info.kind};
    made->state_path = paths->state;
    made->store.memory = frames * (uint64_t)plan->page_bytes;
    made->block = SCRATCH_NONE;
    *plan = (struct scratch_plan){0};
    uint64_t bytes;
    tilepdb_status status = scratch_file_open(&made->file, paths->sets, &bytes, error);
    if (!status) status = scratch_pages_init(&made->pages, &made->plan, made->file, frames, error);
    if (!status && !store_allocate(made))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a store");
    if (!status) status = state_restore(made, bytes, error);
    if (status)
        release(&made->store);
    else
        *store = made;
    return status;
}
