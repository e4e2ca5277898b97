/*
 * pdbgen: one job for each table of the command line.
 *
 * A backend makes tables. The backend in jobs.c, for one process, makes all colour tables and goal
 * tables; pdbgen-mpi has a backend for the ranks of a job.
 */
#ifndef TILEPDB_PDBGEN_H
#define TILEPDB_PDBGEN_H

#include "cli/options.h"
#include "cli/progress_line.h"
#include "tilepdb_tables.h"

/* Computes memory and disk space like tilepdb_table_need. */
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
    const char *tool, *summary, *brief, *epilogue; /* texts as in struct cli_tool */
    gen_need need;
    gen_make make; /* for pattern tables, not of colourings or goals */
    bool scratch;
};

struct gen_options {
    const struct gen_backend *backend;
    struct cli_board_size board;
    int metric;
    int blank;
    int encoding;
    int level;
    const char *goal; /* NULL: blank-last */
    int goal_blank;
    uint64_t memory;     /* 0: the memory of the machine */
    const char *scratch; /* directory of --scratch; NULL to generate in memory */
    bool verify;
    bool force;
    bool list;
    bool dry_run;
    bool json;
    struct cli_common common;
};

tilepdb_status gen_make_local(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
                              const tilepdb_generate_options *generate,
                              const tilepdb_save_options *save, tilepdb_table_info *info,
                              tilepdb_error *error);

enum job_action { JOB_WRITE, JOB_KEEP, JOB_REPLACE };

struct job {
    tilepdb_pattern pattern;
    char *path;  /* owned */
    char *label; /* such as "tiles 1-8" or "colouring large"; owned */
    enum job_action action;
    tilepdb_generate_need need; /* no bytes if the file is kept */
    uint64_t scratch_bytes;
    tilepdb_table_info info; /* valid once the file is kept or written */
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

/* Returns true if --goal is a board, the goal of a goal table. */
bool gen_goal_is_board(const struct gen_options *options);

/* Parses the operands, or the goal of a goal table, drops duplicate tables, and checks existing
 * files. The caller sets `options` and `progress`, and frees the plan in any case. Like job_run,
 * returns CLI_SUCCESS, or the exit code after an error message. */
int job_plan_make(struct job_plan *plan, char *const *operands, size_t count);

void job_plan_free(struct job_plan *plan);

/* Generates and saves a table, unless its file is kept; with --verify, verifies the file. If
 * another process makes the file, waits and, without --force, keeps that file. */
int job_run(struct job *job, const struct job_plan *plan);

int gen_run(const struct gen_backend *backend, int argc, char **argv);

void catalogue_list(FILE *stream, const struct gen_options *options);

#endif
