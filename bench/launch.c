/*
 * Runs a command and writes wall seconds, CPU seconds and peak memory in bytes to FILE. A process
 * starts with the peak memory of the process that forks it, so a small program must start the
 * command. Exit code: the command's, or 126 if it could not be run.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "floor.h"

enum { CANNOT_RUN = 126 };

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: launch FILE COMMAND [ARGUMENT...]\n");
        return CANNOT_RUN;
    }
    FILE *file = fopen(argv[1], "w");
    if (!file) {
        perror(argv[1]);
        return CANNOT_RUN;
    }
    const double start = seconds_now();
    const pid_t child = vfork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(CANNOT_RUN);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror(argv[2]);
        return CANNOT_RUN;
    }
    fprintf(file, "%.9f %.6f %lld\n", seconds_now() - start,
            seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), 1024LL * usage.ru_maxrss);
    if (fclose(file)) return CANNOT_RUN;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
