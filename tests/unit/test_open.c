/* Tables that are not given (engine/tables.h), by tilepdb_solver_open on 3x3: which files it opens,
 * what it does if files are missing, what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tilepdb_tables.h"

#define FARTHEST "8 6 7 2 5 4 3 0 1" /* 31 moves from 1 2 3 4 5 6 7 8 0 */

/* A directory that does not exist yet, in one that exists. */
struct place {
    char root[64], directory[96];
    tilepdb_solver_open_options options;
};

static int place_enter(void **state) {
    struct place *place = calloc(1, sizeof *place);
    snprintf(place->root, sizeof place->root, "/tmp/tilepdb_open.XXXXXX");
    if (!mkdtemp(place->root)) return -1;
    snprintf(place->directory, sizeof place->directory, "%s/new/deep", place->root);
    tilepdb_solver_open_options_init(&place->options);
    place->options.directory = place->directory;
    place->options.threads = 1;
    *state = place;
    return 0;
}

static int place_leave(void **state) {
    char command[96];
    snprintf(command, sizeof command, "rm -r '%s'", ((struct place *)*state)->root);
    free(*state);
    return system(command);
}

static bool place_exists(const struct place *place, const char *file) {
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", place->directory, file);
    return stat(path, &about) == 0;
}

static tilepdb_status opened(const struct place *place, int blank, const char *partition,
                             tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_board goal;
    *error = (tilepdb_error){.status = TILEPDB_OK};
    assert_int_equal(tilepdb_goal(3, 3, blank, &goal, NULL), TILEPDB_OK);
    const tilepdb_status status =
        tilepdb_solver_open(&goal, partition, &place->options, solver, error);
    assert_int_equal(status, error->status);
    if (status) assert_true(error->message[0] != '\0');
    return status;
}

/* Opens, solves and closes. Returns the length of a board's solution in moves of the metric. */
static int length_of(const struct place *place, int blank, const char *partition,
                     const char *text) {
    static tilepdb_result result;
    tilepdb_solver *solver = NULL;
    tilepdb_board board;
    tilepdb_error error;
    if (opened(place, blank, partition, &solver, &error)) fail_msg("%s", error.message);
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 3, 3, &board, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, NULL), TILEPDB_OK);
    assert_true(result.optimal);
    tilepdb_solver_free(solver);
    return result.length;
}

#define FILE_1_4 "3x3_blank8_tiles1-4_aware_bit.tpdb"
#define FILE_5_8 "3x3_blank8_tiles5-8_aware_bit.tpdb"

static void missing_tables(void **state) {
    struct place *place = *state;
    tilepdb_solver *solver = NULL;
    tilepdb_error error;
    place->options.missing = TILEPDB_MISSING_REFUSE;
    assert_int_equal(opened(place, 8, "1-4/5-8", &solver, &error), TILEPDB_ERROR_NOT_FOUND);
    assert_int_equal(error.code, TILEPDB_MESSAGE_TABLES_ABSENT);
    assert_int_equal(error.number[0], 3);
    assert_string_equal(error.text, "1-4/5-8");
    assert_int_equal(opened(place, 8, NULL, &solver, &error), TILEPDB_ERROR_NOT_FOUND);
    place->options.missing = TILEPDB_MISSING_BUILD;
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
    assert_int_equal(length_of(place, 8, NULL, FARTHEST), 31);
    assert_int_equal(access(place->directory, F_OK), -1); /* nothing was written */
    place->options.missing = TILEPDB_MISSING_KEEP;
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
    assert_true(place_exists(place, FILE_1_4) && place_exists(place, FILE_5_8));
    place->options.missing = TILEPDB_MISSING_REFUSE;
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
    place->options.directory = NULL;
    setenv("TILEPDB_DIR", place->directory, 1);
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
    unsetenv("TILEPDB_DIR");
}

