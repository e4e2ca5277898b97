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

/* The generation of one table into a file. */
struct scratch_run {
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
static uint64_t memory_fixed(const struct scratch_run *run) {
    const struct index *index = run->table->index;
    const uint64_t masks = index->mask_count, cohorts = index->cohort_count;
    return MEMORY_OTHER + masks * (2 * sizeof(uint32_t) + sizeof(uint64_t)) +
           scratch_plan_need(index, run->table->info.kind) + scratch_pages_need(&run->plan) +
           distances_need(index, run->options.threads) + cohorts * (sizeof(uint32_t) + 1) +
           cohorts * (sizeof(uint32_t) + 1);
}

static tilepdb_status run_begin(struct scratch_run *run, const tilepdb_pattern *pattern,
                                tilepdb_kind kind, const tilepdb_generate_options *options,
                                tilepdb_error *error) {
    *run = (struct scratch_run){0};
    tilepdb_generate_options_init(&run->options);
    if (options) run->options = *options;
    tilepdb_generate_need need; /* checks all that can be checked */
    tilepdb_status status = table_pattern_need(pattern, kind, &run->options, &need, error);
    if (status) return status;
    run->table = calloc(1, sizeof *run->table);
    if (!run->table) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    status = table_begin(run->table, pattern, kind, error);
    if (status) return status;
    return scratch_plan_init(&run->plan, run->table->index, &run->table->moves, kind, error);
}

static void run_end(struct scratch_run *run) {
    if (run->store) run->store->store.methods->release(&run->store->store);
    scratch_file_close(run->rows);
    scratch_plan_free(&run->plan);
    scratch_names_free(&run->names);
    if (run->table) tilepdb_table_close(run->table);
}

tilepdb_status tilepdb_scratch_need_get(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                        const tilepdb_generate_options *options,
                                        tilepdb_scratch_need *need, tilepdb_error *error) {
    struct scratch_run run;
    const tilepdb_status status = run_begin(&run, pattern, kind, options, error);
    if (!status) {
        const struct scratch_plan *plan = &run.plan;
        const uint64_t fixed = memory_fixed(&run);
        const uint64_t pages = plan->arrays * (uint64_t)plan->block_count;
        need->memory_least = fixed + scratch_frames_min(plan) * (uint64_t)plan->page_bytes;
        need->memory_most = fixed + pages * plan->page_bytes;
        if (need->memory_most < need->memory_least) need->memory_most = need->memory_least;
        need->scratch_bytes =
            scratch_sets_max_bytes(plan) + scratch_rows_max_bytes(run.table->index, kind);
        need->table_bytes = run.table->info.table_bytes;
    }
    run_end(&run);
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
static tilepdb_status memory_divide(struct scratch_run *run, tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available(), page = run->plan.page_bytes;
    const uint64_t limit = run->options.memory_limit;
    const uint64_t wanted = limit && limit < available ? limit
                            : limit                    ? available
                                                       : available / 4 * 3;
    const uint64_t memory = wanted < SIZE_MAX / 2 ? wanted : SIZE_MAX / 2; /* what has an address */
    const uint64_t fixed = memory_fixed(run);
    const uint64_t least = scratch_frames_min(&run->plan);
    if (memory < fixed + least * page)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "generation in a scratch directory needs at least %.0f MiB of memory, and "
                         "%s %.0f MiB: %s",
                         (double)(fixed + least * page) / mebi + 1,
                         memory == limit ? "the limit is" : "there are", (double)memory / mebi,
                         memory == limit ? "raise it" : "choose smaller patterns");
    const uint64_t frames = (memory - fixed) / page;
    const uint64_t pages = run->plan.arrays * (uint64_t)run->plan.block_count;
    run->frames = (uint32_t)(frames < pages ? frames : pages);
    if (run->frames < least) run->frames = (uint32_t)least;
    run->memory = run->frames * page;
    return TILEPDB_OK;
}

static tilepdb_status space_check(const struct scratch_run *run, const char *path,
                                  tilepdb_error *error) {
    const struct index *index = run->table->index;
    const uint64_t rows = scratch_rows_max_bytes(index, run->table->info.kind);
    const struct scratch_space space = {.search = scratch_sets_max_bytes(&run->store->plan),
                                        .rows = rows,
                                        .table = run->table->info.table_bytes,
                                        .path = path};
    return scratch_space_check(&run->names, &space, error);
}

static tilepdb_status files_open(struct scratch_run *run, tilepdb_error *error) {
    const struct scratch_paths paths = {.sets = run->names.sets, .state = run->names.state};
    struct tilepdb_table *table = run->table;
    tilepdb_status status = scratch_store_create(&run->store, table->index, table->info.kind,
                                                 &run->plan, run->frames, &paths, error);
    uint64_t bytes;
    if (status) return status;
    status = scratch_file_open(&run->rows, run->names.rows, &bytes, error);
    if (status && !scratch_names_begun(&run->names)) unlink(run->names.sets);
    return status;
}

/* ---- the table ------------------------------------------------------------------------------- */

static tilepdb_status rows_make(struct scratch_run *run, uint32_t *chunk_columns,
                                tilepdb_error *error) {
    struct scratch_store *store = run->store;
    struct tilepdb_table *table = run->table;
    struct distances distances;
    tilepdb_status status = distances_generate(&store->store, table->index, &table->moves,
                                               table->info.kind, &run->options, &distances, error);
    if (status) return status;
    store->state.distances = distances;
    *chunk_columns = scratch_chunk_columns(table->index, table->info.kind, &store->plan,
                                           run->options.threads, run->memory);
    return scratch_rows_encode(store, run->rows, *chunk_columns, &run->options, error);
}

static tilepdb_status table_write(struct scratch_run *run, uint32_t chunk_columns, const char *path,
                                  const tilepdb_save_options *save, tilepdb_error *error) {
    struct tilepdb_table *table = run->table;
    const struct scratch_state *state = &run->store->state;
    table->info.levels = state->distances.levels;
    memcpy(table->info.histogram, state->distances.histogram, sizeof table->info.histogram);
    struct scratch_rows *rows;
    const int threads = save ? save->threads : 0;
    tilepdb_status status = scratch_rows_open(&rows, run->rows, table->index, table->info.kind,
                                              chunk_columns, threads, run->memory, error);
    if (status) return status;
    const struct row_source source = scratch_rows_source(rows);
    status = container_write(path, &table->info, &source, save, error);
    scratch_rows_close(rows);
    const tilepdb_status failure = scratch_file_failure(run->rows, error);
    return failure ? failure : status;
}

tilepdb_status tilepdb_table_generate_file(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                           const char *path,
                                           const tilepdb_generate_options *options,
                                           const tilepdb_save_options *save,
                                           const tilepdb_scratch_options *scratch,
                                           tilepdb_table_info *info, tilepdb_error *error) {
    struct scratch_run run;
    tilepdb_status status = run_begin(&run, pattern, kind, options, error);
    if (!status) status = publish_check(path, error);
    if (!status) status = scratch_names_make(&run.names, pattern, kind, scratch->directory, error);
    if (!status) status = memory_divide(&run, error);
    if (!status) status = files_open(&run, error);
    if (!status) status = space_check(&run, path, error);
    uint32_t chunk_columns;
    if (!status) status = rows_make(&run, &chunk_columns, error);
    if (!status) status = table_write(&run, chunk_columns, path, save, error);
    if (!status && info) *info = run.table->info;
    const bool of_use = status && status != TILEPDB_ERROR_ENCODING;
    if (run.rows && !(of_use && scratch_names_begun(&run.names))) scratch_names_remove(&run.names);
    run_end(&run);
    return status;
}
