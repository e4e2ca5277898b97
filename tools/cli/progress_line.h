/*
 * Progress on stderr: a line that is rewritten on a terminal, else plain lines, or events
 * (console.h). The callbacks cancel after an interrupt.
 */
#ifndef TILEPDB_CLI_PROGRESS_LINE_H
#define TILEPDB_CLI_PROGRESS_LINE_H

#include <stdbool.h>

#include "cli/console.h"
#include "cli/options.h"
#include "tilepdb.h"

struct cli_progress {
    bool shown;
    char title[128];
    double next; /* clock_seconds of the next line */
    tilepdb_progress last;
    double rate;  /* recent units per second; 0 if unknown */
    double began; /* clock_seconds of the first count, or 0 */
};

void cli_progress_init(struct cli_progress *progress, const struct cli_common *common);

void cli_progress_title(struct cli_progress *progress, const char *format, ...) CLI_PRINTF(2, 3);

/* a tilepdb_progress_fn; `user` is a struct cli_progress */
bool cli_progress_report(const tilepdb_progress *report, void *user);

/* a tilepdb_progress_fn that prints nothing */
bool cli_progress_silent(const tilepdb_progress *report, void *user);

/* Reports `done` units of `thing`, such as "board", and the `share` of the whole, negative if
 * unknown. Prints nothing at first, and does not cancel. */
void cli_progress_count(struct cli_progress *progress, const char *thing, uint64_t done,
                        double share);

/* On a terminal, replaces the line: now with `news`, otherwise when due. Elsewhere prints only with
 * `news` and --progress, and never with events. */
void cli_progress_line(struct cli_progress *progress, bool news, const char *format, ...)
    CLI_PRINTF(3, 4);

void cli_progress_clear(void);

#endif
