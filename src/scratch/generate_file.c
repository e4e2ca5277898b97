/*
 * Generates a table larger than memory: the sets in a scratch file (scratch_store.h), their
 * transposition to rows in another, and then the table.
 *
 * The columns of a chunk are read from the store, encoded in memory (table/generate.h), and written
 * to the rows file as one piece of every row. The rows file has the chunks one after another, each
 * at a multiple of SCRATCH_ALIGNMENT: the pieces of rows 0, 1, 2 ... Rows have no checksums, since
 * only the process that wrote them reads them: a resumed generation encodes again.
 */
#include "tilepdb_tables.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
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
#include "base/threads.h"
#include "scratch/scratch_store.h"
#include "table/container.h"
#include "table/encoding.h"
#include "table/generate.h"
#include "table/lanes.h"
#include "table/rows.h"
#include "table/table.h"

/* bytes of code, stacks and system buffers */
#define MEMORY_OTHER ((uint64_t)16 << 20)

struct chunks {
    uint32_t columns;
    uint32_t each; /* columns of each chunk but the last */
    uint32_t count;
    uint32_t rows;
    uint64_t row_bytes;
    uint64_t piece_bytes; /* bytes of a piece, except in the last chunk */
};

struct paths {
    char *directory;
    char *sets, *rows, *state;
};

