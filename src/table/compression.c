#include "table/compression.h"

#ifdef TILEPDB_WITH_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

bool compression_available(void) {
    return true;
}

struct compressor *compressor_create(int level) {
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context) ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    return (struct compressor *)context;
}

void compressor_free(struct compressor *compressor) {
    ZSTD_freeCCtx((ZSTD_CCtx *)compressor);
}

tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                              void *to, size_t capacity, size_t *size) {
    *size = ZSTD_compress2((ZSTD_CCtx *)compressor, to, capacity, from, bytes);
    if (!ZSTD_isError(*size)) return TILEPDB_OK;
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(*size);
    *size = 0;
    if (code == ZSTD_error_dstSize_tooSmall) return TILEPDB_OK;
    return code == ZSTD_error_memory_allocation ? TILEPDB_ERROR_MEMORY : TILEPDB_ERROR_INTERNAL;
}

struct inflater *inflater_create(void) {
    return (struct inflater *)ZSTD_createDCtx();
}

void inflater_free(struct inflater *inflater) {
    ZSTD_freeDCtx((ZSTD_DCtx *)inflater);
}

const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                         size_t capacity, size_t *bytes) {
    *bytes = ZSTD_decompressDCtx((ZSTD_DCtx *)inflater, to, capacity, from, size);
    return ZSTD_isError(*bytes) ? ZSTD_getErrorName(*bytes) : NULL;
}

#else

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

#endif
