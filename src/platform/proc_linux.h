/*
 * What Linux says in /proc and /sys about what this process may use: numbers, and control groups of
 * both versions, by which containers are limited.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_PLATFORM_PROC_LINUX_H
#define TILEPDB_PLATFORM_PROC_LINUX_H

#include <stdbool.h>
#include <stdint.h>

/* The number in a file that holds one number, or begins with it. False for "max", anything else, or
 * a missing file. */
bool proc_number(const char *path, uint64_t *number);

/* The same of a file in a folder. */
bool proc_number_in(const char *folder, const char *name, uint64_t *number);

/* The number that follows `name` at the start of a line, such as "MemAvailable:". */
bool proc_field(const char *path, const char *name, uint64_t *number);

/* What a group allows by the files in its folder, those of the version 1 or 2; UINT64_MAX: it has
 * no limit, or does not exist. */
typedef uint64_t proc_group_limit(const char *folder, int version);

/* The least that a group of this process allows, or one above it: of those with the controller,
 * such as "memory". UINT64_MAX: there is no limit. */
uint64_t proc_groups_least(const char *controller, proc_group_limit *limit);

#endif
