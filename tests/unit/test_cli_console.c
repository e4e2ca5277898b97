/* Messages of several threads do not interleave, and neither does the work before each, such as
 * clearing the progress line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>

#include "cli/console.h"

#define THREADS  3
#define MESSAGES 40
#define YIELDS   20

static int inside, most; /* threads that have the screen at the same time; atomic */

/* Lets other threads run; a thread that does not wait for the screen gets here, too. */
static void wipe(void) {
    const int now = __atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED);
    if (now > __atomic_load_n(&most, __ATOMIC_RELAXED))
        __atomic_store_n(&most, now, __ATOMIC_RELAXED);
    for (int i = 0; i < YIELDS; i++) sched_yield();
    __atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
}

static void *complain(void *number) {
    for (int i = 0; i < MESSAGES; i++) cli_complain("message %d", *(const int *)number);
    return NULL;
}

static void test_messages_of_threads(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    int numbers[THREADS];
    cli_before_message(wipe);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, complain, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    cli_before_message(NULL);
    assert_int_equal(most, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages_of_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
