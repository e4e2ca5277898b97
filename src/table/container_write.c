#include "table/container.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "base/progress.h"
#include "base/publish.h"
#include "base/threads.h"
#include "table/container_layout.h"
#include "table/encoding.h"

/* Most bytes of a frame of several rows (docs/notes/tables.md). Constant, so that a file depends
 * only on table, level and zstd release. */
#define FRAME_TARGET ((uint64_t)1 << 15)

/* Frames of a wave for each thread. A wave is compressed in parallel, then written in order. */
#define WAVE_FRAMES 64

/* Bytes of a wave for each of several writers. */
#define WRITER_BYTES ((uint64_t)4 << 20)

#define NAME_BYTES 4096

/* Bytes that leave the page cache together, if the rows do not lie in memory. */
#define CACHED_MOST ((uint64_t)16 << 20)

#define LEVEL_MAX            22
#define LEVEL_DEFAULT_BITS   0
#define LEVEL_DEFAULT_NIBBLE 1

/* ---- one file, while it is written ----------------------------------------------------------- */

struct output {
    struct container_head head;
    const struct row_source *source;
    int level;
    int threads;
    uint8_t *begin; /* bytes before the first frame */
    uint64_t begin_bytes;
    uint64_t end;    /* offset of the next frame */
    uint64_t cached; /* bytes before this offset are not in the page cache */
    uint64_t wave;
    uint64_t slot_bytes;
    uint64_t slot_first;             /* frame of the first buffer */
    uint8_t *slots;                  /* compressed frames; NULL at level 0 */
    uint8_t *buffers;                /* rows; NULL if all rows lie in memory */
    struct compressor **compressors; /* one per thread; NULL at level 0 */
    const uint8_t *pending;          /* unwritten bytes before `end` */
    uint64_t pending_bytes;
    _Atomic int failure;
    struct progress progress;
    struct publication publication;
};

static tilepdb_status level_resolve(const tilepdb_save_options *options, tilepdb_encoding encoding,
                                    int *level, tilepdb_error *error) {
    *level = options->level;
    if (*level < TILEPDB_LEVEL_DEFAULT || *level > LEVEL_MAX)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "unknown compression level %d; 0 stores, 1 to %d compress", *level,
                         LEVEL_MAX);
    if (*level == TILEPDB_LEVEL_DEFAULT)
        *level = !encoding_find(encoding)->compressed || !compression_available()
                     ? LEVEL_DEFAULT_BITS
                     : LEVEL_DEFAULT_NIBBLE;
    if (*level > 0 && !compression_available())
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "this build has no zstd and can only store tables: use level 0");
    return TILEPDB_OK;
}

static uint64_t wave_frames(const struct output *output, uint64_t fit) {
    const struct row_writers *writers = output->source->writers;
    const uint64_t count = output->head.info.frame_count;
    /* If fit is 0, a frame is one long row. */
    uint64_t wave = (uint64_t)output->threads * (fit < 1 ? 1 : WAVE_FRAMES);
    if (writers) wave = (WRITER_BYTES / output->slot_bytes + 1) * writers->count;
    return wave < count ? wave : count;
}

static bool wave_prepare(struct output *output) {
    const struct row_writers *writers = output->source->writers;
    const uint64_t frames = writers ? output->wave / writers->count + 1 : output->wave;
    size_t bytes;
    if (!size_multiply(frames, output->slot_bytes, &bytes)) return false;
    if (!output->source->memory && !(output->buffers = malloc(bytes))) return false;
    if (output->level == 0) return true;
    output->slots = malloc(bytes);
    output->compressors = calloc((size_t)output->threads, sizeof *output->compressors);
    if (!output->slots || !output->compressors) return false;
    for (int i = 0; i < output->threads; i++) {
        output->compressors[i] = compressor_create(output->level);
        if (output->compressors[i] == NULL) return false;
    }
    return true;
}

