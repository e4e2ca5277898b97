/* pdbgen: one job for each table of the command line. A backend makes pattern tables in another
 * way: pdbgen-mpi, on the ranks of a job. */
#ifndef TILEPDB_PDBGEN_H
#define TILEPDB_PDBGEN_H

#include "tilepdb_tables.h"

/* Like tilepdb_table_need. */
typedef tilepdb_status (*gen_need)(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                   const tilepdb_generate_options *options,
                                   tilepdb_generate_need *need, tilepdb_error *error);

/* Makes a table, writes it to a file and fills `info`. Returns a status of tilepdb_table_generate
 * or tilepdb_table_save. */
typedef tilepdb_status (*gen_make)(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                   const char *path, const tilepdb_generate_options *generate,
                                   const tilepdb_save_options *save, tilepdb_table_info *info,
                                   tilepdb_error *error);

struct gen_backend {
    const char *tool, *summary, *brief, *epilogue; /* as in struct cli_tool */
    gen_need need; /* the need of `make` for patterns without colours; NULL: tilepdb_table_need */
    gen_make make;
    bool scratch;
};

int gen_run(const struct gen_backend *backend, int argc, char **argv);

#endif
