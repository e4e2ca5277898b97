/*
 * Rules for combinations: every option has an effect or is refused.
 *
 * A tool has modes, such as solving, --judge, or the command `table`. The row of an option lists
 * the modes in which it has an effect, and the options that it excludes or needs. Common options
 * are always accepted, since scripts pass them to every call.
 */
#include "cli/parse.h"

#include <stdio.h>
#include <string.h>

#include "cli/console.h"

struct command_line {
    const struct cli_tool *tool;
    const struct cli_given *given;
    size_t given_count;
    const struct cli_mode *mode;
    size_t operands;
};

/* ---- keys ------------------------------------------------------------------------------------ */

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

static bool key_is(struct key key, const struct cli_given *given) {
    if (!given->is_given) return false;
    if (!same_text(given->option->name, key.name, key.name_length)) return false;
    return !key.value || (given->text && same_text(given->text, key.value, key.value_length));
}

static const struct cli_given *key_find(const struct command_line *line, struct key key) {
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

/* ---- modes ----------------------------------------------------------------------------------- */

static bool has_value(const struct cli_rule *rule, const struct cli_given *given) {
    const char *values = rule->value;
    struct key key;
    while (given->text && key_next(&values, &key))
        if (same_text(given->text, key.name, key.name_length)) return true;
    return !rule->value;
}

/* Starts after `rule`; NULL means before the first rule. */
static const struct cli_rule *rule_next(const struct cli_given *given,
                                        const struct cli_rule *rule) {
    rule = rule ? rule + 1 : given->option->rules;
    while (rule && rule->relation && !has_value(rule, given)) rule++;
    return rule && rule->relation ? rule : NULL;
}

static bool is_command(const struct cli_tool *tool, const struct cli_mode *mode) {
    return tool->commands && !mode->is_option;
}

static bool mode_is_asked(const struct cli_tool *tool, const struct cli_mode *mode,
                          const struct cli_given *given) {
    return !is_command(tool, mode) && mode->name && key_is(mode_key(mode), given);
}

static bool mode_takes(const struct cli_tool *tool, const struct cli_mode *mode,
                       const struct cli_given *given) {
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

/* ---- words ----------------------------------------------------------------------------------- */

#define PHRASE 320

/* Writes abbreviations in full, and a choice with its value. */
static const char *given_words(const struct cli_given *given, char words[PHRASE]) {
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

/* Omits the name of an option that the previous key names. */
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

static const char *mode_words(const struct cli_tool *tool, const struct cli_given *given,
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

/* ---- rules of options ------------------------------------------------------------------------ */

static bool needs_hold(const struct command_line *line, const struct cli_rule *rule,
                       const struct cli_given *given) {
    char option[PHRASE], others[PHRASE];
    if (any_is_given(line, rule->others)) return true;
    cli_complain("%s needs %s%s%s", given_words(given, option), list_words(rule->others, others),
                 rule->why ? ": " : "", rule->why ? rule->why : "");
    return false;
}

static bool excludes_hold(const struct command_line *line, const struct cli_rule *rule,
                          const struct cli_given *given) {
    const char *others = rule->others;
    struct key key;
    while (key_next(&others, &key)) {
        char option[PHRASE], other[PHRASE];
        if (same_text(CLI_OPERANDS, key.name, key.name_length)) {
            if (line->operands == 0) continue;
            cli_complain("%s takes no %s", given_words(given, option), line->tool->operands.called);
            return false;
        }
        const struct cli_given *clash = key_find(line, key);
        if (!clash) continue;
        cli_complain("%s and %s cannot be used together: %s", given_words(given, option),
                     given_words(clash, other), rule->why ? rule->why : "choose one");
        return false;
    }
    return true;
}

static bool rules_hold(const struct command_line *line, const struct cli_given *given) {
    for (const struct cli_rule *rule = NULL; (rule = rule_next(given, rule));) {
        const bool elsewhere = rule->modes && !(rule->modes & line->mode->sets);
        if (elsewhere || any_is_given(line, rule->unless)) continue;
        if (rule->relation == CLI_NEEDS && !needs_hold(line, rule, given)) return false;
        if (rule->relation == CLI_EXCLUDES && !excludes_hold(line, rule, given)) return false;
    }
    return true;
}

/* ---- rules of modes -------------------------------------------------------------------------- */

static const struct cli_given *mode_asker(const struct command_line *line) {
    const bool is_option = !is_command(line->tool, line->mode) && line->mode->name;
    return is_option ? key_find(line, mode_key(line->mode)) : NULL;
}

static bool any_mode_takes(const struct cli_tool *tool, const struct cli_given *given) {
    size_t i = 0;
    while (i < tool->mode_count && !mode_takes(tool, &tool->modes[i], given)) i++;
    return i < tool->mode_count;
}

static void refuse_use(const struct command_line *line, const struct cli_given *given) {
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
    const struct cli_given *asker = mode_asker(line);
    char option[PHRASE];
    if (line->operands == 0 || !asker || (operands->modes & line->mode->sets) != 0) return true;
    cli_complain("%s takes no %s", given_words(asker, option), operands->called);
    return false;
}

/* Reports a rule that excludes the option, if any. */
static bool is_excluded(const struct command_line *line, const struct cli_given *given) {
    const struct cli_given *asker = mode_asker(line);
    struct key key;
    for (const struct cli_rule *rule = NULL; asker && (rule = rule_next(given, rule));) {
        const char *others = rule->relation == CLI_EXCLUDES ? rule->others : NULL;
        while (key_next(&others, &key))
            if (key_is(key, asker)) return !excludes_hold(line, rule, given);
    }
    return false;
}

static bool use_holds(const struct command_line *line, const struct cli_given *given) {
    if (cli_is_common(given->option) || mode_takes(line->tool, line->mode, given)) return true;
    if (!is_excluded(line, given)) refuse_use(line, given);
    return false;
}

bool cli_rules_check(const struct cli_tool *tool, const struct cli_given *given, size_t given_count,
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
