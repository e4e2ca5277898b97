/*
 * A table is made in a scratch directory. See tilepdb_scratch.h.
 */
#include "tilepdb_scratch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/publish.h"
#include "scratch/disk.h"
#include "scratch/scratch_rows.h"
#include "table/container.h"
#include "table/generate.h"
#include "table/table.h"

/* What the process has beside the sizes below: code, stacks, buffers of the system. */
#define MEMORY_OTHER ((uint64_t)16 << 20)

/* One table in the making. */
struct making {
    struct tilepdb_table *table; /* index, moves and info; it has no entries */
    struct scratch_plan plan;
    struct scratch_names names;
    struct scratch_store *store;
    struct scratch_file *rows;
    uint32_t frames;
    uint64_t memory; /* for frames, chunks or rows */
    tilepdb_generate_options options;
};

void tilepdb_scratch_options_init(tilepdb_scratch_options *options) {
    *options = (tilepdb_scratch_options){.directory = "."};
}

/* ---- needs ----------------------------------------------------------------------------------- */

/* All but the frames: the index, the plan, the search, the store's lists, and a state that is
 * written. */
static uint64_t memory_fixed(const struct making *making) {
    const struct index *index = making->table->index;
    const uint64_t masks = index->mask_count, cohorts = index->cohort_count;
    return MEMORY_OTHER + masks * (2 * sizeof(uint32_t) + sizeof(uint64_t)) +
           scratch_plan_need(index, making->table->info.kind) + scratch_pages_need(&making->plan) +
           distances_need(index, making->options.threads) + cohorts * (sizeof(uint32_t) + 1) +
           cohorts * (sizeof(uint32_t) + 1);
}

static tilepdb_status making_begin(struct making *making, const tilepdb_pattern *pattern,
                                   tilepdb_kind kind, const tilepdb_generate_options *options,
                                   tilepdb_error *error) {
    *making = (struct making){0};
    tilepdb_generate_options_init(&making->options);
    if (options) making->options = *options;
    tilepdb_generate_need need; /* checks all that can be checked */
    tilepdb_status status = table_pattern_need(pattern, kind, &making->options, &need, error);
    if (status) return status;
    making->table = calloc(1, sizeof *making->table);
    if (!making->table)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    status = table_begin(making->table, pattern, kind, error);
    if (status) return status;
    return scratch_plan_init(&making->plan, making->table->index, &making->table->moves, kind,
                             error);
}

static void making_end(struct making *making) {
    if (making->store) making->store->store.methods->release(&making->store->store);
    scratch_file_close(making->rows);
    scratch_plan_free(&making->plan);
    scratch_names_free(&making->names);
    if (making->table) tilepdb_table_close(making->table);
}

tilepdb_status tilepdb_scratch_need_get(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                        const tilepdb_generate_options *options,
                                        tilepdb_scratch_need *need, tilepdb_error *error) {
    struct making making;
    const tilepdb_status status = making_begin(&making, pattern, kind, options, error);
    if (!status) {
        const struct scratch_plan *plan = &making.plan;
        const uint64_t fixed = memory_fixed(&making);
        const uint64_t pages = plan->arrays * (uint64_t)plan->block_count;
        need->memory_least = fixed + scratch_frames_least(plan) * (uint64_t)plan->page_bytes;
        need->memory_most = fixed + pages * plan->page_bytes;
        if (need->memory_most < need->memory_least) need->memory_most = need->memory_least;
        need->scratch_bytes =
            scratch_file_most(plan) + scratch_rows_most(making.table->index, kind);
        need->table_bytes = making.table->info.table_bytes;
    }
    making_end(&making);
    return status;
}

tilepdb_status tilepdb_scratch_find(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                    const tilepdb_scratch_options *scratch, int *level,
                                    tilepdb_error *error) {
    struct scratch_names names;
    tilepdb_status status = scratch_names_make(&names, pattern, kind, scratch->directory, error);
    if (status) return status;
    struct scratch_state state = {.pattern = *pattern, .kind = kind};
    status = scratch_state_read(names.state, &state, NULL, error);
    scratch_names_free(&names);
    *level = status ? -1 : state.level;
    return status == TILEPDB_ERROR_NOT_FOUND ? TILEPDB_OK : status;
}

void tilepdb_scratch_clean(const tilepdb_pattern *pattern, tilepdb_kind kind,
                           const tilepdb_scratch_options *scratch) {
    struct scratch_names names;
    if (scratch_names_make(&names, pattern, kind, scratch->directory, NULL)) return;
    scratch_names_clean(&names);
    scratch_names_free(&names);
}

/* ---- before it begins ------------------------------------------------------------------------ */

