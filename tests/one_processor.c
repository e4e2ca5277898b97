/*
 * Linked into tools and tests that count what they run: the process uses one of its processors.
 *
 * The counters are not atomic, but each is one instruction that adds to memory (CMakeLists.txt). So
 * threads of one processor lose no counts; on two processors some counts, which gcov derives from
 * others, became negative. CTest's PROCESSOR_AFFINITY needs another libuv than that of Debian.
 */
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static cpu_set_t all;

/* Library and libgomp call these two functions instead of those of libc, and so have as many
 * threads as without this file. */
__attribute__((visibility("default"))) int sched_getaffinity(pid_t process, size_t size,
                                                             cpu_set_t *set) {
    (void)process;
    if (CPU_COUNT(&all) == 0) syscall(SYS_sched_getaffinity, 0, sizeof all, &all);
    memset(set, 0, size);
    memcpy(set, &all, size < sizeof all ? size : sizeof all);
    return 0;
}

__attribute__((visibility("default"))) int pthread_getaffinity_np(pthread_t thread, size_t size,
                                                                  cpu_set_t *set) {
    (void)thread;
    return sched_getaffinity(0, size, set);
}

__attribute__((constructor)) static void one_processor(void) {
    cpu_set_t one;
    sched_getaffinity(0, sizeof one, &one);
    int skip = (int)getpid() % CPU_COUNT(&all);
    size_t processor = 0;
    while (!CPU_ISSET(processor, &all) || skip-- > 0) processor++;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}
