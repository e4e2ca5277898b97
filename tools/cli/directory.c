/* See directory.h. */
#include "cli/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/advice.h"
#include "cli/console.h"

static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value && value[0] != '\0' ? value : NULL;
}

char *cli_directory_search(const char *given) {
    if (given) return cli_text("%s", given);
    const char *value = environment("TILEPDB_DIR");
    if (value) return cli_text("%s", value);
    value = environment("XDG_DATA_HOME");
    if (value) return cli_text("%s/tilepdb", value);
    value = environment("HOME");
    return value ? cli_text("%s/.local/share/tilepdb", value) : NULL;
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
    const int trouble = cli_directory_trouble(path);
    return trouble == 0 ? CLI_SUCCESS : cli_directory_refuse(path, trouble);
}

/* mkdir for one level; an existing one is fine. */
static int make_level(const char *path) {
    struct stat status;
    if (mkdir(path, 0777) == 0) return 0;
    int error = errno;
    if (stat(path, &status) != 0) return error;
    return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}

int cli_directory_create(const char *path) {
    char *level = cli_text("%s", path);
    int error = 0;
    for (char *slash = strchr(level + 1, '/'); slash && error == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        error = make_level(level);
        *slash = '/';
    }
    if (error == 0) error = make_level(level);
    free(level);
    if (error != 0) return error;
    return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* The path up to the last part that exists. The caller frees it. */
static char *existing_part(const char *path) {
    struct stat about;
    char *part = cli_text("%s", path);
    while (stat(part, &about) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        char *slash = strrchr(part, '/');
        if (!slash) {
            free(part);
            return cli_text(".");
        }
        slash[slash == part] = '\0';
        if (slash == part) break;
    }
    return part;
}

/* Permissions are no answer for root where nobody may write, as in /proc. */
static int trial_make(const char *directory) {
    char *path = cli_text("%s/.tilepdb-%ld", directory, (long)getpid());
    const int error = mkdir(path, 0700) == 0 ? 0 : errno;
    if (error == 0) rmdir(path);
    free(path);
    return error;
}

int cli_directory_sealed(const char *path) {
    struct stat about;
    char *part = existing_part(path);
    int error = 0;
    if (stat(part, &about) != 0)
        error = errno;
    else if (!S_ISDIR(about.st_mode))
        error = ENOTDIR;
    else if (faccessat(AT_FDCWD, part, W_OK | X_OK, AT_EACCESS) != 0)
        error = errno;
    else if ((about.st_mode & 0222) == 0)
        error = trial_make(part);
    free(part);
    return error;
}

int cli_directory_make(const char *path) {
    const int error = cli_directory_create(path);
    return error == 0 ? CLI_SUCCESS : cli_directory_refuse(path, error);
}

char *cli_path_join(const char *directory, const char *name) {
    size_t length = strlen(directory);
    bool ends = length > 0 && directory[length - 1] == '/';
    return cli_text("%s%s%s", directory, ends ? "" : "/", name);
}

bool cli_file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}
