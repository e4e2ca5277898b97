/*
 * The state file: head, histogram of TILEPDB_MAX_LEVELS numbers, slot and checksum of each page,
 * `missing` and then `fresh` of each cohort, and XXH3-64 of all bytes before. Numbers are
 * little-endian, except the mark for the byte order of the sets.
 */
#include "scratch/scratch_store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file_map.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/publish.h"
#include "base/system.h"
#include "base/threads.h"
#include "table/edges.h"
#include "table/encoding.h"
#include "table/lanes.h"
#include "table/table.h"

/* ---- the scratch file ------------------------------------------------------------------------ */

#define WORKERS 3

/* Until it is done, the owner may not change request or memory, nor use memory that is being read.
 * Write requests set their checksum, read requests verify it. */
struct scratch_request {
    struct scratch_request *next;
    void *memory;
    size_t bytes;
    uint64_t offset;
    uint64_t checksum; /* XXH3-64 */
    bool write;
    bool done; /* atomic */
};

struct scratch_file {
    int fd;
    bool direct;
    char *path;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t submitted, completed;
    struct scratch_request *first, **last;
    unsigned busy;
    bool closing;
    int failure; /* first errno, or 0 */
    bool altered;
    unsigned worker_count;
    pthread_t workers[WORKERS];
};

static bool scratch_request_done(const struct scratch_request *request) {
    return __atomic_load_n(&request->done, __ATOMIC_ACQUIRE);
}

static void failure_keep(struct scratch_file *file, int reason, bool altered) {
    pthread_mutex_lock(&file->lock);
    if (!file->failure && !file->altered) {
        file->failure = altered ? 0 : reason;
        file->altered = altered;
    }
    pthread_mutex_unlock(&file->lock);
}

static bool failed(struct scratch_file *file) {
    pthread_mutex_lock(&file->lock);
    const bool is = file->failure || file->altered;
    pthread_mutex_unlock(&file->lock);
    return is;
}

/* A file that ends early was truncated by another program. */
static bool transfer(struct scratch_file *file, uint8_t *memory, size_t bytes, uint64_t offset,
                     bool write) {
    while (bytes > 0) {
        const ssize_t moved = write ? pwrite(file->fd, memory, bytes, (off_t)offset)
                                    : pread(file->fd, memory, bytes, (off_t)offset);
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0) {
            failure_keep(file, moved < 0 ? errno : write ? ENOSPC : EIO, moved == 0 && !write);
            return false;
        }
        memory += moved;
        bytes -= (size_t)moved;
        offset += (uint64_t)moved;
    }
    return true;
}

/* The kernel reports a write error once per descriptor, so fsync would not report it again. */
static bool cache_drop(struct scratch_file *file, size_t bytes, uint64_t offset, bool write) {
    if (file->direct) return true;
    const int reason = file_uncache(file->fd, offset, bytes, write);
    if (reason) failure_keep(file, reason, false);
    return reason == 0;
}

bool scratch_file_read(struct scratch_file *file, void *memory, size_t bytes, uint64_t offset) {
    return !failed(file) && transfer(file, memory, bytes, offset, false) &&
           cache_drop(file, bytes, offset, false);
}

static bool scratch_file_read_checked(struct scratch_file *file, void *memory, size_t bytes,
                                      uint64_t offset, uint64_t checksum) {
    if (!scratch_file_read(file, memory, bytes, offset)) return false;
    const bool same = hash_bytes(memory, bytes) == checksum;
    if (!same) failure_keep(file, 0, true);
    return same;
}

bool scratch_file_write(struct scratch_file *file, const void *memory, size_t bytes,
                        uint64_t offset) {
    return !failed(file) && transfer(file, (uint8_t *)memory, bytes, offset, true) &&
           cache_drop(file, bytes, offset, true);
}

static void request_run(struct scratch_file *file, struct scratch_request *request) {
    if (request->write) {
        request->checksum = hash_bytes(request->memory, request->bytes);
        scratch_file_write(file, request->memory, request->bytes, request->offset);
    } else {
        scratch_file_read_checked(file, request->memory, request->bytes, request->offset,
                                  request->checksum);
    }
}

static void *worker_run(void *user) {
    struct scratch_file *file = user;
    pthread_mutex_lock(&file->lock);
    for (;;) {
        while (!file->first && !file->closing) pthread_cond_wait(&file->submitted, &file->lock);
        struct scratch_request *request = file->first;
        if (!request) break;
        file->first = request->next;
        if (!file->first) file->last = &file->first;
        file->busy++;
        pthread_mutex_unlock(&file->lock);
        request_run(file, request);
        pthread_mutex_lock(&file->lock);
        file->busy--;
        __atomic_store_n(&request->done, true, __ATOMIC_RELEASE);
        pthread_cond_broadcast(&file->completed);
    }
    pthread_mutex_unlock(&file->lock);
    return NULL;
}

static void scratch_file_submit(struct scratch_file *file, struct scratch_request *request) {
    request->next = NULL;
    request->done = false;
    pthread_mutex_lock(&file->lock);
    *file->last = request;
    file->last = &request->next;
    pthread_cond_signal(&file->submitted);
    pthread_mutex_unlock(&file->lock);
}

static void scratch_file_wait(struct scratch_file *file, const struct scratch_request *request) {
    if (scratch_request_done(request)) return;
    pthread_mutex_lock(&file->lock);
    while (!scratch_request_done(request)) pthread_cond_wait(&file->completed, &file->lock);
    pthread_mutex_unlock(&file->lock);
}

static void scratch_file_wait_all(struct scratch_file *file) {
    pthread_mutex_lock(&file->lock);
    while (file->first || file->busy) pthread_cond_wait(&file->completed, &file->lock);
    pthread_mutex_unlock(&file->lock);
}

