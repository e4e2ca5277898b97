/*
 * Scratch files of tilepdb_tables.h: tables generated in a scratch directory have the same bytes as
 * tables generated in memory, with the least memory allowed and with more, however often they are
 * interrupted.
 */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/random.h"
#include "tilepdb_tables.h"

static char folder[64];
static char *program; /* path of this test's program */

static const char *in_folder(const char *name) {
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static unsigned files_in_folder(void) {
    unsigned count = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries))
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static int folder_make(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "test_scratch-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int folder_remove(void **state) {
    (void)state;
    DIR *entries = opendir(folder);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries))
        if (entry->d_name[0] != '.') unlink(in_folder(entry->d_name));
    closedir(entries);
    return rmdir(folder);
}

static uint8_t *file_read(const char *path, size_t *size) {
    struct stat about;
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && fstat(fd, &about) == 0);
    *size = (size_t)about.st_size;
    uint8_t *bytes = malloc(*size + 1);
    assert_int_equal(read(fd, bytes, *size), (ssize_t)*size);
    close(fd);
    return bytes;
}

static void same_files(const char *a, const char *b) {
    size_t sizes[2];
    uint8_t *bytes[2] = {file_read(a, &sizes[0]), file_read(b, &sizes[1])};
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* ---- what is generated ----------------------------------------------------------------------- */

struct shape {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
};

#define AWARE_BIT                                                                                  \
    { TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE }
#define AWARE_NIBBLE                                                                               \
    { TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE }
#define PROJECTED_NIBBLE                                                                           \
    { TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE }

static const struct shape shapes[] = {
    {{.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x7E}, AWARE_BIT},
    {{.width = 4, .height = 4, .goal_blank = 0, .tiles = 0xF6}, AWARE_NIBBLE},
    {{.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x1F4}, PROJECTED_NIBBLE},
    {{.width = 5, .height = 5, .goal_blank = 24, .tiles = 0x84E}, AWARE_BIT},
    {{.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1FE}, AWARE_BIT},
    {{.width = 3, .height = 2, .goal_blank = 5, .tiles = 0x3E}, PROJECTED_NIBBLE},
    {{.width = 7, .height = 2, .goal_blank = 13, .tiles = 0x7E}, AWARE_BIT},
    {{.width = 5, .height = 5, .goal_blank = 24, .tiles = 0x2}, AWARE_NIBBLE},
};

static tilepdb_scratch_options here(void) {
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = folder;
    return scratch;
}

static void whole_make(const struct shape *shape, int level) {
    tilepdb_table *table;
    const tilepdb_save_options save = {.level = level};
    assert_int_equal(tilepdb_table_generate(&shape->pattern, shape->kind, NULL, &table, NULL), 0);
    assert_int_equal(tilepdb_table_save(table, in_folder("whole"), &save, NULL), 0);
    tilepdb_table_close(table);
}

static tilepdb_status scratch_make(const struct shape *shape, int level,
                                   const tilepdb_generate_options *options, tilepdb_error *error) {
    const tilepdb_save_options save = {level, options->threads, options->progress, options->user};
    const tilepdb_scratch_options scratch = here();
    return tilepdb_table_generate_file(&shape->pattern, shape->kind, in_folder("made"), options,
                                       &save, &scratch, NULL, error);
}

static uint64_t memory_least(const struct shape *shape, int threads) {
    const tilepdb_generate_options options = {.threads = threads};
    tilepdb_scratch_need need;
    assert_int_equal(tilepdb_scratch_need_get(&shape->pattern, shape->kind, &options, &need, NULL),
                     0);
    assert_true(need.memory_most >= need.memory_least && need.scratch_bytes >= need.table_bytes);
    return need.memory_least;
}

/* Returns the last complete level of an interrupted generation; -1 if there is none. */
static int level_found(const struct shape *shape) {
    const tilepdb_scratch_options scratch = here();
    int level;
    assert_int_equal(tilepdb_scratch_find(&shape->pattern, shape->kind, &scratch, &level, NULL), 0);
    return level;
}

static void scratch_clean(const struct shape *shape) {
    const tilepdb_scratch_options scratch = here();
    tilepdb_scratch_clean(&shape->pattern, shape->kind, &scratch);
}

static void bytes_are_those_in_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int threads = 1; threads <= 3; threads++) {
            const int level = threads == 2 ? 3 : TILEPDB_LEVEL_DEFAULT;
            const tilepdb_generate_options options = {
                .threads = threads,
                .memory_limit = threads == 3 ? 0 : memory_least(&shapes[i], threads)};
            whole_make(&shapes[i], level);
            tilepdb_error error;
            assert_int_equal(scratch_make(&shapes[i], level, &options, &error), 0);
            same_files(in_folder("made"), in_folder("whole"));
            assert_int_equal(files_in_folder(), 2); /* the scratch files are gone */
        }
}

