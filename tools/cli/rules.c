/* See rules.h. */
#include "cli/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/options.h"

/* A command line and the rules that it is checked against. */
struct trial {
    const struct cli_rules *rules;
    const struct cli_given *given;
    size_t given_count;
    const char *command; /* the first operand; NULL: none */
    size_t operands;     /* commands apart */
};

/* ---- keys ------------------------------------------------------------------------------------ */

/* A key within a list, and its parts. */
struct key {
    const char *name, *value; /* value NULL: any */
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

/* Steps through the keys of a list, which may be NULL. */
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
    if (!given->option) return false;
    if (!same_text(given->option->name, key.name, key.name_length)) return false;
    return !key.value || (given->text && same_text(given->text, key.value, key.value_length));
}

static bool key_is_operands(struct key key) {
    return same_text(CLI_OPERANDS, key.name, key.name_length);
}

/* What was given of a key, NULL if nothing was. */
static const struct cli_given *key_find(const struct trial *trial, struct key key) {
    for (size_t i = 0; i < trial->given_count; i++)
        if (key_is(key, &trial->given[i])) return &trial->given[i];
    return NULL;
}

static bool any_is_given(const struct trial *trial, const char *list) {
    struct key key;
    while (key_next(&list, &key))
        if (key_find(trial, key)) return true;
    return false;
}

/* ---- words ----------------------------------------------------------------------------------- */

#define PHRASE 320

/* An option as the user typed it; an abbreviation in full, and a word with what it was given. */
static const char *given_words(const struct cli_given *given, char words[PHRASE]) {
    const struct cli_option *option = given->option;
    const bool word = option->type == CLI_CHOICE;
    if (given->by_letter)
        snprintf(words, PHRASE, "-%c%s%s", option->letter, word ? " " : "",
                 word ? given->text : "");
    else
        snprintf(words, PHRASE, "--%s%s%s", option->name, word ? " " : "", word ? given->text : "");
    return words;
}

/* Appends a key to a list of alternatives; options that differ in their value alone are named once.
 */
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

/* "--show or --animate". */
static const char *list_words(const char *list, char words[PHRASE]) {
    struct key key, before;
    words[0] = '\0';
    for (bool first = true; key_next(&list, &key); first = false) {
        words_append(words, key, first ? NULL : &before, *list == '\0', false);
        before = key;
    }
    return words;
}

/* The modes of a set that are asked for by another key than this: "--method iddfs or ilp". Empty if
 * there is none. */
static const char *mode_words(const struct cli_rules *rules, uint32_t modes, const char *but,
                              char words[PHRASE]) {
    const char *keys[32];
    size_t count = 0;
    words[0] = '\0';
    for (size_t i = 0; i < rules->mode_count; i++) {
        const char *key = rules->modes[i].key;
        if ((modes >> i & 1) != 0 && key && strcmp(key, but) != 0) keys[count++] = key;
    }
    for (size_t i = 0; i < count; i++) {
        const struct key before = key_parse(i > 0 ? keys[i - 1] : keys[i]);
        words_append(words, key_parse(keys[i]), i > 0 ? &before : NULL, i + 1 == count,
                     rules->commands);
    }
    return words;
}

/* ---- what a rule says ------------------------------------------------------------------------ */

static const char *because(const struct cli_rule *rule) {
    return rule->why ? rule->why : "";
}

static bool needs_hold(const struct trial *trial, const struct cli_rule *rule,
                       const struct cli_given *given) {
    char option[PHRASE], others[PHRASE];
    if (any_is_given(trial, rule->others)) return true;
    cli_complain("%s needs %s%s%s", given_words(given, option), list_words(rule->others, others),
                 rule->why ? ": " : "", because(rule));
    return false;
}