static void symmetric_goals(void **state) {
    struct place *place = *state;
    tilepdb_solver *solver = NULL;
    tilepdb_error error;
    place->options.missing = TILEPDB_MISSING_KEEP;
    assert_int_equal(length_of(place, 8, "8", FARTHEST), 31);
    place->options.missing = TILEPDB_MISSING_REFUSE;
    assert_int_equal(length_of(place, 0, "8", "8 7 6 0 4 1 2 5 3"), 31);
    assert_int_equal(length_of(place, 2, "8", "1 2 3 0 4 5 6 7 8") % 2, 1);
    assert_int_equal(opened(place, 4, "8", &solver, &error), TILEPDB_ERROR_NOT_FOUND);
    place->options.missing = TILEPDB_MISSING_KEEP;
    assert_int_equal(length_of(place, 1, "1-4/5-8", "1 0 2 3 4 5 6 7 8"), 0);
    place->options.missing = TILEPDB_MISSING_REFUSE;
    assert_int_equal(length_of(place, 7, "1-4/5-8", "1 2 3 4 5 6 7 0 8"), 0);
    /* The cell for which most of the names exist. */
    assert_int_equal(opened(place, 7, "1-4/5-8+1-2/3-8", &solver, &error), TILEPDB_ERROR_NOT_FOUND);
    place->options.missing = TILEPDB_MISSING_KEEP;
    assert_int_equal(length_of(place, 7, "1-2/3-8+1-4/5-8", "1 2 3 4 5 6 7 0 8"), 0);
    assert_true(place_exists(place, "3x3_blank1_tiles1-2_aware_bit.tpdb"));
}

static void other_kinds(void **state) {
    struct place *place = *state;
    const tilepdb_kind projected = {.blank = TILEPDB_BLANK_PROJECTED,
                                    .encoding = TILEPDB_ENCODING_NIBBLE};
    place->options.missing = TILEPDB_MISSING_KEEP;
    place->options.kind = &projected;
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
    assert_true(place_exists(place, "3x3_blank8_tiles1-4_projected_nibble.tpdb"));
    place->options.kind = NULL;
    place->options.missing = TILEPDB_MISSING_REFUSE;
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
}

static void impossible_kinds(void **state) {
    struct place *place = *state;
    static const struct {
        tilepdb_kind kind;
        tilepdb_metric metric;
    } wrong[] = {
        {{TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
         TILEPDB_METRIC_SINGLE},
        {{(tilepdb_blank_policy)9, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
         TILEPDB_METRIC_SINGLE},
        {{TILEPDB_BLANK_AWARE, (tilepdb_encoding)9, TILEPDB_METRIC_SINGLE}, TILEPDB_METRIC_SINGLE},
        {{TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_MOD3, TILEPDB_METRIC_MULTI}, TILEPDB_METRIC_SINGLE},
        {{TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE}, TILEPDB_METRIC_MULTI},
        {{TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_MULTI}, TILEPDB_METRIC_MULTI},
    };
    tilepdb_solver *solver = NULL;
    tilepdb_error error;
    place->options.directory = place->root; /* an existing directory */
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        place->options.kind = &wrong[i].kind;
        place->options.metric = wrong[i].metric;
        for (unsigned missing = 0; missing <= TILEPDB_MISSING_REFUSE; missing++) {
            place->options.missing = (tilepdb_missing)missing;
            assert_int_equal(opened(place, 8, NULL, &solver, &error), TILEPDB_ERROR_ARGUMENT);
        }
    }
}

static void multi_tables(void **state) {
    struct place *place = *state;
    place->options.missing = TILEPDB_MISSING_KEEP;
    place->options.metric = TILEPDB_METRIC_MULTI;
    assert_int_equal(length_of(place, 8, "112 233 44.", "1 2 3 4 5 6 0 7 8"), 1);
    assert_int_equal(length_of(place, 8, NULL, "1 2 3 4 5 6 0 7 8"), 1);
    place->options.missing = TILEPDB_MISSING_REFUSE;
    assert_int_equal(length_of(place, 8, "112233 44.", "0 2 3 1 5 6 4 7 8"), 2);
}

/* A file is checked as by tilepdb_table_open, and its name is not trusted. */
static void false_files(void **state) {
    struct place *place = *state;
    tilepdb_solver *solver = NULL;
    tilepdb_error error;
    char command[256];
    place->options.missing = TILEPDB_MISSING_KEEP;
    assert_int_equal(length_of(place, 8, "1-4/5-8", FARTHEST), 31);
    snprintf(command, sizeof command, "cd '%s' && cp %s %s", place->directory, FILE_1_4, FILE_5_8);
    assert_int_equal(system(command), 0);
    assert_int_equal(opened(place, 8, "1-4/5-8", &solver, &error), TILEPDB_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "a different table"));
    snprintf(command, sizeof command, "cd '%s' && echo no >%s", place->directory, FILE_5_8);
    assert_int_equal(system(command), 0);
    assert_int_equal(opened(place, 8, "1-4/5-8", &solver, &error), TILEPDB_ERROR_FORMAT);
}

