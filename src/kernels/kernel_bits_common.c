/*
 * See kernel_bits_common.h.
 */
#include "kernels/kernel_bits_common.h"

#include <string.h>

bool bits_partitions_fit(const struct kernel_setup *setup, unsigned groups, unsigned patterns,
                         bool (*pattern_fits)(const struct kernel_pattern *pattern)) {
    if (!kernel_moves_are_single(setup) || !setup->partition[0]) return false;
    if (setup->group_count > groups) return false;
    for (unsigned g = 0; g < setup->group_count; g++) {
        const struct kernel_partition *partition = setup->partition[g];
        if (partition->nibble || partition->pattern_count > patterns) return false;
        for (unsigned p = 0; p < partition->pattern_count; p++)
            if (!pattern_fits(&partition->pattern[p])) return false;
    }
    return true;
}

int bits_least_slack(const uint8_t *slack, size_t distance, unsigned groups) {
    int least = *slack;
    for (unsigned g = 1; g < groups; g++)
        if (slack[g * distance] < least) least = slack[g * distance];
    return least;
}

void bits_solutions_tell(struct pass *pass, size_t count, size_t left) {
    const size_t bytes = pass->kernel->field_bytes, end = pass->top;
    uint8_t *nodes = pass_field(pass, 0);
    size_t top = end - count;
    for (size_t i = top; i < end; i++) {
        const bool solved = nodes[i * bytes + left] == 0;
        if (solved) pass_found(pass, i, pass->trail[i]);
        if (solved && pass->all) continue;
        memmove(nodes + top * bytes, nodes + i * bytes, bytes);
        pass->weight[top] = pass->weight[i];
        pass->trail[top++] = pass->trail[i];
    }
    pass->top = top;
}