struct run {
    struct tilepdb_table *table; /* index, moves and info, but no entries */
    struct scratch_plan plan;
    struct paths paths;
    struct store *store;
    struct scratch_file *rows;
    uint32_t frames;
    uint64_t memory;
    struct chunks chunks;
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

static void paths_free(struct paths *paths) {
    free(paths->directory);
    free(paths->sets);
    free(paths->rows);
    free(paths->state);
    *paths = (struct paths){0};
}

static tilepdb_status paths_make(struct paths *paths, const tilepdb_pattern *pattern,
                                 tilepdb_kind kind, const char *directory, tilepdb_error *error) {
    struct stat about;
    *paths = (struct paths){0};
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

/* The state goes first, since it must not outlive its sets. */
static void paths_remove(const struct paths *paths) {
    publish_clean(paths->state);
    unlink(paths->state);
    unlink(paths->sets);
    unlink(paths->rows);
}

/* Opens for writing, since NFS gives no lock otherwise. Sets *fd to -1 if the file is missing.
 * Returns false if another process may have the lock. */
static bool lock_take(const char *path, int *fd) {
    *fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (*fd < 0) return errno == ENOENT;
    return flock(*fd, LOCK_EX | LOCK_NB) == 0;
}

/* Files stay locked until they are removed, so that no process starts to use them. */
static void paths_clean(const struct paths *paths) {
    int sets, rows = -1;
    if (lock_take(paths->sets, &sets) && lock_take(paths->rows, &rows)) paths_remove(paths);
    if (sets >= 0) close(sets);
    if (rows >= 0) close(rows);
}

static bool paths_begun(const struct paths *paths) {
    return access(paths->state, F_OK) == 0;
}

/* ---- the rows file --------------------------------------------------------------------------- */

/* Returns the columns that fill 64 bytes of a row, a block of the encoder. */
static uint32_t chunk_unit(tilepdb_kind kind) {
    return 512 / encoding_find(kind.encoding)->bits;
}

/* Chunks can be encoded in `memory` bytes, but have at least one block of the encoder. */
static struct chunks chunks_make(const struct index *index, tilepdb_kind kind,
                                 const struct scratch_plan *plan, int threads, uint64_t memory) {
    const uint32_t unit = chunk_unit(kind), columns = index_columns(index, kind.blank);
    const unsigned planes = encoding_has_distances(kind) ? DISTANCE_PLANES : 1;
    const uint64_t column_bytes =
        planes * lanes_stride(index->tile_count) * (uint64_t)sizeof(uint32_t);
    const uint64_t unit_bytes = unit * column_bytes + index->code_count * (uint64_t)64;
    const uint64_t buffers = (uint64_t)threads_resolve(threads) * plan->page_bytes;
    const uint64_t units = memory > buffers ? (memory - buffers) / unit_bytes : 0;
    const uint64_t all = (columns + unit - 1) / unit;
    const uint32_t each = unit * (uint32_t)(units < 1 ? 1 : units < all ? units : all);
    return (struct chunks){.columns = columns,
                           .each = each,
                           .count = (columns + each - 1) / each,
                           .rows = index->code_count,
                           .row_bytes = table_row_bytes(index, kind),
                           .piece_bytes = each / unit * (uint64_t)64};
}

/* Each chunk is padded, and has at least one block. */
static uint64_t rows_max_bytes(const struct index *index, tilepdb_kind kind) {
    const uint64_t columns = index_columns(index, kind.blank), unit = chunk_unit(kind);
    return index->code_count * table_row_bytes(index, kind) +
           (columns + unit - 1) / unit * SCRATCH_ALIGNMENT;
}

static uint64_t chunk_at(const struct chunks *chunks, uint32_t chunk) {
    return chunk * chunks->piece_bytes;
}

static uint64_t chunk_piece(const struct chunks *chunks, uint32_t chunk) {
    const uint64_t left = chunks->row_bytes - chunk_at(chunks, chunk);
    return chunk + 1 < chunks->count ? chunks->piece_bytes : left;
}

static uint64_t chunk_aligned(uint64_t bytes) {
    return (bytes + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
}

static uint64_t chunk_offset(const struct chunks *chunks, uint32_t chunk) {
    return chunk * chunk_aligned(chunks->rows * chunks->piece_bytes);
}

/* ---- needs ----------------------------------------------------------------------------------- */

static uint64_t memory_fixed(const struct run *run) {
    const struct index *index = run->table->index;
    const uint64_t masks = index->mask_count, cohorts = index->cohort_count;
    return MEMORY_OTHER + masks * (2 * sizeof(uint32_t) + sizeof(uint64_t)) +
           scratch_plan_need(&run->plan, index) + distances_need(index, run->options.threads) +
           cohorts * (sizeof(uint32_t) + 1) + cohorts * (sizeof(uint32_t) + 1);
}

static tilepdb_status run_begin(struct run *run, const tilepdb_pattern *pattern, tilepdb_kind kind,
                                const tilepdb_generate_options *options, tilepdb_error *error) {
    *run = (struct run){0};
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

static void run_end(struct run *run) {
    if (run->store) run->store->methods->release(run->store);
    scratch_file_close(run->rows);
    scratch_plan_free(&run->plan);
    paths_free(&run->paths);
    if (run->table) tilepdb_table_close(run->table);
}

tilepdb_status tilepdb_scratch_need_get(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                        const tilepdb_generate_options *options,
                                        tilepdb_scratch_need *need, tilepdb_error *error) {
    struct run run;
    const tilepdb_status status = run_begin(&run, pattern, kind, options, error);
    if (!status) {
        const struct scratch_plan *plan = &run.plan;
        const uint64_t fixed = memory_fixed(&run);
        const uint64_t pages = plan->arrays * (uint64_t)plan->block_count;
        need->memory_least = fixed + scratch_frames_min(plan) * (uint64_t)plan->page_bytes;
        need->memory_most = fixed + pages * plan->page_bytes;
        if (need->memory_most < need->memory_least) need->memory_most = need->memory_least;
        need->scratch_bytes = scratch_sets_max_bytes(plan) + rows_max_bytes(run.table->index, kind);
        need->table_bytes = run.table->info.table_bytes;
    }
    run_end(&run);
    return status;
}

tilepdb_status tilepdb_scratch_find(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                    const tilepdb_scratch_options *scratch, int *level,
                                    tilepdb_error *error) {
    struct paths paths;
    tilepdb_status status = paths_make(&paths, pattern, kind, scratch->directory, error);
    if (status) return status;
    status = scratch_state_level(paths.state, pattern, kind, level, error);
    paths_free(&paths);
    if (status) *level = -1;
    return status == TILEPDB_ERROR_NOT_FOUND ? TILEPDB_OK : status;
}

void tilepdb_scratch_clean(const tilepdb_pattern *pattern, tilepdb_kind kind,
                           const tilepdb_scratch_options *scratch) {
    struct paths paths;
    if (paths_make(&paths, pattern, kind, scratch->directory, NULL)) return;
    paths_clean(&paths);
    paths_free(&paths);
}

/* ---- before it begins ------------------------------------------------------------------------ */

static tilepdb_status memory_divide(struct run *run, tilepdb_error *error) {
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

/* Existing scratch files count as free space. Passes if the space is unknown. */
static tilepdb_status space_check(const struct run *run, const char *path, tilepdb_error *error) {
    const struct paths *paths = &run->paths;
    const tilepdb_table_info *info = &run->table->info;
    char *target = publish_directory(path);
    if (!target) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    const bool shared = same_disk(paths->directory, target);
    const uint64_t there = bytes_on_disk(paths->sets) + bytes_on_disk(paths->rows);
    const uint64_t scratch = scratch_sets_max_bytes(&run->plan) +
                             rows_max_bytes(run->table->index, info->kind) +
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

static tilepdb_status files_open(struct run *run, tilepdb_error *error) {
    tilepdb_status status = scratch_store_create(&run->store, run->table, &run->plan, run->frames,
                                                 run->paths.sets, run->paths.state, error);
    uint64_t bytes;
    if (status) return status;
    status = scratch_file_open(&run->rows, run->paths.rows, &bytes, error);
    if (status && !paths_begun(&run->paths)) unlink(run->paths.sets);
    return status;
}

/* ---- encoding a chunk ------------------------------------------------------------------------ */

struct chunk {
    const struct run *run;
    struct store store; /* the columns of the chunk, in memory */
    unsigned planes;
    size_t plane_bytes;
    uint8_t *rows; /* [code][piece] */
    size_t rows_bytes;
    uint64_t piece, at; /* bytes of a piece, and its offset in a row */
    uint8_t *buffers;   /* [thread][page_bytes] */
    int threads;
};

static void chunk_put(void *user, const struct row_pieces *pieces) {
    const struct chunk *chunk = user;
    for (uint32_t i = 0; i < pieces->count; i++)
        memcpy(chunk->rows + pieces->codes[i] * chunk->piece + (pieces->at - chunk->at),
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

struct chunk_progress {
    const tilepdb_generate_options *options;
    uint64_t before, total;
};

static bool chunk_progress_tell(const tilepdb_progress *now, void *user) {
    const struct chunk_progress *part = user;
    tilepdb_progress all = *now;
    all.done += part->before;
    all.total = part->total;
    return part->options->progress(&all, part->options->user);
}

static tilepdb_status chunk_encode(struct chunk *chunk, uint32_t number, tilepdb_error *error) {
    const struct run *run = chunk->run;
    const struct chunks *chunks = &run->chunks;
    struct store *store = &chunk->store;
    store->first_column = number * chunks->each;
    store->end_column = chunks->columns - store->first_column < chunks->each
                            ? chunks->columns
                            : store->first_column + chunks->each;
    chunk->at = chunk_at(chunks, number);
    chunk->piece = chunk_piece(chunks, number);
    for (unsigned plane = 0; plane < chunk->planes; plane++)
        memset(store->plane[plane], 0, chunk->plane_bytes);
    const tilepdb_status status = scratch_store_columns(run->store, store, chunk->planes,
                                                        chunk->buffers, chunk->threads, error);
    if (status) return status;
    memset(chunk->rows, 0, chunk->rows_bytes);
    struct chunk_progress part = {&run->options, store->first_column * (uint64_t)chunks->rows,
                                  chunks->columns * (uint64_t)chunks->rows};
    tilepdb_generate_options mine = run->options;
    if (mine.progress) mine.progress = chunk_progress_tell;
    mine.user = &part;
    const struct row_sink sink = {.put = chunk_put, .user = chunk};
    return entries_encode(store, run->table->info.levels, &sink, &mine, error);
}

static bool chunk_allocate(struct chunk *chunk) {
    const struct chunks *chunks = &chunk->run->chunks;
    const uint32_t columns = chunks->each < chunks->columns ? chunks->each : chunks->columns;
    const size_t lanes = columns * (size_t)chunk->store.stride + LANES_PADDING;
    chunk->plane_bytes = lanes * sizeof(uint32_t);
    bool ok = true;
    for (unsigned plane = 0; plane < chunk->planes && ok; plane++)
        ok = (chunk->store.plane[plane] = memory_pages(chunk->plane_bytes)) != NULL;
    const uint64_t piece = chunks->count == 1 ? chunks->row_bytes : chunks->piece_bytes;
    chunk->rows_bytes = chunk_aligned(chunks->rows * piece);
    chunk->rows = memory_pages(chunk->rows_bytes);
    chunk->buffers = scratch_memory((size_t)chunk->threads * chunk->run->plan.page_bytes);
    return ok && chunk->rows && chunk->buffers;
}

static void chunk_free(struct chunk *chunk) {
    for (unsigned plane = 0; plane < chunk->planes; plane++)
        memory_pages_free(chunk->store.plane[plane], chunk->plane_bytes);
    memory_pages_free(chunk->rows, chunk->rows_bytes);
    memory_aligned_free(chunk->buffers);
}

static void chunk_begin(struct chunk *chunk, const struct run *run) {
    const tilepdb_table_info *info = &run->table->info;
    *chunk = (struct chunk){
        .run = run,
        .store = *run->store,
        .planes = encoding_has_distances(info->kind) ? distance_planes(info->levels - 1) : 1,
        .threads = threads_prepare(run->options.threads)};
    chunk->store.place = chunk->store.column_place = NULL;
}

/* Encodes the finished store and replaces the contents of the rows file. */
static tilepdb_status rows_encode(const struct run *run, tilepdb_error *error) {
    struct chunk chunk;
    chunk_begin(&chunk, run);
    scratch_file_truncate(run->rows, 0);
    tilepdb_status status = TILEPDB_OK;
    if (!chunk_allocate(&chunk))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to encode the table");
    for (uint32_t i = 0; i < run->chunks.count && !status; i++) {
        status = chunk_encode(&chunk, i, error);
        if (status) break;
        scratch_file_write(run->rows, chunk.rows, chunk_aligned(run->chunks.rows * chunk.piece),
                           chunk_offset(&run->chunks, i));
        status = scratch_file_failure(run->rows, error);
    }
    if (!status) status = scratch_file_sync(run->rows, error);
    chunk_free(&chunk);
    return status;
}

/* ---- reading rows ---------------------------------------------------------------------------- */

/* Writers get a few consecutive rows at a time, so rows are read in batches, with their pieces from
 * all chunks. A new batch replaces the least recently used idle batch. Any number of threads may
 * get rows. */

#define BATCH_WANTED ((uint64_t)32 << 20)

struct row_batch {
    uint32_t number; /* rows from number * batch_rows on; UINT32_MAX: empty */
    uint32_t users;
    uint64_t used; /* `now` at the last use */
    bool ready, failed;
    uint8_t *pieces;
};

struct rows {
    struct scratch_file *file;
    const struct chunks *chunks;
    uint32_t batch_rows;
    uint64_t batch_bytes;
    pthread_mutex_t lock; /* guards the members below, except the contents of `pieces` */
    pthread_cond_t changed;
    uint64_t now;
    unsigned batch_count;
    struct row_batch *batches;
    uint8_t *pieces;
};

/* Returns the memory for `rows` rows of a chunk, from any row on. */
static uint64_t part_bytes(const struct chunks *chunks, uint32_t chunk, uint32_t rows) {
    return chunk_aligned(rows * chunk_piece(chunks, chunk)) + SCRATCH_ALIGNMENT;
}

static uint64_t batch_bytes(const struct chunks *chunks, uint32_t rows) {
    uint64_t bytes = 0;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++)
        bytes += part_bytes(chunks, chunk, rows);
    return bytes;
}

static bool batch_read(struct rows *rows, struct row_batch *batch) {
    const struct chunks *chunks = rows->chunks;
    const uint64_t first = batch->number * (uint64_t)rows->batch_rows;
    const uint64_t left = chunks->rows - first;
    const uint64_t count = left < rows->batch_rows ? left : rows->batch_rows;
    uint8_t *to = batch->pieces;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++) {
        const uint64_t piece = chunk_piece(chunks, chunk);
        const uint64_t from = first * piece / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
        const uint64_t end = chunk_aligned((first + count) * piece);
        if (!scratch_file_read(rows->file, to, end - from, chunk_offset(chunks, chunk) + from))
            return false;
        to += part_bytes(chunks, chunk, rows->batch_rows);
    }
    return true;
}

static void row_assemble(const struct rows *rows, const struct row_batch *batch, uint64_t row,
                         uint8_t *to) {
    const struct chunks *chunks = rows->chunks;
    const uint64_t first = batch->number * (uint64_t)rows->batch_rows;
    const uint8_t *from = batch->pieces;
    for (uint32_t chunk = 0; chunk < chunks->count; chunk++) {
        const uint64_t piece = chunk_piece(chunks, chunk);
        memcpy(to, from + first * piece % SCRATCH_ALIGNMENT + (row - first) * piece, piece);
        to += piece;
        from += part_bytes(chunks, chunk, rows->batch_rows);
    }
}

/* Returns batch `number`, or the least recently used idle batch, or NULL if all are in use. */
static struct row_batch *batch_find(struct rows *rows, uint32_t number) {
    struct row_batch *oldest = NULL;
    for (unsigned i = 0; i < rows->batch_count; i++) {
        struct row_batch *batch = rows->batches + i;
        if (batch->number == number) return batch;
        if (batch->users == 0 && (!oldest || batch->used < oldest->used)) oldest = batch;
    }
    return oldest;
}

static void batch_fill(struct rows *rows, struct row_batch *batch, uint32_t number) {
    batch->number = number;
    batch->ready = false;
    pthread_mutex_unlock(&rows->lock);
    const bool ok = batch_read(rows, batch);
    pthread_mutex_lock(&rows->lock);
    batch->ready = true;
    batch->failed = !ok;
    pthread_cond_broadcast(&rows->changed);
}

static struct row_batch *batch_take(struct rows *rows, uint32_t number) {
    pthread_mutex_lock(&rows->lock);
    struct row_batch *batch;
    while (!(batch = batch_find(rows, number))) pthread_cond_wait(&rows->changed, &rows->lock);
    batch->users++;
    batch->used = ++rows->now;
    if (batch->number != number) batch_fill(rows, batch, number);
    while (!batch->ready) pthread_cond_wait(&rows->changed, &rows->lock);
    pthread_mutex_unlock(&rows->lock);
    return batch;
}

static void batch_drop(struct rows *rows, struct row_batch *batch) {
    pthread_mutex_lock(&rows->lock);
    batch->users--;
    if (batch->failed) batch->number = UINT32_MAX;
    pthread_cond_broadcast(&rows->changed);
    pthread_mutex_unlock(&rows->lock);
}

static tilepdb_status rows_read(void *user, uint64_t first, uint64_t count, uint8_t *buffer) {
    struct rows *rows = user;
    for (uint64_t row = first; row < first + count;) {
        const uint64_t number = row / rows->batch_rows;
        const uint64_t end = (number + 1) * rows->batch_rows;
        struct row_batch *batch = batch_take(rows, (uint32_t)number);
        const bool failed = batch->failed;
        for (; !failed && row < end && row < first + count;
             row++, buffer += rows->chunks->row_bytes)
            row_assemble(rows, batch, row, buffer);
        batch_drop(rows, batch);
        if (failed) return TILEPDB_ERROR_IO;
    }
    return TILEPDB_OK;
}

/* One batch more than threads, so that a thread always finds an idle batch. */
static void batches_plan(struct rows *rows, int threads, uint64_t memory) {
    rows->batch_count = (unsigned)threads_resolve(threads) + 1;
    const uint64_t one = batch_bytes(rows->chunks, 1);
    uint64_t each = memory / rows->batch_count;
    if (each > BATCH_WANTED + one) each = BATCH_WANTED + one;
    rows->batch_rows = 1;
    for (uint32_t step = 1u << 30; step; step >>= 1)
        if (step <= rows->chunks->rows && rows->batch_rows + step <= rows->chunks->rows &&
            batch_bytes(rows->chunks, rows->batch_rows + step) <= each)
            rows->batch_rows += step;
    rows->batch_bytes = batch_bytes(rows->chunks, rows->batch_rows);
}

static void rows_close(struct rows *rows) {
    pthread_cond_destroy(&rows->changed);
    pthread_mutex_destroy(&rows->lock);
    free(rows->batches);
    memory_aligned_free(rows->pieces);
}

/* Uses at most run->memory bytes, but at least a row for each thread and one more. */
static tilepdb_status rows_open(struct rows *rows, const struct run *run, int threads,
                                tilepdb_error *error) {
    *rows = (struct rows){.file = run->rows, .chunks = &run->chunks};
    pthread_mutex_init(&rows->lock, NULL);
    pthread_cond_init(&rows->changed, NULL);
    batches_plan(rows, threads, run->memory);
    rows->batches = calloc(rows->batch_count, sizeof *rows->batches);
    rows->pieces = scratch_memory(rows->batch_count * rows->batch_bytes);
    if (!rows->batches || !rows->pieces) {
        rows_close(rows);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for rows");
    }
    for (unsigned i = 0; i < rows->batch_count; i++) {
        rows->batches[i].number = UINT32_MAX;
        rows->batches[i].pieces = rows->pieces + i * rows->batch_bytes;
    }
    return TILEPDB_OK;
}

/* ---- the table ------------------------------------------------------------------------------- */

static tilepdb_status rows_make(struct run *run, tilepdb_error *error) {
    tilepdb_table_info *info = &run->table->info;
    struct distances distances;
    const tilepdb_status status =
        distances_generate(run->store, &run->table->moves, &run->options, &distances, error);
    if (status) return status;
    info->levels = distances.levels;
    memcpy(info->histogram, distances.histogram, sizeof info->histogram);
    run->chunks =
        chunks_make(run->table->index, info->kind, &run->plan, run->options.threads, run->memory);
    return rows_encode(run, error);
}

static tilepdb_status table_write(struct run *run, const char *path,
                                  const tilepdb_save_options *save, tilepdb_error *error) {
    struct rows rows;
    tilepdb_status status = rows_open(&rows, run, save ? save->threads : 0, error);
    if (status) return status;
    const struct row_source source = {.rows = run->chunks.rows,
                                      .row_bytes = run->chunks.row_bytes,
                                      .get = rows_read,
                                      .user = &rows};
    status = container_write(path, &run->table->info, &source, save, error);
    rows_close(&rows);
    const tilepdb_status failure = scratch_file_failure(run->rows, error);
    return failure ? failure : status;
}

tilepdb_status tilepdb_table_generate_file(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                           const char *path,
                                           const tilepdb_generate_options *options,
                                           const tilepdb_save_options *save,
                                           const tilepdb_scratch_options *scratch,
                                           tilepdb_table_info *info, tilepdb_error *error) {
    struct run run;
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
