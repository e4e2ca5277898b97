#ifndef TILEPDB_POSIX_POLL_H
#define TILEPDB_POSIX_POLL_H

#define POLLIN  1
#define POLLOUT 4
#define POLLERR 8

struct pollfd {
    int fd;
    short events, revents;
};

/* Polls one descriptor. Writing never waits; reading waits for a console or a pipe. Without
 * events, reports POLLERR once a write failed because the pipe's reader has gone. */
int poll(struct pollfd *polled, unsigned long count, int milliseconds);

#endif
