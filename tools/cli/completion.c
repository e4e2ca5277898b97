/* See parse.h. */
#include "cli/parse.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tilepdb_tables.h"

/* ---- values of arguments --------------------------------------------------------------------- */

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

static void print_help(FILE *stream, const char *help, const char *escaped,
                       const char *apostrophe) {
    for (; *help != '\0'; help++) {
        if (strchr(escaped, *help)) fputc('\\', stream);
        if (*help == '\'')
            fputs(apostrophe, stream);
        else
            fputc(*help == '\n' ? ' ' : *help, stream);
    }
}

/* ---- bash ------------------------------------------------------------------------------------ */

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

/* ---- zsh ------------------------------------------------------------------------------------- */

static void zsh_option(FILE *stream, const struct cli_option *option) {
    const char *equals = option->argument ? "=" : "";
    if (option->letter != 0)
        fprintf(stream, "    '(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
                option->letter, option->argument ? "+" : "", option->name, equals);
    else
        fprintf(stream, "    '--%s%s[", option->name, equals);
    print_help(stream, option->help, "[]:", "'\\''");
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

/* ---- fish ------------------------------------------------------------------------------------ */

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
    print_help(stream, option->help, "\\", "\\'");
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

/* ---- JSON ------------------------------------------------------------------------------------ */

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
                     option->argument, "common", cli_is_common(option), "tried", option->tried,
                     "modes", json_modes(tool, option->modes), "rules", rules);
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

void cli_completion_print(FILE *stream, const struct cli_tool *tool, enum cli_shell shell) {
    static void (*const prints[])(FILE *, const struct cli_tool *) = {bash_print, zsh_print,
                                                                      fish_print, json_print};
    prints[shell](stream, tool);
}
