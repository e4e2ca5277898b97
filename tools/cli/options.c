#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/message_text.h"
#include "base/system.h"
#include "cli/console.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "tilepdb_tables.h"

static const char *const shell_keywords[] = {"bash", "zsh", "fish", NULL};

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
     "print completion code for bash, zsh or fish", .keywords = shell_keywords,
     .modes = CLI_ALL_MODES},
    {'q', "quiet", NULL, CLI_FLAG, COMMON_OFFSET(quiet), "only warnings and errors, no progress",
     .modes = CLI_ALL_MODES},
    {'h', "help", NULL, CLI_FLAG, COMMON_OFFSET(help),
     "show all options; -h shows the most used ones", .modes = CLI_ALL_MODES},
    {'V', "version", NULL, CLI_FLAG, COMMON_OFFSET(version), "show the version",
     .modes = CLI_ALL_MODES},
};
const size_t cli_common_option_count = CLI_LENGTH(cli_common_options);

static bool is_common(const struct cli_option *option) {
    return option >= cli_common_options && option < cli_common_options + cli_common_option_count;
}

int cli_keyword_index(const char *keyword, const char *const *keywords) {
    for (int i = 0; keywords[i]; i++)
        if (strcmp(keyword, keywords[i]) == 0) return i;
    return -1;
}

