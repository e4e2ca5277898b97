/*
 * Functions of glibc under other names on macOS. This folder is first among the include directories
 * on macOS.
 */
#ifndef TILEPDB_MACOS_STDIO_EXT_H
#define TILEPDB_MACOS_STDIO_EXT_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define __fpurge fpurge

typedef struct {
    ssize_t (*write)(void *cookie, const char *bytes, size_t length); /* returns 0 on failure */
    int (*close)(void *cookie);
} cookie_io_functions_t;

struct macos_cookie {
    void *cookie;
    cookie_io_functions_t functions;
};

static inline int macos_write(void *opaque, const char *bytes, int length) {
    const struct macos_cookie *cookie = opaque;
    const ssize_t written = cookie->functions.write(cookie->cookie, bytes, (size_t)length);
    return written > 0 || length == 0 ? (int)written : -1;
}

static inline int macos_close(void *opaque) {
    struct macos_cookie *cookie = opaque;
    const int result = cookie->functions.close(cookie->cookie);
    free(cookie);
    return result;
}

static inline FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions) {
    struct macos_cookie *made = malloc(sizeof *made);
    (void)mode;
    if (!made) return NULL;
    *made = (struct macos_cookie){cookie, functions};
    FILE *stream = funopen(made, NULL, macos_write, NULL, macos_close);
    if (!stream) free(made);
    return stream;
}

#endif
