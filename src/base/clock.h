/* Monotonic time in seconds. A signal may end clock_sleep early. Thread-safe. */
#ifndef TILEPDB_BASE_CLOCK_H
#define TILEPDB_BASE_CLOCK_H

#include <time.h>

static inline double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void clock_sleep(double seconds) {
    const time_t whole = (time_t)seconds;
    nanosleep(&(struct timespec){whole, (long)(1e9 * (seconds - (double)whole))}, NULL);
}

#endif
