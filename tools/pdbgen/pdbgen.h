/*
 * pdbgen: one job for each table that the command line asks for.
 *
 * pdbgen.c is the tool, job_plan.c finds out what is to be done, job_run.c does it, job_report.c
 * reports, catalogue_list.c draws the catalogue instead. How a table is made is a backend:
 * job_run.c has that of one process, which makes all colour tables, and pdbgen-mpi that of the
 * ranks of a job.
 */
#ifndef TILEPDB_PDBGEN_H
#define TILEPDB_PDBGEN_H

#include "cli/options.h"
#include "cli/output.h"
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
    const char *tool, *summary, *epilogue; /* of --help */
    gen_need need;
    gen_make make; /* of tables of sets of tiles */
    bool scratch;  /* whether there is --scratch, with which the library makes the files */
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
    char *path;
    char *label; /* "tiles 1-8", "colouring large"; owned */
    enum job_action action;
    tilepdb_generate_need need; /* no bytes if the file is kept */
    uint64_t scratch_bytes;     /* with --scratch: what it needs there */
    tilepdb_table_info info;    /* of the file: from the start if it is kept, else once written */
    double seconds;
};

struct job_plan {
    tilepdb_kind kind;
    char *directory;
    struct job *jobs;
    size_t count;
};

/* Parses the partitions or colourings, drops tables that occur twice, and checks the existing
 * files. Returns CLI_SUCCESS, otherwise the exit code after an error message. The plan must always
 * be freed. */
int job_plan_make(struct job_plan *plan, const struct gen_options *options, char *const *operands,
                  size_t count, struct cli_progress *progress);

void job_plan_free(struct job_plan *plan);

/* Reports an error if generating a table needs more than --memory. CLI_SUCCESS or CLI_NO. */
int job_plan_check_memory(const struct job_plan *plan, const struct gen_options *options);

/* Decides whether the file that may be there is kept. All of it is read, since it must be valid.
 * Returns CLI_SUCCESS, otherwise the exit code after an error message. */
int job_inspect(struct job *job, const struct job_plan *plan, const struct gen_options *options,
                struct cli_progress *progress);

/* Opens the job's file, which checks all of it, for what its header says. The statuses of
 * tilepdb_table_open. */
tilepdb_status job_read(const struct job *job, const struct gen_options *options,
                        struct cli_progress *progress, tilepdb_table_info *info,
                        tilepdb_error *error);

/* Generates, saves and verifies the table of a job that is not to be kept, and fills its info.
 * While another process makes the same file, waits, and keeps what that has made. Returns
 * CLI_SUCCESS, otherwise the exit code after an error message. */
int job_run(struct job *job, const struct job_plan *plan, const struct gen_options *options,
            struct cli_progress *progress);

/* One line on what a job did, or with --dry-run would do. */
void job_report(FILE *stream, const struct job *job, const struct job_plan *plan,
                const struct gen_options *options);

/* The main function of the tool: carries out the command line. Returns the exit code. */
int gen_run(const struct gen_backend *backend, int argc, char **argv);

/* --list: the catalogue of the metric, drawn. */
void catalogue_list(FILE *stream, const struct gen_options *options);

#endif
