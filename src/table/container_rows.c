#include "table/container_rows.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"

/* ---- a bitmap of the rows that may be read --------------------------------------------------- */

/* Processes that share rows claim a frame so that only one reads it. A claim is no lock: after
 * READY_TIMEOUT another process also reads the frame, and writes equal bytes. */

#define READY_BITS 32

/* Seconds that a process waits for another to read a frame, and between polls. */
#define READY_TIMEOUT      1.0
#define READY_POLL_SECONDS 1e-4

/* Pointers into memory that is zeroed before the first use. */
struct ready_rows {
    uint32_t *rows;    /* bit r & 31 of word r >> 5 is set if row r may be read */
    uint32_t *claimed; /* bitmap of frames; NULL if rows are not shared */
    uint64_t *frames;  /* number of frames whose rows may be read */
};

static size_t ready_words(uint64_t bits) {
    return (size_t)(bits / READY_BITS + 1);
}

/* Returns 0 if the bytes exceed the address space. */
static size_t ready_rows_bytes(uint64_t rows, uint64_t frames) {
    if ((rows + frames) / 8 >= SIZE_MAX / 2) return 0;
    return sizeof(uint64_t) + (ready_words(rows) + ready_words(frames)) * sizeof(uint32_t);
}

/* `memory` is aligned to 8 bytes. */
static void ready_rows_place(struct ready_rows *ready, uint64_t rows, void *memory, bool shared) {
    ready->frames = memory;
    ready->rows = (uint32_t *)(ready->frames + 1);
    ready->claimed = shared ? ready->rows + ready_words(rows) : NULL;
}

static bool ready_rows_has(const struct ready_rows *ready, uint64_t row) {
    return __atomic_load_n(&ready->rows[row / READY_BITS], __ATOMIC_ACQUIRE) >> row % READY_BITS &
           1u;
}

static uint64_t ready_rows_frames(const struct ready_rows *ready) {
    return __atomic_load_n(ready->frames, __ATOMIC_ACQUIRE);
}

/* The release pairs with the acquire in ready_rows_has and table_row_ready. Only the first
 * publication of a frame counts it. */
static void ready_rows_publish(const struct ready_rows *ready, uint64_t first, uint64_t end) {
    const uint32_t first_bit = UINT32_C(1) << first % READY_BITS;
    bool counts = false;
    for (uint64_t at = first, next; at < end; at = next) {
        const uint64_t word = at / READY_BITS;
        next = (word + 1) * READY_BITS;
        uint32_t bits = UINT32_MAX << at % READY_BITS;
        if (end < next) bits &= ~(UINT32_MAX << end % READY_BITS);
        const uint32_t before = __atomic_fetch_or(&ready->rows[word], bits, __ATOMIC_RELEASE);
        if (at == first) counts = !(before & first_bit);
    }
    if (counts) __atomic_fetch_add(ready->frames, 1, __ATOMIC_ACQ_REL);
}

static uint32_t ready_frame_bit(uint64_t frame) {
    return UINT32_C(1) << frame % READY_BITS;
}

static bool ready_rows_claim(const struct ready_rows *ready, uint64_t frame) {
    if (!ready->claimed) return true;
    const uint32_t bit = ready_frame_bit(frame);
    return !(__atomic_fetch_or(&ready->claimed[frame / READY_BITS], bit, __ATOMIC_RELAXED) & bit);
}

static bool ready_rows_claimed(const struct ready_rows *ready, uint64_t frame) {
    return ready->claimed &&
           __atomic_load_n(&ready->claimed[frame / READY_BITS], __ATOMIC_RELAXED) &
               ready_frame_bit(frame);
}

static void ready_rows_release(const struct ready_rows *ready, uint64_t frame) {
    if (ready->claimed)
        __atomic_fetch_and(&ready->claimed[frame / READY_BITS], ~ready_frame_bit(frame),
                           __ATOMIC_RELAXED);
}

