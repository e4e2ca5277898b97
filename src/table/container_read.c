#include <stdatomic.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/message_text.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/container.h"

static tilepdb_status frame_altered(uint64_t frame, tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_CHECKSUM, (struct error_code){.code = TILEPDB_MESSAGE_FILE_ALTERED},
        "frame %s was altered after it was written; copy or generate the file again",
        GROUPED(frame));
}

static tilepdb_status frame_inflate(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error) {
    const struct container_frame *entry = &file->head->frames[frame];
    const uint8_t *payload = file->map->data + entry->offset;
    const uint64_t bytes = container_frame_bytes(file->head, frame);
    if ((uint32_t)hash_bytes(payload, entry->size) != entry->payload_check)
        return frame_altered(frame, error);
    size_t got;
    const char *reason = inflater_run(inflater, payload, entry->size, rows, bytes, &got);
    if (reason)
        return error_set(error, TILEPDB_ERROR_FORMAT, "frame %s does not inflate: %s",
                         GROUPED(frame), reason);
    if (got != bytes)
        return error_set(error, TILEPDB_ERROR_FORMAT, "frame %s inflates to %s bytes, not %s",
                         GROUPED(frame), GROUPED(got), GROUPED(bytes));
    return TILEPDB_OK;
}

tilepdb_status container_read_frame(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error) {
    const struct container_frame *entry = &file->head->frames[frame];
    const uint8_t *payload = file->map->data + entry->offset;
    const uint64_t bytes = container_frame_bytes(file->head, frame);
    tilepdb_status status = TILEPDB_OK;
    if (!entry->stored)
        status = frame_inflate(file, frame, inflater, rows, error);
    else if (rows)
        memcpy(rows, payload, bytes);
    if (!status && hash_bytes(rows ? rows : payload, bytes) != entry->checksum)
        status = frame_altered(frame, error);
    return error_in_file(error, status, file->path);
}

struct visitor {
    container_frame_fn visit;
    void *user;
    struct progress progress;
    _Atomic uint64_t failed; /* lowest failed frame, or the number of frames */
    tilepdb_error error;
};

static void visitor_failed(struct visitor *visitor, uint64_t frame, const tilepdb_error *error) {
#pragma omp critical(container_each_frame)
    if (frame < atomic_load(&visitor->failed)) {
        atomic_store(&visitor->failed, frame);
        visitor->error = *error;
    }
}

/* After a failure, still visits lower frames, so that the lowest failure is reported. */
static void visitor_step(struct visitor *visitor, const struct container_head *head,
                         uint64_t frame) {
    if (progress_cancelled(&visitor->progress) || frame > atomic_load(&visitor->failed)) return;
    tilepdb_error error;
    if (visitor->visit(visitor->user, frame, &error) != TILEPDB_OK)
        visitor_failed(visitor, frame, &error);
    progress_add(&visitor->progress, container_frame_bytes(head, frame));
}

tilepdb_status container_each_frame(const struct container_head *head, const char *path,
                                    const tilepdb_open_options *options, container_frame_fn visit,
                                    void *user, tilepdb_error *error) {
    const tilepdb_open_options chosen = options ? *options : (tilepdb_open_options){0};
    const uint64_t frames = head->info.frame_count;
    struct visitor visitor = {.visit = visit, .user = user};
    atomic_store(&visitor.failed, frames);
    progress_begin(&visitor.progress, chosen.progress, chosen.user, TILEPDB_STAGE_READ,
                   head->info.table_bytes);
#pragma omp parallel for num_threads(threads_prepare(chosen.threads)) schedule(dynamic, 16)
    for (uint64_t frame = 0; frame < frames; frame++) visitor_step(&visitor, head, frame);
    if (!progress_report(&visitor.progress))
        return error_set(error, TILEPDB_CANCELLED, "'%s': reading was cancelled", error_path(path));
    if (atomic_load(&visitor.failed) == frames) return TILEPDB_OK;
    if (error) *error = visitor.error;
    return visitor.error.status;
}
