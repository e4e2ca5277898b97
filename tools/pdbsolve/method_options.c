#include <stddef.h>
#include <stdio.h>

#include "pdbsolve/method.h"

#define OFFSET(member) offsetof(struct solve_options, member)

static const char *const method_words[] = {"ida", "astar", "bfs", "iddfs", "layered", "ilp", NULL};
static const char *const form_words[] = {"fixed", "penalty", NULL};

const struct cli_option method_options[] = {
    {0, "method", "NAME", CLI_CHOICE, OFFSET(method), 0, 0, method_words,
     "ida (default), or a textbook method: astar, bfs, iddfs,\n"
     "ilp, or layered (as a person does it, boards up to 20x20)"},
    {0, "explain", NULL, CLI_FLAG, OFFSET(explain), 0, 0, NULL, "explain the steps of the method"},
    {0, "first-bound", "N", CLI_NUMBER, OFFSET(first_bound), 1, TILEPDB_METHOD_ITERATIONS - 1, NULL,
     "iddfs starts with N moves; ilp with a horizon of N"},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory), 0, 0, NULL,
     "bfs and astar use at most SIZE (default: what is free;\n"
     "with --compare, 1G)"},
    {0, "ilp-form", "NAME", CLI_CHOICE, OFFSET(ilp_form), 0, 0, form_words,
     "fixed (default): solved after exactly N moves; penalty:\n"
     "the remaining distance has a cost"},
    {0, "write-lp", "FILE", CLI_TEXT, OFFSET(write_lp), 0, 0, NULL,
     "write the integer program in CPLEX LP format: for N moves\n"
     "of --first-bound, else for the solution's length"},
    {0, "compare", NULL, CLI_FLAG, OFFSET(compare), 0, 0, NULL,
     "all methods side by side, 2 s each or --timeout; without\n"
     "boards, on built-in ones"},
    {0, "plot", "FILE", CLI_TEXT, OFFSET(plot), 0, 0, NULL,
     "with --compare, an SVG chart drawn by gnuplot"},
    {0, "examples", NULL, CLI_FLAG, OFFSET(examples), 0, 0, NULL, "list named boards"},
    {0, "example", "NAME", CLI_TEXT, OFFSET(example), 0, 0, NULL, "solve a named board"},
};
const size_t method_option_count = sizeof method_options / sizeof *method_options;

bool large_options_check(const struct solve_options *options, tilepdb_error *error) {
    const char *option = options->show      ? "--show"
                         : options->animate ? "--animate"
                         : options->stats   ? "--stats"
                                            : NULL;
    if (option == NULL) return true;
    error->status = TILEPDB_ERROR_ARGUMENT;
    snprintf(error->message, sizeof error->message, "%s applies only to boards of at most %d cells",
             option, TILEPDB_TABLE_MAX_CELLS);
    return false;
}

tilepdb_method method_of(enum method_choice choice) {
    switch (choice) {
    case METHOD_ASTAR:
        return TILEPDB_METHOD_ASTAR;
    case METHOD_IDDFS:
        return TILEPDB_METHOD_IDDFS;
    case METHOD_LAYERED:
        return TILEPDB_METHOD_LAYERED;
    case METHOD_ILP:
        return TILEPDB_METHOD_ILP;
    default:
        return TILEPDB_METHOD_BFS;
    }
}

void method_options_fill(tilepdb_method_options *method, const struct solve_options *options) {
    tilepdb_method_options_init(method, method_of((enum method_choice)options->method));
    if (options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT) {
        method->heuristic = TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    }
    method->form = (tilepdb_program_form)options->ilp_form;
    method->first_bound = options->first_bound;
    method->max_length = options->max_length;
    method->max_nodes = options->max_nodes;
    method->timeout = options->timeout;
    method->memory_limit = options->memory;
}