/* Returns false after READY_TIMEOUT. */
static bool ready_rows_await(const struct ready_rows *ready, uint64_t row) {
    for (double waited = 0; waited < READY_TIMEOUT; waited += READY_POLL_SECONDS) {
        if (ready_rows_has(ready, row)) return true;
        clock_sleep(READY_POLL_SECONDS);
    }
    return ready_rows_has(ready, row);
}

/* ---- the rows of a file ---------------------------------------------------------------------- */

#define LOCKS 64

struct container_rows {
    const struct file_map *map;
    char *path;
    struct container_head head;
    const uint8_t *entries;
    uint8_t *arena; /* NULL if the rows lie in the map */
    struct ready_rows ready;
    void *own_ready; /* memory of `ready`; NULL if `ready` and `arena` are shared */
    bool promotes;   /* false if another process promotes the rows */
    pthread_mutex_t lock[LOCKS];
    pthread_mutex_t guard; /* guards `idle`, `idle_count` and `failure` */
    struct inflater *idle[LOCKS];
    unsigned idle_count;
    tilepdb_error failure;
    atomic_bool failed;
    _Atomic uint64_t inflated;
    pthread_mutex_t promoting;
    _Atomic size_t promoted; /* bytes; written under `promoting` */
};

/* ---- life ------------------------------------------------------------------------------------ */

static tilepdb_status places_make(struct container_rows *rows, const char *path,
                                  tilepdb_error *error) {
    const struct container_head *head = &rows->head;
    rows->path = strdup(path);
    rows->own_ready = calloc(1, ready_rows_bytes(head->rows, head->info.frame_count));
    if (rows->own_ready) ready_rows_place(&rows->ready, head->rows, rows->own_ready, false);
    if (head->contiguous) {
        rows->entries = rows->map->data + head->frames[0].offset;
    } else if (rows->own_ready) {
        rows->arena = memory_reserve(head->info.table_bytes);
        rows->entries = rows->arena;
    }
    if (!rows->path || !rows->own_ready || !rows->entries)
        return error_set(error, TILEPDB_ERROR_MEMORY, "'%s': not enough memory for its %llu bytes",
                         error_path(path), (unsigned long long)head->info.table_bytes);
    return TILEPDB_OK;
}

tilepdb_status container_rows_create(struct container_rows **rows, const struct file_map *map,
                                     const char *path, struct container_head *head,
                                     tilepdb_error *error) {
    struct container_rows *made = calloc(1, sizeof *made);
    if (!made) {
        container_head_free(head);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    }
    made->map = map;
    made->head = *head;
    *head = (struct container_head){0};
    made->promotes = true;
    for (int i = 0; i < LOCKS; i++) pthread_mutex_init(&made->lock[i], NULL);
    pthread_mutex_init(&made->guard, NULL);
    pthread_mutex_init(&made->promoting, NULL);
    const tilepdb_status status = places_make(made, path, error);
    if (!status)
        *rows = made;
    else
        container_rows_free(made);
    return status;
}

void container_rows_free(struct container_rows *rows) {
    if (!rows) return;
    while (rows->idle_count > 0) inflater_free(rows->idle[--rows->idle_count]);
    for (int i = 0; i < LOCKS; i++) pthread_mutex_destroy(&rows->lock[i]);
    pthread_mutex_destroy(&rows->guard);
    pthread_mutex_destroy(&rows->promoting);
    if (rows->own_ready) memory_pages_free(rows->arena, rows->head.info.table_bytes);
    free(rows->own_ready);
    free(rows->path);
    container_head_free(&rows->head);
    free(rows);
}

/* ---- with other processes -------------------------------------------------------------------- */

/* A hash of sizes and checksums of all frames. */
static uint64_t rows_key(const struct container_head *head) {
    uint64_t pair[2] = {head->info.table_bytes, head->info.frame_rows};
    for (uint64_t i = 0; i < head->info.frame_count; i++) {
        pair[0] = hash_bytes(pair, sizeof pair);
        pair[1] = head->frames[i].checksum;
    }
    return hash_bytes(pair, sizeof pair);
}

