/* See options.h. */
#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/message_text.h"
#include "base/system.h"
#include "cli/console.h"

const char *const cli_shell_keywords[] = {"bash", "zsh", "fish", NULL};

#define COMMON_OFFSET(member) offsetof(struct cli_common, member)

const struct cli_option cli_common_options[] = {
    {'d', "dir", "DIR", CLI_TEXT, COMMON_OFFSET(dir),
     "where databases are stored (default: $TILEPDB_DIR, else $XDG_DATA_HOME/tilepdb, else "
     "~/.local/share/tilepdb)",
     .modes = CLI_ALL_MODES, .tried = "db"},
    {'j', "jobs", "N", CLI_NUMBER, COMMON_OFFSET(jobs), "threads (default: all cores)",
     .minimum = 1, .maximum = 1024, .modes = CLI_ALL_MODES, .tried = "1"},
    {0, "variant", "NAME", CLI_TEXT, COMMON_OFFSET(variant_name),
     "the instruction set to use, such as portable, for tests and measurements (default: "
     "$TILEPDB_VARIANT, else the best; --version lists them)",
     .modes = CLI_ALL_MODES, .tried = "portable"},
    {0, "progress", NULL, CLI_FLAG, COMMON_OFFSET(progress),
     "show progress even if stderr is not a terminal", .modes = CLI_ALL_MODES},
    {0, "completion", "SHELL", CLI_TEXT, COMMON_OFFSET(completion),
     "print completion code for bash, zsh or fish", .keywords = cli_shell_keywords,
     .modes = CLI_ALL_MODES},
    {'q', "quiet", NULL, CLI_FLAG, COMMON_OFFSET(quiet), "only warnings and errors, no progress",
     .modes = CLI_ALL_MODES},
    {'h', "help", NULL, CLI_FLAG, COMMON_OFFSET(help),
     "show all options; -h shows the most used ones", .modes = CLI_ALL_MODES},
    {'V', "version", NULL, CLI_FLAG, COMMON_OFFSET(version), "show the version",
     .modes = CLI_ALL_MODES},
};
const size_t cli_common_option_count = CLI_LENGTH(cli_common_options);

bool cli_is_common(const struct cli_option *option) {
    return option >= cli_common_options && option < cli_common_options + cli_common_option_count;
}

int cli_keyword_index(const char *keyword, const char *const *keywords) {
    for (int i = 0; keywords[i]; i++)
        if (strcmp(keyword, keywords[i]) == 0) return i;
    return -1;
}

const char *cli_choice_keyword(const struct cli_option *option, const char *text) {
    for (int i = 0; option->also && option->also[i]; i++)
        if (strcasecmp(text, option->also[i]) == 0) return option->keywords[i];
    return text;
}

int cli_jobs(const struct cli_common *common) {
    if (common->jobs > 0) return common->jobs;
    return cores_count();
}

/* ---- the values of options ------------------------------------------------------------------- */

#define DIGITS "0123456789"

static bool read_digits(const char *text, const char **end, uint64_t *value) {
    if (!isdigit((unsigned char)text[0])) return false;
    char *stop;
    errno = 0;
    unsigned long long number = strtoull(text, &stop, 10);
    *value = number;
    *end = stop;
    return errno == 0;
}

static bool read_count(const struct cli_option *option, const char *text, uint64_t *value) {
    const char *end;
    if (read_digits(text, &end, value) && *end == '\0' && *value >= option->minimum &&
        *value <= option->maximum)
        return true;
    cli_complain("--%s: '%s' is not a number from %llu to %llu", option->name, text,
                 (unsigned long long)option->minimum, (unsigned long long)option->maximum);
    return false;
}

