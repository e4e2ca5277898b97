#include "base/threads.h"

#ifdef _OPENMP

static void *probe_run(void *lock) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

int threads_startable(int wanted) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t probes[THREADS_MAX];
    int count = 0;
    if (wanted > THREADS_MAX) wanted = THREADS_MAX;
    pthread_mutex_lock(&lock);
    while (count + 1 < wanted && !pthread_create(&probes[count], NULL, probe_run, &lock)) count++;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < count; i++) pthread_join(probes[i], NULL);
    pthread_mutex_destroy(&lock);
    return count + 1;
}

#else

int threads_startable(int wanted) {
    (void)wanted;
    return 1;
}

#endif
