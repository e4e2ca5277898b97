/*
 * Publication for WebAssembly in a page: the host receives the bytes, and keeps them under the name
 * once they are complete.
 */
#include "base/publish.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#define FROM_HOST(member) __attribute__((import_module("host"), import_name(#member)))

/* Each function returns nonzero on success. The host copies data during the call. */
FROM_HOST(file_begin) int host_file_begin(const char *name);
FROM_HOST(file_write) int host_file_write(const void *data, size_t size, double offset);
FROM_HOST(file_end) int host_file_end(int commit);

static tilepdb_status refused(const char *path, tilepdb_error *error) {
    return error_set_code(error, TILEPDB_ERROR_IO,
                          error_code_file(TILEPDB_MESSAGE_FILE_WRITE, 0, NULL),
                          "'%s' could not be kept", error_path(path));
}

static void publication_release(struct publication *publication) {
    free(publication->path);
    *publication = (struct publication){.fd = -1};
}

tilepdb_status publish_begin(struct publication *publication, const char *path,
                             tilepdb_error *error) {
    *publication = (struct publication){.fd = -1};
    if (path[0] == '\0')
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the path of the file to write is empty");
    char *name = strdup(path);
    if (!name) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a path");
    if (!host_file_begin(name)) {
        free(name);
        return refused(path, error);
    }
    publication->path = name;
    return TILEPDB_OK;
}

tilepdb_status publish_check(const char *path, tilepdb_error *error) {
    (void)path;
    (void)error;
    return TILEPDB_OK;
}

char *publish_directory(const char *path) {
    (void)path;
    return strdup(".");
}

tilepdb_status publish_part_begin(struct publication *publication, const char *path,
                                  const char *temporary, tilepdb_error *error) {
    (void)temporary;
    *publication = (struct publication){.fd = -1};
    return refused(path, error);
}

tilepdb_status publish_part_end(struct publication *publication, tilepdb_error *error) {
    return refused(publication->path, error);
}

tilepdb_status publish_uncache(const struct publication *publication, uint64_t begin, uint64_t end,
                               tilepdb_error *error) {
    (void)publication;
    (void)begin;
    (void)end;
    (void)error;
    return TILEPDB_OK;
}

tilepdb_status publish_write(struct publication *publication, const void *data, size_t size,
                             uint64_t offset, tilepdb_error *error) {
    if (host_file_write(data, size, (double)offset)) return TILEPDB_OK;
    return refused(publication->path, error);
}

tilepdb_status publish_commit(struct publication *publication, tilepdb_error *error) {
    const bool kept = host_file_end(1) != 0;
    const tilepdb_status status = kept ? TILEPDB_OK : refused(publication->path, error);
    publication_release(publication);
    return status;
}

void publish_abort(struct publication *publication) {
    if (!publication->path) return;
    host_file_end(0);
    publication_release(publication);
}

void publish_clean(const char *name) {
    (void)name;
}
