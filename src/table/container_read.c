#include "table/container.h"

#include <string.h>

#include <xxhash.h>
#include <zstd.h>

#include "base/error.h"
#include "table/container_layout.h"

static tilepdb_status frame_altered(uint64_t frame, tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_CHECKSUM,
                     "frame %s was altered after it was written; copy or generate the file again",
                     GROUPED(frame));
}

static tilepdb_status frame_inflate(const uint8_t *payload, const struct container_frame *frame,
                                    uint64_t number, ZSTD_DCtx *context, void *rows, uint64_t bytes,
                                    tilepdb_error *error) {
    if ((uint32_t)XXH3_64bits(payload, frame->size) != frame->payload_check)
        return frame_altered(number, error);
    const size_t got = ZSTD_decompressDCtx(context, rows, bytes, payload, frame->size);
    if (ZSTD_isError(got))
        return error_set(error, TILEPDB_ERROR_FORMAT, "frame %s does not inflate: %s",
                         GROUPED(number), ZSTD_getErrorName(got));
    if (got != bytes)
        return error_set(error, TILEPDB_ERROR_FORMAT, "frame %s inflates to %s bytes, not %s",
                         GROUPED(number), GROUPED(got), GROUPED(bytes));
    return TILEPDB_OK;
}

tilepdb_status container_read_frame(const struct file_map *map, const char *path,
                                    const struct container_head *head, uint64_t frame,
                                    void *context, void *rows, tilepdb_error *error) {
    const struct container_frame *entry = &head->frames[frame];
    const uint64_t bytes = container_frame_bytes(head, frame);
    const uint8_t *payload = map->data + entry->offset;
    tilepdb_status status = TILEPDB_OK;
    if (!entry->stored)
        status = frame_inflate(payload, entry, frame, context, rows, bytes, error);
    else if (rows != NULL)
        memcpy(rows, payload, bytes);
    if (status == TILEPDB_OK &&
        XXH3_64bits(rows != NULL ? rows : payload, bytes) != entry->checksum)
        status = frame_altered(frame, error);
    return container_named(status, path, error);
}

/* All frames, shared by the threads of a team. */
struct reading {
    const struct file_map *map;
    const char *path;
    const struct container_head *head;
    uint8_t *rows;
    struct meter meter;
    _Atomic uint64_t failed; /* the first frame that failed, or the number of frames */
    tilepdb_status status;   /* of that frame, under the critical section, as is its error */
    tilepdb_error error;
};

static void reading_failed(struct reading *reading, uint64_t frame, const tilepdb_error *error) {
#pragma omp critical(container_read)
    if (frame < atomic_load(&reading->failed)) {
        atomic_store(&reading->failed, frame);
        reading->status = error->status;
        reading->error = *error;
    }
}

/* Reads one frame, unless the work is cancelled or an earlier frame has failed. Frames before a
 * failed one are read all the same, so the first is found. */
static void reading_step(struct reading *reading, uint64_t frame, ZSTD_DCtx **context) {
    const struct container_head *head = reading->head;
    if (meter_cancelled(&reading->meter) || frame > atomic_load(&reading->failed)) return;
    tilepdb_error error;
    if (!head->frames[frame].stored && *context == NULL) *context = ZSTD_createDCtx();
    uint8_t *rows = reading->rows;
    if (rows != NULL) rows += frame * head->info.frame_rows * head->row_bytes;
    if (!head->frames[frame].stored && *context == NULL) {
        error_set(&error, TILEPDB_ERROR_MEMORY, "no memory to inflate a table");
        reading_failed(reading, frame, &error);
    } else if (container_read_frame(reading->map, reading->path, head, frame, *context, rows,
                                    &error) != TILEPDB_OK) {
        reading_failed(reading, frame, &error);
    }
    meter_add(&reading->meter, container_frame_bytes(head, frame));
}

tilepdb_status container_read_all(const struct file_map *map, const char *path,
                                  const struct container_head *head, void *rows,
                                  const tilepdb_open_options *options, tilepdb_error *error) {
    const tilepdb_open_options chosen = options ? *options : (tilepdb_open_options){0};
    const uint64_t frames = head->info.frame_count;
    struct reading reading = {.map = map, .path = path, .head = head, .rows = rows};
    reading.meter = (struct meter){.progress = chosen.progress,
                                   .user = chosen.user,
                                   .stage = TILEPDB_STAGE_READ,
                                   .total = head->info.table_bytes};
    atomic_store(&reading.failed, frames);
    meter_start(&reading.meter);
#pragma omp parallel num_threads(threads_resolve(chosen.threads))
    {
        ZSTD_DCtx *context = NULL;
#pragma omp for schedule(dynamic)
        for (uint64_t frame = 0; frame < frames; frame++) reading_step(&reading, frame, &context);
        ZSTD_freeDCtx(context);
    }
    meter_tell(&reading.meter);
    if (meter_cancelled(&reading.meter))
        return error_set(error, TILEPDB_CANCELLED, "'%s': reading was cancelled", error_path(path));
    if (reading.status != TILEPDB_OK && error != NULL) *error = reading.error;
    return reading.status;
}