static void refusals(void **state) {
    struct place *place = *state;
    tilepdb_solver *solver = NULL;
    tilepdb_error error;
    assert_int_equal(opened(place, 8, "9-9", &solver, &error), TILEPDB_ERROR_PARSE);
    assert_int_equal(opened(place, 8, "8+", &solver, &error), TILEPDB_ERROR_PARSE);
    assert_int_equal(opened(place, 8, "8+8+8+8+8+8+8", &solver, &error), TILEPDB_ERROR_ARGUMENT);
    place->options.missing = (tilepdb_missing)3;
    assert_int_equal(opened(place, 8, "8", &solver, &error), TILEPDB_ERROR_ARGUMENT);
    place->options.missing = TILEPDB_MISSING_KEEP;
    place->options.threads = -1;
    assert_int_equal(opened(place, 8, "8", &solver, &error), TILEPDB_ERROR_ARGUMENT);
    place->options.threads = 1;
    place->options.directory = "/dev/null/below";
    assert_int_equal(opened(place, 8, "8", &solver, &error), TILEPDB_ERROR_IO);
    place->options.directory = ""; /* empty name */
    assert_int_equal(opened(place, 8, "8", &solver, &error), TILEPDB_ERROR_ARGUMENT);
    place->options.missing = TILEPDB_MISSING_BUILD;
    assert_int_equal(length_of(place, 8, "8", FARTHEST), 31);
    place->options.metric = (tilepdb_metric)7;
    assert_int_equal(opened(place, 8, "8", &solver, &error), TILEPDB_ERROR_ARGUMENT);
}

static void directories(void **state) {
    (void)state;
    char path[64];
    setenv("HOME", "/h", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("TILEPDB_DIR");
    assert_int_equal(tilepdb_directory(path, sizeof path), strlen("/h/.local/share/tilepdb"));
    assert_string_equal(path, "/h/.local/share/tilepdb");
    setenv("XDG_DATA_HOME", "/x", 1);
    assert_int_equal(tilepdb_directory(path, 4), strlen("/x/tilepdb"));
    assert_string_equal(path, "/x/");
    setenv("TILEPDB_DIR", "", 1);
    assert_int_equal(tilepdb_directory(NULL, 0), strlen("/x/tilepdb"));
    setenv("TILEPDB_DIR", "/d", 1);
    assert_int_equal(tilepdb_directory(path, sizeof path), 2);
    unsetenv("TILEPDB_DIR");
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    assert_int_equal(tilepdb_directory(path, sizeof path), 0);
    assert_string_equal(path, "");
}

#define in_place(test) cmocka_unit_test_setup_teardown(test, place_enter, place_leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_place(missing_tables),   in_place(symmetric_goals),     in_place(other_kinds),
        in_place(impossible_kinds), in_place(multi_tables),        in_place(false_files),
        in_place(refusals),         cmocka_unit_test(directories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
