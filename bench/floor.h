/*
 * Floors: the most that this machine's memory allows, measured in the same run as the figures that
 * are compared with them. All memory requests huge pages, as the library does for its tables. Work
 * of one thread is timed in its CPU seconds, so that other programs disturb it less. The functions
 * print nothing; they return 0 if there is not enough memory. They have no state, so any thread may
 * call them, but two calls at the same time disturb each other's measurements.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stddef.h>

/* Seconds of a monotonic clock. */
double seconds_now(void);

/* CPU seconds of the calling thread. */
double thread_seconds(void);

/* Random loads per second from `bytes` of memory (1 to 2^32), by `threads` threads together, each
   with 32 loads in flight: the cost of look-ups when none waits for another. */
double floor_loads(size_t bytes, int threads);

/* Seconds of one random load of one thread when each address depends on the load before. */
double floor_latency(size_t bytes);

/* Bytes per second that one thread writes, and reads, in order, in memory touched before. */
double floor_write(size_t bytes);
double floor_read(size_t bytes);

/* Seconds of one thread to write and read `bytes` of fresh memory: a table's first touch. */
double floor_fresh(size_t bytes);

#endif