/* output_end must follow, also on failure. */
static tilepdb_status output_begin(struct output *output, tilepdb_error *error) {
    struct container_head *head = &output->head;
    tilepdb_table_info *info = &head->info;
    if (head->rows == 0 || head->row_bytes == 0 || info->levels < 1 ||
        info->levels > TILEPDB_MAX_LEVELS)
        return error_set(error, TILEPDB_ERROR_INTERNAL, "there is no table to write");
    const uint64_t fit = FRAME_TARGET / head->row_bytes;
    info->frame_rows = fit < 1 ? 1 : fit > head->rows ? head->rows : fit;
    info->frame_count = (head->rows - 1) / info->frame_rows + 1;
    info->stored_frames = 0;
    info->table_bytes = head->rows * head->row_bytes;
    output->begin_bytes = payload_begin(
        (uint64_t)header_bytes(container_version(info->kind.encoding), (uint32_t)info->levels) +
        info->frame_count * FRAME_ENTRY_BYTES + CHECKSUM_BYTES);
    output->end = output->begin_bytes;
    output->slot_bytes = container_frame_bytes(head, 0);
    output->wave = wave_frames(output, fit);
    output->begin = calloc(1, output->begin_bytes);
    head->frames = calloc(info->frame_count, sizeof *head->frames);
    if (!output->begin || !head->frames || !wave_prepare(output))
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory to write a table of %s bytes",
                         GROUPED(info->table_bytes));
    return TILEPDB_OK;
}

