/*
 * pdbinfo: what table files hold, from their headers.
 *
 * find.c turns the command line into files, report.c tells about each.
 */
#ifndef TILEPDB_PDBINFO_H
#define TILEPDB_PDBINFO_H

#include <stdio.h>

#include "cli/options.h"
#include "tilepdb.h"

struct info_options {
    struct cli_board_size board;
    int blank;
    int encoding;
    int goal;
    int goal_blank;
    bool json;
    bool csv;
    bool manifest;
    struct cli_common common;
};

/* Paths that the caller owns. Starts zeroed. */
struct file_list {
    char **paths;
    size_t count;
};

/* Adds the file, or the files of the partition, that an operand names. Returns CLI_SUCCESS, else
 * the exit code after a complaint; what was found until then is in the list. */
int file_list_add(struct file_list *list, const char *operand, const struct info_options *options);

void file_list_free(struct file_list *list);

/* What stands in front of all reports. */
void report_begin(FILE *stream, const struct info_options *options);

void report_file(FILE *stream, const char *path, const tilepdb_table_info *info,
                 const struct info_options *options);

#endif
