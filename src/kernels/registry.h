/*
 * The registry of kernels: one table, the preferred kernel first (registry.c). A search uses the
 * first that fits its setup and the processor, and of which the variant is wanted; the last rows
 * are portable and fit every setup.
 *
 * A new kernel is a source that defines a struct kernel, a row in registry.c and a line in
 * src/CMakeLists.txt.
 */
#ifndef TILEPDB_KERNELS_REGISTRY_H
#define TILEPDB_KERNELS_REGISTRY_H

#include "kernels/kernel.h"

struct kernel_row {
    const char *name; /* NULL: the end of the table */
    const struct kernel *kernel;
    tilepdb_variant variant; /* the instruction set that it is compiled for */
};

extern const struct kernel_row kernel_rows[];

/* A kernel that is prepared for a setup. A zeroed one is none. */
struct kernel_instance {
    const struct kernel_row *row;
    const struct kernel *kernel;
    const struct kernel_setup *setup;
    void *data; /* what the kernel prepared */
};

/* Prepares the first kernel from `row` on that fits the setup and the processor, that is portable
 * or of the variant (BEST: of any), and whose nodes can hold the bound. False, and *instance
 * zeroed, if there is none; or if there is no memory for it, rather than a slower one. The setup
 * must outlive the instance, which the caller releases by kernel_release. */
bool kernel_select(struct kernel_instance *instance, const struct kernel_setup *setup,
                   const struct kernel_row *row, tilepdb_variant variant, int bound);

/* Releases what the kernel prepared, and zeroes the instance. */
void kernel_release(struct kernel_instance *instance);

#endif
