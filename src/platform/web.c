/*
 * Memory, files and threads for WebAssembly, which cannot map pages; plain.c has the rest. The host
 * has a directory of table files, which only publications change, and no environment. So nothing is
 * locked, and no file is temporary.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file_map.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/publish.h"
#include "base/threads.h"

/* ---- base/memory.h: large memory from the heap ----------------------------------------------- */

#define ALIGNMENT ((size_t)64) /* suits vectors and cache lines */

void *memory_pages(size_t bytes) {
    size_t rounded;
    if (!size_add(bytes == 0 ? 1 : bytes, ALIGNMENT - 1, &rounded)) return NULL;
    rounded &= ~(ALIGNMENT - 1);
    void *memory = aligned_alloc(ALIGNMENT, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

void memory_pages_forget(void *pages, size_t bytes) {
    (void)pages, (void)bytes;
}

void memory_pages_free(void *pages, size_t bytes) {
    (void)bytes;
    free(pages);
}

/* Reports the whole address space: the heap returns NULL if memory is short. */
uint64_t memory_available(void) {
    return SIZE_MAX;
}

void *memory_aligned(size_t alignment, size_t bytes) {
    void *memory;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : NULL;
}

void memory_aligned_free(void *memory) {
    free(memory);
}

#define FROM_HOST(member) __attribute__((import_module("host"), import_name(#member)))

/* Returns -1 if the file does not exist. */
FROM_HOST(file_size) double host_file_size(const char *path);

/* Reads all bytes. Returns nonzero on success. */
FROM_HOST(file_read) int host_file_read(const char *path, void *data);

/* ---- base/files.h ---------------------------------------------------------------------------- */

char *directory_of(const char *path) {
    (void)path;
    return strdup(".");
}

size_t directory_of_environment(char *path, size_t size) {
    if (size > 0) path[0] = '\0';
    return 0;
}

int directory_create(const char *path) {
    (void)path;
    return 0;
}

/* Makes engines keep tables in memory, since only the host decides which are published. */
int directory_write_error(const char *path) {
    (void)path;
    return EROFS;
}

int directory_search_error(const char *path) {
    (void)path;
    return 0;
}

bool file_exists(const char *path) {
    return host_file_size(path) >= 0;
}

int file_read_error(const char *path) {
    return file_exists(path) ? 0 : ENOENT;
}

void temporary_clean(const char *path) {
    (void)path;
}

/* ---- lock files ------------------------------------------------------------------------------ */

enum lock_state lock_file_take(struct lock_file *lock, const char *path) {
    (void)path;
    *lock = (struct lock_file){.name = NULL};
    return LOCK_IMPOSSIBLE;
}

void lock_file_release(struct lock_file *lock) {
    (void)lock;
}

/* ---- base/file_map.h: a copy in memory ------------------------------------------------------- */

tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error) {
    const double size = host_file_size(path);
    *map = (struct file_map){.data = NULL};
    if (size < 0)
        return error_set_code(error, TILEPDB_ERROR_NOT_FOUND,
                              error_code_file(TILEPDB_MESSAGE_FILE_OPEN, ENOENT, NULL),
                              "cannot open '%s': there is no such file", error_path(path));
    if (size == 0)
        return error_set_code(error, TILEPDB_ERROR_FORMAT,
                              (struct error_code){.code = TILEPDB_MESSAGE_FILE_MALFORMED},
                              "'%s' is empty", error_path(path));
    uint8_t *data = size < (double)SIZE_MAX ? malloc((size_t)size) : NULL;
    if (!data)
        return error_set(error, TILEPDB_ERROR_MEMORY, "there is not enough memory for '%s'",
                         error_path(path));
    if (!host_file_read(path, data)) {
        free(data);
        return error_set_code(error, TILEPDB_ERROR_IO,
                              error_code_file(TILEPDB_MESSAGE_FILE_READ, 0, NULL),
                              "cannot read '%s'", error_path(path));
    }
    *map = (struct file_map){.data = data, .size = (size_t)size};
    return TILEPDB_OK;
}

void file_map_close(struct file_map *map) {
    if (!map->borrowed) free((void *)(uintptr_t)map->data);
    *map = (struct file_map){.data = NULL};
}

bool file_map_cached(const struct file_map *map, const char *path, uint64_t *cached,
                     uint64_t *huge) {
    (void)map, (void)path, (void)cached, (void)huge;
    return false;
}

size_t file_map_promote(const struct file_map *map, size_t from, const bool *stop) {
    (void)map, (void)stop;
    return from;
}

/* ---- base/publish.h -------------------------------------------------------------------------- */

/* Return nonzero on success. The host copies data during the call. */
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

/* ---- base/threads.h: none -------------------------------------------------------------------- */

bool thread_start(pthread_t *thread, void *(*run)(void *), void *user) {
    (void)thread, (void)run, (void)user;
    return false;
}
