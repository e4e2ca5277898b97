/* --compare: all methods on the same boards, with the same limits. */
#include "pdbsolve/compare.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbsolve/examples.h"
#include "pdbsolve/method.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/solvers.h"
#include "pdbsolve/source.h"

#define DEFAULT_SECONDS 2.0
#define DEFAULT_MEMORY  ((uint64_t)1 << 30)

static const struct contestant contestants[] = {
    {"layered", METHOD_LAYERED, TILEPDB_HEURISTIC_MANHATTAN},
    {"bfs", METHOD_BFS, TILEPDB_HEURISTIC_MANHATTAN},
    {"iddfs", METHOD_IDDFS, TILEPDB_HEURISTIC_MANHATTAN},
    {"ilp", METHOD_ILP, TILEPDB_HEURISTIC_MANHATTAN},
    {"astar manhattan", METHOD_ASTAR, TILEPDB_HEURISTIC_MANHATTAN},
    {"astar conflict", METHOD_ASTAR, TILEPDB_HEURISTIC_LINEAR_CONFLICT},
    {"ida manhattan", METHOD_IDA, TILEPDB_HEURISTIC_MANHATTAN},
    {"ida conflict", METHOD_IDA, TILEPDB_HEURISTIC_LINEAR_CONFLICT},
    {"ida pdb", METHOD_IDA, TILEPDB_HEURISTIC_PDB},
};
#define HEURISTICS  (TILEPDB_HEURISTIC_LINEAR_CONFLICT + 1)
#define CONTESTANTS (sizeof contestants / sizeof *contestants)

struct comparison {
    struct solve_options options; /* with the default limits filled in */
    const struct goal_choice *goal;
    struct cli_output *output;
    struct cli_progress progress;
    struct solve_options ida_options[HEURISTICS]; /* by heuristic, and so the solvers */
    struct solver_cache solvers[HEURISTICS];
    struct outcome *outcomes;
    size_t count;
    tilepdb_method_result method; /* too large for the stack */
    tilepdb_result result;
    tilepdb_error error;
};

static tilepdb_status run_ida(struct comparison *comparison, const tilepdb_board *board,
                              const tilepdb_board *goal, struct outcome *outcome) {
    const bool pdb = outcome->contestant->heuristic == TILEPDB_HEURISTIC_PDB;
    const struct solver_slot *slot =
        solver_build(&comparison->solvers[outcome->contestant->heuristic], goal);
    if (slot->best == NULL) return TILEPDB_ERROR_NOT_FOUND; /* and has reported it */
    tilepdb_solve_options solve;
    tilepdb_solve_options_init(&solve);
    solve.timeout = comparison->options.timeout;
    solve.max_nodes = comparison->options.max_nodes;
    solve.max_length = comparison->options.max_length;
    solve.plain = comparison->options.plain;
    solve.progress = cli_progress_report;
    solve.user = &comparison->progress;
    const tilepdb_result *result = &comparison->result;
    const tilepdb_status status =
        tilepdb_solve(slot->best->solver, board, &solve, &comparison->result, &comparison->error);
    outcome->optimal = result->optimal;
    outcome->length = status == TILEPDB_OK ? result->length : -1;
    outcome->lower_bound = result->lower_bound;
    outcome->nodes = result->generated;
    outcome->seconds = result->seconds;
    const struct database *database = &slot->best->database;
    for (size_t i = 0; pdb && i < database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->tables[i], &info);
        outcome->memory += info.table_bytes;
    }
    return status;
}

static tilepdb_status run_method(struct comparison *comparison, const tilepdb_board *board,
                                 const tilepdb_board *goal, struct outcome *outcome) {
    struct solve_options options = comparison->options;
    tilepdb_method_options method;
    options.method = (int)outcome->contestant->method;
    method_options_fill(&method, &options);
    if (options.method == METHOD_ASTAR) method.heuristic = outcome->contestant->heuristic;
    method.progress = cli_progress_report;
    method.user = &comparison->progress;
    const tilepdb_method_result *result = &comparison->method;
    const tilepdb_status status =
        tilepdb_method_solve(board, goal, &method, &comparison->method, &comparison->error);
    outcome->optimal = result->optimal;
    outcome->length = status == TILEPDB_OK ? result->length : -1;
    outcome->lower_bound = result->lower_bound;
    outcome->nodes = result->generated;
    outcome->memory = result->memory;
    outcome->seconds = result->seconds;
    return status;
}