static void output_end(struct output *output) {
    for (int i = 0; output->compressors != NULL && i < output->threads; i++)
        compressor_free(output->compressors[i]);
    free(output->compressors);
    free(output->slots);
    free(output->buffers);
    free(output->begin);
    container_head_free(&output->head);
    publish_abort(&output->publication);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static uint8_t *frame_buffer(const struct output *output, uint8_t *buffers, uint64_t frame) {
    return buffers ? buffers + (frame - output->slot_first) * output->slot_bytes : NULL;
}

static const uint8_t *frame_rows_at(const struct output *output, uint64_t frame) {
    const struct container_head *head = &output->head;
    const uint8_t *memory = output->source->memory;
    if (memory) return memory + frame * head->info.frame_rows * head->row_bytes;
    return frame_buffer(output, output->buffers, frame);
}

static void frame_compress(struct output *output, uint64_t frame, const uint8_t *rows,
                           uint64_t bytes) {
    struct container_frame *entry = &output->head.frames[frame];
    uint8_t *slot = frame_buffer(output, output->slots, frame);
    size_t size;
    const tilepdb_status status =
        compressor_run(output->compressors[threads_index()], rows, bytes, slot, bytes - 1, &size);
    if (status) {
        atomic_store(&output->failure, (int)status);
    } else if (size != 0 && zstd_size_allowed(size, bytes)) {
        entry->stored = false;
        entry->size = size;
        entry->payload_check = (uint32_t)hash_bytes(slot, size);
    }
}

static void frame_prepare(struct output *output, uint64_t frame) {
    if (progress_cancelled(&output->progress) || atomic_load(&output->failure) != TILEPDB_OK)
        return;
    const struct container_head *head = &output->head;
    const uint64_t bytes = container_frame_bytes(head, frame);
    tilepdb_status status = TILEPDB_OK;
    const uint8_t *rows =
        rows_get(output->source, frame * head->info.frame_rows, bytes / head->row_bytes,
                 frame_buffer(output, output->buffers, frame), &status);
    if (!rows) {
        atomic_store(&output->failure, (int)status);
        return;
    }
    const uint64_t checksum = hash_bytes(rows, bytes);
    output->head.frames[frame] = (struct container_frame){
        .size = bytes, .checksum = checksum, .payload_check = (uint32_t)checksum, .stored = true};
    if (output->level > 0) frame_compress(output, frame, rows, bytes);
    progress_add(&output->progress, bytes);
}

static tilepdb_status pending_write(struct output *output, uint64_t to, tilepdb_error *error) {
    const uint64_t begin = output->end - output->pending_bytes;
    if (to <= begin) return TILEPDB_OK;
    const uint8_t *bytes = output->pending;
    output->pending += to - begin;
    output->pending_bytes -= to - begin;
    return publish_write(&output->publication, bytes, to - begin, begin, error);
}

/* Writes adjacent payloads in units of huge pages: file systems with large folios then cache the
 * file in huge pages, which all processes map without a copy. */
static tilepdb_status payload_append(struct output *output, const uint8_t *payload, uint64_t size,
                                     tilepdb_error *error) {
    if (!output->pending || output->pending + output->pending_bytes != payload) {
        const tilepdb_status status = pending_write(output, output->end, error);
        if (status) return status;
        output->pending = payload;
    }
    output->pending_bytes += size;
    output->end += size;
    return pending_write(output, output->end / MEMORY_UNIT * MEMORY_UNIT, error);
}

/* Frames first .. last - 1; this process makes and writes frames begin .. end - 1. */
struct wave {
    uint64_t first, last, begin, end;
};

static uint64_t wave_place(struct output *output, const struct wave *wave) {
    uint64_t at = output->end;
    for (uint64_t i = wave->first; i < wave->last; i++) {
        struct container_frame *frame = &output->head.frames[i];
        frame->offset = at;
        at += frame->size;
        output->head.info.stored_frames += frame->stored;
    }
    return at;
}

static tilepdb_status wave_write(struct output *output, const struct wave *wave,
                                 tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    const uint64_t next = wave_place(output, wave);
    if (wave->begin < wave->end) output->end = output->head.frames[wave->begin].offset;
    for (uint64_t i = wave->begin; i < wave->end && !status; i++) {
        const struct container_frame *frame = &output->head.frames[i];
        status = payload_append(output,
                                frame->stored ? frame_rows_at(output, i)
                                              : frame_buffer(output, output->slots, i),
                                frame->size, error);
    }
    /* The next wave reuses the buffers. */
    if (!status && (output->slots || output->buffers))
        status = pending_write(output, output->end, error);
    output->end = next;
    return status;
}

/* Rows outside memory belong to a table larger than memory; its file would only displace other
 * pages. */
static tilepdb_status cache_empty(struct output *output, tilepdb_error *error) {
    if (output->source->memory || output->end - output->cached < CACHED_MOST) return TILEPDB_OK;
    const uint64_t begin = output->cached;
    output->cached = output->end;
    return publish_uncache(&output->publication, begin, output->end, error);
}

static tilepdb_status cancelled(tilepdb_error *error) {
    return error_set(error, TILEPDB_CANCELLED, "writing was cancelled; no file was written");
}

static tilepdb_status wave_make(struct output *output, const struct wave *wave,
                                tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    struct container_head *head = &output->head;
    const uint64_t row = wave->begin * head->info.frame_rows, left = head->rows - row;
    const uint64_t rows = (wave->end - wave->begin) * head->info.frame_rows;
    output->slot_first = wave->begin;
    if (writers) {
        const tilepdb_status status = writers->ready(writers->user, row, rows < left ? rows : left);
        if (status) atomic_store(&output->failure, (int)status);
    }
#pragma omp parallel for num_threads(output->threads) schedule(dynamic)
    for (uint64_t frame = wave->begin; frame < wave->end; frame++) frame_prepare(output, frame);
    if (writers)
        writers->gather(writers->user, head->frames + wave->first, sizeof *head->frames,
                        wave->last - wave->first);
    if (progress_cancelled(&output->progress)) return cancelled(error);
    const int failure = atomic_load(&output->failure);
    if (!failure) return TILEPDB_OK;
    return error_set(error, (tilepdb_status)failure, "the frames could not be made: %s",
                     tilepdb_status_message((tilepdb_status)failure));
}

static void others_add(struct output *output, const struct wave *wave) {
    const struct container_head *head = &output->head;
    uint64_t others = 0;
    for (uint64_t i = wave->first; i < wave->last; i++)
        if (i < wave->begin || i >= wave->end) others += container_frame_bytes(head, i);
    progress_add(&output->progress, others);
}

static tilepdb_status frames_write(struct output *output, tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    const uint64_t count = output->head.info.frame_count;
    struct wave wave = {0};
    for (; wave.first < count; wave.first = wave.last) {
        wave.last = count - wave.first < output->wave ? count : wave.first + output->wave;
        row_part(writers, wave.last - wave.first, &wave.begin, &wave.end);
        wave.begin += wave.first;
        wave.end += wave.first;
        tilepdb_status status = wave_make(output, &wave, error);
        if (!status) status = wave_write(output, &wave, error);
        if (!status && !writers) status = cache_empty(output, error);
        status = row_agree(writers, status, error);
        if (status) return status;
        if (writers) others_add(output, &wave);
    }
    if (!progress_report(&output->progress)) return row_agree(writers, cancelled(error), error);
    return row_agree(writers, pending_write(output, output->end, error), error);
}

/* ---- the content hash ------------------------------------------------------------------------ */

/* Blocks of a wave for each of several writers. */
#define WRITER_BLOCKS 16

struct hasher {
    const struct row_source *source;
    uint64_t bytes, blocks;
    int threads;
    uint8_t *hashes;  /* [block][8] */
    uint8_t *buffers; /* one per thread; NULL if rows lie in memory */
    _Atomic int failure;
};

#define HASH_BUFFER_BYTES(source) (CONTENT_BLOCK + 2 * (source)->row_bytes)

/* Returns the number of rows that a block overlaps. Sets the first row, and the bytes of the
 * block. */
static uint64_t block_rows(const struct hasher *hasher, uint64_t block, uint64_t *first,
                           uint64_t *size) {
    const uint64_t begin = block * CONTENT_BLOCK, left = hasher->bytes - begin;
    const uint64_t row_bytes = hasher->source->row_bytes;
    *size = left < CONTENT_BLOCK ? left : CONTENT_BLOCK;
    *first = begin / row_bytes;
    return (begin + *size - 1) / row_bytes - *first + 1;
}

static void block_hash(struct hasher *hasher, uint64_t block) {
    const struct row_source *source = hasher->source;
    uint8_t *buffer = hasher->buffers
                          ? hasher->buffers + (size_t)threads_index() * HASH_BUFFER_BYTES(source)
                          : NULL;
    tilepdb_status status = TILEPDB_OK;
    uint64_t first, size;
    const uint64_t count = block_rows(hasher, block, &first, &size);
    const uint8_t *rows = rows_get(source, first, count, buffer, &status);
    if (rows)
        store_le64(hasher->hashes + 8 * block,
                   hash_bytes(rows + (block * CONTENT_BLOCK - first * source->row_bytes), size));
    else
        atomic_store(&hasher->failure, (int)status);
}

static void blocks_hash(struct hasher *hasher, uint64_t first, uint64_t last) {
    const struct row_writers *writers = hasher->source->writers;
    uint64_t begin, end;
    row_part(writers, last - first, &begin, &end);
    if (writers) {
        uint64_t row = 0, last_row = 0, size, rows = 0;
        if (begin < end) {
            block_rows(hasher, first + begin, &row, &size);
            rows = block_rows(hasher, first + end - 1, &last_row, &size);
        }
        const tilepdb_status status = writers->ready(writers->user, row, last_row + rows - row);
        if (status) atomic_store(&hasher->failure, (int)status);
    }
#pragma omp parallel for num_threads(hasher->threads)
    for (uint64_t block = first + begin; block < first + end; block++)
        if (!atomic_load(&hasher->failure)) block_hash(hasher, block);
    if (writers) writers->gather(writers->user, hasher->hashes + 8 * first, 8, last - first);
}

tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error) {
    const struct row_writers *writers = source->writers;
    const uint64_t bytes = source->rows * source->row_bytes;
    struct hasher hasher = {.source = source,
                            .bytes = bytes,
                            .blocks = (bytes + CONTENT_BLOCK - 1) / CONTENT_BLOCK,
                            .threads = threads_prepare(threads)};
    hasher.hashes = malloc(8 * hasher.blocks + 1);
    if (!source->memory)
        hasher.buffers = malloc(HASH_BUFFER_BYTES(source) * (size_t)hasher.threads);
    tilepdb_status status =
        hasher.hashes && (source->memory || hasher.buffers) ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
    status = row_agree(writers, status, NULL);
    const uint64_t wave = writers ? (uint64_t)WRITER_BLOCKS * writers->count : hasher.blocks;
    for (uint64_t first = 0, last; first < hasher.blocks && !status; first = last) {
        last = hasher.blocks - first < wave ? hasher.blocks : first + wave;
        blocks_hash(&hasher, first, last);
        status = row_agree(writers, (tilepdb_status)atomic_load(&hasher.failure), NULL);
    }
    if (!status) *hash = hash_bytes(hasher.hashes, 8 * hasher.blocks);
    free(hasher.hashes);
    free(hasher.buffers);
    if (!status) return TILEPDB_OK;
    return error_set(error, status, "the table's rows could not be hashed: %s",
                     tilepdb_status_message(status));
}