static const char *choice_keyword(const struct cli_option *option, const char *text) {
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

/* ---- combinations: every option has an effect or is refused ---------------------------------- */

/* A tool has modes, such as solving, --judge, or the command `table`. Common options are accepted
 * in all modes, since scripts pass them to every call. */

/* An option that was given; its last occurrence counts. */
struct given {
    const struct cli_option *option;
    void *values;
    bool is_given;
    bool by_letter; /* as -p, not --partition */
    const char *text;
};

struct command_line {
    const struct cli_tool *tool;
    const struct given *given;
    size_t given_count;
    const struct cli_mode *mode;
    size_t operands;
};

struct key {
    const char *name, *value; /* `value` is NULL for any value */
    int name_length, value_length;
};

static struct key key_parse(const char *text) {
    const size_t length = strcspn(text, " ");
    const char *equals = memchr(text, '=', length);
    const size_t name = equals ? (size_t)(equals - text) : length;
    return (struct key){
        .name = text,
        .name_length = (int)name,
        .value = equals ? equals + 1 : NULL,
        .value_length = equals ? (int)(length - name - 1) : 0,
    };
}

static bool key_next(const char **list, struct key *key) {
    if (!*list || **list == '\0') return false;
    *key = key_parse(*list);
    *list += strcspn(*list, " ");
    *list += strspn(*list, " ");
    return true;
}

static bool same_text(const char *text, const char *part, int length) {
    return strlen(text) == (size_t)length && memcmp(text, part, (size_t)length) == 0;
}

static bool key_is(struct key key, const struct given *given) {
    if (!given->is_given) return false;
    if (!same_text(given->option->name, key.name, key.name_length)) return false;
    return !key.value || (given->text && same_text(given->text, key.value, key.value_length));
}

static const struct given *key_find(const struct command_line *line, struct key key) {
    for (size_t i = 0; i < line->given_count; i++)
        if (key_is(key, &line->given[i])) return &line->given[i];
    return NULL;
}

static struct key mode_key(const struct cli_mode *mode) {
    return (struct key){
        .name = mode->name,
        .name_length = (int)strlen(mode->name),
    };
}

static bool any_is_given(const struct command_line *line, const char *list) {
    struct key key;
    while (key_next(&list, &key))
        if (key_find(line, key)) return true;
    return false;
}

static bool has_value(const struct cli_rule *rule, const struct given *given) {
    const char *values = rule->value;
    struct key key;
    while (given->text && key_next(&values, &key))
        if (same_text(given->text, key.name, key.name_length)) return true;
    return !rule->value;
}

/* Returns the next rule that applies after `rule`, or the first if `rule` is NULL. */
static const struct cli_rule *rule_next(const struct given *given, const struct cli_rule *rule) {
    rule = rule ? rule + 1 : given->option->rules;
    while (rule && rule->relation && !has_value(rule, given)) rule++;
    return rule && rule->relation ? rule : NULL;
}

static bool is_command(const struct cli_tool *tool, const struct cli_mode *mode) {
    return tool->commands && !mode->is_option;
}

static bool mode_is_asked(const struct cli_tool *tool, const struct cli_mode *mode,
                          const struct given *given) {
    return !is_command(tool, mode) && mode->name && key_is(mode_key(mode), given);
}

static bool mode_takes(const struct cli_tool *tool, const struct cli_mode *mode,
                       const struct given *given) {
    uint32_t modes = given->option->modes;
    for (const struct cli_rule *rule = NULL; (rule = rule_next(given, rule));)
        if (rule->relation == CLI_WORKS_IN) modes = rule->modes;
    return (modes & mode->sets) != 0 || mode_is_asked(tool, mode, given);
}

static const struct cli_mode *mode_find(const struct command_line *line, const char *command) {
    const struct cli_tool *tool = line->tool;
    for (size_t i = 0; i < tool->mode_count; i++) {
        const struct cli_mode *mode = &tool->modes[i];
        if (!mode->name) return mode;
        if (is_command(tool, mode) ? command && strcmp(command, mode->name) == 0
                                   : key_find(line, mode_key(mode)) != NULL)
            return mode;
    }
    return NULL;
}

#define PHRASE 320

/* Writes abbreviations in full, and a choice with its value. */
static const char *given_words(const struct given *given, char words[PHRASE]) {
    const struct cli_option *option = given->option;
    const bool valued = option->type == CLI_CHOICE;
    if (given->by_letter)
        snprintf(words, PHRASE, "-%c%s%s", option->letter, valued ? " " : "",
                 valued ? given->text : "");
    else
        snprintf(words, PHRASE, "--%s%s%s", option->name, valued ? " " : "",
                 valued ? given->text : "");
    return words;
}

/* Omits the name of an option that `before` names, too. */
static void words_append(char words[PHRASE], struct key key, const struct key *before, bool last,
                         bool command) {
    const bool again = before && key.value && before->value &&
                       key.name_length == before->name_length &&
                       memcmp(key.name, before->name, (size_t)key.name_length) == 0;
    const size_t used = strlen(words);
    const char *gap = !before ? "" : last ? " or " : ", ";
    if (again || command)
        snprintf(words + used, PHRASE - used, "%s%.*s", gap,
                 again ? key.value_length : key.name_length, again ? key.value : key.name);
    else
        snprintf(words + used, PHRASE - used, "%s--%.*s%s%.*s", gap, key.name_length, key.name,
                 key.value ? " " : "", key.value_length, key.value ? key.value : "");
}

/* Writes text such as "--show or --animate". */
static const char *list_words(const char *list, char words[PHRASE]) {
    struct key key, before;
    words[0] = '\0';
    for (bool first = true; key_next(&list, &key); first = false) {
        words_append(words, key, first ? NULL : &before, *list == '\0', false);
        before = key;
    }
    return words;
}

static const char *mode_words(const struct cli_tool *tool, const struct given *given,
                              char words[PHRASE]) {
    struct key keys[32];
    size_t count = 0;
    words[0] = '\0';
    for (size_t i = 0; i < tool->mode_count && count < 32; i++) {
        const struct cli_mode *mode = &tool->modes[i];
        if (mode->name && !mode_is_asked(tool, mode, given) && mode_takes(tool, mode, given))
            keys[count++] = mode_key(mode);
    }
    for (size_t i = 0; i < count; i++)
        words_append(words, keys[i], i > 0 ? &keys[i - 1] : NULL, i + 1 == count, tool->commands);
    return words;
}

static bool needs_hold(const struct command_line *line, const struct cli_rule *rule,
                       const struct given *given) {
    char option[PHRASE], others[PHRASE];
    if (any_is_given(line, rule->others)) return true;
    cli_complain("%s needs %s%s%s", given_words(given, option), list_words(rule->others, others),
                 rule->why ? ": " : "", rule->why ? rule->why : "");
    return false;
}

static bool excludes_hold(const struct command_line *line, const struct cli_rule *rule,
                          const struct given *given) {
    const char *others = rule->others;
    struct key key;
    while (key_next(&others, &key)) {
        char option[PHRASE], other[PHRASE];
        if (same_text(CLI_OPERANDS, key.name, key.name_length)) {
            if (line->operands == 0) continue;
            cli_complain("%s takes no %s", given_words(given, option), line->tool->operands.called);
            return false;
        }
        const struct given *clash = key_find(line, key);
        if (!clash) continue;
        cli_complain("%s and %s cannot be used together: %s", given_words(given, option),
                     given_words(clash, other), rule->why ? rule->why : "choose one");
        return false;
    }
    return true;
}

static bool rules_hold(const struct command_line *line, const struct given *given) {
    for (const struct cli_rule *rule = NULL; (rule = rule_next(given, rule));) {
        const bool elsewhere = rule->modes && !(rule->modes & line->mode->sets);
        if (elsewhere || any_is_given(line, rule->unless)) continue;
        if (rule->relation == CLI_NEEDS && !needs_hold(line, rule, given)) return false;
        if (rule->relation == CLI_EXCLUDES && !excludes_hold(line, rule, given)) return false;
    }
    return true;
}

static const struct given *mode_asker(const struct command_line *line) {
    const bool is_option = !is_command(line->tool, line->mode) && line->mode->name;
    return is_option ? key_find(line, mode_key(line->mode)) : NULL;
}

static bool any_mode_takes(const struct cli_tool *tool, const struct given *given) {
    size_t i = 0;
    while (i < tool->mode_count && !mode_takes(tool, &tool->modes[i], given)) i++;
    return i < tool->mode_count;
}

static void refuse_use(const struct command_line *line, const struct given *given) {
    const struct cli_tool *tool = line->tool;
    const struct cli_mode *last = &tool->modes[tool->mode_count - 1];
    char option[PHRASE], other[PHRASE] = "these options", needs[PHRASE];
    given_words(given, option);
    mode_words(tool, given, needs);
    if (!line->mode->name && needs[0] != '\0') {
        cli_complain("%s needs %s%s", option, tool->commands ? "the command " : "", needs);
        return;
    }
    if (line->mode->name && is_command(tool, line->mode))
        snprintf(other, sizeof other, "the command %s", line->mode->name);
    else if (line->mode->name)
        given_words(mode_asker(line), other);
    const bool by_itself = !tool->commands && !last->name && mode_takes(tool, last, given);
    if (by_itself || !any_mode_takes(tool, given))
        cli_complain("%s has no effect with %s; leave it out", option, other);
    else if (needs[0] == '\0')
        cli_complain("%s has no effect with %s; choose one", option, other);
    else
        cli_complain("%s has no effect with %s; it needs %s%s", option, other,
                     tool->commands ? "the command " : "", needs);
}

static bool operands_hold(const struct command_line *line) {
    const struct cli_operands *operands = &line->tool->operands;
    const struct given *asker = mode_asker(line);
    char option[PHRASE];
    if (line->operands == 0 || !asker || (operands->modes & line->mode->sets) != 0) return true;
    cli_complain("%s takes no %s", given_words(asker, option), operands->called);
    return false;
}

/* Reports a rule that excludes the option, if any. */
static bool is_excluded(const struct command_line *line, const struct given *given) {
    const struct given *asker = mode_asker(line);
    struct key key;
    for (const struct cli_rule *rule = NULL; asker && (rule = rule_next(given, rule));) {
        const char *others = rule->relation == CLI_EXCLUDES ? rule->others : NULL;
        while (key_next(&others, &key))
            if (key_is(key, asker)) return !excludes_hold(line, rule, given);
    }
    return false;
}

static bool use_holds(const struct command_line *line, const struct given *given) {
    if (is_common(given->option) || mode_takes(line->tool, line->mode, given)) return true;
    if (!is_excluded(line, given)) refuse_use(line, given);
    return false;
}

/* Reports options that contradict each other, and sets `*mode`. An unknown command has no rules. */
static bool rules_check(const struct cli_tool *tool, const struct given *given, size_t given_count,
                        char *const *operands, size_t operand_count, const char **mode) {
    struct command_line line = {
        .tool = tool,
        .given = given,
        .given_count = given_count,
        .operands = operand_count,
    };
    line.mode = mode_find(&line, operand_count > 0 ? operands[0] : NULL);
    *mode = line.mode ? line.mode->name : NULL;
    if (!line.mode) return true;
    if (line.mode->name && is_command(tool, line.mode)) line.operands--;
    for (size_t i = 0; i < given_count; i++)
        if (given[i].is_given && !use_holds(&line, &given[i])) return false;
    if (!operands_hold(&line)) return false;
    for (size_t i = 0; i < given_count; i++)
        if (given[i].is_given && !rules_hold(&line, &given[i])) return false;
    return true;
}

/* ---- completion ------------------------------------------------------------------------------ */

enum kind { ANYTHING, WORDS, FILES, DIRECTORIES };

static void list_add(char **list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = *list; *at != '\0'; at += strspn(at, " ")) {
        const size_t end = strcspn(at, " ");
        if (end == length && strncmp(at, word, length) == 0) return;
        at += end;
    }
    cli_append(list, "%s%s", (*list)[0] != '\0' ? " " : "", word);
}

