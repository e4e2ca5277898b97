/* See subprocess.h. */
#include "cli/subprocess.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_FOUND 127 /* as in shells */

int cli_subprocess_start(struct cli_subprocess *subprocess, const char *name, const char *argument,
                         FILE *input) {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    const pid_t child = fork();
    if (child == 0) {
        dup2(fileno(input), STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp(name, name, argument, (char *)NULL);
        _exit(NOT_FOUND);
    }
    const int error = errno;
    close(ends[1]);
    *subprocess = (struct cli_subprocess){.output = ends[0], .child = child};
    if (child > 0) return 0;
    close(ends[0]);
    return error;
}

enum cli_subprocess_end cli_subprocess_wait(const struct cli_subprocess *subprocess) {
    int status = 0;
    while (waitpid((pid_t)subprocess->child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return CLI_SUBPROCESS_WELL;
    return WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND ? CLI_SUBPROCESS_MISSING
                                                                 : CLI_SUBPROCESS_BADLY;
}
