#ifndef TILEPDB_POSIX_IOCTL_H
#define TILEPDB_POSIX_IOCTL_H

struct winsize {
    unsigned short ws_row, ws_col;
};

#define TIOCGWINSZ 1

/* Supports TIOCGWINSZ on a console. */
int ioctl(int fd, int what, struct winsize *window);

#endif