static char *word_list(const char *const *words) {
    char *list = cli_text("%s", "");
    for (; words && *words; words++) list_add(&list, *words);
    return list;
}

static void list_add_catalogue(char **list, bool sizes) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        char size[32];
        snprintf(size, sizeof size, "%dx%d", entry->width, entry->height);
        list_add(list, sizes ? size : entry->name);
    }
}

/* Lists all variants, since the code may be for another machine. */
static void list_add_variants(char **list) {
    list_add(list, tilepdb_variant_name(TILEPDB_VARIANT_BEST));
    for (size_t i = 0; i < tilepdb_variant_count(); i++)
        list_add(list, tilepdb_variant_name(tilepdb_variant_at(i)));
}

static enum kind option_kind(const struct cli_option *option, char **list) {
    *list = word_list(option->keywords);
    if (strcmp(option->argument, "DIR") == 0) return DIRECTORIES;
    if (strstr(option->argument, "FILE")) return FILES;
    const bool sizes = option->type == CLI_BOARD || option->type == CLI_ANY_BOARD;
    if (sizes || strcmp(option->name, "partition") == 0) list_add_catalogue(list, sizes);
    if (strcmp(option->name, "variant") == 0) list_add_variants(list);
    return (*list)[0] != '\0' ? WORDS : ANYTHING;
}

