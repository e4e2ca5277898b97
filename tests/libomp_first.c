/*
 * Linked into the tools and the tests for the thread sanitizer: their main thread is the first one
 * that uses OpenMP.
 *
 * With a tool such as Archer, libomp 14 fails once the first thread that used OpenMP has ended
 * while others use it: with a read of address 0x158 in __kmpc_end_critical, or with the assertion
 * __kmp_all_nth == 0 of kmp_runtime.cpp. Threads that search one board after the other do so.
 * Three threads, a hundred times, that each do this show it (clang 14, -fsanitize=thread
 * -fopenmp), unless main enters a parallel region before:
 *     for (int i = 0; i < 20; i++)
 *         #pragma omp parallel num_threads(1)
 *         #pragma omp critical(adds)
 *         ++sum;
 */
__attribute__((constructor)) static void openmp_begin(void) {
#pragma omp parallel num_threads(1)
    {}
}