static bool excludes_hold(const struct trial *trial, const struct cli_rule *rule,
                          const struct cli_given *given) {
    const char *others = rule->others;
    struct key key;
    while (key_next(&others, &key)) {
        char option[PHRASE], other[PHRASE];
        if (key_is_operands(key)) {
            if (trial->operands == 0) continue;
            cli_complain("%s takes no %s", given_words(given, option), trial->rules->operands);
            return false;
        }
        const struct cli_given *clash = key_find(trial, key);
        if (!clash) continue;
        cli_complain("%s and %s cannot be used together: %s", given_words(given, option),
                     given_words(clash, other), rule->why ? rule->why : "choose one");
        return false;
    }
    return true;
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* The mode that is asked for, mode_count if the command is unknown. */
static size_t mode_find(const struct trial *trial) {
    const struct cli_rules *rules = trial->rules;
    size_t i = 0;
    for (; i < rules->mode_count; i++) {
        const char *key = rules->modes[i].key;
        if (!key) break;
        if (rules->commands ? trial->command && strcmp(trial->command, key) == 0
                            : any_is_given(trial, key))
            break;
    }
    return i;
}

static const struct cli_use *use_find(const struct cli_rules *rules,
                                      const struct cli_given *given) {
    for (size_t i = 0; i < rules->use_count; i++)
        if (key_is(key_parse(rules->uses[i].key), given)) return &rules->uses[i];
    return NULL;
}

static void refuse_use(const struct trial *trial, size_t mode, const struct cli_use *use,
                       const struct cli_given *given) {
    const struct cli_rules *rules = trial->rules;
    const char *key = rules->modes[mode].key;
    const uint32_t modes = use ? use->modes : 0;
    char option[PHRASE], other[PHRASE], needs[PHRASE];
    given_words(given, option);
    mode_words(rules, modes, use ? use->key : "", needs);
    const char *command = rules->commands ? "the command " : "";
    if (!key && needs[0] != '\0') {
        cli_complain("%s needs %s", option, needs);
        return;
    }
    if (!key)
        snprintf(other, sizeof other, "these options");
    else if (rules->commands)
        snprintf(other, sizeof other, "the command %s", key);
    else
        given_words(key_find(trial, key_parse(key)), other);
    const bool by_itself =
        rules->mode_count > 0 && (modes >> (rules->mode_count - 1) & 1) != 0 && !rules->commands;
    if (by_itself || modes == 0)
        cli_complain("%s has no effect with %s; leave it out", option, other);
    else if (needs[0] == '\0')
        cli_complain("%s has no effect with %s; choose one", option, other);
    else
        cli_complain("%s has no effect with %s; it needs %s%s", option, other, command, needs);
}

/* The common options are always accepted. */
static bool is_common(const struct cli_option *option) {
    return option >= cli_common_options && option < cli_common_options + cli_common_option_count;
}

static bool operands_hold(const struct trial *trial, size_t mode) {
    const struct cli_rules *rules = trial->rules;
    const char *key = rules->modes[mode].key;
    if (trial->operands == 0 || !key || rules->commands) return true;
    for (size_t i = 0; i < rules->use_count; i++) {
        if (strcmp(rules->uses[i].key, CLI_OPERANDS) != 0) continue;
        if ((rules->uses[i].modes >> mode & 1) != 0) return true;
        char other[PHRASE];
        given_words(key_find(trial, key_parse(key)), other);
        cli_complain("%s takes no %s", other, rules->operands);
        return false;
    }
    return true;
}

/* Whether a rule says why the option does not go with the mode; then that is what is said. */
static bool is_excluded(const struct trial *trial, size_t mode, const struct cli_given *given) {
    const struct cli_rules *rules = trial->rules;
    const char *asked = rules->modes[mode].key;
    const struct cli_given *by = asked ? key_find(trial, key_parse(asked)) : NULL;
    struct key key;
    for (size_t i = 0; by && i < rules->rule_count; i++) {
        const struct cli_rule *rule = &rules->rules[i];
        const char *others = rule->others;
        if (rule->relation != CLI_EXCLUDES || !key_is(key_parse(rule->key), given)) continue;
        while (key_next(&others, &key))
            if (key_is(key, by)) return !excludes_hold(trial, rule, given);
    }
    return false;
}

static bool uses_hold(const struct trial *trial, size_t mode) {
    for (size_t i = 0; i < trial->given_count; i++) {
        const struct cli_given *given = &trial->given[i];
        if (!given->option || is_common(given->option)) continue;
        const struct cli_use *use = use_find(trial->rules, given);
        if (use && (use->modes >> mode & 1) != 0) continue;
        if (!is_excluded(trial, mode, given)) refuse_use(trial, mode, use, given);
        return false;
    }
    return operands_hold(trial, mode);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool rule_holds(const struct trial *trial, const struct cli_rule *rule) {
    const struct cli_given *given = key_find(trial, key_parse(rule->key));
    if (!given || any_is_given(trial, rule->unless)) return true;
    return rule->relation == CLI_NEEDS ? needs_hold(trial, rule, given)
                                       : excludes_hold(trial, rule, given);
}

bool cli_rules_check(const struct cli_rules *rules, const struct cli_given *given,
                     size_t given_count, char *const *operands, size_t operand_count) {
    const struct trial trial = {
        .rules = rules,
        .given = given,
        .given_count = given_count,
        .command = operand_count > 0 ? operands[0] : NULL,
        .operands = rules->commands && operand_count > 0 ? operand_count - 1 : operand_count,
    };
    const size_t mode = mode_find(&trial);
    if (mode == rules->mode_count) return true;
    if (!uses_hold(&trial, mode)) return false;
    for (size_t i = 0; i < rules->rule_count; i++)
        if (!rule_holds(&trial, &rules->rules[i])) return false;
    return true;
}
