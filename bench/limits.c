/*
 * Prints the limits of this machine as JSON: rate and latency of random loads at given sizes,
 * streaming, and the speed at which one thread inflates the zstd frames of a table FILE (projected
 * nibbles). Exit code 2: wrong usage; 3: not enough memory, or unreadable file.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "floor.h"

enum { MOST_SIZES = 16, MOST_THREADS = 1024 };
static const size_t STREAM_BYTES = (size_t)256 << 20;

struct request {
    int threads;
    const char *table;
    size_t sizes[MOST_SIZES];
    int count;
};

static void give_up(const char *what) {
    fprintf(stderr, "limits: %s\n", what);
    exit(3);
}

/* ---- zstd ------------------------------------------------------------------------------------ */

static uint8_t *file_read(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) give_up("the table cannot be read");
    const long end = ftell(file);
    uint8_t *memory = end > 0 ? malloc((size_t)end) : NULL;
    rewind(file);
    if (!memory || fread(memory, 1, (size_t)end, file) != (size_t)end)
        give_up("the table cannot be read");
    fclose(file);
    *bytes = (size_t)end;
    return memory;
}

/* Skips the bytes between frames. */
static size_t frames_inflate(const uint8_t *file, size_t bytes, uint8_t *into, size_t room,
                             size_t *frames) {
    static const uint8_t magic[4] = {0x28, 0xB5, 0x2F, 0xFD};
    size_t inflated = 0;
    *frames = 0;
    for (size_t at = 0; at + sizeof magic <= bytes;) {
        const uint8_t *start = memmem(file + at, bytes - at, magic, sizeof magic);
        if (!start) break;
        at = (size_t)(start - file);
        const size_t packed = ZSTD_findFrameCompressedSize(start, bytes - at);
        if (ZSTD_isError(packed)) {
            at++;
            continue;
        }
        const size_t size = ZSTD_decompress(into, room, start, packed);
        if (ZSTD_isError(size)) give_up("a frame of the table cannot be inflated");
        inflated += size;
        at += packed;
        ++*frames;
    }
    return inflated;
}

static void zstd_print(const char *path) {
    size_t bytes, frames;
    const size_t room = (size_t)64 << 20;
    uint8_t *file = file_read(path, &bytes), *into = malloc(room);
    if (!into) give_up("there is not enough memory");
    frames_inflate(file, bytes, into, room, &frames); /* touches all memory */
    const double start = thread_seconds();
    const size_t inflated = frames_inflate(file, bytes, into, room, &frames);
    const double seconds = thread_seconds() - start;
    if (!frames) give_up("the table has no zstd frame");
    printf(",\"zstd\":{\"frames\":%zu,\"bytes\":%zu,\"bytes_per_second\":%.6g,"
           "\"seconds_per_frame\":%.6g}",
           frames, inflated, (double)inflated / seconds, seconds / (double)frames);
    free(into);
    free(file);
}

/* ---- the report ------------------------------------------------------------------------------ */

static void loads_print(const struct request *request) {
    printf("\"loads\":[");
    for (int i = 0; i < request->count; i++) {
        const size_t bytes = request->sizes[i];
        const double one = floor_loads(bytes, 1), all = floor_loads(bytes, request->threads);
        const double latency = floor_latency(bytes);
        if (one <= 0 || all <= 0 || latency <= 0) give_up("there is not enough memory");
        printf("%s{\"bytes\":%zu,\"per_second\":%.6g,\"per_second_all\":%.6g,\"latency\":%.6g}",
               i ? "," : "", bytes, one, all, latency);
    }
    printf("]");
}

static int request_read(int argc, char **argv, struct request *request) {
    int i = 1;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        if (!strcmp(argv[i], "--threads"))
            request->threads = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--table"))
            request->table = argv[i + 1];
        else
            return 0;
    }
    for (; i < argc && request->count < MOST_SIZES; i++) {
        const unsigned long long bytes = strtoull(argv[i], NULL, 10);
        if (bytes < 1 || bytes > UINT32_MAX) return 0;
        request->sizes[request->count++] = (size_t)bytes;
    }
    return i == argc && request->count > 0 && request->threads >= 1 &&
           request->threads <= MOST_THREADS;
}

int main(int argc, char **argv) {
    struct request request = {.threads = 1};
    if (!request_read(argc, argv, &request)) {
        fprintf(stderr, "usage: limits [--threads N] [--table FILE] BYTES...\n");
        return 2;
    }
    const double write = floor_write(STREAM_BYTES), read = floor_read(STREAM_BYTES);
    const double fresh = floor_fresh(STREAM_BYTES);
    if (write <= 0 || read <= 0 || fresh <= 0) give_up("there is not enough memory");
    printf("{\"threads\":%d,", request.threads);
    loads_print(&request);
    printf(",\"stream\":{\"bytes\":%zu,\"write_per_second\":%.6g,\"read_per_second\":%.6g,"
           "\"fresh_per_second\":%.6g}",
           STREAM_BYTES, write, read, (double)STREAM_BYTES / fresh);
    if (request.table) zstd_print(request.table);
    printf("}\n");
    return 0;
}