static char *operand_list(const struct cli_operands *operands) {
    char *list = word_list(operands->keywords);
    if (operands->partitions) list_add_catalogue(&list, false);
    return list;
}

static const struct cli_option *next_option(const struct cli_tool *tool, size_t *section,
                                            size_t *i) {
    while (*section < tool->section_count && *i >= tool->sections[*section].count) {
        ++*section;
        *i = 0;
    }
    return *section < tool->section_count ? &tool->sections[*section].options[(*i)++] : NULL;
}

static void print_escaped(FILE *stream, const char *help, const char *escaped,
                          const char *apostrophe) {
    for (; *help != '\0'; help++) {
        if (strchr(escaped, *help)) fputc('\\', stream);
        if (*help == '\'')
            fputs(apostrophe, stream);
        else
            fputc(*help == '\n' ? ' ' : *help, stream);
    }
}

static void bash_reply(FILE *stream, enum kind kind, const char *list) {
    if (kind == WORDS)
        fprintf(stream, "mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$current\")", list);
    else if (kind == ANYTHING)
        fputs("COMPREPLY=()", stream);
    else
        fprintf(stream,
                "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -%c -- \"$current\")",
                kind == FILES ? 'f' : 'd');
}

static void bash_cases(FILE *stream, const struct cli_tool *tool) {
    const struct cli_option *option;
    for (size_t section = 0, i = 0; (option = next_option(tool, &section, &i));) {
        if (!option->argument) continue;
        char *list;
        const enum kind kind = option_kind(option, &list);
        fputs("    ", stream);
        if (option->letter != 0) fprintf(stream, "-%c | ", option->letter);
        fprintf(stream, "--%s)\n        ", option->name);
        bash_reply(stream, kind, list);
        fputs("\n        return\n        ;;\n", stream);
        free(list);
    }
}

static void bash_print(FILE *stream, const struct cli_tool *tool) {
    static const char head[] =
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    # bash makes three words of --option=argument\n"
        "    if [[ $current == = ]]; then\n"
        "        current=\n"
        "    elif [[ $previous == = ]]; then\n"
        "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    fi\n"
        "    case $previous in\n";
    fprintf(stream, "# bash completion for %s, printed by %s --completion bash\n_%s() {\n%s",
            tool->name, tool->name, tool->name, head);
    bash_cases(stream, tool);
    fputs("    esac\n    if [[ $current == -* ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W '",
          stream);
    const struct cli_option *option;
    const char *gap = "";
    for (size_t section = 0, i = 0; (option = next_option(tool, &section, &i));) {
        fprintf(stream, "%s--%s", gap, option->name);
        gap = " ";
    }
    fputs("' -- \"$current\")\n        return\n    fi\n    ", stream);
    char *list = operand_list(&tool->operands);
    bash_reply(stream, list[0] != '\0' ? WORDS : ANYTHING, list);
    if (tool->operands.files)
        fputs("\n    compopt -o filenames"
              "\n    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")",
              stream);
    fprintf(stream, "\n}\ncomplete -F _%s %s\n", tool->name, tool->name);
    free(list);
}

