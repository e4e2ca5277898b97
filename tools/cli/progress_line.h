/*
 * Progress on stderr: one line that is rewritten on a terminal, plain lines elsewhere; or events
 * (console.h).
 *
 * The callback is also where an interrupt takes effect: after SIGINT or SIGTERM it cancels. So it
 * does when a limit of time is reached.
 */
#ifndef TILEPDB_CLI_PROGRESS_LINE_H
#define TILEPDB_CLI_PROGRESS_LINE_H

#include <stdbool.h>

#include "cli/console.h"
#include "cli/options.h"
#include "tilepdb.h"

struct cli_progress {
    bool shown;             /* otherwise the callback only checks for signals */
    char title[128];        /* what the work is about */
    double next;            /* when the next line may be shown */
    tilepdb_progress last;  /* the report of the line before */
    double rate;            /* per second, recently; 0 if not known yet */
    double began;           /* when the first thing was counted; 0: none yet */
    double generation_rate; /* entries per second of the last large table; 0: there was none */
    double deadline; /* of base/clock.h: the callback cancels from then on; 0: there is none */
};

/* Prepares to show progress if the options and stderr ask for it. */
void cli_progress_init(struct cli_progress *progress, const struct cli_common *common);

/* What the next lines are about. */
void cli_progress_title(struct cli_progress *progress, const char *format, ...) CLI_PRINTF(2, 3);

/* A tilepdb_progress_fn whose `user` is a struct cli_progress. */
bool cli_progress_report(const tilepdb_progress *report, void *user);

/* The seconds until the deadline, 0 at least; infinity: there is none. */
double cli_progress_left(const struct cli_progress *progress);

/* As cli_progress_report for work that is a number of things: `done` of them, such as "board", and
 * which share that is of all (0 .. 1; below 0: not known). Nothing is shown in the first moments.
 */
void cli_progress_count(struct cli_progress *progress, const char *thing, uint64_t done,
                        double share);

/* Any line, in the place of the last one; unless there is `news`, only when it is time for one. On
 * a terminal alone, or with --progress if there is news; never beside events. */
void cli_progress_line(struct cli_progress *progress, bool news, const char *format, ...)
    CLI_PRINTF(3, 4);

/* Wipes the line from the screen. */
void cli_progress_clear(void);

#endif
