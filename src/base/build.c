/*
 * What the library was built with: the public tilepdb_version and tilepdb_build_info.
 */
#include "base/process.h"
#include "tilepdb.h"

#define TEXT_OF(number)                   #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

#if defined(__clang__)
#define COMPILER "clang " VERSION_TEXT(__clang_major__, __clang_minor__, __clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " VERSION_TEXT(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#else
#define COMPILER "unknown"
#endif

const char *tilepdb_version(void) {
    return VERSION_TEXT(TILEPDB_VERSION_MAJOR, TILEPDB_VERSION_MINOR, TILEPDB_VERSION_PATCH);
}

void tilepdb_build_info(tilepdb_build *build) {
    *build = (tilepdb_build){
        .version = tilepdb_version(),
        .compiler = COMPILER,
        .zstd = "none",
        .variants = "portable",
    };
    for (size_t i = 0; i < tilepdb_variant_count(); i++)
        if (tilepdb_variant_available(tilepdb_variant_at(i)))
            build->variant = tilepdb_variant_name(tilepdb_variant_at(i));
#ifdef TILEPDB_X86_VARIANTS
    build->variants = "portable avx2 avx512";
#endif
#ifdef TILEPDB_NEON_VARIANT
    build->variants = "portable neon";
#endif
#ifdef TILEPDB_ZSTD_VERSION
    build->zstd = TILEPDB_ZSTD_VERSION;
#endif
#ifdef _OPENMP
    build->openmp = true;
#endif
#ifdef TILEPDB_WITH_CBC
    char path[PROCESS_PATH];
    build->cbc = process_find("cbc", path);
#endif
}