void container_rows_share(struct container_rows *rows, const tilepdb_node *node) {
    const struct container_head *head = &rows->head;
    rows->promotes = node->rank == 0;
    const size_t ready = ready_rows_bytes(head->rows, head->info.frame_count);
    size_t bytes = head->info.table_bytes;
    if (!rows->arena || !size_add(bytes, MEMORY_UNIT - 1, &bytes)) return;
    const size_t at = bytes & ~(MEMORY_UNIT - 1);
    if (!size_add(at, ready, &bytes)) return;
    uint8_t *shared = node->share(rows_key(head), bytes, node->user);
    if (!shared) {
        rows->promotes = true;
        return;
    }
    memory_pages_free(rows->arena, head->info.table_bytes);
    free(rows->own_ready);
    rows->own_ready = NULL;
    rows->entries = rows->arena = shared;
    ready_rows_place(&rows->ready, head->rows, shared + at, true);
}

const uint8_t *container_rows_entries(const struct container_rows *rows) {
    return rows->entries;
}

const uint32_t *container_rows_ready(const struct container_rows *rows) {
    return rows->ready.rows;
}

static uint64_t frames_left(const struct container_rows *rows) {
    return rows->head.info.frame_count - ready_rows_frames(&rows->ready);
}

bool container_rows_all_ready(const struct container_rows *rows) {
    return frames_left(rows) == 0;
}

/* on one core, for each byte */
#define NANOSECONDS_CHECKED  0.12
#define NANOSECONDS_INFLATED 1.2

double container_rows_rest_seconds(const struct container_rows *rows) {
    const struct container_head *head = &rows->head;
    const double left = (double)frames_left(rows);
    const double bytes = left * (double)head->info.frame_rows * (double)head->row_bytes;
    return bytes * 1e-9 * (rows->arena ? NANOSECONDS_INFLATED : NANOSECONDS_CHECKED);
}

/* ---- inflaters ------------------------------------------------------------------------------- */

static struct inflater *inflater_take(struct container_rows *rows) {
    struct inflater *inflater = NULL;
    pthread_mutex_lock(&rows->guard);
    if (rows->idle_count > 0) inflater = rows->idle[--rows->idle_count];
    pthread_mutex_unlock(&rows->guard);
    return inflater ? inflater : inflater_create();
}

static void inflater_give(struct container_rows *rows, struct inflater *inflater) {
    pthread_mutex_lock(&rows->guard);
    rows->idle[rows->idle_count++] = inflater;
    pthread_mutex_unlock(&rows->guard);
}

/* ---- loading --------------------------------------------------------------------------------- */

static void failure_keep(struct container_rows *rows, const tilepdb_error *error) {
    pthread_mutex_lock(&rows->guard);
    if (!atomic_load(&rows->failed)) rows->failure = *error;
    atomic_store(&rows->failed, true);
    pthread_mutex_unlock(&rows->guard);
}

static tilepdb_status frame_memory(const struct container_rows *rows, tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "'%s': not enough memory to inflate a frame",
                     error_path(rows->path));
}

static tilepdb_status frame_read(struct container_rows *rows, uint64_t frame, uint8_t *to,
                                 tilepdb_error *error) {
    const struct container_file file = {rows->map, rows->path, &rows->head};
    struct inflater *inflater = NULL;
    if (!rows->head.frames[frame].stored && !(inflater = inflater_take(rows)))
        return frame_memory(rows, error);
    const tilepdb_status status = container_read_frame(&file, frame, inflater, to, error);
    if (inflater) inflater_give(rows, inflater);
    return status;
}

