/*
 * Progress of a call, reported to a callback that can cancel the work.
 *
 * Any thread may call progress_add and progress_cancelled. Only the calling thread, thread 0 of an
 * OpenMP team, changes `now` and reports.
 */
#ifndef TILEPDB_BASE_PROGRESS_H
#define TILEPDB_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tilepdb.h"

struct progress {
    tilepdb_progress_fn report;
    void *user;
    tilepdb_progress now; /* the caller sets stage, level, fresh, total and memory */
    double began;         /* clock_seconds at progress_init */
    double reported;      /* clock_seconds of the last report */
    _Atomic uint64_t done;
    atomic_bool cancelled;
};

/* `total` units of work; 0: unknown. `report` may be NULL. */
void progress_init(struct progress *progress, tilepdb_progress_fn report, void *user,
                   tilepdb_stage stage, uint64_t total);

/* Like progress_init, and reports once, so that even short work can be cancelled. */
void progress_begin(struct progress *progress, tilepdb_progress_fn report, void *user,
                    tilepdb_stage stage, uint64_t total);

/* Returns false if the work is cancelled. */
bool progress_report(struct progress *progress);

/* Like progress_report, but at most every 20 milliseconds. */
bool progress_report_sometimes(struct progress *progress);

/* Adds to `done`; thread 0 also reports. */
void progress_add(struct progress *progress, uint64_t done);

static inline bool progress_cancelled(struct progress *progress) {
    return atomic_load_explicit(&progress->cancelled, memory_order_relaxed);
}

#endif
