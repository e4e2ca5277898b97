/*
 * pdbgen: one job for each table that the command line asks for.
 *
 * pdbgen.c is the tool, jobs.c finds out what is to be done and does it, catalogue_list.c draws the
 * catalogue instead. A backend makes tables: jobs.c has that of one process, which makes all colour
 * tables, and pdbgen-mpi that of the ranks of a job.
 */
#ifndef TILEPDB_PDBGEN_H
#define TILEPDB_PDBGEN_H

#include "cli/options.h"
#include "cli/progress_line.h"
#include "tilepdb_scratch.h"

/* What making a table needs. As tilepdb_table_need. */
typedef tilepdb_status (*gen_need)(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                   const tilepdb_generate_options *options,
                                   tilepdb_generate_need *need, tilepdb_error *error);

/* Makes a table and writes it to a file; `info` gets what was counted. The statuses of
 * tilepdb_table_generate and tilepdb_table_save. */
typedef tilepdb_status (*gen_make)(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                   const char *path, const tilepdb_generate_options *generate,
                                   const tilepdb_save_options *save, tilepdb_table_info *info,
                                   tilepdb_error *error);

struct gen_backend {
    const char *tool, *summary, *brief, *epilogue; /* of the help, see struct cli_tool */
    gen_need need;
    gen_make make; /* of tables of sets of tiles */
    bool scratch;  /* there is --scratch, with which the library makes the files */
};

struct gen_options {
    const struct gen_backend *backend;
    struct cli_board_size board;
    int metric; /* tilepdb_metric */
    int blank;
    int encoding;
    int level;
    int goal;
    int goal_blank;
    uint64_t memory;     /* 0: what the machine has */
    const char *scratch; /* NULL: tables are generated in memory */
    bool verify;
    bool force;
    bool list;
    bool dry_run;
    bool json;
    struct cli_common common;
};

/* The gen_make of one process. */
tilepdb_status gen_make_local(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
                              const tilepdb_generate_options *generate,
                              const tilepdb_save_options *save, tilepdb_table_info *info,
                              tilepdb_error *error);

enum job_action { JOB_WRITE, JOB_KEEP, JOB_REPLACE };

struct job {
    tilepdb_pattern pattern;
    char *path;  /* owned */
    char *label; /* "tiles 1-8", "colouring large"; owned */
    enum job_action action;
    tilepdb_generate_need need; /* no bytes if the file is kept */
    uint64_t scratch_bytes;     /* in the directory of --scratch */
    tilepdb_table_info info;    /* of the file, if it is kept or once it is written */
    double seconds;
};

struct job_plan {
    const struct gen_options *options;
    struct cli_progress *progress;
    tilepdb_kind kind;
    char *directory; /* owned */
    struct job *jobs;
    size_t count;
};

/* Parses the partitions or colourings, drops tables that occur twice, and checks the existing
 * files. The caller sets `options` and `progress`. Returns CLI_SUCCESS, or the exit code after an
 * error message. The plan must always be freed. */
int job_plan_make(struct job_plan *plan, char *const *operands, size_t count);

void job_plan_free(struct job_plan *plan);

/* Generates, saves and verifies the table of a job that is not to be kept, and fills its info.
 * While another process makes the same file, waits, and keeps what that has made. Returns
 * CLI_SUCCESS, or the exit code after an error message. */
int job_run(struct job *job, const struct job_plan *plan);

/* The main function of the tool: carries out the command line. Returns the exit code. */
int gen_run(const struct gen_backend *backend, int argc, char **argv);

/* --list: draws the catalogue of the metric. */
void catalogue_list(FILE *stream, const struct gen_options *options);

#endif