static void zsh_option(FILE *stream, const struct cli_option *option) {
    const char *equals = option->argument ? "=" : "";
    if (option->letter != 0)
        fprintf(stream, "    '(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
                option->letter, option->argument ? "+" : "", option->name, equals);
    else
        fprintf(stream, "    '--%s%s[", option->name, equals);
    print_escaped(stream, option->help, "[]:", "'\\''");
    fputc(']', stream);
    if (option->argument) {
        char *list;
        const enum kind kind = option_kind(option, &list);
        fprintf(stream, ":%s:", option->name);
        if (kind == WORDS) fprintf(stream, "(%s)", list);
        if (kind == FILES || kind == DIRECTORIES)
            fputs(kind == FILES ? "_files" : "_files -/", stream);
        free(list);
    }
    fputs("' \\\n", stream);
}

static void zsh_print(FILE *stream, const struct cli_tool *tool) {
    fprintf(stream, "#compdef %s\n# printed by %s --completion zsh\n", tool->name, tool->name);
    char *list = operand_list(&tool->operands);
    fprintf(stream,
            "_%s_operands() {\n"
            "  local -a words=(%s)\n"
            "  (( $#words )) && compadd -a words\n%s"
            "}\n",
            tool->name, list, tool->operands.files ? "  _files\n" : "");
    fputs("_arguments -s -S \\\n", stream);
    const struct cli_option *option;
    for (size_t section = 0, i = 0; (option = next_option(tool, &section, &i));)
        zsh_option(stream, option);
    fprintf(stream, "    '*:operand:_%s_operands'\n", tool->name);
    free(list);
}

static void fish_option(FILE *stream, const char *tool, const struct cli_option *option) {
    fprintf(stream, "complete -c %s -l %s", tool, option->name);
    if (option->letter != 0) fprintf(stream, " -s %c", option->letter);
    if (option->argument) {
        char *list;
        const enum kind kind = option_kind(option, &list);
        if (kind == FILES)
            fputs(" -r -F", stream);
        else if (kind == DIRECTORIES)
            fputs(" -x -a '(__fish_complete_directories)'", stream);
        else
            fprintf(stream, " -x -a '%s'", list);
        free(list);
    }
    fputs(" -d '", stream);
    print_escaped(stream, option->help, "\\", "\\'");
    fputs("'\n", stream);
}

static void fish_print(FILE *stream, const struct cli_tool *tool) {
    fprintf(stream, "# fish completion for %s, printed by %s --completion fish\n", tool->name,
            tool->name);
    char *list = operand_list(&tool->operands);
    if (!tool->operands.files) fprintf(stream, "complete -c %s -f\n", tool->name);
    if (list[0] != '\0') fprintf(stream, "complete -c %s -a '%s'\n", tool->name, list);
    free(list);
    const struct cli_option *option;
    for (size_t section = 0, i = 0; (option = next_option(tool, &section, &i));)
        fish_option(stream, tool->name, option);
}

static json_t *json_modes(const struct cli_tool *tool, uint32_t sets) {
    json_t *list = json_array();
    for (size_t i = 0; i < tool->mode_count; i++)
        if ((tool->modes[i].sets & sets) != 0)
            json_array_append_new(list, tool->modes[i].name ? json_string(tool->modes[i].name)
                                                            : json_null());
    return list;
}

static json_t *json_option(const struct cli_tool *tool, const struct cli_option *option) {
    static const char *const relations[] = {"none", "excludes", "needs", "works in"};
    json_t *rules = json_array();
    for (const struct cli_rule *rule = option->rules; rule && rule->relation; rule++)
        json_array_append_new(rules, json_pack("{s:s, s:s?, s:s?, s:s?, s:o}", "relation",
                                               relations[rule->relation], "others", rule->others,
                                               "value", rule->value, "unless", rule->unless,
                                               "modes", json_modes(tool, rule->modes)));
    return json_pack("{s:s, s:s?, s:b, s:s?, s:o, s:o}", "name", option->name, "argument",
                     option->argument, "common", is_common(option), "tried", option->tried, "modes",
                     json_modes(tool, option->modes), "rules", rules);
}

