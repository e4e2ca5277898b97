/*
 * Compressed frames, with zstd. See compression.h.
 */
#include "table/compression.h"

#include <zstd.h>
#include <zstd_errors.h>

/* The contexts of zstd under the names of the container. */
static ZSTD_CCtx *compressing(struct compressor *compressor) {
    return (ZSTD_CCtx *)compressor;
}

static ZSTD_DCtx *inflating(struct inflater *inflater) {
    return (ZSTD_DCtx *)inflater;
}

bool compression_available(void) {
    return true;
}

struct compressor *compressor_create(int level) {
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context) ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    return (struct compressor *)context;
}

void compressor_free(struct compressor *compressor) {
    ZSTD_freeCCtx(compressing(compressor));
}

tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                              void *to, size_t room, size_t *size) {
    *size = ZSTD_compress2(compressing(compressor), to, room, from, bytes);
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
    ZSTD_freeDCtx(inflating(inflater));
}

const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                         size_t room, size_t *bytes) {
    *bytes = ZSTD_decompressDCtx(inflating(inflater), to, room, from, size);
    return ZSTD_isError(*bytes) ? ZSTD_getErrorName(*bytes) : NULL;
}
