#include "tilepdb_tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/publish.h"
#include "scratch/scratch_rows.h"
#include "table/container.h"
#include "table/generate.h"
#include "table/table.h"

/* bytes of code, stacks, and system buffers */
#define MEMORY_OTHER ((uint64_t)16 << 20)

struct scratch_run {
    struct tilepdb_table *table; /* index, moves and info, but no entries */
    struct scratch_plan plan;
    struct scratch_paths paths;
    struct scratch_store *store;
    struct scratch_file *rows;
    uint32_t frames;
    uint64_t memory;
    struct scratch_chunks chunks;
    tilepdb_generate_options options;
};

void tilepdb_scratch_options_init(tilepdb_scratch_options *options) {
    *options = (tilepdb_scratch_options){.directory = "."};
}

/* ---- the scratch files ----------------------------------------------------------------------- */

static char *name_make(const char *directory, const char *table, const char *end) {
    const size_t size = strlen(directory) + strlen(table) + strlen(end) + 2;
    char *name = malloc(size);
    if (name) snprintf(name, size, "%s/%s%s", directory, table, end);
    return name;
}

static void paths_free(struct scratch_paths *paths) {
    free(paths->directory);
    free(paths->sets);
    free(paths->rows);
    free(paths->state);
    *paths = (struct scratch_paths){0};
}

static tilepdb_status paths_make(struct scratch_paths *paths, const tilepdb_pattern *pattern,
                                 tilepdb_kind kind, const char *directory, tilepdb_error *error) {
    struct stat about;
    *paths = (struct scratch_paths){0};
    if (!directory || stat(directory, &about) != 0 || !S_ISDIR(about.st_mode))
        return error_set(error, TILEPDB_ERROR_IO, "the scratch directory '%s' %s",
                         directory ? error_path(directory) : "",
                         directory && stat(directory, &about) == 0 ? "is not a directory"
                                                                   : "does not exist");
    char table[TILEPDB_FILE_NAME];
    const tilepdb_status status = table_kind_check(pattern, kind, error);
    if (status) return status;
    tilepdb_table_file_name(pattern, kind, table);
    paths->directory = strdup(directory);
    paths->sets = name_make(directory, table, ".scratch-sets");
    paths->rows = name_make(directory, table, ".scratch-rows");
    paths->state = name_make(directory, table, ".scratch-state");
    if (paths->directory && paths->sets && paths->rows && paths->state) return TILEPDB_OK;
    paths_free(paths);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for names");
}

/* Removes the state first, since a state must not outlive its sets. */
static void paths_remove(const struct scratch_paths *paths) {
    publish_clean(paths->state);
    unlink(paths->state);
    unlink(paths->sets);
    unlink(paths->rows);
}

/* Opens for writing, since NFS gives no lock otherwise. Returns true with *fd = -1 if the file is
 * missing; false if another process may have the lock. */
static bool lock_take(const char *path, int *fd) {
    *fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (*fd < 0) return errno == ENOENT;
    return flock(*fd, LOCK_EX | LOCK_NB) == 0;
}

/* Keeps files locked until they are removed, so that no process starts to use them. */
static void paths_clean(const struct scratch_paths *paths) {
    int sets, rows = -1;
    if (lock_take(paths->sets, &sets) && lock_take(paths->rows, &rows)) paths_remove(paths);
    if (sets >= 0) close(sets);
    if (rows >= 0) close(rows);
}

static bool paths_begun(const struct scratch_paths *paths) {
    return access(paths->state, F_OK) == 0;
}

/* ---- needs ----------------------------------------------------------------------------------- */

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
    tilepdb_generate_need need;
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
    paths_free(&run->paths);
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
    struct scratch_paths paths;
    tilepdb_status status = paths_make(&paths, pattern, kind, scratch->directory, error);
    if (status) return status;
    struct scratch_state state = {.pattern = *pattern, .kind = kind};
    status = scratch_state_read(paths.state, &state, NULL, error);
    paths_free(&paths);
    *level = status ? -1 : state.level;
    return status == TILEPDB_ERROR_NOT_FOUND ? TILEPDB_OK : status;
}

void tilepdb_scratch_clean(const tilepdb_pattern *pattern, tilepdb_kind kind,
                           const tilepdb_scratch_options *scratch) {
    struct scratch_paths paths;
    if (paths_make(&paths, pattern, kind, scratch->directory, NULL)) return;
    paths_clean(&paths);
    paths_free(&paths);
}

/* ---- before it begins ------------------------------------------------------------------------ */

