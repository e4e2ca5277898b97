/* The options of the textbook methods. */
#include "pdbsolve/textbook.h"
#include "tilepdb_methods.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define OFFSET(member) offsetof(struct solve_options, member)

static const char *const form_words[] = {"fixed", "penalty", NULL};

/* The words and the help of the first one follow from the library. */
static const struct cli_option section_options[TEXTBOOK_OPTIONS] = {
    {0, "method", "NAME", CLI_CHOICE, OFFSET(method), 0, 0, NULL, NULL},
    {0, "explain", NULL, CLI_FLAG, OFFSET(explain), 0, 0, NULL, "explain the steps of the method"},
    {0, "first-bound", "N", CLI_NUMBER, OFFSET(first_bound), 1, TILEPDB_METHOD_ITERATIONS - 1, NULL,
     "iddfs starts with N moves; ilp with a horizon of N"},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory), 0, 0, NULL,
     "bfs and astar use at most SIZE (default: what is free; with --compare, 1G)"},
    {0, "ilp-form", "NAME", CLI_CHOICE, OFFSET(ilp_form), 0, 0, form_words,
     "fixed (default): solved after exactly N moves; penalty: the remaining distance has a cost"},
    {0, "write-lp", "FILE", CLI_TEXT, OFFSET(write_lp), 0, 0, NULL,
     "write the integer program in CPLEX LP format: for N moves of --first-bound, else for the "
     "solution's length"},
    {0, "compare", NULL, CLI_FLAG, OFFSET(compare), 0, 0, NULL,
     "all methods side by side, 2 s each or --timeout; without boards, on built-in ones"},
    {0, "plot", "FILE", CLI_TEXT, OFFSET(plot), 0, 0, NULL,
     "with --compare, an SVG chart drawn by gnuplot"},
    {0, "examples", NULL, CLI_FLAG, OFFSET(examples), 0, 0, NULL, "list named boards"},
    {0, "example", "NAME", CLI_TEXT, OFFSET(example), 0, 0, NULL, "solve a named board"},
};

static void help_append(char help[TEXTBOOK_HELP], const char *text) {
    const size_t used = strlen(help);
    snprintf(help + used, TEXTBOOK_HELP - used, "%s", text);
}

/* "ida (default), or a textbook method: astar, bfs, or layered (as a person does it)": what finds
 * other than shortest solutions comes last and is explained. */
static void help_write(char help[TEXTBOOK_HELP]) {
    const size_t count = tilepdb_method_count();
    size_t named = 0;
    help[0] = '\0';
    help_append(help, "ida (default), or a textbook method: ");
    for (int optimal = 1; optimal >= 0; optimal--) {
        for (size_t i = 0; i < count; i++) {
            const tilepdb_method_info *method = tilepdb_method_at(i);
            if (method->optimal != (bool)optimal) continue;
            help_append(help, named == 0 ? "" : named + 1 < count ? ", " : ", or ");
            help_append(help, method->name);
            named++;
            if (optimal) continue;
            help_append(help, " (");
            help_append(help, method->summary);
            help_append(help, ")");
        }
    }
}

void textbook_section_make(struct textbook_section *section) {
    *section = (struct textbook_section){.words = {"ida"}};
    for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++)
        section->words[i + 1] = tilepdb_method_at(i)->name;
    help_write(section->help);
    memcpy(section->options, section_options, sizeof section_options);
    section->options[0].words = section->words;
    section->options[0].help = section->help;
}

const tilepdb_method_info *textbook_method(const struct solve_options *options) {
    return options->method == METHOD_IDA ? NULL : tilepdb_method_at((size_t)options->method - 1);
}

bool textbook_takes_large(const struct solve_options *options) {
    const tilepdb_method_info *method = textbook_method(options);
    return method && method->large;
}

bool large_options_check(const struct solve_options *options, tilepdb_error *error) {
    const char *option = options->show      ? "--show"
                         : options->animate ? "--animate"
                         : options->stats   ? "--stats"
                                            : NULL;
    if (!option) return true;
    error->status = TILEPDB_ERROR_ARGUMENT;
    snprintf(error->message, sizeof error->message, "%s applies only to boards of at most %d cells",
             option, TILEPDB_TABLE_MAX_CELLS);
    return false;
}

void textbook_options_fill(tilepdb_method_options *method, tilepdb_method number,
                           const struct solve_options *options) {
    tilepdb_method_options_init(method, number);
    if (options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT)
        method->heuristic = TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    method->metric = (tilepdb_metric)options->metric;
    method->form = (tilepdb_program_form)options->ilp_form;
    method->first_bound = options->first_bound;
    method->max_length = options->max_length;
    method->max_nodes = options->max_nodes;
    method->timeout = options->timeout;
    method->memory_limit = options->memory;
}