static void too_little_memory_is_refused(void **state) {
    (void)state;
    const tilepdb_generate_options options = {.threads = 1,
                                              .memory_limit = memory_least(&shapes[0], 1) - 1};
    tilepdb_error error;
    unlink(in_folder("made"));
    assert_int_equal(scratch_make(&shapes[0], 0, &options, &error), TILEPDB_ERROR_TOO_LARGE);
    assert_non_null(strstr(error.message, "needs at least"));
    assert_int_equal(access(in_folder("made"), F_OK), -1);
}

static void what_does_not_fit_the_encoding_leaves_nothing(void **state) {
    (void)state;
    const struct shape shape = {{.width = 8, .height = 2, .goal_blank = 15, .tiles = 0x3E},
                                PROJECTED_NIBBLE};
    const tilepdb_generate_options options = {0};
    const unsigned before = files_in_folder();
    const tilepdb_status status = scratch_make(&shape, 0, &options, NULL);
    assert_true(status == TILEPDB_OK || status == TILEPDB_ERROR_ENCODING);
    if (status) assert_int_equal(files_in_folder(), before);
    unlink(in_folder("made"));
}

/* ---- interruptions --------------------------------------------------------------------------- */

struct fuse {
    int left; /* reports until cancellation */
    bool dies;
    bool encoding; /* counts only reports of encoding */
};

static bool fuse_burn(const tilepdb_progress *progress, void *user) {
    struct fuse *fuse = user;
    if (fuse->encoding && progress->stage != TILEPDB_STAGE_ENCODE) return true;
    if (--fuse->left != 0) return true;
    if (fuse->dies) kill(getpid(), SIGKILL);
    return false;
}

static tilepdb_status fused_make(const struct shape *shape, struct fuse *fuse, int threads) {
    const tilepdb_generate_options options = {.threads = threads,
                                              .memory_limit =
                                                  threads == 1 ? memory_least(shape, 1) : 0,
                                              .progress = fuse_burn,
                                              .user = fuse};
    tilepdb_error error = {.message = ""};
    const tilepdb_status status = scratch_make(shape, TILEPDB_LEVEL_DEFAULT, &options, &error);
    if (status && status != TILEPDB_CANCELLED) fail_msg("%s", error.message);
    return status;
}

static void cancelled_at_any_report_it_goes_on(void **state) {
    (void)state;
    for (size_t i = 0; i < 4; i += 2) {
        whole_make(&shapes[i], TILEPDB_LEVEL_DEFAULT);
        unlink(in_folder("made"));
        int level, last = -1, times = 0;
        tilepdb_status status;
        do {
            struct fuse fuse = {.left = 4 + times % 5};
            status = fused_make(&shapes[i], &fuse, 1 + times % 2);
            level = level_found(&shapes[i]);
            if (status) assert_true(level >= last && level >= 0);
            if (status) assert_int_equal(access(in_folder("made"), F_OK), -1);
            last = level;
        } while (status && ++times < 400);
        assert_int_equal(status, TILEPDB_OK);
        assert_true(times > 2);
        assert_int_equal(level, -1);
        same_files(in_folder("made"), in_folder("whole"));
    }
}

/* A complete search is not started again; otherwise its levels would grow each time. */
static void cancelled_while_encoding_it_is_as_far(void **state) {
    (void)state;
    int first = -1;
    unlink(in_folder("made"));
    for (int times = 0; times < 3; times++) {
        struct fuse fuse = {.left = 1, .encoding = true};
        assert_int_equal(fused_make(&shapes[0], &fuse, 1), TILEPDB_CANCELLED);
        const int level = level_found(&shapes[0]);
        if (times == 0) first = level;
        assert_true(level > 0);
        assert_int_equal(level, first);
    }
    scratch_clean(&shapes[0]);
}

