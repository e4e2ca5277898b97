#ifndef TILEPDB_POSIX_STDIO_H
#define TILEPDB_POSIX_STDIO_H

#include_next <stdio.h>

#include <sys/types.h>

/* Output to stderr takes one write. */
int windows_fprintf(FILE *stream, const char *format, ...)
    __attribute__((format(gnu_printf, 2, 3)));
#define fprintf windows_fprintf

FILE *windows_fopen(const char *path, const char *mode); /* accepts "e" and "x", too */
int windows_rename(const char *from, const char *to);    /* replaces open files, too */
ssize_t getline(char **line, size_t *size, FILE *stream);
FILE *windows_tmpfile(void);
#define fopen   windows_fopen
#define rename  windows_rename
#define tmpfile windows_tmpfile

/* Uses a temporary file, which windows_fclose reads. */
FILE *open_memstream(char **text, size_t *length);
int windows_fclose(FILE *stream);
#define fclose windows_fclose

/* fopencookie always fails; callers need it only for pipes, which fstat never reports. */
typedef struct {
    ssize_t (*write)(void *cookie, const char *bytes, size_t length);
    int (*close)(void *cookie);
} cookie_io_functions_t;
FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);

#endif
