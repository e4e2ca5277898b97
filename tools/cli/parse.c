/* See parse.h. */
#include "cli/parse.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/signals.h"

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
    struct cli_given *given;
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
    parser->given[i] = (struct cli_given){.option = option, .values = values};
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
        struct cli_given *given = &parser->given[i];
        const char *text = optarg ? cli_choice_keyword(given->option, optarg) : NULL;
        if (!cli_value_set(given->option, text, given->values)) return false;
        given->is_given = true;
        given->by_letter = result < FIRST_INDEX;
        given->text = text;
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

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
        const struct cli_given *given = &parser->given[i];
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
        const struct cli_given *given = &parser->given[i];
        if (!given->is_given || given->option->incidental || cli_is_common(given->option)) continue;
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

/* Returns CLI_GO_ON, or the exit code of --help, --version or --completion. Help and completion do
 * not depend on the variant. */
static int answer_common(const struct cli_tool *tool, struct cli_common *common) {
    struct cli_output output = {0};
    int shell = CLI_JSON;
    if (common->completion && strcmp(common->completion, "json") != 0 &&
        !cli_choice_read("completion", common->completion, cli_shell_keywords, &shell))
        return CLI_USAGE;
    const bool independent = common->help || common->completion;
    if (!independent && !variant_choose(common)) return CLI_USAGE;
    if (!independent && !common->version) return CLI_GO_ON;
    const int code = cli_output_open(&output, NULL);
    if (code != CLI_SUCCESS) return code;
    if (common->help)
        print_help(output.stream, tool, common->brief_help);
    else if (common->completion)
        cli_completion_print(output.stream, tool, (enum cli_shell)shell);
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
    if (code == CLI_GO_ON && !cli_rules_check(tool, parser.given, parser.count, argv + optind,
                                              (size_t)(argc - optind), &common->mode))
        code = CLI_USAGE;
    common->fingerprint = fingerprint(&parser);
    parser_free(&parser);
    return code;
}
