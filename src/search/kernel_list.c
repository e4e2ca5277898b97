#include "base/processor.h"
#include "search/kernel_wide.h"

/* Whether the kernels for one size have room for all groups and patterns. */
static bool setup_is_small(const struct kernel_setup *setup) {
    if (setup->group_count > KERNEL_FEW_GROUPS) return false;
    for (unsigned g = 0; g < setup->group_count; g++)
        if (setup->partition[g]->pattern_count > KERNEL_FEW_PATTERNS) return false;
    return true;
}

static bool view_is(const struct kernel_setup *setup, unsigned side) {
    return setup->view.width == side && setup->view.height == side;
}

static const struct kernel *portable(const struct kernel_setup *setup) {
    const struct kernel_set *set = &kernel_set_any;
    if (setup_is_small(setup) && view_is(setup, 4)) set = &kernel_set_4x4;
    if (setup_is_small(setup) && view_is(setup, 5)) set = &kernel_set_5x5;
    if (!setup->mirrored) return &set->any;
    return setup->partition[0]->nibble ? &set->nibbles_mirrored : &set->bits_mirrored;
}

unsigned kernel_list(const struct kernel_setup *setup,
                     const struct kernel *kernels[KERNEL_VARIANTS]) {
    unsigned count = 0;
    if (!setup->partition[0]) {
        kernels[count++] = &kernel_direct;
        return count;
    }
    kernels[count++] = portable(setup);
#ifdef TILEPDB_X86_VARIANTS
    if (setup->wide && processor_has_avx512()) kernels[count++] = &kernel_avx512;
#endif
    return count;
}
