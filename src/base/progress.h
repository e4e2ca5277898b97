/*
 * The progress of one call, which is reported to the caller's callback, whose result may cancel the
 * work.
 *
 * Any thread adds to `done` and asks whether the work is cancelled. Only the thread that made the
 * call reports, since users expect their callback there: it changes `now` and calls
 * progress_report, or it is thread 0 of an OpenMP team that calls progress_add.
 */
#ifndef TILEPDB_BASE_PROGRESS_H
#define TILEPDB_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tilepdb.h"

struct progress {
    tilepdb_progress_fn report; /* may be NULL */
    void *user;
    tilepdb_progress now; /* stage, level, fresh, total, memory; a report fills in the rest */
    double began;
    double reported; /* time of the last report */
    _Atomic uint64_t done;
    atomic_bool cancelled;
};

/* Begins a stage of `total` units of work (0: unknown) without a report. `report` may be NULL. */
void progress_init(struct progress *progress, tilepdb_progress_fn report, void *user,
                   tilepdb_stage stage, uint64_t total);

/* Begins a stage, and reports that nothing is done, so that even short work can be cancelled. */
void progress_begin(struct progress *progress, tilepdb_progress_fn report, void *user,
                    tilepdb_stage stage, uint64_t total);

/* Reports now, unless the work is cancelled. Returns whether it continues. */
bool progress_report(struct progress *progress);

/* progress_report, at most every 50 milliseconds. */
bool progress_report_sometimes(struct progress *progress);

/* Adds to `done`; thread 0 also calls progress_report_sometimes. */
void progress_add(struct progress *progress, uint64_t done);

/* Whether the callback has returned false. Any thread. */
static inline bool progress_cancelled(struct progress *progress) {
    return atomic_load_explicit(&progress->cancelled, memory_order_relaxed);
}

#endif
