/* See paths.h. */
#include "cli/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/console.h"

/* ---- errors and advice ----------------------------------------------------------------------- */

char *cli_shell_escape(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./,:=@%+-";
    char *escaped = cli_allocated(malloc(3 * strlen(text) + 3));
    char *end = escaped;
    if (text[0] == '\0') end = stpcpy(end, "''");
    for (const char *at = text; *at != '\0'; at++) {
        const bool ascii = (unsigned char)*at < 0x80;
        if (*at == '\n') {
            /* The shell removes a backslash with its newline. */
            end = stpcpy(end, "'\n'");
            continue;
        }
        if (ascii && !strchr(plain, *at)) *end++ = '\\';
        *end++ = *at;
    }
    *end = '\0';
    return escaped;
}

char *cli_advise_permission(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0 || about.st_uid != geteuid()) return NULL;
    char *escaped = cli_shell_escape(path);
    char *advice = S_ISDIR(about.st_mode)
                       ? cli_text("'chmod u+rwx -- %s' gives you access to it", escaped)
                       : cli_text("'chmod u+r -- %s' lets you read it", escaped);
    free(escaped);
    return advice;
}

static bool is_free(const char *path) {
    struct stat about;
    return lstat(path, &about) != 0 && errno == ENOENT;
}

char *cli_move_command(const char *path) {
    char *target = cli_text("%s.old", path);
    for (unsigned number = 2; !is_free(target) && number < 1000; number++) {
        free(target);
        target = cli_text("%s.old%u", path, number);
    }
    char *from = cli_shell_escape(path), *to = cli_shell_escape(target);
    char *command = cli_text("mv -n -- %s %s", from, to);
    free(from);
    free(to);
    free(target);
    return command;
}

static char *advise_moving(const char *path) {
    char *command = cli_move_command(path);
    char *advice = cli_text("'%s' moves it out of the way", command);
    free(command);
    return advice;
}

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

char *cli_advise_directory(const char *path, int os_error) {
    if (os_error == EACCES || os_error == EPERM) return cli_advise_permission(path);
    if (os_error != ENOTDIR) return NULL;
    char *obstacle = obstacle_of(path);
    struct stat about;
    const bool movable = obstacle && stat(obstacle, &about) == 0 && S_ISREG(about.st_mode);
    char *advice = movable ? advise_moving(obstacle) : NULL;
    free(obstacle);
    return advice;
}

int cli_file_check(const char *path) {
    const int os_error = file_read_error(path);
    if (os_error == 0 || os_error == ENOENT) return CLI_SUCCESS;
    char *advice = os_error == EISDIR ? advise_moving(path) : NULL;
    if (os_error == EACCES || os_error == EPERM) advice = cli_advise_permission(path);
    struct stat about;
    const bool directory = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    const char *reason = os_error != EISDIR ? strerror(os_error)
                         : directory        ? "it is a directory, not a file"
                                            : "it is not a regular file";
    cli_complain("%s: %s; %s", path, reason, advice ? advice : "name another directory with --dir");
    free(advice);
    return CLI_FAILURE;
}

/* ---- the directory --------------------------------------------------------------------------- */

char *cli_directory_search(const char *given) {
    if (given) return cli_text("%s", given);
    const size_t length = directory_of_environment(NULL, 0);
    if (length == 0) return NULL;
    char *path = cli_allocated(malloc(length + 1));
    directory_of_environment(path, length + 1);
    return path;
}

char *cli_directory_find(const char *given) {
    char *directory = cli_directory_search(given);
    if (!directory)
        cli_complain("no directory for databases: " CLI_NO_DIRECTORY "; name one with --dir");
    return directory;
}

int cli_directory_refuse(const char *path, int error) {
    char *advice = cli_advise_directory(path, error);
    const char *join = advice ? "; " : "", * or = advice ? ", or" : ";";
    if (error == ENOTDIR || error == EEXIST) {
        cli_complain("%s: there is a file where the directory for databases should be%s%s%s name "
                     "a directory with --dir",
                     path, join, advice ? advice : "", or);
    } else {
        cli_complain("%s: the directory for databases cannot be used: %s%s%s%s name another with "
                     "--dir",
                     path, strerror(error), join, advice ? advice : "", or);
    }
    free(advice);
    return CLI_FAILURE;
}

int cli_directory_check(const char *path) {
    const int os_error = directory_search_error(path);
    return os_error == 0 ? CLI_SUCCESS : cli_directory_refuse(path, os_error);
}

int cli_directory_make(const char *path) {
    const int error = directory_create(path);
    return error == 0 ? CLI_SUCCESS : cli_directory_refuse(path, error);
}

char *cli_path_join(const char *directory, const char *name) {
    size_t length = strlen(directory);
    bool ends = length > 0 && directory[length - 1] == '/';
    return cli_text("%s%s%s", directory, ends ? "" : "/", name);
}