bool cli_choice_read(const char *option, const char *text, const char *const *keywords,
                     int *value) {
    *value = cli_keyword_index(text, keywords);
    if (*value >= 0) return true;
    char *list = NULL;
    size_t count = 0;
    for (; keywords[count]; count++)
        cli_append(&list, "%s%s", count > 0 ? ", " : "", keywords[count]);
    const char *nearest = nearest_word(text, keywords, count);
    cli_complain("--%s: '%s' is not one of %s%s%s%s", option, text, list,
                 nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    free(list);
    return false;
}

/* As in GNU tools, K, KiB, M, MiB ... are powers of 1024; kB, MB ... of 1000. */
static bool read_unit(const char *unit, uint64_t *factor) {
    static const char letters[] = "KMGT";
    *factor = 1;
    if (unit[0] == '\0' || strcmp(unit, "B") == 0) return true;
    const char *letter = strchr(letters, toupper((unsigned char)unit[0]));
    if (!letter) return false;
    bool binary = unit[1] == '\0' || strcmp(unit + 1, "iB") == 0;
    if (!binary && strcmp(unit + 1, "B") != 0) return false;
    for (const char *at = letters; at <= letter; at++) *factor *= binary ? 1024 : 1000;
    return true;
}

static bool read_bytes(const struct cli_option *option, const char *text, uint64_t *value) {
    const char *unit;
    uint64_t factor;
    if (read_digits(text, &unit, value) && read_unit(unit, &factor) && *value > 0 &&
        *value <= UINT64_MAX / factor) {
        *value *= factor;
        return true;
    }
    cli_complain("--%s: '%s' is not a size, such as 500M, 2GiB or 1500MB", option->name, text);
    return false;
}

/* Unlike strtod, rejects 0x10, 1e3 and nan. */
static bool read_decimal(const char *text, const char **end, double *value) {
    const size_t whole = strspn(text, DIGITS);
    const size_t point = text[whole] == '.' ? 1 : 0;
    const size_t part = point != 0 ? strspn(text + whole + 1, DIGITS) : 0;
    *end = text + whole + point + part;
    if (whole + part == 0) return false;
    char *plain = cli_text("%.*s", (int)(*end - text), text);
    *value = strtod(plain, NULL);
    free(plain);
    return *value > 0 && isfinite(*value);
}

static bool read_seconds(const struct cli_option *option, const char *text, double *value) {
    const char *end;
    if (read_decimal(text, &end, value) && (*end == '\0' || strcmp(end, "s") == 0)) return true;
    cli_complain("--%s: '%s' is not a number of seconds, such as 10 or 0.5", option->name, text);
    return false;
}

static bool read_rate(const struct cli_option *option, const char *text, double *value) {
    const char *end;
    if (read_decimal(text, &end, value) && *end == '\0' && *value <= (double)option->maximum)
        return true;
    cli_complain("--%s: '%s' is not a number above 0 and at most %llu, such as 4 or 0.5",
                 option->name, text, (unsigned long long)option->maximum);
    return false;
}

#define TRY_ANYTIME "; pdbsolve --anytime and pdbmethods layered take sides of %d to %d"

static bool read_board(const struct cli_option *option, const char *text,
                       struct cli_board_size *size) {
    const char *cross, *end;
    uint64_t width, height;
    if (!read_digits(text, &cross, &width) || (*cross != 'x' && *cross != 'X') ||
        !read_digits(cross + 1, &end, &height) || *end != '\0') {
        cli_complain("--%s: '%s' is not a size, such as 4x4 or 5x3 (width x height)", option->name,
                     text);
        return false;
    }
    size->width = width < 1000 ? (int)width : 1000;
    size->height = height < 1000 ? (int)height : 1000;
    tilepdb_board goal;
    tilepdb_error error;
    if (!tilepdb_size_check(size->width, size->height, &error)) return true;
    if (option->type == CLI_ANY_BOARD && !tilepdb_goal(size->width, size->height, 0, &goal, NULL))
        return true;
    if (option->type == CLI_ANY_BOARD) {
        cli_complain("--%s: '%s': %s" TRY_ANYTIME, option->name, text, error.message,
                     TILEPDB_MIN_SIDE, TILEPDB_MAX_SIDE);
    } else {
        cli_complain("--%s: '%s': %s", option->name, text, error.message);
    }
    return false;
}

bool cli_board_check(const char *option, struct cli_board_size size) {
    tilepdb_error error;
    if (!tilepdb_size_check(size.width, size.height, &error)) return true;
    cli_complain("--%s: '%dx%d': %s" TRY_ANYTIME, option, size.width, size.height, error.message,
                 TILEPDB_MIN_SIDE, TILEPDB_MAX_SIDE);
    return false;
}

static bool read_text(const struct cli_option *option, const char *text, const char **value) {
    *value = text;
    if (text[0] != '\0') return true;
    cli_complain("--%s: the argument is empty", option->name);
    return false;
}

bool cli_value_set(const struct cli_option *option, const char *text, void *values) {
    void *place = (char *)values + option->offset;
    uint64_t number;
    switch (option->type) {
    case CLI_FLAG:
        *(bool *)place = true;
        return true;
    case CLI_TEXT:
        return read_text(option, text, place);
    case CLI_CHOICE:
        return cli_choice_read(option->name, text, option->keywords, place);
    case CLI_NUMBER:
        if (!read_count(option, text, &number)) return false;
        *(int *)place = (int)number;
        return true;
    case CLI_COUNT:
        return read_count(option, text, place);
    case CLI_SEED:
        ((struct cli_seed *)place)->given = true;
        return read_count(option, text, &((struct cli_seed *)place)->value);
    case CLI_BYTES:
        return read_bytes(option, text, place);
    case CLI_SECONDS:
        return read_seconds(option, text, place);
    case CLI_RATE:
        return read_rate(option, text, place);
    case CLI_BOARD:
    case CLI_ANY_BOARD:
        return read_board(option, text, place);
    }
    return false;
}