/* All contestants on one board. Returns the exit code: a limit is not a failure here. */
static int compare_board(struct comparison *comparison, const char *name,
                         const tilepdb_board *board) {
    const tilepdb_board goal = goal_for(comparison->goal, board->width, board->height);
    comparison->outcomes = cli_allocated(realloc(
        comparison->outcomes, (comparison->count + CONTESTANTS) * sizeof *comparison->outcomes));
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < CONTESTANTS; i++) {
        struct outcome *outcome = &comparison->outcomes[comparison->count];
        *outcome = (struct outcome){.board = name, .contestant = &contestants[i], .length = -1};
        cli_progress_title(&comparison->progress, "%s: %s", name, contestants[i].name);
        outcome->status = contestants[i].method == METHOD_IDA
                              ? run_ida(comparison, board, &goal, outcome)
                              : run_method(comparison, board, &goal, outcome);
        if (outcome->status == TILEPDB_UNSOLVABLE) code = CLI_NO;
        if (outcome->status == TILEPDB_CANCELLED) return cli_exit_code(TILEPDB_CANCELLED);
        comparison->count++;
        cli_progress_clear();
        compare_print(comparison->output->stream, (enum solve_format)comparison->options.format,
                      outcome);
        if (!cli_output_flush(comparison->output)) return code;
    }
    return code;
}

static int compare_examples(struct comparison *comparison) {
    int code = CLI_SUCCESS;
    for (const char *const *name = example_ladder;
         *name != NULL && code == CLI_SUCCESS && !comparison->output->ended; name++) {
        const struct example *example = example_find(*name);
        tilepdb_board board;
        tilepdb_board_parse(example->board, strlen(example->board), 0, 0, &board, NULL);
        code = compare_board(comparison, *name, &board);
    }
    return code;
}

/* The names of boards, which outcomes point to. */
struct names {
    char **name;
    size_t count;
};

static const char *name_add(struct names *names, char *name) {
    names->name = cli_allocated(realloc(names->name, (names->count + 1) * sizeof *names->name));
    return names->name[names->count++] = name;
}

static int compare_boards(struct comparison *comparison, char *const *arguments, size_t count,
                          struct names *names) {
    struct board_source source;
    struct source_entry entry;
    int code = CLI_SUCCESS;
    board_source_init(&source, arguments, count, &comparison->options, comparison->goal);
    while (!comparison->output->ended && board_source_next(&source, &entry, &code)) {
        if (!entry.readable) {
            cli_complain("%s: %s", entry.name, entry.item.error.message);
            code = cli_worse(code, CLI_USAGE);
            continue;
        }
        const char *name = name_add(names, cli_text("%s", entry.name));
        code = cli_worse(code, compare_board(comparison, name, &entry.item.board));
        if (cli_signal() != 0) break;
    }
    board_source_free(&source);
    return code;
}

static struct comparison *comparison_make(const struct solve_options *options,
                                          const struct goal_choice *goal,
                                          struct cli_output *output) {
    struct comparison *comparison = cli_allocated(calloc(1, sizeof *comparison));
    comparison->options = *options;
    comparison->goal = goal;
    comparison->output = output;
    if (options->timeout <= 0) comparison->options.timeout = DEFAULT_SECONDS;
    if (options->memory == 0) comparison->options.memory = DEFAULT_MEMORY;
    for (int heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        comparison->ida_options[heuristic] = comparison->options;
        comparison->ida_options[heuristic].heuristic = heuristic;
        comparison->solvers[heuristic].options = &comparison->ida_options[heuristic];
        comparison->solvers[heuristic].progress = &comparison->progress;
    }
    cli_progress_init(&comparison->progress, &options->common);
    return comparison;
}

static void comparison_free(struct comparison *comparison) {
    for (int heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        solver_cache_free(&comparison->solvers[heuristic]);
    }
    free(comparison->outcomes);
    free(comparison);
}

int mode_compare(const struct solve_options *options, const struct goal_choice *goal,
                 char *const *arguments, size_t count, struct cli_output *output) {
    struct cli_output plot = {0};
    int code = CLI_SUCCESS;
    if (options->plot != NULL) code = cli_document_open(&plot, options->plot);
    if (code != CLI_SUCCESS) return code;
    struct comparison *comparison = comparison_make(options, goal, output);
    struct names names = {0};
    compare_head(output->stream, (enum solve_format)options->format);
    cli_output_heading(output);
    const bool built_in = count == 0 && options->goal == NULL && options->board.width == 0;
    code = built_in ? compare_examples(comparison)
                    : compare_boards(comparison, arguments, count, &names);
    if (options->format == FORMAT_TEXT) {
        compare_frontier(output->stream, comparison->outcomes, comparison->count, contestants,
                         CONTESTANTS);
    }
    if (options->plot != NULL && code <= CLI_NO) {
        code = cli_worse(code, compare_plot(&plot, comparison->outcomes, comparison->count,
                                            CONTESTANTS, comparison->options.timeout));
    }
    cli_output_end(&plot, CLI_NO); /* unless it was drawn, the file is as it was */
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    for (size_t i = 0; i < names.count; i++) free(names.name[i]);
    free(names.name);
    comparison_free(comparison);
    return code;
}
