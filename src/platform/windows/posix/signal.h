/* Signal masks have no effect: the console calls handlers on its own thread. */
#ifndef TILEPDB_POSIX_SIGNAL_H
#define TILEPDB_POSIX_SIGNAL_H

#include_next <signal.h>

#include <pthread_signal.h>
#include <sys/types.h>

typedef int sigset_t;

static inline int windows_signals(sigset_t *set) {
    *set = 0;
    return 0;
}
static inline int windows_sigmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set;
    return before ? windows_signals(before) : 0;
}
#define sigemptyset windows_signals
#define sigfillset  windows_signals
#undef pthread_sigmask
#define pthread_sigmask windows_sigmask
#undef SIG_BLOCK
#undef SIG_SETMASK
#define SIG_BLOCK   0
#define SIG_SETMASK 2

#endif
