/* See fcntl.h. */
#ifndef TILEPDB_POSIX_POLL_H
#define TILEPDB_POSIX_POLL_H

#define POLLIN  1
#define POLLOUT 4
#define POLLERR 8

struct pollfd {
    int fd;
    short events, revents;
};

/* One descriptor. Writing never waits; reading waits for a console or a pipe. Without events:
 * POLLERR after a write that failed because the reader of the pipe has gone. */
int poll(struct pollfd *polled, unsigned long count, int milliseconds);

#endif