/* How many frames there are. */
static tilepdb_status memory_divide(struct making *making, tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available(), page = making->plan.page_bytes;
    const uint64_t limit = making->options.memory_limit;
    const uint64_t wanted = limit && limit < available ? limit
                            : limit                    ? available
                                                       : available / 4 * 3;
    const uint64_t memory = wanted < SIZE_MAX / 2 ? wanted : SIZE_MAX / 2; /* what has an address */
    const uint64_t fixed = memory_fixed(making);
    const uint64_t least = scratch_frames_least(&making->plan);
    if (memory < fixed + least * page)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "generation in a scratch directory needs at least %.0f MiB of memory, and "
                         "%s %.0f MiB: %s",
                         (double)(fixed + least * page) / mebi + 1,
                         memory == limit ? "the limit is" : "there are", (double)memory / mebi,
                         memory == limit ? "raise it" : "choose smaller patterns");
    const uint64_t frames = (memory - fixed) / page;
    const uint64_t pages = making->plan.arrays * (uint64_t)making->plan.block_count;
    making->frames = (uint32_t)(frames < pages ? frames : pages);
    if (making->frames < least) making->frames = (uint32_t)least;
    making->memory = making->frames * page;
    return TILEPDB_OK;
}

static tilepdb_status space_check(const struct making *making, const char *path,
                                  tilepdb_error *error) {
    const struct index *index = making->table->index;
    const uint64_t rows = scratch_rows_most(index, making->table->info.kind);
    const struct scratch_space space = {.search = scratch_file_most(&making->store->plan),
                                        .rows = rows,
                                        .table = making->table->info.table_bytes,
                                        .path = path};
    return scratch_space_check(&making->names, &space, error);
}

static tilepdb_status files_open(struct making *making, tilepdb_error *error) {
    const struct scratch_paths paths = {.sets = making->names.sets, .state = making->names.state};
    struct tilepdb_table *table = making->table;
    tilepdb_status status = scratch_store_create(&making->store, table->index, table->info.kind,
                                                 &making->plan, making->frames, &paths, error);
    uint64_t bytes;
    if (status) return status;
    status = scratch_file_open(&making->rows, making->names.rows, &bytes, error);
    if (status && !scratch_names_begun(&making->names)) unlink(making->names.sets);
    return status;
}

/* ---- the table ------------------------------------------------------------------------------- */

static tilepdb_status rows_make(struct making *making, uint32_t *chunk_columns,
                                tilepdb_error *error) {
    struct scratch_store *store = making->store;
    struct tilepdb_table *table = making->table;
    struct distances distances;
    tilepdb_status status =
        distances_generate(&store->store, table->index, &table->moves, table->info.kind,
                           &making->options, &distances, error);
    if (status) return status;
    store->state.distances = distances;
    *chunk_columns = scratch_chunk_columns(table->index, table->info.kind, &store->plan,
                                           making->options.threads, making->memory);
    return scratch_rows_encode(store, making->rows, *chunk_columns, &making->options, error);
}

static tilepdb_status table_write(struct making *making, uint32_t chunk_columns, const char *path,
                                  const tilepdb_save_options *save, tilepdb_error *error) {
    struct tilepdb_table *table = making->table;
    const struct scratch_state *state = &making->store->state;
    table->info.levels = state->distances.levels;
    memcpy(table->info.histogram, state->distances.histogram, sizeof table->info.histogram);
    struct scratch_rows *rows;
    const int threads = save ? save->threads : 0;
    tilepdb_status status = scratch_rows_open(&rows, making->rows, table->index, table->info.kind,
                                              chunk_columns, threads, making->memory, error);
    if (status) return status;
    const struct row_source source = scratch_rows_source(rows);
    status = container_write(path, &table->info, &source, save, error);
    scratch_rows_close(rows);
    const tilepdb_status failure = scratch_file_failure(making->rows, error);
    return failure ? failure : status;
}

tilepdb_status tilepdb_table_generate_file(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                           const char *path,
                                           const tilepdb_generate_options *options,
                                           const tilepdb_save_options *save,
                                           const tilepdb_scratch_options *scratch,
                                           tilepdb_table_info *info, tilepdb_error *error) {
    struct making making;
    tilepdb_status status = making_begin(&making, pattern, kind, options, error);
    if (!status) status = publish_check(path, error);
    if (!status)
        status = scratch_names_make(&making.names, pattern, kind, scratch->directory, error);
    if (!status) status = memory_divide(&making, error);
    if (!status) status = files_open(&making, error);
    if (!status) status = space_check(&making, path, error);
    uint32_t chunk_columns;
    if (!status) status = rows_make(&making, &chunk_columns, error);
    if (!status) status = table_write(&making, chunk_columns, path, save, error);
    if (!status && info) *info = making.table->info;
    const bool of_use = status && status != TILEPDB_ERROR_ENCODING;
    if (making.rows && !(of_use && scratch_names_begun(&making.names)))
        scratch_names_remove(&making.names);
    making_end(&making);
    return status;
}
