/*
 * What the kernels for bit tables in any groups (kernel_bits.c and kernel_bits_quads.c) have in
 * common.
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS_COMMON_H
#define TILEPDB_KERNELS_KERNEL_BITS_COMMON_H

#include "kernels/pass.h"

/* Whether these are bit tables of single moves, in at most so many groups and patterns in each, all
 * of which fit. */
bool bits_partitions_fit(const struct kernel_setup *setup, unsigned groups, unsigned patterns,
                         bool (*pattern_fits)(const struct kernel_pattern *pattern));

/* The least slack of the groups of a node: `slack` is that of the first, and the others follow at a
 * distance of so many bytes. */
int bits_least_slack(const uint8_t *slack, size_t distance, unsigned groups);

/* Reports the solutions among the `count` uppermost entries of a pass: those with no move left to
 * the bound, which is the byte number `left` of a node. */
void bits_solutions_tell(struct pass *pass, size_t count, size_t left);

/* Defines kernel_NAME_VARIANT by the functions and constants that each source has under these
 * names. */
#define BITS_KERNEL_NAMED(NAME, VARIANT, PREPARE, RELEASE)                                         \
    const struct kernel kernel_##NAME##_##VARIANT = {.fits = fits,                                 \
                                                     .prepare = PREPARE,                           \
                                                     .release = RELEASE,                           \
                                                     .fields = 1,                                  \
                                                     .field_bytes = sizeof(struct node),           \
                                                     .scratch_bytes = sizeof(struct scratch),      \
                                                     .width = WIDTH,                               \
                                                     .max_bound = UINT8_MAX,                       \
                                                     .root = root_write,                           \
                                                     .step = step_take,                            \
                                                     .slack = node_slack};
#define BITS_KERNEL(NAME, VARIANT, PREPARE, RELEASE)                                               \
    BITS_KERNEL_NAMED(NAME, VARIANT, PREPARE, RELEASE)

#endif