tilepdb_status scratch_file_failure(struct scratch_file *file, tilepdb_error *error) {
    pthread_mutex_lock(&file->lock);
    const int reason = file->failure;
    const bool altered = file->altered;
    pthread_mutex_unlock(&file->lock);
    const char *path = error_path(file->path);
    if (altered)
        return error_set_code(
            error, TILEPDB_ERROR_CHECKSUM,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_ALTERED),
            "the scratch file '%s' was altered after it was written; remove it to "
            "begin anew",
            path);
    if (!reason) return TILEPDB_OK;
    if (reason == ENOSPC || reason == EDQUOT)
        return error_set_code(
            error, TILEPDB_ERROR_IO, error_code_file(TILEPDB_MESSAGE_FILE_WRITE, reason, NULL),
            "cannot write '%s': %s; make room and start again: generation goes on from the "
            "last complete distance",
            path, reason == ENOSPC ? "the disk is full" : "the quota is used up");
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_WRITE, reason, NULL),
                          "the scratch file '%s' failed: %s", path, strerror(reason));
}

tilepdb_status scratch_file_sync(struct scratch_file *file, tilepdb_error *error) {
    scratch_file_wait_all(file);
    const tilepdb_status status = scratch_file_failure(file, error);
    if (status) return status;
    if (file_sync(file->fd) != 0) failure_keep(file, errno, false);
    return scratch_file_failure(file, error);
}

/* ---- open and close -------------------------------------------------------------------------- */

static tilepdb_status cannot_open(const char *path, const char *why, tilepdb_error *error) {
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_OPEN, 0, why),
                          "cannot use the scratch file '%s': %s", error_path(path), why);
}

static int descriptor_open(const char *path, bool *direct) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    const int fd = open(path, flags | cache_bypass(), 0666);
    *direct = fd >= 0 && cache_bypass() != 0;
    return fd >= 0 || errno != EINVAL ? fd : open(path, flags, 0666);
}

static tilepdb_status descriptor_check(int fd, const char *path, uint64_t *size,
                                       tilepdb_error *error) {
    struct stat about;
    if (fd < 0 || fstat(fd, &about) != 0) return cannot_open(path, strerror(errno), error);
    if (!S_ISREG(about.st_mode)) return cannot_open(path, "it is not a regular file", error);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return cannot_open(path, "another process is generating this table there", error);
    struct stat named; /* the file may have been removed before it was locked */
    if (lstat(path, &named) != 0 || named.st_dev != about.st_dev || named.st_ino != about.st_ino)
        return cannot_open(path, "another process has just removed it: try again", error);
    *size = (uint64_t)about.st_size;
    return TILEPDB_OK;
}

tilepdb_status scratch_file_open(struct scratch_file **file, const char *path, uint64_t *size,
                                 tilepdb_error *error) {
    struct scratch_file *made = calloc(1, sizeof *made);
    char *name = strdup(path);
    if (!made || !name) {
        free(made);
        free(name);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a scratch file");
    }
    made->fd = descriptor_open(path, &made->direct);
    made->path = name;
    made->last = &made->first;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->submitted, NULL);
    pthread_cond_init(&made->completed, NULL);
    tilepdb_status status = descriptor_check(made->fd, path, size, error);
    while (!status && made->worker_count < WORKERS &&
           pthread_create(&made->workers[made->worker_count], NULL, worker_run, made) == 0)
        made->worker_count++;
    if (!status && made->worker_count == 0)
        status = error_set(error, TILEPDB_ERROR_MEMORY, "no thread could be started");
    if (status)
        scratch_file_close(made);
    else
        *file = made;
    return status;
}

void scratch_file_close(struct scratch_file *file) {
    if (!file) return;
    pthread_mutex_lock(&file->lock);
    file->closing = true;
    pthread_cond_broadcast(&file->submitted);
    pthread_mutex_unlock(&file->lock);
    for (unsigned i = 0; i < file->worker_count; i++) pthread_join(file->workers[i], NULL);
    pthread_cond_destroy(&file->submitted);
    pthread_cond_destroy(&file->completed);
    pthread_mutex_destroy(&file->lock);
    if (file->fd >= 0) close(file->fd);
    free(file->path);
    free(file);
}

void scratch_file_truncate(struct scratch_file *file, uint64_t bytes) {
    scratch_file_wait_all(file);
    if (ftruncate(file->fd, (off_t)bytes) != 0) errno = 0;
}

void *scratch_memory(size_t bytes) {
    const size_t rounded = (bytes + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    void *memory = memory_aligned(SCRATCH_ALIGNMENT, rounded + SCRATCH_ALIGNMENT);
    if (memory) memset(memory, 0, rounded + SCRATCH_ALIGNMENT);
    return memory;
}

/* ---- the order of masks ---------------------------------------------------------------------- */

/* This number of blocks per parity makes windows tight; the limits in bytes suit a disk. */
#define BLOCKS_WANTED 256
#define BLOCK_LEAST   ((size_t)32 << 10)
#define BLOCK_MOST    ((size_t)4 << 20)

#define SUMS (INDEX_MAX_TILES * TILEPDB_TABLE_MAX_CELLS)

static unsigned mask_key(const struct index *index, uint32_t rank) {
    const uint32_t mask = index->mask_of_rank[rank];
    unsigned sum = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) sum += bits_lowest32(rest);
    return index_parity(index, mask) * SUMS + sum;
}

