/* Interrupts at the worst moment: after a poll and before a call that waits. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/signals.h"

#define PATIENCE_SECONDS 60
#define WAITS            3
#define WELL             77

static void deadly(int number) {
    _exit(100 + number);
}

static void wait_after(int number) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) _exit(1);
    cli_catch_interrupts(deadly);
    if (cli_signal() != 0) _exit(2);
    kill(getpid(), number);
    for (int i = 0; i < WAITS; i++)
        if (read(ends[0], &byte, 1) >= 0 || errno != EINTR) _exit(3);
    _exit(cli_signal() == number ? WELL : 4);
}

/* Returns the exit code of a child that waits after an interrupt; SIGALRM is set to `alarms`
 * before. */
static int code_after(int number, void (*alarms)(int)) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGALRM, alarms);
        wait_after(number);
    }
    int status = 0;
    for (int tenths = 0; tenths < PATIENCE_SECONDS * 10; tenths++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        usleep(100000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    fail_msg("it waits for ever");
    return -1;
}

static void a_wait_that_begins_later_is_interrupted(void **state) {
    (void)state;
    assert_int_equal(code_after(SIGHUP, SIG_DFL), WELL);
    assert_int_equal(code_after(SIGALRM, SIG_DFL), WELL);
}

static void it_is_where_alarms_were_ignored(void **state) {
    (void)state;
    assert_int_equal(code_after(SIGINT, SIG_IGN), WELL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wait_that_begins_later_is_interrupted),
        cmocka_unit_test(it_is_where_alarms_were_ignored),
    };
    return cmocka_run_group_tests_name("interrupt", tests, NULL, NULL);
}