/* ---- the head -------------------------------------------------------------------------------- */

static tilepdb_status head_write(struct output *output, const char *path, tilepdb_error *error) {
    struct container_head *head = &output->head;
    const tilepdb_status status =
        container_content_hash(output->source, output->threads, &head->info.content_hash, error);
    if (status) return status;
    const tilepdb_status stored =
        container_store_head(head, path, output->end, output->begin, error);
    const struct row_writers *writers = output->source->writers;
    if (stored || (writers && writers->index)) return stored;
    return publish_write(&output->publication, output->begin, output->begin_bytes, 0, error);
}

/* ---- the file -------------------------------------------------------------------------------- */

static tilepdb_status file_begin(struct output *output, const char *path, tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    const bool first = !writers || writers->index == 0;
    char name[NAME_BYTES] = "";
    tilepdb_status status = TILEPDB_OK;
    if (first) status = publish_begin(&output->publication, path, error);
    if (!writers) return status;
    if (!status && first) snprintf(name, sizeof name, "%s", output->publication.temporary);
    status = row_agree(writers, status, error);
    if (status) return status;
    writers->broadcast(writers->user, name, sizeof name);
    if (!first) status = publish_part_begin(&output->publication, path, name, error);
    return row_agree(writers, status, error);
}

/* All writers make bytes durable before writer 0 names the file. */
static tilepdb_status file_end(struct output *output, tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    tilepdb_status status = TILEPDB_OK;
    if (writers && writers->index) status = publish_part_end(&output->publication, error);
    status = row_agree(writers, status, error);
    if (!status && (!writers || !writers->index))
        status = publish_commit(&output->publication, error);
    return row_agree(writers, status, error);
}

tilepdb_status container_write(const char *path, const tilepdb_table_info *info,
                               const struct row_source *source, const tilepdb_save_options *options,
                               tilepdb_error *error) {
    const tilepdb_save_options chosen =
        options ? *options : (tilepdb_save_options){.level = TILEPDB_LEVEL_DEFAULT};
    struct output output = {.source = source, .threads = threads_prepare(chosen.threads)};
    tilepdb_status status = level_resolve(&chosen, info->kind.encoding, &output.level, error);
    if (status) return status;
    output.head = (struct container_head){
        .info = *info, .rows = source->rows, .row_bytes = source->row_bytes};
    status = row_agree(source->writers, output_begin(&output, error), error);
    if (!status) status = file_begin(&output, path, error);
    if (!status) {
        progress_begin(&output.progress, chosen.progress, chosen.user, TILEPDB_STAGE_WRITE,
                       output.head.info.table_bytes);
        status = frames_write(&output, error);
    }
    if (!status) status = row_agree(source->writers, head_write(&output, path, error), error);
    if (!status) status = file_end(&output, error);
    output_end(&output);
    return status;
}