static tilepdb_status memory_divide(struct scratch_run *run, tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available(), page = run->plan.page_bytes;
    const uint64_t limit = run->options.memory_limit;
    const uint64_t wanted = limit && limit < available ? limit
                            : limit                    ? available
                                                       : available / 4 * 3;
    const uint64_t memory = wanted < SIZE_MAX / 2 ? wanted : SIZE_MAX / 2;
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

/* ---- space on disks -------------------------------------------------------------------------- */

static uint64_t bytes_on_disk(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 ? (uint64_t)about.st_blocks * 512 : 0;
}

static uint64_t bytes_free(const char *directory) {
    struct statvfs about;
    if (statvfs(directory, &about) != 0) return UINT64_MAX;
    return (uint64_t)about.f_bavail * about.f_frsize;
}

static bool same_disk(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev;
}

static tilepdb_status too_small(const char *directory, uint64_t need, uint64_t space,
                                tilepdb_error *error) {
    const double mebi = 1 << 20;
    const struct error_code code = {.code = TILEPDB_MESSAGE_SPACE,
                                    .number = {(int64_t)need, (int64_t)space}};
    return error_set_code(
        error, TILEPDB_ERROR_IO, code,
        "generation needs %.0f MiB on the disk of '%s', and %.0f MiB are free there: "
        "make room, or choose another directory",
        (double)need / mebi + 1, error_path(directory), (double)space / mebi);
}

/* Counts existing scratch files as free space. Passes if the system does not report its space. */
static tilepdb_status space_check(const struct scratch_run *run, const char *path,
                                  tilepdb_error *error) {
    const struct scratch_paths *paths = &run->paths;
    const tilepdb_table_info *info = &run->table->info;
    char *target = publish_directory(path);
    if (!target) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    const bool shared = same_disk(paths->directory, target);
    const uint64_t there = bytes_on_disk(paths->sets) + bytes_on_disk(paths->rows);
    const uint64_t scratch = scratch_sets_max_bytes(&run->store->plan) +
                             scratch_rows_max_bytes(run->table->index, info->kind) +
                             (shared ? info->table_bytes : 0);
    const uint64_t left = bytes_free(paths->directory), target_left = bytes_free(target);
    tilepdb_status status = TILEPDB_OK;
    if (left < scratch && left + there < scratch)
        status = too_small(paths->directory, scratch, left + there, error);
    else if (!shared && target_left < info->table_bytes)
        status = too_small(target, info->table_bytes, target_left, error);
    free(target);
    return status;
}

static tilepdb_status files_open(struct scratch_run *run, tilepdb_error *error) {
    tilepdb_status status =
        scratch_store_create(&run->store, run->table, &run->plan, run->frames, &run->paths, error);
    uint64_t bytes;
    if (status) return status;
    status = scratch_file_open(&run->rows, run->paths.rows, &bytes, error);
    if (status && !paths_begun(&run->paths)) unlink(run->paths.sets);
    return status;
}

/* ---- the table ------------------------------------------------------------------------------- */

static tilepdb_status rows_make(struct scratch_run *run, tilepdb_error *error) {
    struct scratch_store *store = run->store;
    struct tilepdb_table *table = run->table;
    struct distances distances;
    tilepdb_status status =
        distances_generate(&store->store, &table->moves, &run->options, &distances, error);
    if (status) return status;
    store->state.distances = distances;
    run->chunks = scratch_chunks_make(table->index, table->info.kind, &store->plan,
                                      run->options.threads, run->memory);
    return scratch_rows_encode(store, run->rows, &run->chunks, &run->options, error);
}

static tilepdb_status table_write(struct scratch_run *run, const char *path,
                                  const tilepdb_save_options *save, tilepdb_error *error) {
    struct tilepdb_table *table = run->table;
    const struct scratch_state *state = &run->store->state;
    table->info.levels = state->distances.levels;
    memcpy(table->info.histogram, state->distances.histogram, sizeof table->info.histogram);
    struct scratch_rows *rows;
    const int threads = save ? save->threads : 0;
    tilepdb_status status =
        scratch_rows_open(&rows, run->rows, &run->chunks, threads, run->memory, error);
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
    if (!status) status = paths_make(&run.paths, pattern, kind, scratch->directory, error);
    if (!status) status = memory_divide(&run, error);
    if (!status) status = files_open(&run, error);
    if (!status) status = space_check(&run, path, error);
    if (!status) status = rows_make(&run, error);
    if (!status) status = table_write(&run, path, save, error);
    if (!status && info) *info = run.table->info;
    const bool of_use = status && status != TILEPDB_ERROR_ENCODING;
    if (run.rows && !(of_use && paths_begun(&run.paths))) paths_remove(&run.paths);
    run_end(&run);
    return status;
}