static void order_fill(struct scratch_plan *plan, const struct index *index) {
    uint32_t next[2 * SUMS + 1] = {0};
    for (uint32_t rank = 0; rank < index->mask_count; rank++) next[mask_key(index, rank) + 1]++;
    for (unsigned key = 0; key < 2 * SUMS; key++) next[key + 1] += next[key];
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        plan->order[next[mask_key(index, rank)]++] = rank;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static uint32_t cohorts_of(const struct index *index, uint32_t rank) {
    return index->first_cohort[rank + 1] - index->first_cohort[rank];
}

/* Returns the most sets of a block. Every mask fits, since masks are not cut. */
static uint32_t block_sets(const struct index *index) {
    const size_t set = lanes_stride(index->tile_count) * sizeof(uint32_t);
    size_t bytes = set * index->cohort_count / 2 / BLOCKS_WANTED;
    if (bytes < BLOCK_LEAST) bytes = BLOCK_LEAST;
    if (bytes > BLOCK_MOST) bytes = BLOCK_MOST;
    const size_t sets = bytes / set;
    return sets > index->max_regions ? (uint32_t)sets : index->max_regions;
}

static uint32_t blocks_cut(struct scratch_plan *plan, const struct index *index) {
    const uint32_t most = block_sets(index), stride = lanes_stride(index->tile_count);
    uint32_t sets = 0, largest = 0;
    unsigned parity = 0;
    for (uint32_t i = 0; i < index->mask_count; i++) {
        const uint32_t rank = plan->order[i], cohorts = cohorts_of(index, rank);
        const unsigned now = index_parity(index, index->mask_of_rank[rank]);
        if (i == 0 || sets + cohorts > most || now != parity) {
            plan->blocks[plan->block_count++].first = i;
            sets = 0;
        }
        struct scratch_block *block = plan->blocks + plan->block_count - 1;
        for (uint32_t c = 0; c < cohorts; c++)
            plan->place[index->first_cohort[rank] + c] =
                (struct store_place){plan->block_count - 1, (sets + c) * stride};
        if (plan->columns)
            plan->columns[rank] =
                (struct store_place){plan->block_count - 1, (i - block->first) * stride};
        block->end = i + 1;
        sets += cohorts;
        if (sets > largest) largest = sets;
        parity = now;
    }
    return largest;
}

/* ---- windows --------------------------------------------------------------------------------- */

static void window_widen(struct scratch_block *block, uint32_t source) {
    if (source < block->window_first) block->window_first = source;
    if (source >= block->window_end) block->window_end = source + 1;
}

static void windows_find(struct scratch_plan *plan, const struct index *index,
                         const struct edge_list *edges) {
    for (uint32_t b = 0; b < plan->block_count; b++) {
        struct scratch_block *block = plan->blocks + b;
        block->window_first = plan->block_count;
        for (uint32_t i = block->first; i < block->end; i++) {
            const uint32_t rank = plan->order[i];
            const uint32_t first = edges->first[index->first_cohort[rank]];
            const uint32_t end = edges->first[index->first_cohort[rank + 1]];
            for (uint32_t e = first; e < end; e++)
                window_widen(block, plan->place[edge_source(edges->edge[e])].block);
        }
        if (block->window_end == 0) block->window_first = 0;
        const uint32_t window = block->window_end - block->window_first;
        if (window > plan->window_max) plan->window_max = window;
    }
}

static void parities_count(struct scratch_plan *plan, const struct index *index) {
    uint32_t count[2] = {0};
    for (uint32_t b = 0; b < plan->block_count; b++)
        count[index_parity(index, index->mask_of_rank[plan->order[plan->blocks[b].first]])]++;
    plan->parity_max = count[0] > count[1] ? count[0] : count[1];
}

static bool plan_allocate(struct scratch_plan *plan, const struct index *index, tilepdb_kind kind) {
    const uint32_t sets = block_sets(index);
    /* Two consecutive blocks have over `sets` sets, except at the end of a parity. */
    const size_t most = 2 * ((size_t)index->cohort_count / sets + 2);
    plan->blocks = calloc(most, sizeof *plan->blocks);
    plan->order = malloc(index->mask_count * sizeof *plan->order);
    plan->place = malloc(index->cohort_count * sizeof *plan->place);
    const bool projected = kind.blank == TILEPDB_BLANK_PROJECTED;
    if (projected) plan->columns = malloc(index->mask_count * sizeof *plan->columns);
    return plan->blocks && plan->order && plan->place && (!projected || plan->columns);
}

tilepdb_status scratch_plan_init(struct scratch_plan *plan, const struct index *index,
                                 const struct move_set *moves, tilepdb_kind kind,
                                 tilepdb_error *error) {
    *plan = (struct scratch_plan){.arrays = encoding_has_distances(kind) ? 2 + DISTANCE_PLANES : 2};
    struct edge_list edges;
    if (!plan_allocate(plan, index, kind)) {
        scratch_plan_free(plan);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the order of masks");
    }
    const tilepdb_status status =
        edge_list_init(&edges, index, moves, 0, index->mask_count, NULL, error);
    if (status) {
        scratch_plan_free(plan);
        return status;
    }
    order_fill(plan, index);
    const size_t sets = blocks_cut(plan, index);
    const size_t lanes = sets * lanes_stride(index->tile_count) + LANES_PADDING;
    plan->page_bytes =
        (lanes * sizeof(uint32_t) + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    windows_find(plan, index, &edges);
    parities_count(plan, index);
    edge_list_free(&edges);
    return TILEPDB_OK;
}

void scratch_plan_free(struct scratch_plan *plan) {
    free(plan->blocks);
    free(plan->order);
    free(plan->place);
    free(plan->columns);
    *plan = (struct scratch_plan){0};
}

uint32_t scratch_frames_min(const struct scratch_plan *plan) {
    return plan->window_max + 3 * plan->arrays;
}

/* A level writes one side and all planes of one parity to new slots. */
uint64_t scratch_sets_max_bytes(const struct scratch_plan *plan) {
    const uint64_t pages = plan->arrays * (uint64_t)plan->block_count;
    return (pages + (plan->arrays - 1) * (uint64_t)plan->parity_max) * plan->page_bytes;
}

static uint32_t block_of(const struct scratch_plan *plan, const struct index *index,
                         uint32_t rank) {
    return plan->place[index->first_cohort[rank]].block;
}

/* ---- pages ----------------------------------------------------------------------------------- */

#define NONE UINT32_MAX

struct page {
    uint32_t frame;        /* NONE: not in memory */
    uint32_t slot;         /* NONE: all bytes are 0 */
    uint64_t pinned_until; /* last stage that needs the page */
    bool idle;             /* in memory and not pinned */
    bool in_transfer;
    struct scratch_request request;
};

struct pages {
    const struct scratch_plan *plan;
    struct scratch_file *file;
    uint32_t count; /* arrays * blocks; page id: array * blocks + block */
    struct page *page;
    uint8_t *pool;
    size_t pool_bytes;
    uint32_t *free_frames, free_frame_count;
    uint32_t *pinned, pinned_count;
    uint32_t *idle, idle_count; /* in the order of unpinning */
    uint32_t slot_count;
    uint32_t *free_slots, free_slot_count;
    uint32_t *retired, retired_count; /* slots that become free once the state is published */
};

/* A page has a second slot while a level writes it. */
static uint32_t slots_max(const struct scratch_plan *plan) {
    return 2 * plan->arrays * plan->block_count;
}

static void pages_free(struct pages *pages) {
    memory_pages_free(pages->pool, pages->pool_bytes);
    free(pages->page);
    free(pages->free_frames);
    free(pages->pinned);
    free(pages->idle);
    free(pages->free_slots);
    free(pages->retired);
    *pages = (struct pages){0};
}

static bool pages_init(struct pages *pages, const struct scratch_plan *plan,
                       struct scratch_file *file, uint32_t frames) {
    const uint32_t count = plan->arrays * plan->block_count, slots = slots_max(plan);
    *pages = (struct pages){.plan = plan, .file = file, .count = count};
    if (frames > count) frames = count;
    pages->pool_bytes = frames * plan->page_bytes;
    pages->page = calloc(count, sizeof *pages->page);
    pages->pool = memory_pages(pages->pool_bytes);
    pages->free_frames = malloc(frames * sizeof *pages->free_frames);
    pages->pinned = malloc(count * sizeof *pages->pinned);
    pages->idle = malloc(count * sizeof *pages->idle);
    pages->free_slots = malloc(slots * sizeof *pages->free_slots);
    pages->retired = malloc(slots * sizeof *pages->retired);
    if (!pages->page || !pages->pool || !pages->free_frames || !pages->pinned || !pages->idle ||
        !pages->free_slots || !pages->retired)
        return false;
    for (uint32_t id = 0; id < count; id++) pages->page[id].frame = pages->page[id].slot = NONE;
    while (pages->free_frame_count < frames) {
        pages->free_frames[pages->free_frame_count] = frames - 1 - pages->free_frame_count;
        pages->free_frame_count++;
    }
    return true;
}

/* Finds free slots. Returns false if two pages have one slot. */
static bool slots_restore(struct pages *pages) {
    pages->slot_count = pages->free_slot_count = 0;
    for (uint32_t id = 0; id < pages->count; id++)
        if (pages->page[id].slot != NONE && pages->page[id].slot >= pages->slot_count)
            pages->slot_count = pages->page[id].slot + 1;
    /* `retired` is empty here: its memory marks used slots. */
    memset(pages->retired, 0, pages->slot_count * sizeof *pages->retired);
    for (uint32_t id = 0; id < pages->count; id++)
        if (pages->page[id].slot != NONE && pages->retired[pages->page[id].slot]++) return false;
    for (uint32_t slot = pages->slot_count; slot-- > 0;)
        if (!pages->retired[slot]) pages->free_slots[pages->free_slot_count++] = slot;
    return true;
}

static uint32_t slot_take(struct pages *pages) {
    if (pages->free_slot_count) return pages->free_slots[--pages->free_slot_count];
    return pages->slot_count++;
}

static void idle_remove(struct pages *pages, uint32_t id) {
    uint32_t at = 0;
    while (pages->idle[at] != id) at++;
    pages->idle_count--;
    memmove(pages->idle + at, pages->idle + at + 1, (pages->idle_count - at) * sizeof *pages->idle);
    pages->page[id].idle = false;
}

static bool transfer_done(struct page *page) {
    if (page->in_transfer && scratch_request_done(&page->request)) page->in_transfer = false;
    return !page->in_transfer;
}

/* Unpins pages whose last stage is before `stage`, except in transfer. */
static void pages_unpin(struct pages *pages, uint64_t stage) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < pages->pinned_count; i++) {
        struct page *page = pages->page + pages->pinned[i];
        page->idle = page->pinned_until < stage && transfer_done(page);
        if (page->idle)
            pages->idle[pages->idle_count++] = pages->pinned[i];
        else
            pages->pinned[left++] = pages->pinned[i];
    }
    pages->pinned_count = left;
}

