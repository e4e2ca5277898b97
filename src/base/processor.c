#include "base/processor.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/process.h"
#include "tilepdb.h"

struct variant {
    tilepdb_variant variant;
    const char *name;
    bool (*runs)(void);
};

static bool always_runs(void) {
    return true;
}

#ifdef TILEPDB_X86_VARIANTS
static bool avx2_runs(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

static bool avx512_runs(void) {
    return avx2_runs() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif

static const struct variant variants[] = {
    {TILEPDB_VARIANT_PORTABLE, "portable", always_runs},
#ifdef TILEPDB_X86_VARIANTS
    {TILEPDB_VARIANT_AVX2, "avx2", avx2_runs},
    {TILEPDB_VARIANT_AVX512, "avx512", avx512_runs},
#elif defined(TILEPDB_NEON_VARIANT)
    {TILEPDB_VARIANT_NEON, "neon", always_runs},
#endif
};

enum { VARIANTS = sizeof variants / sizeof *variants };

static const struct variant *variant_find(tilepdb_variant variant) {
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants[i].variant == variant) return &variants[i];
    return NULL;
}

size_t tilepdb_variant_count(void) {
    return VARIANTS;
}

tilepdb_variant tilepdb_variant_at(size_t i) {
    return variants[i].variant;
}

const char *tilepdb_variant_name(tilepdb_variant variant) {
    const struct variant *found = variant_find(variant);
    if (found) return found->name;
    return variant == TILEPDB_VARIANT_BEST ? "best" : "unknown";
}

bool tilepdb_variant_available(tilepdb_variant variant) {
    const struct variant *found = variant_find(variant);
    return found && found->runs();
}

bool processor_takes(tilepdb_variant wanted, tilepdb_variant code) {
    const bool is_wanted = wanted == TILEPDB_VARIANT_BEST || wanted == code;
    return (is_wanted || code == TILEPDB_VARIANT_PORTABLE) && tilepdb_variant_available(code);
}

tilepdb_status processor_check(tilepdb_variant wanted, tilepdb_error *error) {
    if (wanted == TILEPDB_VARIANT_BEST || tilepdb_variant_available(wanted)) return TILEPDB_OK;
    char names[128] = "";
    for (size_t i = 0, used = 0; i < VARIANTS; i++)
        if (variants[i].runs())
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                     variants[i].name);
    if (variant_find(wanted))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "this processor cannot run the variant %s; it runs: %s",
                         tilepdb_variant_name(wanted), names);
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "this build has no variant of the number %d; available here: %s", (int)wanted,
                     names);
}

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