/* Forks before this process has threads, since OpenMP does not survive a fork. */
static bool child_killed(const struct shape *shape, unsigned microseconds) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char mode[] = "make", which[16];
        snprintf(which, sizeof which, "%d", (int)(shape - shapes));
#ifdef TEST_EMULATOR /* the system cannot run programs of this processor */
        char *const arguments[] = {TEST_EMULATOR, program, mode, which, folder, NULL};
#else
        char *const arguments[] = {program, mode, which, folder, NULL};
#endif
        execvp(arguments[0], arguments);
        _exit(9);
    }
    usleep(microseconds);
    kill(child, SIGKILL);
    int end;
    assert_int_equal(waitpid(child, &end, 0), child);
    if (WIFSIGNALED(end)) return true;
    assert_int_equal(WEXITSTATUS(end), 0);
    return false;
}

static int child_run(const char *which, const char *where) {
    snprintf(folder, sizeof folder, "%s", where);
    const tilepdb_generate_options options = {.threads = 2};
    return (int)scratch_make(shapes + atoi(which), TILEPDB_LEVEL_DEFAULT, &options, NULL);
}

static void killed_at_any_moment_it_goes_on(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 21);
    for (size_t i = 0; i < 3; i++) {
        whole_make(&shapes[i], TILEPDB_LEVEL_DEFAULT);
        for (int round = 0; round < 2; round++) {
            unlink(in_folder("made"));
            int times = 0;
            while (times < 12 && child_killed(&shapes[i], 500 + random_below(&random, 60000)))
                times++;
            struct fuse fuse = {0};
            if (times == 12) assert_int_equal(fused_make(&shapes[i], &fuse, 2), TILEPDB_OK);
            same_files(in_folder("made"), in_folder("whole"));
        }
    }
}

/* ---- scratch files are distrusted ------------------------------------------------------------ */

static void interrupted_make(const struct shape *shape, struct fuse fuse) {
    unlink(in_folder("made"));
    assert_int_equal(fused_make(shape, &fuse, 1), TILEPDB_CANCELLED);
}

static const char *scratch_name(const struct shape *shape, const char *end) {
    char name[TILEPDB_FILE_NAME], whole[TILEPDB_FILE_NAME + 32];
    tilepdb_table_file_name(&shape->pattern, shape->kind, name);
    snprintf(whole, sizeof whole, "%s.scratch-%s", name, end);
    return in_folder(whole);
}

static void byte_flip(const char *path, uint64_t at) {
    const int fd = open(path, O_RDWR);
    uint8_t byte;
    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, (off_t)at), 1);
    byte ^= 0x40;
    assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
    close(fd);
}

static tilepdb_status goes_on(const struct shape *shape, tilepdb_error *error) {
    const tilepdb_generate_options options = {0};
    return scratch_make(shape, TILEPDB_LEVEL_DEFAULT, &options, error);
}

/* Resumes, and compares with the table generated in memory. */
static void goes_on_to_the_end(const struct shape *shape) {
    tilepdb_error error;
    assert_int_equal(goes_on(shape, &error), TILEPDB_OK);
    same_files(in_folder("made"), in_folder("whole"));
}

static void sets_flip(const struct shape *shape, uint64_t first) {
    size_t size;
    free(file_read(scratch_name(shape, "sets"), &size));
    for (uint64_t at = first; at < size; at += 4096) byte_flip(scratch_name(shape, "sets"), at);
}

static void altered_files_are_found(void **state) {
    (void)state;
    const struct shape *shape = &shapes[0];
    tilepdb_error error;
    size_t size;
    whole_make(shape, TILEPDB_LEVEL_DEFAULT);
    interrupted_make(shape, (struct fuse){.left = 20});
    free(file_read(scratch_name(shape, "state"), &size));
    for (size_t at = 0; at < size; at += size / 13) {
        byte_flip(scratch_name(shape, "state"), at);
        assert_true(goes_on(shape, &error) != TILEPDB_OK);
        byte_flip(scratch_name(shape, "state"), at);
    }
    assert_int_equal(truncate(scratch_name(shape, "state"), (off_t)size - 1), 0);
    assert_int_equal(goes_on(shape, &error), TILEPDB_ERROR_CHECKSUM);
    assert_int_equal(error.code, TILEPDB_MESSAGE_SCRATCH);
    assert_int_equal(error.number[0], TILEPDB_UNUSABLE_ALTERED);
    unlink(scratch_name(shape, "state"));
    interrupted_make(shape, (struct fuse){.left = 20});
    sets_flip(shape, 0);
    assert_int_equal(goes_on(shape, &error), TILEPDB_ERROR_CHECKSUM);
    assert_int_equal(truncate(scratch_name(shape, "sets"), 0), 0);
    assert_int_equal(goes_on(shape, &error), TILEPDB_ERROR_FORMAT);
    assert_int_equal(access(in_folder("made"), F_OK), -1);
    unlink(scratch_name(shape, "state"));
    goes_on_to_the_end(shape);
}