/* Copies only verified frames, since other processes may already read the bytes. */
static tilepdb_status frame_read_shared(struct container_rows *rows, uint64_t frame, uint8_t *to,
                                        tilepdb_error *error) {
    const size_t bytes = container_frame_bytes(&rows->head, frame);
    uint8_t *own = malloc(bytes);
    if (!own) return frame_memory(rows, error);
    const tilepdb_status status = frame_read(rows, frame, own, error);
    if (!status) memcpy(to, own, bytes);
    free(own);
    return status;
}

/* Available memory is checked after every MEMORY_CHECK_BYTES, so that a table that does not fit
 * causes an error before the system kills the process. */
#define MEMORY_CHECK_BYTES ((uint64_t)16 << 20)
#define MEMORY_MARGIN      (2 * MEMORY_CHECK_BYTES)

static tilepdb_status memory_check(struct container_rows *rows, uint64_t bytes,
                                   tilepdb_error *error) {
    const uint64_t before = atomic_fetch_add(&rows->inflated, bytes);
    if (before / MEMORY_CHECK_BYTES == (before + bytes) / MEMORY_CHECK_BYTES ||
        memory_available_pages() >= MEMORY_MARGIN)
        return TILEPDB_OK;
    return frame_memory(rows, error);
}

static tilepdb_status frame_make(struct container_rows *rows, uint64_t frame, uint64_t first,
                                 uint64_t end, tilepdb_error *error) {
    if (!ready_rows_claim(&rows->ready, frame) && ready_rows_await(&rows->ready, end - 1))
        return TILEPDB_OK;
    uint8_t *to = rows->arena ? rows->arena + first * rows->head.row_bytes : NULL;
    tilepdb_status status =
        to ? memory_check(rows, (end - first) * rows->head.row_bytes, error) : TILEPDB_OK;
    if (!status)
        status = rows->own_ready ? frame_read(rows, frame, to, error)
                                 : frame_read_shared(rows, frame, to, error);
    if (status)
        ready_rows_release(&rows->ready, frame);
    else
        ready_rows_publish(&rows->ready, first, end);
    return status;
}

static tilepdb_status frame_prepare(struct container_rows *rows, uint64_t frame,
                                    tilepdb_error *error) {
    const struct container_head *head = &rows->head;
    const uint64_t first = frame * head->info.frame_rows;
    const uint64_t count = container_frame_bytes(head, frame) / head->row_bytes;
    pthread_mutex_t *lock = &rows->lock[frame % LOCKS];
    tilepdb_status status = TILEPDB_OK;
    pthread_mutex_lock(lock);
    if (!ready_rows_has(&rows->ready, first))
        status = frame_make(rows, frame, first, first + count, error);
    pthread_mutex_unlock(lock);
    return status;
}

static bool frame_load(struct container_rows *rows, uint64_t frame, tilepdb_error *error) {
    const tilepdb_status status = frame_prepare(rows, frame, error);
    if (status) failure_keep(rows, error);
    return !status;
}

bool container_rows_load(struct container_rows *rows, uint32_t code) {
    if (atomic_load(&rows->failed)) return false;
    tilepdb_error error;
    return frame_load(rows, code / rows->head.info.frame_rows, &error);
}

struct visitor {
    struct container_rows *rows;
    struct progress progress;
    _Atomic uint64_t failed; /* lowest failed frame, or the number of frames */
    tilepdb_error error;
};

static void visitor_failed(struct visitor *visitor, uint64_t frame, const tilepdb_error *error) {
#pragma omp critical(container_rows)
    if (frame < atomic_load(&visitor->failed)) {
        atomic_store(&visitor->failed, frame);
        visitor->error = *error;
    }
}

/* After a failure, still visits lower frames, so that the lowest failure is reported. */
static void visitor_step(struct visitor *visitor, uint64_t frame) {
    if (progress_cancelled(&visitor->progress) || frame > atomic_load(&visitor->failed)) return;
    tilepdb_error error;
    if (!frame_load(visitor->rows, frame, &error)) visitor_failed(visitor, frame, &error);
    progress_add(&visitor->progress, container_frame_bytes(&visitor->rows->head, frame));
}

