#include "kernels/kernel.h"

#include "base/processor.h"

/* The kernel of ROW(name, variant) is kernel_NAME. Preferred kernels come first. */

#define BITS_KERNELS(ROW, SET, VARIANT)                                                            \
    ROW(bits_5x5_##SET, VARIANT)                                                                   \
    ROW(bits_4x4_many_##SET, VARIANT)                                                              \
    ROW(bits_5x5_many_##SET, VARIANT)

#define QUADS_KERNELS(ROW, SET, VARIANT)                                                           \
    ROW(quads_one_##SET, VARIANT)                                                                  \
    ROW(quads_two_##SET, VARIANT)                                                                  \
    ROW(quads_four_##SET, VARIANT)                                                                 \
    ROW(quads_many_##SET, VARIANT)                                                                 \
    ROW(quads_sides_##SET, VARIANT)

#define COLOURS_KERNELS(ROW, SET, VARIANT)                                                         \
    ROW(colours4x4_one_##SET, VARIANT)                                                             \
    ROW(colours4x4_two_##SET, VARIANT)

#ifdef TILEPDB_X86_VARIANTS
#define VECTOR_KERNELS(ROW)                                                                        \
    COLOURS_KERNELS(ROW, avx512, TILEPDB_VARIANT_AVX512)                                           \
    COLOURS_KERNELS(ROW, avx2, TILEPDB_VARIANT_AVX2)                                               \
    ROW(bits4x4_avx512, TILEPDB_VARIANT_AVX512)                                                    \
    ROW(bits4x4_avx2, TILEPDB_VARIANT_AVX2)                                                        \
    QUADS_KERNELS(ROW, avx512, TILEPDB_VARIANT_AVX512)                                             \
    QUADS_KERNELS(ROW, avx2, TILEPDB_VARIANT_AVX2)                                                 \
    BITS_KERNELS(ROW, avx512, TILEPDB_VARIANT_AVX512)                                              \
    BITS_KERNELS(ROW, avx2, TILEPDB_VARIANT_AVX2)
#elif defined(TILEPDB_NEON_VARIANT)
#define VECTOR_KERNELS(ROW) ROW(bits4x4_neon, TILEPDB_VARIANT_NEON)
#else
#define VECTOR_KERNELS(ROW)
#endif

#define PORTABLE_KERNELS(ROW, SIZE)                                                                \
    ROW(SIZE##_mirrored_nibbles, TILEPDB_VARIANT_PORTABLE)                                         \
    ROW(SIZE##_groups, TILEPDB_VARIANT_PORTABLE)                                                   \
    ROW(SIZE##_sides, TILEPDB_VARIANT_PORTABLE)

#ifdef TILEPDB_FEW_KERNELS /* the kernels left out are only faster */
#define KERNELS(ROW)                                                                               \
    ROW(bits_4x4_many_portable, TILEPDB_VARIANT_PORTABLE)                                          \
    ROW(bits_5x5_many_portable, TILEPDB_VARIANT_PORTABLE)                                          \
    ROW(4x4_sides, TILEPDB_VARIANT_PORTABLE)                                                       \
    ROW(5x5_sides, TILEPDB_VARIANT_PORTABLE)                                                       \
    PORTABLE_KERNELS(ROW, general)                                                                 \
    ROW(direct, TILEPDB_VARIANT_PORTABLE)                                                          \
    ROW(colours_two, TILEPDB_VARIANT_PORTABLE)                                                     \
    ROW(colours_many, TILEPDB_VARIANT_PORTABLE)
#else
#define KERNELS(ROW)                                                                               \
    VECTOR_KERNELS(ROW)                                                                            \
    BITS_KERNELS(ROW, portable, TILEPDB_VARIANT_PORTABLE)                                          \
    PORTABLE_KERNELS(ROW, 4x4)                                                                     \
    PORTABLE_KERNELS(ROW, 5x5)                                                                     \
    PORTABLE_KERNELS(ROW, 4x4_many)                                                                \
    PORTABLE_KERNELS(ROW, 5x5_many)                                                                \
    PORTABLE_KERNELS(ROW, general)                                                                 \
    ROW(direct, TILEPDB_VARIANT_PORTABLE)                                                          \
    ROW(colours_two, TILEPDB_VARIANT_PORTABLE)                                                     \
    ROW(colours_many, TILEPDB_VARIANT_PORTABLE)
#endif

#define DECLARATION(NAME, VARIANT) extern const struct kernel kernel_##NAME;
KERNELS(DECLARATION)

#define TABLE_ROW(NAME, VARIANT) {#NAME, &kernel_##NAME, VARIANT},
const struct kernel_row kernel_rows[] = {KERNELS(TABLE_ROW){0}};

bool kernel_select(struct kernel_instance *instance, const struct kernel_setup *setup,
                   const struct kernel_row *row, tilepdb_variant variant, int bound) {
    for (; row->name; row++) {
        const struct kernel *kernel = row->kernel;
        *instance = (struct kernel_instance){row, kernel, setup, NULL};
        if (processor_takes(variant, row->variant) && bound <= kernel->max_bound &&
            kernel->bidirectional == setup->bidirectional && kernel->fits(setup)) {
            if (!kernel->prepare || kernel->prepare(setup, &instance->data)) return true;
            break;
        }
    }
    *instance = (struct kernel_instance){0};
    return false;
}

void kernel_release(struct kernel_instance *instance) {
    if (instance->data) instance->kernel->release(instance->data);
    *instance = (struct kernel_instance){0};
}

/* The first reflected group and later groups repeat the partitions before. */
bool kernel_rows_ready(const struct kernel_setup *setup) {
    for (unsigned g = 0; g < setup->group_count; g++) {
        const struct kernel_partition *partition = setup->partition[g];
        if (g > 0 && partition == setup->partition[0]) break;
        for (unsigned p = 0; p < partition->pattern_count; p++)
            if (!table_all_ready(partition->pattern[p].table)) return false;
    }
    return true;
}
