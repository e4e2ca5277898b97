/*
 * Unit tests of files in src/base: maps, temporaries and atomic publication. Each test has an empty
 * directory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_map.h"
#include "base/files.h"
#include "base/publish.h"

static int directory_enter(void **state) {
    char *name = strdup(P_tmpdir "/tilepdb-test-XXXXXX");
    if (name == NULL || mkdtemp(name) == NULL || chdir(name) != 0) return -1;
    *state = name;
    return 0;
}

static int directory_leave(void **state) {
    DIR *entries = opendir(".");
    if (entries == NULL) return -1;
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            remove(entry->d_name);
        }
    }
    closedir(entries);
    int status = chdir("..") == 0 ? rmdir(*state) : -1;
    free(*state);
    return status;
}

static int entries_count(void) {
    DIR *entries = opendir(".");
    assert_non_null(entries);
    int count = -2; /* not "." and ".." */
    while (readdir(entries) != NULL) count++;
    closedir(entries);
    return count;
}

static void file_write(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_file_holds(const char *path, const char *text) {
    struct file_map map;
    assert_int_equal(file_map_open(path, &map, NULL), TILEPDB_OK);
    assert_int_equal(map.size, strlen(text));
    assert_memory_equal(map.data, text, map.size);
    file_map_close(&map);
}

/* ---- mapping --------------------------------------------------------------------------------- */

static void map_shows_the_file(void **state) {
    (void)state;
    struct file_map map;
    file_write("file", "seven tiles");
    assert_int_equal(file_map_open("file", &map, NULL), TILEPDB_OK);
    assert_int_equal(map.size, 11);
    /* A map outlives the name. */
    assert_int_equal(unlink("file"), 0);
    assert_memory_equal(map.data, "seven tiles", 11);
    file_map_close(&map);
    assert_null(map.data);
    assert_int_equal(map.size, 0);
    file_map_close(&map);
}

static void map_refuses(const char *path, tilepdb_status status, const char *reason) {
    tilepdb_error error;
    struct file_map map = {.data = (const uint8_t *)path, .size = 1};
    assert_int_equal(file_map_open(path, &map, &error), status);
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, reason));
    assert_int_not_equal(error.code, TILEPDB_MESSAGE_OTHER);
    assert_null(map.data);
    assert_int_equal(map.size, 0);
    file_map_close(&map);
}

static void map_refuses_what_is_no_file(void **state) {
    (void)state;
    file_write("empty", "");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    map_refuses("absent", TILEPDB_ERROR_NOT_FOUND, "'absent': No such file");
    map_refuses("empty/below", TILEPDB_ERROR_NOT_FOUND, "'empty/below'");
    map_refuses("", TILEPDB_ERROR_NOT_FOUND, "''");
    map_refuses(".", TILEPDB_ERROR_IO, "directory");
    map_refuses("empty", TILEPDB_ERROR_FORMAT, "'empty' is empty");
    map_refuses("pipe", TILEPDB_ERROR_IO, "not a regular file");
    char path[3000];
    memset(path, 'n', sizeof path);
    strcpy(path + sizeof path - 6, "/tail");
    map_refuses(path, TILEPDB_ERROR_IO, "/tail': File name too long");
}

static void map_refuses_what_may_not_be_read(void **state) {
    (void)state;
    if (geteuid() == 0) skip();
    file_write("secret", "x");
    assert_int_equal(chmod("secret", 0), 0);
    map_refuses("secret", TILEPDB_ERROR_IO, "Permission denied");
}

/* ---- temporaries and directories ------------------------------------------------------------- */

