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

/* Puts a backslash before each character that a shell might interpret. Quotes are not used, so the
 * word can be part of a command that is quoted itself. */
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
        if (ascii && strchr(plain, *at) == NULL) *end++ = '\\';
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
    char *directory = common->dir != NULL ? cli_shell_word(common->dir) : NULL;
    char *call = cli_text("pdbgen%s%s%s%s%s%s %s", directory != NULL ? " -d " : "",
                          directory != NULL ? directory : "", board, cell,
                          projected ? " --blank projected" : "", nibble ? " --encoding nibble" : "",
                          cli_partition_text(partition, text));
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
                       ? cli_text("'chmod u+rwx %s' gives you access to it", word)
                       : cli_text("'chmod u+r %s' lets you read it", word);
    free(word);
    return advice;
}

char *cli_advise_path(const char *path, int trouble) {
    if (trouble == EACCES || trouble == EPERM) return advise_permission(path);
    if (trouble != EISDIR && trouble != ENOTDIR) return NULL;
    char *word = cli_shell_word(path);
    char *advice = cli_text("'mv %s %s.old' moves it out of the way", word, word);
    free(word);
    return advice;
}

int cli_file_check(const char *path) {
    const int trouble = cli_file_trouble(path);
    if (trouble == 0 || trouble == ENOENT) return CLI_SUCCESS;
    char *advice = cli_advise_path(path, trouble);
    struct stat about;
    const bool directory = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    const char *reason = trouble != EISDIR ? strerror(trouble)
                         : directory       ? "it is a directory, not a file"
                                           : "it is not a regular file";
    cli_complain("%s: %s; %s", path, reason,
                 advice != NULL ? advice : "name another directory with --dir");
    free(advice);
    return CLI_FAILURE;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* If the path is not a regular file, the table must also be generated once it is moved away. */
static char *advise_unreadable(const char *path, const char *call) {
    const int trouble = cli_file_trouble(path);
    if (trouble != EISDIR || call == NULL) return cli_advise_path(path, trouble);
    char *word = cli_shell_word(path);
    char *advice = cli_text("'mv %s %s.old && %s' moves it out of the way and generates the table",
                            word, word, call);
    free(word);
    return advice;
}

/* Without options, pdbgen generates missing or broken tables and keeps valid ones. */
static char *advise_table(const char *path, tilepdb_status status, const char *call) {
    switch (status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return call != NULL ? cli_text("'%s' generates it", call) : NULL;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
        return call != NULL ? cli_text("'%s' generates it again", call) : NULL;
    case TILEPDB_ERROR_VERSION:
        return call != NULL
                   ? cli_text(
                         "update tilepdb, or replace the file: '%s --force' generates it again",
                         call)
                   : cli_text("update tilepdb");
    case TILEPDB_ERROR_MEMORY:
        return cli_text("free some memory, or choose smaller databases with --partition");
    default:
        return advise_unreadable(path, call);
    }
}

void cli_advise_table(const char *path, tilepdb_status status, const char *call) {
    if (status == TILEPDB_CANCELLED) return;
    char *advice = advise_table(path, status, call);
    if (advice != NULL) {
        cli_complain("%s", advice);
    } else if (status == TILEPDB_ERROR_IO) {
        cli_complain("ask for permission to read it, or name another directory with --dir");
    }
    free(advice);
}

int cli_fail_table(const char *path, const tilepdb_error *error, const char *call) {
    const int code = cli_fail(path, error);
    cli_advise_table(path, error->status, call);
    return code;
}
