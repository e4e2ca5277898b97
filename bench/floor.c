#include "floor.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { UNDER_WAY = 32 };
static const size_t LOADS = 20000000, STEPS = 1000000;

static double clock_read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double seconds_now(void) {
    return clock_read(CLOCK_MONOTONIC);
}

double thread_seconds(void) {
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}

static uint8_t *memory_map(size_t bytes) {
    uint8_t *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

/* Returns memory whose bytes the compiler cannot know; their sums show that all loads were done. */
static uint8_t *memory_fill(size_t bytes) {
    uint8_t *memory = memory_map(bytes);
    if (memory) memset(memory, 1, bytes);
    return memory;
}

static size_t place_draw(uint64_t *state, size_t bytes) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)((*state >> 32) * (uint64_t)bytes >> 32);
}

static uint64_t loads_make(const uint8_t *memory, size_t bytes, uint64_t seed, size_t loads) {
    size_t wait[UNDER_WAY] = {0};
    uint64_t sum = 0;
    for (size_t i = 0; i < loads; i++) {
        sum += memory[wait[i % UNDER_WAY]];
        wait[i % UNDER_WAY] = place_draw(&seed, bytes);
        __builtin_prefetch(memory + wait[i % UNDER_WAY]);
    }
    return sum;
}

double floor_loads(size_t bytes, int threads) {
    uint8_t *memory = memory_fill(bytes);
    if (!memory) return 0;
    const size_t loads = LOADS * (size_t)threads;
    uint64_t sum = 0;
    double (*clock)(void) = threads == 1 ? thread_seconds : seconds_now;
    const double start = clock();
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (int i = 0; i < threads; i++) sum += loads_make(memory, bytes, (uint64_t)i + 1, LOADS);
    const double seconds = clock() - start;
    munmap(memory, bytes);
    return sum == loads ? (double)loads / seconds : 0;
}

double floor_latency(size_t bytes) {
    uint8_t *memory = memory_fill(bytes);
    if (!memory) return 0;
    uint64_t state = 1;
    const double start = thread_seconds();
    for (size_t i = 0; i < STEPS; i++) state += memory[place_draw(&state, bytes)];
    const double seconds = thread_seconds() - start;
    munmap(memory, bytes);
    return state ? seconds / (double)STEPS : 0;
}

double floor_write(size_t bytes) {
    uint8_t *memory = memory_fill(bytes);
    if (!memory) return 0;
    const double start = thread_seconds();
    memset(memory, 2, bytes);
    const double seconds = thread_seconds() - start;
    volatile uint8_t sink = memory[bytes / 2]; /* keeps the writes from being optimised away */
    (void)sink;
    munmap(memory, bytes);
    return (double)bytes / seconds;
}

static uint64_t words_sum(const uint8_t *memory, size_t bytes) {
    uint64_t sum = 0;
    for (size_t i = 0; i + sizeof sum <= bytes; i += sizeof sum) {
        uint64_t word;
        memcpy(&word, memory + i, sizeof word);
        sum += word;
    }
    return sum;
}

double floor_read(size_t bytes) {
    uint8_t *memory = memory_fill(bytes);
    if (!memory) return 0;
    const double start = thread_seconds();
    const uint64_t sum = words_sum(memory, bytes);
    const double seconds = thread_seconds() - start;
    munmap(memory, bytes);
    return sum ? (double)bytes / seconds : 0;
}

double floor_fresh(size_t bytes) {
    const double start = thread_seconds();
    uint8_t *memory = memory_fill(bytes);
    if (!memory) return 0;
    const uint64_t sum = words_sum(memory, bytes);
    munmap(memory, bytes);
    return sum ? thread_seconds() - start : 0;
}