static uint32_t frame_take(struct pages *pages) {
    if (pages->free_frame_count) return pages->free_frames[--pages->free_frame_count];
    if (!pages->idle_count) return NONE;
    struct page *page = pages->page + pages->idle[--pages->idle_count];
    const uint32_t frame = page->frame;
    page->idle = false;
    page->frame = NONE;
    return frame;
}

static uint8_t *page_memory(const struct pages *pages, uint32_t id) {
    return pages->pool + pages->page[id].frame * pages->plan->page_bytes;
}

static void transfer_begin(struct pages *pages, uint32_t id, bool write) {
    struct page *page = pages->page + id;
    page->in_transfer = true;
    page->request.memory = page_memory(pages, id);
    page->request.bytes = pages->plan->page_bytes;
    page->request.offset = page->slot * (uint64_t)pages->plan->page_bytes;
    page->request.write = write;
    scratch_file_submit(pages->file, &page->request);
}

/* Pins a page until the end of `stage`, and starts to read it. Returns false if all frames are
 * pinned. */
static bool page_pin(struct pages *pages, uint32_t id, uint64_t stage) {
    struct page *page = pages->page + id;
    if (page->frame == NONE) {
        page->frame = frame_take(pages);
        if (page->frame == NONE) return false;
        if (page->slot == NONE)
            memset(page_memory(pages, id), 0, pages->plan->page_bytes);
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

/* Waits until a pinned page may be read and changed. */
static uint32_t *page_wait(struct pages *pages, uint32_t id) {
    struct page *page = pages->page + id;
    if (page->in_transfer) scratch_file_wait(pages->file, &page->request);
    page->in_transfer = false;
    return (uint32_t *)(void *)page_memory(pages, id);
}

/* Waits for one transfer. Returns false if no page is in transfer. */
static bool transfer_wait_any(struct pages *pages) {
    for (uint32_t i = 0; i < pages->pinned_count; i++) {
        const struct page *page = pages->page + pages->pinned[i];
        if (!page->in_transfer) continue;
        page_wait(pages, pages->pinned[i]);
        return true;
    }
    return false;
}

/* Starts to write a pinned page, which may be read meanwhile. */
static void page_write(struct pages *pages, uint32_t id) {
    struct page *page = pages->page + id;
    if (page->slot != NONE) pages->retired[pages->retired_count++] = page->slot;
    page->slot = slot_take(pages);
    transfer_begin(pages, id, true);
}

uint64_t scratch_plan_need(const struct scratch_plan *plan, const struct index *index) {
    const uint64_t count = plan->arrays * (uint64_t)plan->block_count;
    const uint64_t columns = plan->columns ? index->mask_count : 0;
    return index->mask_count * (uint64_t)sizeof(uint32_t) +
           (index->cohort_count + columns) * sizeof(struct store_place) +
           count * (sizeof(struct page) + 3 * sizeof(uint32_t)) +
           2 * slots_max(plan) * (uint64_t)sizeof(uint32_t);
}

/* ---- the state file -------------------------------------------------------------------------- */

#define MAGIC       "\xF5TPSC\r\n\x1A"
#define MAGIC_BYTES 8
#define FORMAT      2

enum {
    AT_FORMAT = 8,
    AT_VERSION = 12,
    AT_WIDTH = 16,
    AT_HEIGHT = 17,
    AT_GOAL_BLANK = 18,
    AT_TILES = 20,
    AT_BLANK = 24,
    AT_ENCODING = 25,
    AT_METRIC = 26,
    AT_LEVEL = 28,
    AT_LEVELS = 32,
    AT_ORDER = 36,
    AT_PAGES = 40,
    AT_COHORTS = 44,
    AT_REACHED = 48,
    AT_HISTOGRAM = 56
};

#define AT_PARTS        (AT_HISTOGRAM + 8 * (size_t)TILEPDB_MAX_LEVELS)
#define PAGE_BYTES      12
#define COHORT_BYTES    5
#define CHECKSUM_BYTES  8
#define BYTE_ORDER_MARK ((uint32_t)0x01020304)
#define LIBRARY_VERSION                                                                            \
    (TILEPDB_VERSION_MAJOR << 16 | TILEPDB_VERSION_MINOR << 8 | TILEPDB_VERSION_PATCH)
#define OLDEST_VERSION (0 << 16 | 2 << 8) /* oldest version that can be resumed */

static size_t file_bytes(uint32_t pages, uint32_t cohorts) {
    return AT_PARTS + pages * (size_t)PAGE_BYTES + cohorts * (size_t)COHORT_BYTES + CHECKSUM_BYTES;
}

struct state {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    int level;
    uint64_t reached;
    struct distances distances;
};

struct scratch_store {
    struct store store;
    const struct scratch_plan *plan;
    struct scratch_file *file;
    struct pages pages;
    struct state state;
    const char *state_path;
    uint32_t *missing;    /* [cohort] from the state, for `resume` */
    uint8_t *block_fresh; /* [block] true if it has fresh cohorts */
    uint32_t *ids;        /* [arrays + window_max] for pages_list */
    uint64_t stage;
    uint32_t block; /* staged block, or NONE */
    int level;
};

static void head_store(const struct scratch_store *scratch, const struct store_snapshot *snapshot,
                       uint8_t *to) {
    const uint32_t order = BYTE_ORDER_MARK;
    const tilepdb_pattern *pattern = &scratch->state.pattern;
    const tilepdb_kind *kind = &scratch->state.kind;
    memcpy(to, MAGIC, MAGIC_BYTES);
    store_le32(to + AT_FORMAT, FORMAT);
    store_le32(to + AT_VERSION, LIBRARY_VERSION);
    to[AT_WIDTH] = pattern->width;
    to[AT_HEIGHT] = pattern->height;
    to[AT_GOAL_BLANK] = pattern->goal_blank;
    store_le32(to + AT_TILES, pattern->tiles);
    to[AT_BLANK] = (uint8_t)kind->blank;
    to[AT_ENCODING] = (uint8_t)kind->encoding;
    to[AT_METRIC] = (uint8_t)kind->metric;
    store_le32(to + AT_LEVEL, (uint32_t)snapshot->level);
    store_le32(to + AT_LEVELS, (uint32_t)snapshot->distances->levels);
    memcpy(to + AT_ORDER, &order, sizeof order);
    store_le32(to + AT_PAGES, scratch->pages.count);
    store_le32(to + AT_COHORTS, scratch->store.index->cohort_count);
    store_le64(to + AT_REACHED, snapshot->reached);
    for (size_t i = 0; i < TILEPDB_MAX_LEVELS; i++)
        store_le64(to + AT_HISTOGRAM + 8 * i, snapshot->distances->histogram[i]);
}

static tilepdb_status state_write(const struct scratch_store *scratch,
                                  const struct store_snapshot *snapshot, tilepdb_error *error) {
    const struct pages *pages = &scratch->pages;
    const uint32_t cohorts = scratch->store.index->cohort_count;
    const size_t bytes = file_bytes(pages->count, cohorts);
    uint8_t *file = calloc(1, bytes);
    if (!file) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the state");
    head_store(scratch, snapshot, file);
    uint8_t *to = file + AT_PARTS;
    for (uint32_t i = 0; i < pages->count; i++, to += PAGE_BYTES) {
        store_le32(to, pages->page[i].slot);
        store_le64(to + 4, pages->page[i].request.checksum);
    }
    for (uint32_t i = 0; i < cohorts; i++, to += 4) store_le32(to, snapshot->missing[i]);
    memcpy(to, scratch->store.fresh, cohorts);
    store_le64(file + bytes - CHECKSUM_BYTES, hash_bytes(file, bytes - CHECKSUM_BYTES));
    const tilepdb_status status = publish_bytes(scratch->state_path, file, bytes, error);
    free(file);
    return status;
}

static tilepdb_status file_check(const struct file_map *map, const char *path,
                                 tilepdb_error *error) {
    const uint8_t *data = map->data;
    const uint32_t order = BYTE_ORDER_MARK;
    if (map->size < AT_PARTS + CHECKSUM_BYTES || memcmp(data, MAGIC, MAGIC_BYTES) != 0)
        return error_set_code(error, TILEPDB_ERROR_FORMAT,
                              error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_KIND),
                              "'%s' is not the state of a generation, and is left as it is",
                              error_path(path));
    const uint32_t version = load_le32(data + AT_VERSION);
    if (load_le32(data + AT_FORMAT) != FORMAT || version < OLDEST_VERSION ||
        version > LIBRARY_VERSION)
        return error_set_code(
            error, TILEPDB_ERROR_VERSION,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_VERSION),
            "'%s' is of another version of tilepdb: go on with that one, or remove it "
            "to begin anew",
            error_path(path));
    const bool sized =
        map->size == file_bytes(load_le32(data + AT_PAGES), load_le32(data + AT_COHORTS));
    if (!sized || hash_bytes(data, map->size - CHECKSUM_BYTES) !=
                      load_le64(data + map->size - CHECKSUM_BYTES))
        return error_set_code(
            error, TILEPDB_ERROR_CHECKSUM,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_ALTERED),
            "'%s' was altered after it was written; remove it to begin anew", error_path(path));
    if (memcmp(data + AT_ORDER, &order, sizeof order) != 0)
        return error_set_code(
            error, TILEPDB_ERROR_VERSION,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_VERSION),
            "'%s' is of a machine with another byte order: go on there, or remove it "
            "to begin anew",
            error_path(path));
    return TILEPDB_OK;
}

