/*
 * Linked into tools and tests for the thread sanitizer, so that the main thread is the first to use
 * OpenMP.
 *
 * With a tool such as Archer, libomp 14 fails if the first thread that used OpenMP ends while other
 * threads use it: with a read of address 0x158 in __kmpc_end_critical, or with the assertion
 * __kmp_all_nth == 0 of kmp_runtime.cpp. Threads that search one board after another do that. Three
 * threads that each run the following loop a hundred times show the failure (clang 14,
 * -fsanitize=thread -fopenmp), unless main enters a parallel region first:
 *
 *     for (int i = 0; i < 20; i++)
 *         #pragma omp parallel num_threads(1)
 *         #pragma omp critical(adds)
 *         ++sum;
 */
__attribute__((constructor)) static void openmp_begin(void) {
#pragma omp parallel num_threads(1)
    {}
}
