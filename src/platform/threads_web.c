/* No threads for WebAssembly. */
#include "base/threads.h"

bool thread_start(pthread_t *thread, void *(*run)(void *), void *user) {
    (void)thread, (void)run, (void)user;
    return false;
}