static void altered_while_encoding(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct shape *shape = &shapes[i];
        tilepdb_error error;
        whole_make(shape, TILEPDB_LEVEL_DEFAULT);
        interrupted_make(shape, (struct fuse){.left = 2, .encoding = true});
        const int rows = open(scratch_name(shape, "rows"), O_WRONLY | O_TRUNC);
        assert_true(rows >= 0);
        assert_int_equal(write(rows, "other rows", 10), 10);
        close(rows);
        goes_on_to_the_end(shape);
        interrupted_make(shape, (struct fuse){.left = 2, .encoding = true});
        unlink(scratch_name(shape, "rows"));
        goes_on_to_the_end(shape);
        interrupted_make(shape, (struct fuse){.left = 2, .encoding = true});
        sets_flip(shape, 0);
        assert_int_equal(goes_on(shape, &error), TILEPDB_ERROR_CHECKSUM);
        assert_int_equal(access(in_folder("made"), F_OK), -1);
        unlink(scratch_name(shape, "state"));
        goes_on_to_the_end(shape);
    }
}

struct altering {
    const struct shape *shape;
    int completions; /* complete reports: the second follows the last writes */
};

/* Alters the sets of a run after its search, before encoding. */
static bool sets_alter(const tilepdb_progress *progress, void *user) {
    struct altering *altering = user;
    if (progress->stage != TILEPDB_STAGE_GENERATE || progress->done != progress->total) return true;
    if (++altering->completions != 2) return true;
    sets_flip(altering->shape, 8);
    return true;
}

static void altered_sets_are_not_encoded(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct altering altering = {.shape = &shapes[i]};
        const tilepdb_generate_options options = {.progress = sets_alter, .user = &altering};
        tilepdb_error error;
        unlink(in_folder("made"));
        assert_int_equal(scratch_make(&shapes[i], TILEPDB_LEVEL_DEFAULT, &options, &error),
                         TILEPDB_ERROR_CHECKSUM);
        assert_int_equal(access(in_folder("made"), F_OK), -1);
        scratch_clean(&shapes[i]);
    }
}

/* A changed state with a correct checksum. A state of 0.2.0 is accepted. */
static void forged_states_are_refused(void **state) {
    (void)state;
    static const struct {
        size_t at;
        uint8_t byte[4];
        tilepdb_status status;
    } forgeries[] = {
        {12, {0xFF, 1, 0, 0}, TILEPDB_ERROR_VERSION},         /* before 0.2.0 */
        {12, {0, 0, 1, 0}, TILEPDB_ERROR_VERSION},            /* 1.0.0 */
        {28, {0xFF, 0xFF, 0xFF, 0x7F}, TILEPDB_ERROR_FORMAT}, /* level */
        {28, {0}, TILEPDB_ERROR_FORMAT},                      /* below the levels */
        {32, {0}, TILEPDB_ERROR_FORMAT},                      /* levels */
        {36, {9, 9, 9, 9}, TILEPDB_ERROR_VERSION},            /* byte order */
        {48, {1}, TILEPDB_ERROR_FORMAT},                      /* reached */
        {52, {1}, TILEPDB_ERROR_FORMAT},                      /* reached, more than exist */
    };
    const struct shape *shape = &shapes[0];
    tilepdb_error error;
    size_t size;
    whole_make(shape, TILEPDB_LEVEL_DEFAULT);
    interrupted_make(shape, (struct fuse){.left = 20});
    const char *path = scratch_name(shape, "state");
    uint8_t *bytes = file_read(path, &size);
    for (size_t i = 0; i <= sizeof forgeries / sizeof *forgeries; i++) {
        const bool last = i == sizeof forgeries / sizeof *forgeries;
        uint8_t *forged = malloc(size);
        memcpy(forged, bytes, size);
        if (last)
            store_le32(forged + 12, 2 << 8);
        else
            memcpy(forged + forgeries[i].at, forgeries[i].byte, 4);
        store_le64(forged + size - 8, hash_bytes(forged, size - 8));
        const int fd = open(scratch_name(shape, "state"), O_WRONLY | O_TRUNC);
        assert_int_equal(write(fd, forged, size), (ssize_t)size);
        close(fd);
        free(forged);
        assert_int_equal(goes_on(shape, &error), last ? TILEPDB_OK : forgeries[i].status);
    }
    free(bytes);
    same_files(in_folder("made"), in_folder("whole"));
}

