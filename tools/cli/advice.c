/* See advice.h. */
#include "cli/advice.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/tables.h"

/* ---- commands -------------------------------------------------------------------------------- */

char *cli_shell_word(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./,:=@%+-";
    char *word = cli_allocated(malloc(3 * strlen(text) + 3));
    char *end = word;
    if (text[0] == '\0') end = stpcpy(end, "''");
    for (const char *at = text; *at != '\0'; at++) {
        const bool ascii = (unsigned char)*at < 0x80;
        if (*at == '\n') {
            end = stpcpy(end, "'\n'"); /* a backslash would join the lines */
            continue;
        }
        if (ascii && !strchr(plain, *at)) *end++ = '\\';
        *end++ = *at;
    }
    *end = '\0';
    return word;
}

char *cli_pdbgen_call(const struct cli_common *common, const tilepdb_partition *partition,
                      tilepdb_kind kind) {
    char board[32] = "", cell[32] = "", text[CLI_PARTITION_TEXT];
    if (partition->width != 4 || partition->height != 4)
        snprintf(board, sizeof board, " --board %dx%d", partition->width, partition->height);
    if (partition->goal_blank != partition->width * partition->height - 1)
        snprintf(cell, sizeof cell, " --goal-blank %d", partition->goal_blank);
    const bool projected = kind.blank == TILEPDB_BLANK_PROJECTED;
    const bool nibble = !projected && kind.encoding == TILEPDB_ENCODING_NIBBLE;
    char *directory = common->dir ? cli_shell_word(common->dir) : NULL;
    char *call =
        cli_text("pdbgen%s%s%s%s%s%s %s", directory ? " -d " : "", directory ? directory : "",
                 board, cell, projected ? " --blank projected" : "",
                 nibble ? " --encoding nibble" : "", cli_partition_text(partition, text));
    free(directory);
    return call;
}

/* ---- paths ----------------------------------------------------------------------------------- */

int cli_file_trouble(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return errno == ENOTDIR ? ENOENT : errno;
    if (!S_ISREG(about.st_mode)) return EISDIR;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    close(fd);
    return 0;
}

int cli_directory_trouble(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return errno == ENOENT ? 0 : errno;
    if (!S_ISDIR(about.st_mode)) return ENOTDIR;
    return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* chmod, if the user owns the path. */
static char *advise_permission(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0 || about.st_uid != geteuid()) return NULL;
    char *word = cli_shell_word(path);
    char *advice = S_ISDIR(about.st_mode)
                       ? cli_text("'chmod u+rwx -- %s' gives you access to it", word)
                       : cli_text("'chmod u+r -- %s' lets you read it", word);
    free(word);
    return advice;
}

static bool is_free(const char *path) {
    struct stat about;
    return lstat(path, &about) != 0 && errno == ENOENT;
}

/* The command that moves something away, to a name that nothing has. */
static char *moving_call(const char *path) {
    char *target = cli_text("%s.old", path);
    for (unsigned number = 2; !is_free(target) && number < 1000; number++) {
        free(target);
        target = cli_text("%s.old%u", path, number);
    }
    char *from = cli_shell_word(path), *to = cli_shell_word(target);
    char *call = cli_text("mv -n -- %s %s", from, to);
    free(from);
    free(to);
    free(target);
    return call;
}

static char *advise_moving(const char *path) {
    char *call = moving_call(path);
    char *advice = cli_text("'%s' moves it out of the way", call);
    free(call);
    return advice;
}

/* The first part of a path that is no directory: what stands in the way of the rest. NULL: there is
 * none. */
static char *obstacle_of(const char *path) {
    char *part = cli_text("%s", path);
    size_t end = 0;
    while (part[end] != '\0') {
        struct stat about;
        end += strspn(path + end, "/");
        end += strcspn(path + end, "/");
        part[end] = '\0';
        if (stat(part, &about) != 0) break;
        if (!S_ISDIR(about.st_mode)) return part;
        part[end] = path[end];
    }
    free(part);
    return NULL;
}

char *cli_advise_directory(const char *path, int trouble) {
    if (trouble == EACCES || trouble == EPERM) return advise_permission(path);
    if (trouble != ENOTDIR) return NULL;
    char *obstacle = obstacle_of(path);
    struct stat about;
    /* A device, such as /dev/null, is best left where it is. */
    const bool movable = obstacle && stat(obstacle, &about) == 0 && S_ISREG(about.st_mode);
    char *advice = movable ? advise_moving(obstacle) : NULL;
    free(obstacle);
    return advice;
}

int cli_file_check(const char *path) {
    const int trouble = cli_file_trouble(path);
    if (trouble == 0 || trouble == ENOENT) return CLI_SUCCESS;
    char *advice = trouble == EISDIR ? advise_moving(path) : NULL;
    if (trouble == EACCES || trouble == EPERM) advice = advise_permission(path);
    struct stat about;
    const bool directory = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    const char *reason = trouble != EISDIR ? strerror(trouble)
                         : directory       ? "it is a directory, not a file"
                                           : "it is not a regular file";
    cli_complain("%s: %s; %s", path, reason, advice ? advice : "name another directory with --dir");
    free(advice);
    return CLI_FAILURE;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A table that is moved away must be generated. A file that the user named may be anything, and
 * stays where it is. */
static char *advise_unreadable(const char *path, const char *call) {
    const int trouble = cli_file_trouble(path);
    if (trouble == EACCES || trouble == EPERM) return advise_permission(path);
    if (trouble != EISDIR || !call) return NULL;
    char *move = moving_call(path);
    char *advice =
        cli_text("'%s && %s' moves it out of the way and generates the table", move, call);
    free(move);
    return advice;
}

/* Without options, pdbgen generates missing or broken tables and keeps valid ones. */
static char *advise_table(const char *path, tilepdb_status status, const char *call) {
    switch (status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return call ? cli_text("'%s' generates it", call) : NULL;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
        return call ? cli_text("'%s' generates it again", call) : NULL;
    case TILEPDB_ERROR_VERSION:
        return call ? cli_text(
                          "update tilepdb, or replace the file: '%s --force' generates it again",
                          call)
                    : cli_text("update tilepdb");
    case TILEPDB_ERROR_MEMORY:
        return cli_text("free some memory, or choose smaller databases with --partition");
    default:
        return advise_unreadable(path, call);
    }
}

char *cli_table_advice(const char *path, tilepdb_status status, const char *call) {
    if (status == TILEPDB_CANCELLED) return NULL;
    char *advice = advise_table(path, status, call);
    if (!advice && status == TILEPDB_ERROR_IO && cli_file_trouble(path) != EISDIR)
        advice = cli_text("ask for permission to read it, or name another directory with --dir");
    return advice;
}

void cli_advise_table(const char *path, tilepdb_status status, const char *call) {
    char *advice = cli_table_advice(path, status, call);
    if (advice) cli_complain("%s", advice);
    free(advice);
}

int cli_fail_table(const char *path, const tilepdb_error *error, const char *call) {
    char *advice = cli_table_advice(path, error->status, call);
    if (!advice) return cli_fail(path, error);
    const bool named = strstr(error->message, path) != NULL;
    cli_complain("%s%s%s; %s", named ? "" : path, named ? "" : ": ", error->message, advice);
    free(advice);
    return cli_exit_code(error->status);
}