static bool head_load(const uint8_t *from, struct state *state) {
    const struct state wanted = *state;
    const bool same = from[AT_WIDTH] == wanted.pattern.width &&
                      from[AT_HEIGHT] == wanted.pattern.height &&
                      from[AT_GOAL_BLANK] == wanted.pattern.goal_blank &&
                      load_le32(from + AT_TILES) == wanted.pattern.tiles &&
                      from[AT_BLANK] == (uint8_t)wanted.kind.blank &&
                      from[AT_ENCODING] == (uint8_t)wanted.kind.encoding &&
                      from[AT_METRIC] == (uint8_t)wanted.kind.metric;
    state->level = (int)load_le32(from + AT_LEVEL);
    state->distances.levels = (int)load_le32(from + AT_LEVELS);
    state->reached = load_le64(from + AT_REACHED);
    for (size_t i = 0; i < TILEPDB_MAX_LEVELS; i++)
        state->distances.histogram[i] = load_le64(from + AT_HISTOGRAM + 8 * i);
    return same && state->level >= 0 && state->level < TILEPDB_MAX_LEVELS &&
           state->distances.levels >= 1 && state->distances.levels <= state->level + 1;
}

/* Checks slots, which determine allocations. */
static bool arrays_load(const uint8_t *data, struct scratch_store *scratch) {
    struct pages *pages = &scratch->pages;
    const uint32_t cohorts = scratch->store.index->cohort_count;
    const uint8_t *from = data + AT_PARTS;
    if (load_le32(data + AT_PAGES) != pages->count || load_le32(data + AT_COHORTS) != cohorts)
        return false;
    for (uint32_t i = 0; i < pages->count; i++, from += PAGE_BYTES) {
        pages->page[i].slot = load_le32(from);
        pages->page[i].request.checksum = load_le64(from + 4);
        if (pages->page[i].slot != NONE && pages->page[i].slot >= slots_max(pages->plan))
            return false;
    }
    for (uint32_t i = 0; i < cohorts; i++, from += 4) scratch->missing[i] = load_le32(from);
    for (uint32_t i = 0; i < cohorts; i++) scratch->store.fresh[i] = from[i] != 0;
    return true;
}

