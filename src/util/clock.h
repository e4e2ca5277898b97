/*
 * Time that only goes forward, for durations and deadlines.
 */
#ifndef TILEPDB_UTIL_CLOCK_H
#define TILEPDB_UTIL_CLOCK_H

/* Seconds since some fixed moment. Any thread. */
double clock_seconds(void);

/* Sleeps for that time or slightly longer; a signal may end it early. */
void clock_sleep(double seconds);

#endif
