/*
 * Progress on stderr: one line that is rewritten on a terminal, plain lines elsewhere; or events
 * (console.h). The callback also cancels the work after an interrupt, or at the deadline.
 */
#ifndef TILEPDB_CLI_PROGRESS_LINE_H
#define TILEPDB_CLI_PROGRESS_LINE_H

#include <stdbool.h>

#include "cli/console.h"
#include "cli/options.h"
#include "tilepdb.h"

struct cli_progress {
    bool shown;             /* lines are printed */
    char title[128];        /* beginning of the line */
    double next;            /* clock time from which the next line may be printed */
    tilepdb_progress last;  /* report of the line before */
    double rate;            /* recent units per second; 0: not known yet */
    double began;           /* clock time of the first count; 0: none yet */
    double generation_rate; /* entries per second of the last large table; 0: there was none */
    double deadline;        /* clock time (base/clock.h) that cancels; 0: none */
};

/* Shows progress if the options or a terminal ask for it. */
void cli_progress_init(struct cli_progress *progress, const struct cli_common *common);

void cli_progress_title(struct cli_progress *progress, const char *format, ...) CLI_PRINTF(2, 3);

/* A tilepdb_progress_fn whose `user` is a struct cli_progress. */
bool cli_progress_report(const tilepdb_progress *report, void *user);

/* The seconds until the deadline, at least 0; infinity without one. */
double cli_progress_left(const struct cli_progress *progress);

/* Reports that `done` things, such as "board", are done, a share of 0 .. 1 of all (below 0: not
 * known). Nothing is printed in the first moments. Does not cancel. */
void cli_progress_count(struct cli_progress *progress, const char *thing, uint64_t done,
                        double share);

/* Prints any line in the place of the last one: on a terminal once the time has come, with `news`
 * at once; elsewhere with --progress and `news`. Never with events. */
void cli_progress_line(struct cli_progress *progress, bool news, const char *format, ...)
    CLI_PRINTF(3, 4);

/* Clears the line. */
void cli_progress_clear(void);

#endif