static void json_print(FILE *stream, const struct cli_tool *tool) {
    json_t *options = json_array();
    const struct cli_option *option;
    for (size_t section = 0, i = 0; (option = next_option(tool, &section, &i));)
        json_array_append_new(options, json_option(tool, option));
    json_t *table = json_pack("{s:b, s:o, s:o, s:o}", "commands", tool->commands, "options",
                              options, "modes", json_modes(tool, CLI_ALL_MODES), "operands",
                              json_modes(tool, tool->operands.modes));
    json_dumpf(table, stream, JSON_COMPACT);
    fputc('\n', stream);
    json_decref(table);
}

/* Any `shell` beyond the keywords prints the rows of all options, for the tests. */
static void completion_print(FILE *stream, const struct cli_tool *tool, int shell) {
    static void (*const prints[])(FILE *, const struct cli_tool *) = {bash_print, zsh_print,
                                                                      fish_print, json_print};
    prints[shell](stream, tool);
}

#define VARIANT_ENVIRONMENT "TILEPDB_VARIANT"

/* ---- variants -------------------------------------------------------------------------------- */

static char *name_list(const char *separator, bool all) {
    char *list = cli_text("%s", "");
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        const tilepdb_variant variant = tilepdb_variant_at(i);
        if (all || tilepdb_variant_available(variant))
            cli_append(&list, "%s%s", separator, tilepdb_variant_name(variant));
    }
    return list;
}

static bool name_read(const char *text, tilepdb_variant *variant) {
    *variant = TILEPDB_VARIANT_BEST;
    bool found = strcmp(tilepdb_variant_name(*variant), text) == 0;
    for (size_t i = 0; i < tilepdb_variant_count() && !found; i++) {
        *variant = tilepdb_variant_at(i);
        found = strcmp(tilepdb_variant_name(*variant), text) == 0;
    }
    return found;
}

static bool variant_choose(struct cli_common *common) {
    const char *text = common->variant_name ? common->variant_name : getenv(VARIANT_ENVIRONMENT);
    common->variant = TILEPDB_VARIANT_BEST;
    if (!text || text[0] == '\0') return true;
    const bool built = name_read(text, &common->variant);
    const bool best = common->variant == TILEPDB_VARIANT_BEST;
    if (built && (best || tilepdb_variant_available(common->variant))) return true;
    char *names = name_list(", ", false);
    cli_complain("%s: %s '%s'; use one of %s%s",
                 common->variant_name ? "--variant" : VARIANT_ENVIRONMENT,
                 built ? "this processor cannot run" : "this build has no", text,
                 tilepdb_variant_name(TILEPDB_VARIANT_BEST), names);
    free(names);
    return false;
}

static void variant_print(FILE *stream, const struct cli_common *common) {
    char *built = name_list(" ", true), *runs = name_list(" ", false);
    tilepdb_build build;
    tilepdb_build_info(&build);
    const bool best = common->variant == TILEPDB_VARIANT_BEST;
    fprintf(stream, "built for:%s\nruns here:%s\nvariant: %s, %s\n", built, runs,
            best ? build.variant : tilepdb_variant_name(common->variant),
            best                   ? "the best"
            : common->variant_name ? "by --variant"
                                   : "by " VARIANT_ENVIRONMENT);
    free(built);
    free(runs);
}

/* ---- the command line ------------------------------------------------------------------------ */

struct parser {
    size_t count;
    struct given *given;
    struct option *longs;
    const char **names;
    char letters[128];
};

/* getopt_long returns indices from here on, and letters below. */
#define FIRST_INDEX 256

static void parser_add(struct parser *parser, const struct cli_option *option, void *values) {
    size_t i = parser->count++;
    parser->longs[i] = (struct option){
        .name = option->name,
        .has_arg = option->argument ? required_argument : no_argument,
        .val = FIRST_INDEX + (int)i,
    };
    parser->names[i] = option->name;
    parser->given[i] = (struct given){.option = option, .values = values};
    if (option->letter == 0) return;
    size_t end = strlen(parser->letters);
    snprintf(parser->letters + end, sizeof parser->letters - end, "%c%s", option->letter,
             option->argument ? ":" : "");
}

