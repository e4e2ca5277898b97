#include "base/progress.h"

#include "base/clock.h"
#include "base/threads.h"

#define REPORT_SECONDS 0.02

void progress_init(struct progress *progress, tilepdb_progress_fn report, void *user,
                   tilepdb_stage stage, uint64_t total) {
    progress->report = report;
    progress->user = user;
    progress->now = (tilepdb_progress){.stage = stage, .total = total};
    progress->began = progress->reported = clock_seconds();
    atomic_init(&progress->done, 0);
    atomic_init(&progress->cancelled, false);
}

void progress_begin(struct progress *progress, tilepdb_progress_fn report, void *user,
                    tilepdb_stage stage, uint64_t total) {
    progress_init(progress, report, user, stage, total);
    progress_report(progress);
}

bool progress_report(struct progress *progress) {
    if (progress_cancelled(progress)) return false;
    if (!progress->report) return true;
    progress->reported = clock_seconds();
    progress->now.done = atomic_load(&progress->done);
    progress->now.seconds = progress->reported - progress->began;
    const bool goes_on = progress->report(&progress->now, progress->user);
    if (!goes_on) atomic_store(&progress->cancelled, true);
    return goes_on;
}

bool progress_report_sometimes(struct progress *progress) {
    if (progress->report && clock_seconds() - progress->reported >= REPORT_SECONDS)
        return progress_report(progress);
    return !progress_cancelled(progress);
}

void progress_add(struct progress *progress, uint64_t done) {
    atomic_fetch_add(&progress->done, done);
    if (threads_index() == 0) progress_report_sometimes(progress);
}