/* Reads a state file of the pattern and kind of `state`. `scratch`, whose arrays it fills, may be
 * NULL. A failure may change both. */
static tilepdb_status state_read(const char *path, struct state *state,
                                 struct scratch_store *scratch, tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = file_map_open(path, &map, error);
    if (status) return status;
    status = file_check(&map, path, error);
    if (!status && !(head_load(map.data, state) && (!scratch || arrays_load(map.data, scratch))))
        status = error_set_code(error, TILEPDB_ERROR_FORMAT,
                                error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_TASK),
                                "'%s' is the state of another table; remove it to begin anew",
                                error_path(path));
    file_map_close(&map);
    return status;
}

tilepdb_status scratch_state_level(const char *path, const tilepdb_pattern *pattern,
                                   tilepdb_kind kind, int *level, tilepdb_error *error) {
    struct state state = {.pattern = *pattern, .kind = kind};
    const tilepdb_status status = state_read(path, &state, NULL, error);
    *level = state.level;
    return status;
}

/* ---- the store ------------------------------------------------------------------------------- */

#define BLOCKS_PREFETCHED 4

static struct scratch_store *of(struct store *store) {
    return (struct scratch_store *)(void *)store;
}

static uint32_t page_id(const struct scratch_plan *plan, unsigned array, uint32_t block) {
    return array * plan->block_count + block;
}

static unsigned side_of(int level) {
    return (unsigned)level >> 1 & 1u;
}

static unsigned arrays_of(const struct scratch_store *scratch, int level) {
    return scratch->plan->arrays > 2 ? 2 + distance_planes(level) : 2;
}

static bool block_changed(const struct scratch_store *scratch, uint32_t block) {
    const struct scratch_block *about = scratch->plan->blocks + block;
    const uint32_t *first_cohort = scratch->store.index->first_cohort;
    for (uint32_t i = about->first; i < about->end; i++) {
        const uint32_t rank = scratch->plan->order[i];
        for (uint32_t cohort = first_cohort[rank]; cohort < first_cohort[rank + 1]; cohort++)
            if (scratch->store.fresh[cohort]) return true;
    }
    return false;
}