static void parser_init(struct parser *parser, const struct cli_tool *tool) {
    size_t count = 1; /* getopt needs an empty last row */
    for (size_t s = 0; s < tool->section_count; s++) count += tool->sections[s].count;
    *parser = (struct parser){
        .longs = cli_allocated(calloc(count, sizeof *parser->longs)),
        .names = cli_allocated(calloc(count, sizeof *parser->names)),
        .given = cli_allocated(calloc(count, sizeof *parser->given)),
        .letters = ":", /* ':' makes getopt_long tell a missing argument, ':', from an unknown
                           option, '?' */
    };
    for (size_t s = 0; s < tool->section_count; s++) {
        const struct cli_section *section = &tool->sections[s];
        for (size_t i = 0; i < section->count; i++)
            parser_add(parser, &section->options[i], section->values);
    }
}

static void parser_free(struct parser *parser) {
    free(parser->longs);
    free(parser->names);
    free(parser->given);
}

static size_t parser_find(const struct parser *parser, int value) {
    if (value >= FIRST_INDEX) return (size_t)(value - FIRST_INDEX);
    size_t i = 0;
    while (i < parser->count && (value == 0 || parser->given[i].option->letter != value)) i++;
    return i;
}

static void complain_long(const struct cli_tool *tool, const struct parser *parser,
                          const char *given) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    size_t matches = 0;
    for (size_t i = 0; i < parser->count; i++)
        matches += strncmp(name, parser->names[i], strlen(name)) == 0;
    for (size_t i = 0; i < tool->moved_count && matches == 0; i++) {
        if (strncmp(name, tool->moved[i].name, strlen(name)) != 0) continue;
        cli_complain("unknown option --%s; use %s", name, tool->moved[i].instead);
        return;
    }
    const char *nearest = nearest_word(name, parser->names, parser->count);
    if (matches > 1)
        cli_complain("--%s is ambiguous; see --help", name);
    else if (nearest)
        cli_complain("unknown option --%s; did you mean --%s?", name, nearest);
    else
        cli_complain("unknown option --%s; see --help", name);
}

static void complain_option(const struct cli_tool *tool, const struct parser *parser, int result,
                            const char *given) {
    size_t known = parser_find(parser, optopt);
    if (result == ':' && known < parser->count) {
        const struct cli_option *option = parser->given[known].option;
        cli_complain("--%s needs an argument: %s", option->name, option->argument);
    } else if (known < parser->count && optopt >= FIRST_INDEX) {
        cli_complain("--%s takes no argument", parser->names[known]);
    } else if (!isalpha((unsigned char)(optopt != 0 ? optopt : given[2]))) {
        cli_complain("options begin with letters, see --help; before a board that begins with "
                     "'-', write '--'");
    } else if (optopt != 0) {
        cli_complain("unknown option -%c; see --help", optopt);
    } else {
        complain_long(tool, parser, given + 2);
    }
}

static bool given_by_letter(const struct parser *parser, char letter) {
    const size_t i = parser_find(parser, letter);
    return i < parser->count && parser->given[i].is_given && parser->given[i].by_letter;
}

static bool parser_run(const struct cli_tool *tool, struct parser *parser, int argc, char **argv) {
    opterr = 0;
    for (;;) {
        int result = getopt_long(argc, argv, parser->letters, parser->longs, NULL);
        if (result == -1) return true;
        size_t i = parser_find(parser, result);
        if (result == '?' || result == ':' || i >= parser->count) {
            complain_option(tool, parser, result, argv[optind - 1]);
            return false;
        }
        struct given *given = &parser->given[i];
        const char *text = optarg ? choice_keyword(given->option, optarg) : NULL;
        if (!cli_value_set(given->option, text, given->values)) return false;
        given->is_given = true;
        given->by_letter = result < FIRST_INDEX;
        given->text = text;
    }
}

/* Scans words before they are parsed, so that errors in options can be events, too. */
static bool words_ask_for_events(int argc, char **argv) {
    bool progress = false, json = false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        progress = progress || strcmp(argv[i], "--progress") == 0;
        json =
            json || strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "--format=json") == 0 ||
            (strcmp(argv[i], "--format") == 0 && argv[i + 1] && strcmp(argv[i + 1], "json") == 0);
    }
    return progress && json;
}

