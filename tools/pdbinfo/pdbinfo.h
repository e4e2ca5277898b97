/*
 * pdbinfo: what table files hold, from their headers.
 *
 * report.c prints each report.
 */
#ifndef TILEPDB_PDBINFO_H
#define TILEPDB_PDBINFO_H

#include <stdio.h>

#include "cli/options.h"
#include "tables/files.h"

struct info_options {
    struct cli_which which;
    bool json;
    bool csv;
    bool manifest;
    struct cli_common common;
};

/* What is known of a file: its head, and how it lies in memory at this moment. */
struct info_file {
    const char *path;
    tilepdb_table_info info;
    tilepdb_table_info colours; /* of a colour table */
    bool memory_known;
    uint64_t cached, huge; /* bytes, if known */
};

/* What comes before all reports. */
void report_begin(FILE *stream, const struct info_options *options);

void report_file(FILE *stream, const struct info_file *file, const struct info_options *options);

#endif