/* Lists the pages that a level needs for a block, at most arrays + window_max. */
static uint32_t pages_list(const struct scratch_store *scratch, uint32_t block, uint32_t *ids) {
    const struct scratch_plan *plan = scratch->plan;
    const struct scratch_block *about = plan->blocks + block;
    const unsigned arrays = arrays_of(scratch, scratch->level);
    uint32_t count = 0;
    for (unsigned array = 0; array < arrays; array++) ids[count++] = page_id(plan, array, block);
    if (scratch->level == 0) return count;
    const unsigned side = side_of(scratch->level - 1);
    for (uint32_t b = about->window_first; b < about->window_end; b++)
        if (scratch->block_fresh[b]) ids[count++] = page_id(plan, side, b);
    return count;
}

static void block_leave(struct scratch_store *scratch) {
    const uint32_t block = scratch->block;
    scratch->block = NONE;
    if (block == NONE || !block_changed(scratch, block)) return;
    page_write(&scratch->pages, page_id(scratch->plan, side_of(scratch->level), block));
    for (unsigned array = 2; array < arrays_of(scratch, scratch->level); array++)
        page_write(&scratch->pages, page_id(scratch->plan, array, block));
}

static bool block_prefetch(struct scratch_store *scratch, uint32_t block, uint64_t stage) {
    const uint32_t count = pages_list(scratch, block, scratch->ids);
    for (uint32_t i = 0; i < count; i++)
        if (!page_pin(&scratch->pages, scratch->ids[i], stage)) return false;
    return true;
}

static void blocks_prefetch(struct scratch_store *scratch, const uint32_t *ranks, uint32_t count) {
    uint64_t stage = scratch->stage;
    uint32_t block = scratch->block;
    for (uint32_t i = 0; i < count && stage < scratch->stage + BLOCKS_PREFETCHED; i++) {
        const uint32_t next = block_of(scratch->plan, scratch->store.index, ranks[i]);
        if (next == block) continue;
        block = next;
        if (!block_prefetch(scratch, block, ++stage)) return;
    }
}

/* Each page of the staged block has a frame (scratch_frames_min), but pages in some frames may
 * still be written. */
static bool block_pin(struct scratch_store *scratch) {
    struct pages *pages = &scratch->pages;
    const uint32_t count = pages_list(scratch, scratch->block, scratch->ids);
    for (uint32_t i = 0; i < count; i++)
        while (!page_pin(pages, scratch->ids[i], scratch->stage)) {
            if (!transfer_wait_any(pages)) return false;
            pages_unpin(pages, scratch->stage);
        }
    return true;
}

static void block_wait(struct scratch_store *scratch) {
    const uint32_t blocks = scratch->plan->block_count;
    const uint32_t count = pages_list(scratch, scratch->block, scratch->ids);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = scratch->ids[i], array = id / blocks;
        uint32_t **pointers =
            array < 2 ? scratch->store.side_blocks[array] : scratch->store.plane_blocks[array - 2];
        pointers[id % blocks] = page_wait(&scratch->pages, id);
    }
}

static tilepdb_status stage(struct store *store, int level, const uint32_t *ranks, uint32_t count,
                            uint32_t *staged, tilepdb_error *error) {
    struct scratch_store *scratch = of(store);
    block_leave(scratch);
    scratch->level = level;
    scratch->block = block_of(scratch->plan, scratch->store.index, ranks[0]);
    scratch->stage++;
    pages_unpin(&scratch->pages, scratch->stage);
    if (!block_pin(scratch))
        return error_set(error, TILEPDB_ERROR_INTERNAL, "there are too few frames for a level");
    uint32_t last = 1;
    while (last < count &&
           block_of(scratch->plan, scratch->store.index, ranks[last]) == scratch->block)
        last++;
    *staged = last;
    blocks_prefetch(scratch, ranks + last, count - last);
    block_wait(scratch);
    return scratch_file_failure(scratch->file, error);
}

static tilepdb_status level_begin(struct store *store, int level, tilepdb_error *error) {
    struct scratch_store *scratch = of(store);
    (void)level, (void)error;
    for (uint32_t block = 0; block < scratch->plan->block_count; block++)
        scratch->block_fresh[block] = block_changed(scratch, block);
    return TILEPDB_OK;
}

static tilepdb_status save(struct store *store, const struct store_snapshot *snapshot,
                           tilepdb_error *error) {
    struct scratch_store *scratch = of(store);
    block_leave(scratch);
    tilepdb_status status = scratch_file_sync(scratch->file, error);
    if (!status) status = state_write(scratch, snapshot, error);
    if (status) return status;
    struct pages *pages = &scratch->pages;
    while (pages->retired_count)
        pages->free_slots[pages->free_slot_count++] = pages->retired[--pages->retired_count];
    return TILEPDB_OK;
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
static bool state_possible(const struct scratch_store *scratch, const struct state *state) {
    const uint32_t cohorts = scratch->store.index->cohort_count;
    const uint64_t each = index_reachable(scratch->store.index, TILEPDB_BLANK_AWARE) / cohorts;
    uint64_t missing = 0;
    for (uint32_t cohort = 0; cohort < cohorts; cohort++) {
        if (scratch->missing[cohort] > each) return false;
        missing += scratch->missing[cohort];
    }
    return state->reached <= each * cohorts && missing == each * cohorts - state->reached;
}

static tilepdb_status state_restore(struct scratch_store *scratch, uint64_t sets_bytes,
                                    tilepdb_error *error) {
    const struct error_code code =
        error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_INCOMPLETE);
    struct state state = scratch->state;
    const tilepdb_status status = state_read(scratch->state_path, &state, scratch, error);
    if (status == TILEPDB_ERROR_NOT_FOUND) return TILEPDB_OK;
    if (status) return status;
    if (!state_possible(scratch, &state) || !slots_restore(&scratch->pages))
        return error_set_code(error, TILEPDB_ERROR_FORMAT, code,
                              "'%s' has impossible contents; remove it to begin anew",
                              error_path(scratch->state_path));
    if (sets_bytes < scratch->pages.slot_count * (uint64_t)scratch->plan->page_bytes)
        return error_set_code(error, TILEPDB_ERROR_FORMAT, code,
                              "'%s' points to a scratch file that is gone or incomplete; remove it "
                              "to begin anew",
                              error_path(scratch->state_path));
    scratch->state = state;
    return TILEPDB_OK;
}

