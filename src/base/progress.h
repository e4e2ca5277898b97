/*
 * The progress of one call: what is done, reported now and then to the caller's callback, whose
 * answer may cancel the work.
 *
 * Any thread adds to what is done and asks whether the work is cancelled. Only the thread that made
 * the call reports, since users expect their callback there: it changes `now` and calls
 * progress_report, or has index 0 in the team whose members call progress_add.
 */
#ifndef TILEPDB_BASE_PROGRESS_H
#define TILEPDB_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tilepdb.h"

struct progress {
    tilepdb_progress_fn report; /* may be NULL */
    void *user;
    tilepdb_progress now; /* stage, level, fresh, total, memory; the rest is filled in */
    double began;
    double reported; /* when the last report was made */
    _Atomic uint64_t done;
    atomic_bool cancelled;
};

/* Begins a stage, of `total` units of work (0: unknown), without a report: for work that soon has
 * something to say. `report` may be NULL. */
void progress_init(struct progress *progress, tilepdb_progress_fn report, void *user,
                   tilepdb_stage stage, uint64_t total);

/* The same, and reports that nothing is done yet, so that even the shortest work can be
 * cancelled. */
void progress_begin(struct progress *progress, tilepdb_progress_fn report, void *user,
                    tilepdb_stage stage, uint64_t total);

/* Reports now. Returns whether the work goes on; once cancelled, it reports nothing more. */
bool progress_report(struct progress *progress);

/* As progress_report, but at most every 50 milliseconds. */
bool progress_report_sometimes(struct progress *progress);

/* Adds to what is done; thread 0 of the team also reports as progress_report_sometimes. */
void progress_add(struct progress *progress, uint64_t done);

/* Whether a report was answered with false. Any thread. */
static inline bool progress_cancelled(struct progress *progress) {
    return atomic_load_explicit(&progress->cancelled, memory_order_relaxed);
}

#endif
