/*
 * A build without zstd, which reads and writes stored frames only. See compression.h.
 */
#include "table/compression.h"

bool compression_available(void) {
    return false;
}

struct compressor *compressor_create(int level) {
    (void)level;
    return NULL;
}

void compressor_free(struct compressor *compressor) {
    (void)compressor;
}

tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                              void *to, size_t capacity, size_t *size) {
    (void)compressor, (void)from, (void)bytes, (void)to, (void)capacity;
    *size = 0;
    return TILEPDB_OK;
}

struct inflater *inflater_create(void) {
    return NULL;
}

void inflater_free(struct inflater *inflater) {
    (void)inflater;
}

const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                         size_t capacity, size_t *bytes) {
    (void)inflater, (void)from, (void)size, (void)to, (void)capacity;
    *bytes = 0;
    return "this build reads stored frames only";
}
