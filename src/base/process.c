#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/system.h"

extern char **environ;

#define CHECK_MILLISECONDS 30
#define REAP_SECONDS       0.001 /* between polls once the output has ended */
#define PIECE              4096
#define PIECES_LEFT        16 /* reads that empty a full pipe, once the process has ended */

static bool is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool process_find(const char *name, char path[PROCESS_PATH]) {
    const size_t name_length = strlen(name);
    const char *at = getenv("PATH");
    if (!at) at = "/usr/local/bin:/usr/bin:/bin";
    while (*at != '\0') {
        const size_t length = strcspn(at, ":");
        if (length > 0 && length + name_length + 2 <= PROCESS_PATH) {
            memcpy(path, at, length);
            path[length] = '/';
            memcpy(path + length + 1, name, name_length + 1);
            if (is_program(path)) return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

/* The ends are above the standard descriptors, which the caller may have closed. */
static bool pipe_open(int ends[2]) {
    int low[2];
    if (!pipe_make(low)) return false;
    ends[0] = fcntl(low[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ends[1] = fcntl(low[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int reason = errno;
    close(low[0]);
    close(low[1]);
    if (ends[0] >= 0 && ends[1] >= 0) {
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        return true;
    }
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
    errno = reason;
    return false;
}

static int actions_set(posix_spawn_file_actions_t *actions, int output) {
    int failed = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed) failed = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    if (!failed) failed = posix_spawn_file_actions_adddup2(actions, output, STDERR_FILENO);
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34) /* descriptors of the caller may lack FD_CLOEXEC */
    if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
#endif
    return failed;
}

/* SIGPIPE must end the child once the caller has ended, even if the caller ignored SIGPIPE. */
static int attributes_set(posix_spawnattr_t *attributes) {
    sigset_t none, pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    int failed = posix_spawnattr_setpgroup(attributes, 0);
    if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
    if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &pipe);
    if (!failed)
        failed = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    return failed;
}

static int child_start(const char *path, char *const *arguments, int output, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = actions_set(&actions, output);
        if (!failed) failed = attributes_set(&attributes);
        if (!failed) failed = posix_spawn(child, path, &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

struct process_child {
    pid_t id;
    int output; /* -1 once closed */
    const struct process_watch *watch;
};

/* Returns false if no output is available now. */
static bool output_read(struct process_child *child) {
    char piece[PIECE];
    if (child->output < 0) return false;
    const ssize_t got = read(child->output, piece, sizeof piece);
    if (got > 0) {
        child->watch->hear(piece, (size_t)got, child->watch->user);
        return true;
    }
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    close(child->output);
    child->output = -1;
    return false;
}

static void output_wait(struct process_child *child) {
    struct pollfd waited = {.fd = child->output, .events = POLLIN};
    if (child->output < 0)
        clock_sleep(REAP_SECONDS);
    else if (poll(&waited, 1, CHECK_MILLISECONDS) > 0)
        output_read(child);
}

/* Does not reap the child, so its id is not reused. `*known` is false if SIGCHLD is ignored, so
 * that the system has no record of the child. */
static bool has_ended(const struct process_child *child, bool *known) {
    siginfo_t info = {.si_pid = 0};
    *known = true;
    if (waitid(P_PID, (id_t)child->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0)
        return info.si_pid != 0;
    *known = errno == EINTR;
    return !*known;
}

static void child_reap(const struct process_child *child, struct process_end *end) {
    int status;
    pid_t reaped;
    kill(-child->id, SIGKILL);
    do {
        reaped = waitpid(child->id, &status, 0);
    } while (reaped < 0 && errno == EINTR);
    if (reaped != child->id) return;
    if (WIFEXITED(status)) end->exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end->signal = WTERMSIG(status);
}

static void child_watch(struct process_child *child, struct process_end *end) {
    bool known;
    *end = (struct process_end){.stopped = false};
    while (!has_ended(child, &known)) {
        end->stopped = !child->watch->check(child->watch->user);
        if (end->stopped) break;
        output_wait(child);
    }
    if (known) child_reap(child, end);
    for (int piece = 0; piece < PIECES_LEFT && output_read(child); piece++) continue;
    if (child->output >= 0) close(child->output);
}

tilepdb_status process_run(const char *path, char *const *arguments,
                           const struct process_watch *watch, struct process_end *end,
                           tilepdb_error *error) {
    int ends[2] = {-1, -1};
    int failed = pipe_open(ends) ? 0 : errno;
    if (!failed) {
        struct process_child child = {.output = ends[0], .watch = watch};
        failed = child_start(path, arguments, ends[1], &child.id);
        close(ends[1]);
        if (!failed) {
            child_watch(&child, end);
            return TILEPDB_OK;
        }
        close(ends[0]);
    }
    return error_set(error, TILEPDB_ERROR_IO, "the program '%s' could not be started: %s",
                     error_path(path), strerror(failed));
}
