/*
 * Floors: what this machine's memory allows at most, measured in the same run as what is compared
 * with it. All memory asks for huge pages, as the library does for its tables. What one thread does
 * is timed in its CPU seconds, so that other programs disturb it less. The functions print nothing;
 * 0 says that memory could not be had. They use no state, so any thread may call them, but two at
 * the same time measure each other.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stddef.h>

/* Seconds of a clock that never goes back. */
double seconds_now(void);

/* CPU seconds of the calling thread. */
double thread_seconds(void);

/* Random loads a second from `bytes` of memory (1 to 2^32), by `threads` threads together, each
   with 32 loads under way: what look-ups cost when none waits for another. */
double floor_loads(size_t bytes, int threads);

/* Seconds of one random load of one thread when each address depends on the load before. */
double floor_latency(size_t bytes);

/* Bytes a second that one thread writes, and reads, in order; the memory was touched before. */
double floor_write(size_t bytes);
double floor_read(size_t bytes);

/* CPU seconds of one thread for 2^26 steps of eight independent chains of multiplications and loads
   from 16 KiB: how fast the core computes now, whatever memory does. */
double floor_steps(void);

/* Seconds of one thread to write `bytes` of fresh memory and to read them: a table's first touch.
 */
double floor_fresh(size_t bytes);

#endif