static void a_temporary_is_locked_and_alike(void **state) {
    (void)state;
    char *name, *second;
    const int old = open("file", O_CREAT | O_RDWR, 0600);
    assert_int_equal(fchmod(old, 0640), 0);
    close(old);
    const int fd = temporary_create("file", &name), next = temporary_create("file", &second);
    assert_true(fd >= 0 && next >= 0);
    assert_memory_equal(name, "file" TEMPORARY_MARK, strlen("file" TEMPORARY_MARK));
    assert_string_not_equal(name, second);
    struct stat about;
    assert_int_equal(fstat(fd, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    assert_true(temporary_is_of("file", name) && temporary_is_of("a/file", second));
    assert_false(temporary_is_of("file", "file") || temporary_is_of("other", name));
    temporary_clean("file"); /* both writers live */
    assert_int_equal(access(name, F_OK) | access(second, F_OK), 0);
    const int other = open(name, O_RDONLY);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), -1);
    close(fd);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), 0);
    close(other);
    close(next);
    free(name);
    free(second);
    errno = 0;
    assert_int_equal(temporary_create("absent/file", &name), -1);
    assert_int_equal(errno, ENOENT);
    assert_null(name);
}

static void directories_of_paths(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"file", "."}, {"/file", "/"}, {"a/file", "a"}, {"/a/b/file", "/a/b"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *directory = directory_of(cases[i][0]);
        assert_string_equal(directory, cases[i][1]);
        free(directory);
    }
}

/* ---- publication ----------------------------------------------------------------------------- */

