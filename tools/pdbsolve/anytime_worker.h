/*
 * An anytime worker: beams for solutions (tilepdb_anytime.h) beside the searches of a driver, which
 * prove lower bounds.
 *
 * With one thread both take turns, with more the worker has one of its own. On boards that IDA*
 * solves in a moment it begins later, or not at all, and its turns are a small part.
 */
#ifndef TILEPDB_PDBSOLVE_ANYTIME_WORKER_H
#define TILEPDB_PDBSOLVE_ANYTIME_WORKER_H

#include <pthread.h>

#include "answers/report.h"
#include "pdbsolve/session.h"
#include "tilepdb_anytime.h"

/* What --within asks for. */
struct tolerance {
    int moves;
    double fraction;
};

/* Reads "4" or "5%". False: it is neither. */
bool tolerance_read(const char *text, struct tolerance *tolerance);

/* One board's. The caller sets the first members; the rest is zeroed. */
struct anytime_worker {
    struct session *session;
    const tilepdb_board *board, *goal;
    const char *name;      /* what messages call the board */
    struct events *events; /* of the board */
    bool alone;            /* there is no other board */
    uint64_t memory;       /* of its beams; 0: as the library has it */
    int threads;           /* that share each of them */
    double driver_slice;   /* seconds of the driver's turns, once beams have had one; 0: no turns */
    double start;          /* on the clock */
    bool running;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t slice_changed;
    bool stopped;      /* it is to end ... */
    bool ended;        /* ... and has */
    bool has_slice;    /* it may search, with one thread */
    bool driver_waits; /* the driver does so for its turn */
    double slice_end;  /* when the turn does, on the clock */
    int proven;        /* the lower bound, by the driver */
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_anytime_result result; /* length -1: nothing yet */
};

/* Begins, in a thread of its own. If none can be started it complains, and has ended. */
void anytime_worker_start(struct anytime_worker *worker);

/* From the driver's progress: what its searches have proven. May wait for its turn. False: the
 * bounds are near enough, or met, or the time is up, and the driver's search is to end. */
bool anytime_worker_poll(struct anytime_worker *worker, const tilepdb_progress *report);

/* Instead of a thread, in this one, to its end. A limit of time leaves at least so many seconds. */
void anytime_worker_run(struct anytime_worker *worker, double least);

/* The driver's searches are over; `stop`: no solution is wanted any more. Waits for the end. */
void anytime_worker_finish(struct anytime_worker *worker, bool stop);

#endif