tilepdb_status container_rows_load_all(struct container_rows *rows,
                                       const tilepdb_open_options *options, tilepdb_error *error) {
    const tilepdb_open_options chosen = options ? *options : (tilepdb_open_options){0};
    const tilepdb_table_info *info = &rows->head.info;
    struct visitor visitor = {.rows = rows, .failed = info->frame_count};
    if (rows->arena) memory_prefer_huge(rows->arena, info->table_bytes);
    progress_begin(&visitor.progress, chosen.progress, chosen.user, TILEPDB_STAGE_READ,
                   info->table_bytes);
#pragma omp parallel for num_threads(threads_prepare(chosen.threads)) schedule(dynamic, 16)
    for (uint64_t frame = 0; frame < info->frame_count; frame++) visitor_step(&visitor, frame);
    if (!progress_report(&visitor.progress))
        return error_set(error, TILEPDB_CANCELLED, "'%s': reading was cancelled",
                         error_path(rows->path));
    if (atomic_load(&visitor.failed) == info->frame_count) return TILEPDB_OK;
    if (error) *error = visitor.error;
    return visitor.error.status;
}

/* ---- beside a search ------------------------------------------------------------------------- */

void container_rows_load_rest(struct container_rows *rows, const bool *stop) {
    tilepdb_error ignored;
    if (container_rows_all_ready(rows)) return;
    if (rows->arena && memory_available() / 2 <= rows->head.info.table_bytes) return;
    for (uint64_t frame = 0; frame < rows->head.info.frame_count; frame++) {
        if (threads_stop(stop) || atomic_load(&rows->failed)) return;
        if (ready_rows_claimed(&rows->ready, frame)) continue;
        frame_prepare(rows, frame, &ignored);
    }
}

static size_t promotable(const struct container_rows *rows) {
    const size_t mapped = rows->map->borrowed ? 0 : rows->map->size;
    return (rows->arena ? rows->head.info.table_bytes : mapped) & ~(MEMORY_UNIT - 1);
}

/* Time to clear a byte of a huge page and copy it, on one core. */
#define NANOSECONDS_MOVED 2.0

double container_rows_promote_seconds(const struct container_rows *rows) {
    if (!rows->promotes) return 0;
    return (double)(promotable(rows) - rows->promoted) * NANOSECONDS_MOVED * 1e-9;
}

static size_t arena_promote(struct container_rows *rows, size_t from, const bool *stop) {
    container_rows_load_rest(rows, stop);
    for (const size_t end = promotable(rows); from < end && !threads_stop(stop);
         from += MEMORY_UNIT)
        memory_gather_huge(rows->arena + from, MEMORY_UNIT);
    return from;
}

#define PROMOTION_POLL_SECONDS 0.001

void container_rows_promote(struct container_rows *rows, const bool *stop) {
    if (!rows->promotes) return;
    while (pthread_mutex_trylock(&rows->promoting)) {
        if (threads_stop(stop)) return;
        clock_sleep(PROMOTION_POLL_SECONDS);
    }
    const size_t from = rows->promoted;
    if (memory_has_huge() && memory_available() / 2 > promotable(rows)) {
        if (rows->arena)
            rows->promoted = arena_promote(rows, from, stop);
        else if (from > 0 || !file_map_is_huge(rows->map))
            rows->promoted = file_map_promote(rows->map, from, stop);
    }
    pthread_mutex_unlock(&rows->promoting);
}

/* ---- failure --------------------------------------------------------------------------------- */

tilepdb_status container_rows_failure(struct container_rows *rows, tilepdb_error *error) {
    if (!atomic_load(&rows->failed)) return TILEPDB_OK;
    pthread_mutex_lock(&rows->guard);
    const tilepdb_error failure = rows->failure;
    pthread_mutex_unlock(&rows->guard);
    if (error) *error = failure;
    return failure.status;
}
