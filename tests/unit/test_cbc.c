/*
 * CBC as a child process: its solution files, other programs, and output that the caller has not
 * flushed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "reference/cbc.h"
#include "tilepdb_methods.h"

static tilepdb_method_result result; /* too large for the stack */
static tilepdb_error error;

/* ---- solution files -------------------------------------------------------------------------- */

static enum cbc_answer read_text(const char *text, const struct mip *mip, double *values) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(text, file);
    rewind(file);
    const enum cbc_answer answer = cbc_read(file, mip, values);
    fclose(file);
    return answer;
}

static void test_solution(void **state) {
    (void)state;
    static struct mip_column columns[] = {
        {'x', 1, 0, 0, 0}, {'m', 12, 4, 31, 1}, {'v', 3, 0, 0, 0}};
    const struct mip mip = {.horizon = 31, .columns = columns, .column_count = 3};
    double values[3];
#define HEAD "Optimal - objective value 9.00000000\n"
    const struct {
        const char *text;
        enum cbc_answer answer;
    } cases[] = {
        {HEAD, CBC_OPTIMAL},
        {HEAD "      1 m_12_4_31               1                1\n", CBC_OPTIMAL},
        {HEAD "1\tm_12_4_31 1.0000001 -1e-7\r\n", CBC_OPTIMAL},
        {HEAD "7 v_3 2.5 1\n0 x_1_0_0 9e-7 0\n", CBC_OPTIMAL},
        {"Infeasible - objective value 7.00000000\n", CBC_INFEASIBLE},
        {"Infeasible - objective value 7.0\n** 18 m_5_4_4 -1 0\n", CBC_INFEASIBLE},
        {"Integer infeasible - objective value 0.00000000\n", CBC_INFEASIBLE},
        {"Stopped on time - objective value 3.0\n0 x_1_0_0 1 0\n", CBC_GAVE_UP},
        {"Stopped on time (no integer solution - continuous used) - objective value 2\n",
         CBC_GAVE_UP},
        {"Stopped on iterations - objective value 3.0\n", CBC_GAVE_UP},
        {"Optimal (within gap tolerance) - objective value 9.0\n", CBC_GAVE_UP},
        {"Unbounded - objective value 0\n", CBC_GAVE_UP},
        {"", CBC_UNREADABLE},
        {"\n", CBC_UNREADABLE},
        {"Optimum\n", CBC_UNREADABLE},
        {"optimal - objective value 9.0\n", CBC_UNREADABLE},
        {HEAD "** 1 m_12_4_31 1 1\n", CBC_UNREADABLE}, /* breaks a bound */
        {HEAD "1 m_12_4_31 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31 1 1 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31 1 1", CBC_UNREADABLE}, /* cut off */
        {HEAD "1 m_12_4_31 0.5 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31 2 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31 nan 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31 1x 1\n", CBC_UNREADABLE},
        {HEAD "one m_12_4_31 1 1\n", CBC_UNREADABLE},
        {HEAD "7 v_3 -1 1\n", CBC_UNREADABLE},
        {HEAD "7 v_3 inf 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_32 1 1\n", CBC_UNREADABLE}, /* no such column, in these rows */
        {HEAD "1 m_012_4_31 1 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31_ 1 1\n", CBC_UNREADABLE},
        {HEAD "1 x_12_4_31 1 1\n", CBC_UNREADABLE},
        {HEAD "1 y 1 1\n", CBC_UNREADABLE},
        {HEAD "1 m_12_4_31 1 1\n1 m_12_4_31 1 1\n", CBC_UNREADABLE}, /* twice */
        {HEAD "\n", CBC_UNREADABLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const enum cbc_answer answer = read_text(cases[i].text, &mip, values);
        if (answer != cases[i].answer) fail_msg("'%s' gave %d", cases[i].text, (int)answer);
    }
    assert_int_equal(read_text(HEAD "1 m_12_4_31 0.9999999 1\n7 v_3 2.5 1\n", &mip, values),
                     CBC_OPTIMAL);
    assert_true(values[0] == 0 && values[1] == 1 && values[2] == 2.5);
    char line[2000] = HEAD;
    memset(line + strlen(HEAD), '7', sizeof line - strlen(HEAD) - 1);
    assert_int_equal(read_text(line, &mip, values), CBC_UNREADABLE);
}

/* ---- children -------------------------------------------------------------------------------- */

struct heard {
    char text[256];
    size_t length;
    int checks; /* checks before the child is stopped */
};

static void hear(const char *text, size_t length, void *user) {
    struct heard *heard = user;
    const size_t used = strlen(heard->text), room = sizeof heard->text - used - 1;
    strncat(heard->text, text, length < room ? length : room);
    heard->length += length;
}

static bool check(void *user) {
    struct heard *heard = user;
    return heard->checks-- > 0;
}

static void expect_no_child(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static struct process_end shell(const char *script, struct heard *heard) {
    char *arguments[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
    const struct process_watch watch = {.check = check, .hear = hear, .user = heard};
    struct process_end end;
    heard->text[0] = '\0';
    heard->length = 0;
    heard->checks = 100000;
    assert_int_equal(process_run("/bin/sh", arguments, &watch, &end, &error), TILEPDB_OK);
    expect_no_child();
    return end;
}

static void test_process(void **state) {
    (void)state;
    static struct heard heard;
    struct process_end end = shell("echo out; echo err >&2; read x; echo \"$?\"; exit 3", &heard);
    assert_true(!end.stopped && end.exit_code == 3 && end.signal == 0);
    assert_string_equal(heard.text, "out\nerr\n1\n"); /* stdin is empty */
    end = shell("kill -9 $$", &heard);
    assert_true(!end.stopped && end.exit_code == 0 && end.signal == SIGKILL);
    /* The output is longer than a pipe's buffer. */
    end = shell("i=0; while [ $i -lt 3000 ]; do echo 'a line of some forty characters or more'; "
                "i=$((i + 1)); done",
                &heard);
    assert_true(!end.stopped && end.exit_code == 0);
    assert_int_equal(heard.length, 3000 * 40);
    /* A child does not inherit the caller's ignored SIGPIPE and its descriptors. */
    signal(SIGPIPE, SIG_IGN);
    const int open_here = dup(STDERR_FILENO); /* not closed by exec */
    char script[128];
    snprintf(script, sizeof script, "kill -13 $$; echo alive; echo x >&%d && echo open", open_here);
    end = shell(script, &heard);
    assert_int_equal(end.signal, SIGPIPE);
    snprintf(script, sizeof script, "(echo x >&%d) 2>/dev/null && echo open; exit 0", open_here);
    end = shell(script, &heard);
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    assert_string_equal(heard.text, "");
#endif
#endif
    close(open_here);
    signal(SIGPIPE, SIG_DFL);
    /* If the system reaps children, their exit status is unknown. */
    signal(SIGCHLD, SIG_IGN);
    end = shell("echo done", &heard);
    assert_true(!end.stopped && end.signal == 0);
    assert_string_equal(heard.text, "done\n");
    signal(SIGCHLD, SIG_DFL);
}

static void stop_soon(const char *script) {
    static struct heard heard;
    char *arguments[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
    const struct process_watch watch = {.check = check, .hear = hear, .user = &heard};
    struct process_end end;
    heard = (struct heard){.checks = 4};
    assert_int_equal(process_run("/bin/sh", arguments, &watch, &end, &error), TILEPDB_OK);
    assert_true(end.stopped);
    expect_no_child();
}

static void test_process_stopped(void **state) {
    (void)state;
    stop_soon("sleep 1000");
    stop_soon("sleep 1000 & sleep 1000");
    stop_soon("exec >/dev/null 2>&1; exec sleep 1000");
    stop_soon("trap '' TERM INT HUP; while :; do echo more; done");
    char *arguments[] = {"none", NULL};
    struct heard heard = {.checks = 9};
    const struct process_watch watch = {.check = check, .hear = hear, .user = &heard};
    struct process_end end;
    assert_int_equal(process_run("/none/such", arguments, &watch, &end, &error), TILEPDB_ERROR_IO);
    assert_non_null(strstr(error.message, "'/none/such' could not be started: No such file"));
}

static void test_process_find(void **state) {
    (void)state;
    char path[PROCESS_PATH], directory[] = "/tmp/tilepdb-test-XXXXXX", file[64], list[256];
    char *before = strdup(getenv("PATH"));
    assert_non_null(mkdtemp(directory));
    snprintf(file, sizeof file, "%s/a-program", directory);
    snprintf(list, sizeof list, ":/nonexistent::%s:", directory);
    setenv("PATH", list, 1);
    assert_false(process_find("a-program", path));
    const int fd = open(file, O_CREAT | O_WRONLY, 0600);
    close(fd);
    assert_false(process_find("a-program", path)); /* not executable */
    assert_int_equal(chmod(file, 0700), 0);
    assert_true(process_find("a-program", path));
    assert_string_equal(path, file);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkdir(file, 0700), 0);
    assert_false(process_find("a-program", path)); /* a directory */
    setenv("PATH", "", 1);
    assert_false(process_find("sh", path));
    unsetenv("PATH");
    assert_true(process_find("sh", path));
    rmdir(file);
    rmdir(directory);
    setenv("PATH", before, 1);
    free(before);
}

/* ---- solving with CBC ------------------------------------------------------------------------ */

/* Solves a board that needs two moves. */
static tilepdb_status solve(const tilepdb_method_options *options) {
    const char text[] = "1 2 3/4 0 6/7 5 8";
    tilepdb_board board, goal;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, &error), TILEPDB_OK);
    assert_int_equal(tilepdb_goal(3, 3, 8, &goal, &error), TILEPDB_OK);
    return tilepdb_method_solve(&board, &goal, options, &result, &error);
}

static void test_stdio_once(void **state) {
    (void)state;
    if (cbc_missing() != NULL) skip();
    tilepdb_method_options options;
    int ends[2];
    char seen[64];
    assert_int_equal(pipe(ends), 0);
    FILE *stream = fdopen(ends[1], "w");
    fputs("one line\n", stream); /* not flushed */
    tilepdb_method_options_init(&options, TILEPDB_METHOD_ILP);
    assert_int_equal(solve(&options), TILEPDB_OK);
    assert_true(result.optimal && result.length == 2);
    fclose(stream);
    const ssize_t got = read(ends[0], seen, sizeof seen - 1);
    assert_true(got > 0);
    seen[got] = '\0';
    assert_string_equal(seen, "one line\n");
    assert_int_equal(read(ends[0], seen, sizeof seen), 0);
    close(ends[0]);
}

/* With a first bound above the optimum, FIXED finds a longer solution and does not call it
 * optimal; PENALTY finds the shortest. */
static void test_first_bound(void **state) {
    (void)state;
    if (cbc_missing() != NULL) skip();
    tilepdb_method_options options;
    const struct {
        tilepdb_program_form form;
        int first, length, lower_bound;
        bool optimal;
    } cases[] = {
        {TILEPDB_PROGRAM_FIXED, 0, 2, 2, true},    {TILEPDB_PROGRAM_FIXED, 1, 2, 2, true},
        {TILEPDB_PROGRAM_FIXED, 2, 2, 2, true},    {TILEPDB_PROGRAM_FIXED, 3, 10, 2, false},
        {TILEPDB_PROGRAM_FIXED, 10, 10, 2, false}, {TILEPDB_PROGRAM_PENALTY, 5, 2, 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_method_options_init(&options, TILEPDB_METHOD_ILP);
        options.form = cases[i].form;
        options.first_bound = cases[i].first;
        assert_int_equal(solve(&options), TILEPDB_OK);
        assert_int_equal(result.length, cases[i].length);
        assert_int_equal(result.upper_bound, cases[i].length);
        assert_int_equal(result.lower_bound, cases[i].lower_bound);
        assert_int_equal(result.optimal, cases[i].optimal);
    }
}

/* Checks the last horizon, and that the error names the limit that ended the search and no other
 * limit. */
static void test_last_horizon(void **state) {
    (void)state;
    if (cbc_missing() != NULL) skip();
    tilepdb_method_options options;
    const struct {
        int first, max_length;
        const char *says;
    } cases[] = {
        {255, 0, "the method tries at most 255 moves: no horizon up to 1 has a solution; the"},
        {255, 300, "the method tries at most 255 moves: no horizon"},
        {255, 255, "the limit on moves is reached: no horizon up to 1 has a solution; the"},
        {0, 1, "the limit on moves is reached: no horizon up to 1 has a solution; the"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_method_options_init(&options, TILEPDB_METHOD_ILP);
        options.first_bound = cases[i].first;
        options.max_length = cases[i].max_length;
        assert_int_equal(solve(&options), TILEPDB_LIMIT);
        assert_int_equal(result.lower_bound, 2);
        if (strncmp(error.message, cases[i].says, strlen(cases[i].says)) != 0)
            fail_msg("'%s' is not '%s'", error.message, cases[i].says);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solution),        cmocka_unit_test(test_process),
        cmocka_unit_test(test_process_stopped), cmocka_unit_test(test_process_find),
        cmocka_unit_test(test_stdio_once),      cmocka_unit_test(test_first_bound),
        cmocka_unit_test(test_last_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