static bool options_ask_for_events(const struct parser *parser, const struct cli_common *common) {
    bool json = false;
    for (size_t i = 0; i < parser->count; i++) {
        const struct given *given = &parser->given[i];
        const bool format = strcmp(parser->names[i], "format") == 0;
        if (!given->is_given) continue;
        json = json || strcmp(parser->names[i], "json") == 0 ||
               (format && strcmp(given->text, "json") == 0);
    }
    return json && common->progress;
}

static uint64_t text_mix(uint64_t sum, const char *text) {
    do sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    while (*text++ != '\0');
    return sum;
}

static uint64_t fingerprint(const struct parser *parser) {
    uint64_t sum = text_mix(UINT64_C(0xCBF29CE484222325), tilepdb_version());
    for (size_t i = 0; i < parser->count; i++) {
        const struct given *given = &parser->given[i];
        if (!given->is_given || given->option->incidental || is_common(given->option)) continue;
        sum = text_mix(sum, given->option->name);
        sum = text_mix(sum, given->text ? given->text : "");
    }
    return sum;
}

/* ---- help ------------------------------------------------------------------------------------ */

#define HELP_COLUMN 26
#define HELP_WIDTH  80

static void print_option(FILE *stream, const struct cli_option *option) {
    char left[64];
    char letter[8] = "    ";
    if (option->letter != 0) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    fprintf(stream, "%-*s", HELP_COLUMN, left);
    if (strlen(left) >= HELP_COLUMN) fprintf(stream, "\n%*s", HELP_COLUMN, "");
    cli_print_wrapped(stream, HELP_COLUMN, HELP_WIDTH, HELP_COLUMN, option->help);
}

static void print_help(FILE *stream, const struct cli_tool *tool, bool brief) {
    fprintf(stream, "Usage: %s %s\n\n%s\n", tool->name, tool->usage, tool->summary);
    if (brief && tool->brief) {
        fprintf(stream, "\n%s--help shows all options.\n", tool->brief);
        return;
    }
    for (size_t s = 0; s < tool->section_count; s++) {
        const struct cli_section *section = &tool->sections[s];
        if (section->title) fprintf(stream, "\n%s:\n", section->title);
        for (size_t i = 0; i < section->count; i++) print_option(stream, &section->options[i]);
    }
    fprintf(stream, "\n%s", tool->epilogue);
}

static void print_version(FILE *stream, const struct cli_tool *tool,
                          const struct cli_common *common) {
    fprintf(stream, "%s (tilepdb) %s\n", tool->name, tilepdb_version());
    variant_print(stream, common);
}

/* Returns CLI_GO_ON, or the exit code of --help, --version or --completion, which do not depend on
 * the variant. */
static int answer_common(const struct cli_tool *tool, struct cli_common *common) {
    struct cli_output output = {0};
    int shell = CLI_LENGTH(shell_keywords) - 1;
    if (common->completion && strcmp(common->completion, "json") != 0 &&
        !cli_choice_read("completion", common->completion, shell_keywords, &shell))
        return CLI_USAGE;
    const bool independent = common->help || common->completion;
    if (!independent && !variant_choose(common)) return CLI_USAGE;
    if (!independent && !common->version) return CLI_GO_ON;
    const int code = cli_output_open(&output, NULL);
    if (code != CLI_SUCCESS) return code;
    if (common->help)
        print_help(output.stream, tool, common->brief_help);
    else if (common->completion)
        completion_print(output.stream, tool, shell);
    else
        print_version(output.stream, tool, common);
    return cli_output_end(&output, CLI_SUCCESS);
}

int cli_parse(const struct cli_tool *tool, struct cli_common *common, int argc, char **argv,
              int *first) {
    cli_start(tool->name);
    struct parser parser;
    parser_init(&parser, tool);
    cli_set_events(words_ask_for_events(argc, argv));
    int code = parser_run(tool, &parser, argc, argv) ? CLI_GO_ON : CLI_USAGE;
    if (code == CLI_GO_ON) {
        *first = optind;
        cli_set_events(options_ask_for_events(&parser, common));
        cli_set_quiet(common->quiet);
        common->brief_help = given_by_letter(&parser, 'h');
        code = answer_common(tool, common);
    }
    if (code == CLI_GO_ON && !rules_check(tool, parser.given, parser.count, argv + optind,
                                          (size_t)(argc - optind), &common->mode))
        code = CLI_USAGE;
    common->fingerprint = fingerprint(&parser);
    parser_free(&parser);
    return code;
}