/* Keeps the slots of pages for scratch_store_columns. */
static void finish(struct store *store) {
    struct scratch_store *scratch = of(store);
    scratch_file_wait_all(scratch->file);
    memory_pages_free(scratch->pages.pool, scratch->pages.pool_bytes);
    scratch->pages.pool = NULL;
}

static void release(struct store *store) {
    struct scratch_store *scratch = of(store);
    scratch_file_close(scratch->file);
    pages_free(&scratch->pages);
    for (unsigned side = 0; side < 2; side++) free(store->side_blocks[side]);
    for (unsigned plane = 0; plane < DISTANCE_PLANES; plane++) free(store->plane_blocks[plane]);
    free(store->fresh);
    free(scratch->missing);
    free(scratch->block_fresh);
    free(scratch->ids);
    free(scratch);
}

static const struct store_methods in_scratch = {.resume = resume,
                                                .save = save,
                                                .stage = stage,
                                                .level_begin = level_begin,
                                                .finish = finish,
                                                .release = release};

static bool store_allocate(struct scratch_store *scratch, uint32_t frames) {
    struct store *store = &scratch->store;
    const struct scratch_plan *plan = scratch->plan;
    const uint32_t cohorts = store->index->cohort_count;
    store->order = plan->order;
    store->place = plan->place;
    store->column_place = plan->columns ? plan->columns : plan->place;
    store->fresh = calloc(cohorts, sizeof *store->fresh);
    scratch->missing = calloc(cohorts, sizeof *scratch->missing);
    scratch->block_fresh = calloc(plan->block_count, sizeof *scratch->block_fresh);
    scratch->ids = calloc(plan->arrays + plan->window_max, sizeof *scratch->ids);
    bool ok = store->fresh && scratch->missing && scratch->block_fresh && scratch->ids;
    for (unsigned array = 0; array < plan->arrays; array++) {
        uint32_t **pointers = calloc(plan->block_count, sizeof *pointers);
        ok = ok && pointers;
        if (array < 2)
            store->side_blocks[array] = pointers;
        else
            store->plane_blocks[array - 2] = pointers;
    }
    return ok && pages_init(&scratch->pages, plan, scratch->file, frames);
}

tilepdb_status scratch_store_create(struct store **store, const struct tilepdb_table *table,
                                    const struct scratch_plan *plan, uint32_t frames,
                                    const char *sets_path, const char *state_path,
                                    tilepdb_error *error) {
    struct scratch_store *made = calloc(1, sizeof *made);
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a store");
    store_shape(&made->store, table->index, table->info.kind, 0, table->index->mask_count);
    made->store.methods = &in_scratch;
    made->store.memory = frames * (uint64_t)plan->page_bytes;
    made->plan = plan;
    made->state = (struct state){.pattern = table->info.pattern, .kind = table->info.kind};
    made->state_path = state_path;
    made->block = NONE;
    uint64_t bytes;
    tilepdb_status status = scratch_file_open(&made->file, sets_path, &bytes, error);
    if (!status && !store_allocate(made, frames))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a store");
    if (!status) status = state_restore(made, bytes, error);
    if (status)
        release(&made->store);
    else
        *store = &made->store;
    return status;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Copies the columns of `to` that are in a block from `page`. Returns their number, also if `page`
 * is NULL. */
static uint32_t columns_copy(const struct scratch_store *scratch, const struct store *to,
                             unsigned plane, uint32_t block, const uint8_t *page) {
    const struct scratch_plan *plan = scratch->plan;
    const uint32_t *first_cohort = scratch->store.index->first_cohort;
    const bool projected = plan->columns != NULL;
    uint32_t count = 0;
    for (uint32_t i = plan->blocks[block].first; i < plan->blocks[block].end; i++) {
        const uint32_t rank = plan->order[i];
        const uint32_t first = projected ? rank : first_cohort[rank];
        const uint32_t end = projected ? rank + 1 : first_cohort[rank + 1];
        for (uint32_t column = first; column < end; column++) {
            if (column < to->first_column || column >= to->end_column) continue;
            count++;
            if (page)
                memcpy(store_column(to, plane, column),
                       page + scratch->store.column_place[column].at * sizeof(uint32_t),
                       to->stride * sizeof(uint32_t));
        }
    }
    return count;
}

tilepdb_status scratch_store_columns(struct store *store, const struct store *to, unsigned planes,
                                     uint8_t *buffers, int threads, tilepdb_error *error) {
    const struct scratch_store *scratch = of(store);
    const struct scratch_plan *plan = scratch->plan;
    const uint32_t blocks = plan->block_count;
    const unsigned first =
        plan->arrays > 2 ? 2 : 1; /* with the encoding bit, side 1 is the plane */
    (void)threads;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (uint32_t i = 0; i < blocks * planes; i++) {
        const uint32_t plane = i / blocks, block = i % blocks;
        const struct page *page = scratch->pages.page + page_id(plan, first + plane, block);
        uint8_t *buffer = buffers + (size_t)threads_index() * plan->page_bytes;
        if (page->slot == NONE || columns_copy(scratch, to, plane, block, NULL) == 0) continue;
        if (scratch_file_read_checked(scratch->file, buffer, plan->page_bytes,
                                      page->slot * (uint64_t)plan->page_bytes,
                                      page->request.checksum))
            columns_copy(scratch, to, plane, block, buffer);
    }
    return scratch_file_failure(scratch->file, error);
}