static void directories_that_are_none(void **state) {
    (void)state;
    const struct shape *shape = &shapes[4];
    tilepdb_scratch_options scratch = here();
    tilepdb_error error;
    scratch.directory = "nowhere/at/all";
    assert_int_equal(tilepdb_table_generate_file(&shape->pattern, shape->kind, in_folder("made"),
                                                 NULL, NULL, &scratch, NULL, &error),
                     TILEPDB_ERROR_IO);
    assert_non_null(strstr(error.message, "does not exist"));
    scratch.directory = in_folder("whole");
    assert_int_equal(tilepdb_table_generate_file(&shape->pattern, shape->kind, in_folder("made"),
                                                 NULL, NULL, &scratch, NULL, &error),
                     TILEPDB_ERROR_IO);
    assert_non_null(strstr(error.message, "not a directory"));
}

static bool reports_count(const tilepdb_progress *progress, void *user) {
    (void)progress;
    ++*(int *)user;
    return true;
}

static void a_target_that_is_none_is_told_first(void **state) {
    (void)state;
    const struct shape *shape = &shapes[0];
    const tilepdb_scratch_options scratch = here();
    int reports = 0;
    const tilepdb_generate_options options = {.progress = reports_count, .user = &reports};
    tilepdb_error error;
    const char *const paths[] = {in_folder("none/made"), in_folder("file/made"),
                                 in_folder("directory")};
    assert_int_equal(mkdir(paths[2], 0700), 0);
    FILE *file = fopen(in_folder("file"), "w");
    assert_non_null(file);
    fclose(file);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tilepdb_table_generate_file(&shape->pattern, shape->kind, paths[i],
                                                     &options, NULL, &scratch, NULL, &error),
                         TILEPDB_ERROR_IO);
        assert_non_null(strstr(error.message, paths[i]));
    }
    assert_int_equal(reports, 0);
    remove(in_folder("file"));
    remove(in_folder("directory"));
}

/* A limit on the file size, above what the first levels take, makes generation fail in the
 * middle. */
static void without_room_it_stops_and_goes_on(void **state) {
    (void)state;
    const struct shape *shape = &shapes[0];
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    whole_make(shape, TILEPDB_LEVEL_DEFAULT);
    unlink(in_folder("made"));
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit little = {1 << 21, none.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    tilepdb_error error;
    assert_int_equal(goes_on(shape, &error), TILEPDB_ERROR_IO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(access(in_folder("made"), F_OK), -1);
    assert_true(level_found(shape) > 0);
    goes_on_to_the_end(shape);
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "make") == 0)
        return child_run(arguments[2], arguments[3]);
    program = arguments[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_those_in_memory),
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(what_does_not_fit_the_encoding_leaves_nothing),
        cmocka_unit_test(cancelled_at_any_report_it_goes_on),
        cmocka_unit_test(cancelled_while_encoding_it_is_as_far),
        cmocka_unit_test(killed_at_any_moment_it_goes_on),
        cmocka_unit_test(altered_files_are_found),
        cmocka_unit_test(altered_while_encoding),
        cmocka_unit_test(altered_sets_are_not_encoded),
        cmocka_unit_test(forged_states_are_refused),
        cmocka_unit_test(directories_that_are_none),
        cmocka_unit_test(a_target_that_is_none_is_told_first),
        cmocka_unit_test(without_room_it_stops_and_goes_on),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
