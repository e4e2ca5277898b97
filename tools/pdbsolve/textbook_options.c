/* The options of the textbook methods. */
#include "pdbsolve/textbook.h"
#include "tilepdb_methods.h"

#include <stdio.h>
#include <string.h>

static void help_append(char help[METHOD_HELP], const char *text) {
    const size_t used = strlen(help);
    snprintf(help + used, METHOD_HELP - used, "%s", text);
}

/* "ida (default), or a textbook method: astar, bfs, or layered (as a person does it)": what finds
 * other than shortest solutions comes last and is explained. */
static void help_write(char help[METHOD_HELP]) {
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

void method_keywords_make(struct method_keywords *made) {
    *made = (struct method_keywords){.keywords = {"ida"}};
    for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++)
        made->keywords[i + 1] = tilepdb_method_at(i)->name;
    help_write(made->help);
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