static void commit_publishes(void **state) {
    (void)state;
    struct publication publication;
    mode_t mask = umask(027);
    assert_int_equal(publish_begin(&publication, "file", NULL), TILEPDB_OK);
    umask(mask);
    assert_int_equal(strncmp(publication.temporary, "file.tmp-", 9), 0);
    assert_int_equal(publish_write(&publication, "tiles", 5, 6, NULL), TILEPDB_OK);
    assert_int_equal(publish_write(&publication, "seven ", 6, 0, NULL), TILEPDB_OK);
    assert_int_equal(publish_write(&publication, NULL, 0, 99, NULL), TILEPDB_OK);
    assert_int_equal(access("file", F_OK), -1);
    assert_int_equal(publish_commit(&publication, NULL), TILEPDB_OK);
    assert_file_holds("file", "seven tiles");
    assert_int_equal(entries_count(), 1);
    struct stat about;
    assert_int_equal(stat("file", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    publish_abort(&publication);
    assert_file_holds("file", "seven tiles");
}

/* Replaces the system's function. Records the permissions of others when a file gets its group
 * and owner. */
static mode_t others_before = 0777;

int fchown(int fd, uid_t owner, gid_t group) {
    struct stat about;
    (void)owner;
    (void)group;
    if (fstat(fd, &about) == 0) others_before = about.st_mode & 0077;
    return 0;
}

static void commit_keeps_the_mode_of_what_it_replaces(void **state) {
    (void)state;
    static const mode_t modes[] = {0600, 0644, 0664, 0440};
    struct stat about;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct publication publication;
        file_write("file", "old");
        assert_int_equal(chmod("file", modes[i]), 0);
        others_before = 0777;
        assert_int_equal(publish_begin(&publication, "file", NULL), TILEPDB_OK);
        assert_int_equal(others_before, 0); /* the replaced file may be private */
        assert_int_equal(publish_write(&publication, "new", 3, 0, NULL), TILEPDB_OK);
        assert_int_equal(publish_commit(&publication, NULL), TILEPDB_OK);
        assert_int_equal(stat("file", &about), 0);
        assert_int_equal(about.st_mode & 07777, modes[i]);
        assert_int_equal(unlink("file"), 0);
    }
}

static void commit_follows_links(void **state) {
    (void)state;
    struct publication publication;
    struct stat about;
    file_write("behind", "old");
    assert_int_equal(symlink("behind", "link"), 0);
    assert_int_equal(publish_begin(&publication, "link", NULL), TILEPDB_OK);
    assert_int_equal(publish_write(&publication, "new", 3, 0, NULL), TILEPDB_OK);
    assert_int_equal(publish_commit(&publication, NULL), TILEPDB_OK);
    assert_file_holds("behind", "new");
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
}

static void commit_replaces_and_leaves_open_maps_alone(void **state) {
    (void)state;
    struct publication publication;
    struct file_map before;
    file_write("file", "old");
    assert_int_equal(file_map_open("file", &before, NULL), TILEPDB_OK);
    assert_int_equal(publish_begin(&publication, "./file", NULL), TILEPDB_OK);
    assert_int_equal(publish_write(&publication, "new one", 7, 0, NULL), TILEPDB_OK);
    assert_file_holds("file", "old");
    assert_int_equal(publish_commit(&publication, NULL), TILEPDB_OK);
    assert_file_holds("file", "new one");
    assert_memory_equal(before.data, "old", 3);
    file_map_close(&before);
}

static void abort_leaves_nothing(void **state) {
    (void)state;
    struct publication publication = {0};
    publish_abort(&publication);
    assert_int_equal(publish_begin(&publication, "file", NULL), TILEPDB_OK);
    assert_int_equal(publish_write(&publication, "part", 4, 0, NULL), TILEPDB_OK);
    assert_int_equal(entries_count(), 1);
    publish_abort(&publication);
    assert_int_equal(entries_count(), 0);
    publish_abort(&publication);
}

static void begin_refuses(const char *path, tilepdb_status status, const char *reason) {
    struct publication publication;
    tilepdb_error error;
    assert_int_equal(publish_begin(&publication, path, &error), status);
    assert_non_null(strstr(error.message, reason));
    if (status == TILEPDB_ERROR_IO) assert_int_equal(error.code, TILEPDB_MESSAGE_FILE_WRITE);
    publish_abort(&publication);
}

static void begin_refuses_what_cannot_be_written(void **state) {
    (void)state;
    assert_int_equal(mkdir("directory", 0700), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    begin_refuses("", TILEPDB_ERROR_ARGUMENT, "empty");
    begin_refuses("directory", TILEPDB_ERROR_IO, "'directory': it is a directory");
    begin_refuses("pipe", TILEPDB_ERROR_IO, "'pipe': it is not a regular file");
    begin_refuses("absent/file", TILEPDB_ERROR_IO, "its directory does not exist");
    assert_int_equal(entries_count(), 2);
}

static void begin_refuses_an_unwritable_directory(void **state) {
    (void)state;
    if (geteuid() == 0) skip();
    assert_int_equal(chmod(".", 0500), 0);
    begin_refuses("file", TILEPDB_ERROR_IO, "'file': Permission denied");
    assert_int_equal(chmod(".", 0700), 0);
}

static void commit_that_fails_leaves_nothing(void **state) {
    (void)state;
    struct publication publication;
    tilepdb_error error;
    assert_int_equal(publish_begin(&publication, "file", NULL), TILEPDB_OK);
    assert_int_equal(mkdir("file", 0700), 0);
    assert_int_equal(publish_commit(&publication, &error), TILEPDB_ERROR_IO);
    assert_non_null(strstr(error.message, "'file'"));
    assert_int_equal(entries_count(), 1);
    publish_abort(&publication);
}

static void write_that_fails_is_told(void **state) {
    (void)state;
    struct publication publication;
    tilepdb_error error;
    struct rlimit limit;
    static char data[3 << 16];
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    struct rlimit small = {.rlim_cur = 1 << 16, .rlim_max = limit.rlim_max};
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(publish_begin(&publication, "file", NULL), TILEPDB_OK);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    tilepdb_status status = publish_write(&publication, data, sizeof data, 0, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, before);
    assert_int_equal(status, TILEPDB_ERROR_IO);
    assert_non_null(strstr(error.message, "cannot write 'file'"));
    assert_int_equal(publish_write(&publication, data, 2, UINT64_MAX, NULL), TILEPDB_ERROR_IO);
    assert_int_equal(publish_write(&publication, data, 2, INT64_MAX, NULL), TILEPDB_ERROR_IO);
    publish_abort(&publication);
    assert_int_equal(entries_count(), 0);
}

/* ---- leftovers ------------------------------------------------------------------------------- */

/* A child that begins, writes and dies without commit or abort. */
static void killed_run(const char *path) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct publication publication;
        if (publish_begin(&publication, path, NULL) == TILEPDB_OK) {
            publish_write(&publication, "part", 4, 0, NULL);
        }
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static void clean_removes_dead_leftovers_only(void **state) {
    (void)state;
    static const char *const others[] = {
        "file",         "file.tmp-",     "file.tmp-12",         "file.tmp-12-",
        "file.tmp-a-0", "file.tmp-1-0x", "file.tmp-1-0.backup", "file2.tmp-1-0",
    };
    int count = (int)(sizeof others / sizeof others[0]);
    for (int i = 0; i < count; i++) file_write(others[i], "x");
    struct publication live;
    struct publication second;
    assert_int_equal(publish_begin(&live, "file", NULL), TILEPDB_OK);
    assert_int_equal(publish_begin(&second, "file", NULL), TILEPDB_OK);
    assert_string_not_equal(live.temporary, second.temporary);
    killed_run("file");
    killed_run("file"); /* removes the leftover of the first */
    assert_int_equal(symlink("file", "file.tmp-7-7"), 0);
    assert_int_equal(mkdir("file.tmp-8-8", 0700), 0);
    assert_int_equal(entries_count(), count + 5);
    publish_clean("file");
    assert_int_equal(entries_count(), count + 4);
    publish_abort(&second);
    assert_int_equal(publish_commit(&live, NULL), TILEPDB_OK);
    publish_clean("./file");
    assert_int_equal(entries_count(), count + 2);
    publish_clean("absent/file");
}

/* Writers live and die while another thread cleans leftovers without pause: no commit may fail. */
static void clean_never_harms_a_writer(void **state) {
    (void)state;
    enum { WRITERS = 3, ROUNDS = 60 };
    pid_t writers[WRITERS];
    for (int w = 0; w < WRITERS; w++) {
        writers[w] = fork();
        assert_true(writers[w] >= 0);
        for (int round = 0; writers[w] == 0 && round <= ROUNDS; round++) {
            struct publication publication;
            if (round == ROUNDS) _exit(0);
            if (publish_begin(&publication, "file", NULL) != TILEPDB_OK) _exit(1);
            if (publish_write(&publication, "whole", 5, 0, NULL) != TILEPDB_OK) _exit(2);
            if (round % 3 == 0) {
                publish_abort(&publication);
            } else if (publish_commit(&publication, NULL) != TILEPDB_OK) {
                _exit(3);
            }
        }
    }
    for (int ended = 0; ended < WRITERS;) {
        publish_clean("file");
        int status;
        pid_t child = waitpid(-1, &status, WNOHANG);
        assert_true(child >= 0);
        if (child == 0) continue;
        assert_int_equal(status, 0);
        ended++;
    }
    assert_file_holds("file", "whole");
    assert_int_equal(entries_count(), 1);
}

#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_directory(map_shows_the_file),
        in_directory(map_refuses_what_is_no_file),
        in_directory(map_refuses_what_may_not_be_read),
        in_directory(a_temporary_is_locked_and_alike),
        in_directory(directories_of_paths),
        in_directory(commit_publishes),
        in_directory(commit_keeps_the_mode_of_what_it_replaces),
        in_directory(commit_follows_links),
        in_directory(commit_replaces_and_leaves_open_maps_alone),
        in_directory(abort_leaves_nothing),
        in_directory(begin_refuses_what_cannot_be_written),
        in_directory(begin_refuses_an_unwritable_directory),
        in_directory(commit_that_fails_leaves_nothing),
        in_directory(write_that_fails_is_told),
        in_directory(clean_removes_dead_leftovers_only),
        in_directory(clean_never_harms_a_writer),
    };
    return cmocka_run_group_tests_name("publish", tests, NULL, NULL);
}
