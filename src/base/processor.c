/*
 * The table of instruction sets. See processor.h.
 */
#include "base/processor.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

/* An instruction set that this build has code for. */
struct variant {
    tilepdb_variant variant;
    const char *name;
    bool (*runs)(void); /* on this processor */
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
    {TILEPDB_VARIANT_NEON, "neon", always_runs}, /* every aarch64 processor has it */
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
