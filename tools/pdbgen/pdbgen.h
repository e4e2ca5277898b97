/*
 * pdbgen: one job for each table that the command line asks for.
 *
 * plan.c finds out what is to be done, make.c does it, report.c reports, list.c draws the
 * catalogue instead.
 */
#ifndef TILEPDB_PDBGEN_H
#define TILEPDB_PDBGEN_H

#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "tilepdb.h"

struct gen_options {
    struct cli_board_size board;
    int blank;
    int encoding;
    int level;
    int goal;
    int goal_blank;
    uint64_t memory; /* 0: what the machine has */
    bool verify;
    bool force;
    bool list;
    bool dry_run;
    bool json;
    struct cli_common common;
};

enum job_action { JOB_WRITE, JOB_KEEP, JOB_REPLACE };

struct job {
    tilepdb_pattern pattern;
    char *path;
    enum job_action action;
    tilepdb_generate_need need; /* no bytes if the file is kept */
    tilepdb_table_info info;    /* of the file: from the start if it is kept, else once written */
    double seconds;
};

struct plan {
    tilepdb_kind kind;
    char *directory;
    struct job *jobs;
    size_t count;
};

/* Parses the partitions, drops patterns that occur twice, and checks the existing files. Returns
 * CLI_SUCCESS, otherwise the exit code after an error message. The plan must always be freed. */
int plan_make(struct plan *plan, const struct gen_options *options, char *const *partitions,
              size_t count, struct cli_progress *progress);

void plan_free(struct plan *plan);

/* Reports an error if generating a table needs more than --memory. CLI_SUCCESS or CLI_NO. */
int plan_check_memory(const struct plan *plan, const struct gen_options *options);

/* Opens the job's file, which checks all of it, for what its header says. The statuses of
 * tilepdb_table_open. */
tilepdb_status job_read(const struct job *job, const struct gen_options *options,
                        struct cli_progress *progress, tilepdb_table_info *info,
                        tilepdb_error *error);

/* Generates, saves and verifies the table of a job that is not to be kept, and fills its info.
 * Returns CLI_SUCCESS, otherwise the exit code after an error message. */
int job_run(struct job *job, const struct plan *plan, const struct gen_options *options,
            struct cli_progress *progress);

/* One line on what a job did, or with --dry-run would do. */
void job_report(FILE *stream, const struct job *job, const struct plan *plan,
                const struct gen_options *options);

/* --list: the catalogue, drawn. */
void catalogue_list(FILE *stream, const struct gen_options *options);

#endif
