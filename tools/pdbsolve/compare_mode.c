/* --compare: all methods on the same boards, with the same limits. */
#include "pdbsolve/compare_mode.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/json.h"
#include "pdbsolve/examples.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/textbook_mode.h"

#define DEFAULT_SECONDS 2.0
#define DEFAULT_MEMORY  ((uint64_t)1 << 30)

#define HEURISTICS      (TILEPDB_HEURISTIC_LINEAR_CONFLICT + 1)
#define ALGORITHMS_MOST (2 * METHODS_MOST + HEURISTICS)

struct comparison {
    struct session *session;
    struct solve_options options;
    uint64_t table_bytes;
    struct algorithm algorithms[ALGORITHMS_MOST];
    size_t algorithm_count;
    struct outcome *outcomes;
    size_t count;
    char **names; /* owned */
    size_t name_count;
    tilepdb_method_result method;
    tilepdb_result result;
    tilepdb_error error;
};

/* ---- algorithms ------------------------------------------------------------------------------ */

static void algorithm_add(struct comparison *comparison, const tilepdb_method_info *method,
                          tilepdb_heuristic heuristic, bool is_named) {
    static const char *const words[] = {" pdb", " manhattan", " conflict"};
    struct algorithm *algorithm = &comparison->algorithms[comparison->algorithm_count++];
    algorithm->method = method;
    algorithm->heuristic = heuristic;
    snprintf(algorithm->name, sizeof algorithm->name, "%s%s", method ? method->name : "ida",
             is_named ? words[heuristic] : "");
}

static void method_add(struct comparison *comparison, const tilepdb_method_info *method) {
    algorithm_add(comparison, method, TILEPDB_HEURISTIC_MANHATTAN, !method || method->heuristic);
    if (method && !method->heuristic) return;
    algorithm_add(comparison, method, TILEPDB_HEURISTIC_LINEAR_CONFLICT, true);
    if (!method) algorithm_add(comparison, method, TILEPDB_HEURISTIC_PDB, true);
}

/* Lists algorithms from the weakest to the strongest: not optimal, blind, with a heuristic,
 * IDA*. For the metric multi, lists only algorithms that support it. */
static void algorithms_list(struct comparison *comparison) {
    const bool single = comparison->options.metric == TILEPDB_METRIC_SINGLE;
    enum { NOT_OPTIMAL, BLIND, GUIDED, RANKS };
    for (int rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++) {
            const tilepdb_method_info *method = tilepdb_method_at(i);
            const int own = !method->optimal ? NOT_OPTIMAL : method->heuristic ? GUIDED : BLIND;
            if (own == rank && (single || method->any_metric)) method_add(comparison, method);
        }
    }
    if (single)
        method_add(comparison, NULL);
    else
        algorithm_add(comparison, NULL, TILEPDB_HEURISTIC_PDB, true);
}

/* ---- the table ------------------------------------------------------------------------------- */

static const char *result_name(const struct outcome *outcome) {
    switch (outcome->status) {
    case TILEPDB_OK:
        return outcome->optimal ? "optimal" : "solved";
    case TILEPDB_UNSOLVABLE:
        return "unsolvable";
    case TILEPDB_LIMIT:
        return "limit";
    case TILEPDB_ERROR_ARGUMENT:
    case TILEPDB_ERROR_NOT_FOUND:
        return "not there";
    default:
        return "failed";
    }
}

static void compare_head(FILE *stream, enum solve_format format) {
    if (format == FORMAT_CSV) {
        fputs("board,method,result,optimal,length,lower_bound,generated,memory,seconds\n", stream);
    } else if (format == FORMAT_TEXT) {
        fprintf(stream, "%-9s %-15s %-10s %6s %13s %10s %11s\n", "board", "method", "result",
                "length", "nodes", "memory", "seconds");
    }
}

static void print_text(FILE *stream, const struct outcome *outcome) {
    char length[16] = "", memory[NUMBER_TEXT] = "";
    if (outcome->missing) {
        fprintf(stream, "%-9s %-15s %s\n", outcome->board, outcome->algorithm->name,
                outcome->missing);
        return;
    }
    if (outcome->length >= 0)
        snprintf(length, sizeof length, "%d", outcome->length);
    else if (outcome->lower_bound >= 0)
        snprintf(length, sizeof length, ">=%d", outcome->lower_bound);
    if (outcome->memory != 0) number_in_bytes(outcome->memory, memory);
    fprintf(stream, "%-9s %-15s %-10s %6s %13s %10s %11.6f\n", outcome->board,
            outcome->algorithm->name, result_name(outcome), length, GROUPED(outcome->nodes), memory,
            outcome->seconds);
}

static void print_json(FILE *stream, const struct outcome *outcome) {
    cli_json_print(stream, json_pack("{sosssssbsososIsIsf}", "board", cli_json_text(outcome->board),
                                     "method", outcome->algorithm->name, "result",
                                     result_name(outcome), "optimal", (int)outcome->optimal,
                                     "length", known_json(outcome->length), "lower_bound",
                                     known_json(outcome->lower_bound), "generated",
                                     (json_int_t)outcome->nodes, "memory",
                                     (json_int_t)outcome->memory, "seconds", outcome->seconds));
}

static void print_csv(FILE *stream, const struct outcome *outcome) {
    cli_csv_text(stream, outcome->board);
    fprintf(stream, ",%s,%s,%s,", outcome->algorithm->name, result_name(outcome),
            outcome->optimal ? "true" : "false");
    if (outcome->length >= 0) fprintf(stream, "%d", outcome->length);
    fputc(',', stream);
    if (outcome->lower_bound >= 0) fprintf(stream, "%d", outcome->lower_bound);
    fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%.6f\n", outcome->nodes, outcome->memory,
            outcome->seconds);
}

static void compare_print(FILE *stream, enum solve_format format, const struct outcome *outcome) {
    if (format == FORMAT_JSON)
        print_json(stream, outcome);
    else if (format == FORMAT_CSV)
        print_csv(stream, outcome);
    else
        print_text(stream, outcome);
}

static void print_board_summary(FILE *stream, const struct outcome *outcomes, size_t count) {
    const struct outcome *fastest = NULL;
    int proven = 0, bound = -1;
    for (size_t i = 0; i < count; i++) {
        const struct outcome *outcome = &outcomes[i];
        if (outcome->lower_bound > bound) bound = outcome->lower_bound;
        if (!outcome->optimal) continue;
        proven++;
        if (!fastest || outcome->seconds < fastest->seconds) fastest = outcome;
    }
    if (fastest)
        fprintf(stream, "%d move%s, proven by %d of %zu methods; the fastest was %s, in %.6f s\n",
                fastest->length, plural((uint64_t)fastest->length), proven, count,
                fastest->algorithm->name, fastest->seconds);
    else if (bound >= 0)
        fprintf(stream, "at least %d move%s; no method has proven an optimum\n", bound,
                plural((uint64_t)bound));
}

static void compare_summary(const struct comparison *comparison) {
    FILE *stream = comparison->session->output->stream;
    fputc('\n', stream);
    if (comparison->count <= comparison->algorithm_count) {
        print_board_summary(stream, comparison->outcomes, comparison->count);
        return;
    }
    for (size_t c = 0; c < comparison->algorithm_count; c++) {
        const struct algorithm *algorithm = &comparison->algorithms[c];
        int solved = 0, boards = 0, longest = -1;
        for (size_t i = 0; i < comparison->count; i++) {
            const struct outcome *outcome = &comparison->outcomes[i];
            if (outcome->algorithm != algorithm) continue;
            boards++;
            if (!outcome->optimal) continue;
            solved++;
            if (outcome->length > longest) longest = outcome->length;
        }
        fprintf(stream, "%-15s  optimal on %d of %d board%s", algorithm->name, solved, boards,
                plural((uint64_t)boards));
        if (longest >= 0) fprintf(stream, ", up to %d move%s", longest, plural((uint64_t)longest));
        fputc('\n', stream);
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* Makes a solver with the first tables for the goal, or without tables. */
static tilepdb_status solver_make(struct comparison *comparison, const tilepdb_board *goal,
                                  tilepdb_heuristic heuristic, tilepdb_solver **solver) {
    struct session *session = comparison->session;
    const tilepdb_engine_request request = session_request(session, NULL, goal);
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = heuristic;
    options.reflection = !session->options->no_reflection;
    options.variant = session->options->common.variant;
    comparison->table_bytes = 0;
    if (heuristic == TILEPDB_HEURISTIC_PDB) {
        const tilepdb_status status = tilepdb_engine_tables(
            session->engine, &request, &options.tables, &options.table_count, &comparison->error);
        if (status) return status;
        options.metric = request.metric;
    }
    for (size_t i = 0; i < options.table_count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(options.tables[i], &info);
        comparison->table_bytes += info.table_bytes;
    }
    return tilepdb_solver_create(goal, &options, solver, &comparison->error);
}

static tilepdb_status run_ida(struct comparison *comparison, const tilepdb_board *board,
                              const tilepdb_board *goal, struct outcome *outcome) {
    tilepdb_solver *solver;
    if (solver_make(comparison, goal, outcome->algorithm->heuristic, &solver))
        return TILEPDB_ERROR_NOT_FOUND;
    tilepdb_solve_options solve;
    tilepdb_solve_options_init(&solve);
    solve.timeout = comparison->options.timeout;
    solve.max_nodes = comparison->options.max_nodes;
    solve.max_length = comparison->options.max_length;
    solve.plain = comparison->options.plain;
    solve.progress = cli_progress_report;
    solve.user = &comparison->session->progress;
    const tilepdb_result *result = &comparison->result;
    const tilepdb_status status =
        tilepdb_solve(solver, board, &solve, &comparison->result, &comparison->error);
    tilepdb_solver_free(solver);
    outcome->optimal = result->optimal;
    outcome->length = status ? -1 : result->length;
    outcome->lower_bound = result->lower_bound;
    outcome->nodes = result->generated;
    outcome->seconds = result->seconds;
    outcome->memory = comparison->table_bytes;
    return status;
}

static tilepdb_status run_method(struct comparison *comparison, const tilepdb_board *board,
                                 const tilepdb_board *goal, struct outcome *outcome) {
    tilepdb_method_options method;
    textbook_options_fill(&method, outcome->algorithm->method->method, &comparison->options);
    method.heuristic = outcome->algorithm->heuristic;
    method.progress = cli_progress_report;
    method.user = &comparison->session->progress;
    const tilepdb_method_result *result = &comparison->method;
    const tilepdb_status status =
        tilepdb_method_solve(board, goal, &method, &comparison->method, &comparison->error);
    outcome->optimal = result->optimal;
    outcome->length = status ? -1 : result->length;
    outcome->lower_bound = result->lower_bound;
    outcome->nodes = result->generated;
    outcome->memory = result->memory;
    outcome->seconds = result->seconds;
    return status;
}

static const char *text_keep(struct comparison *comparison, const char *text) {
    comparison->names =
        cli_grown(comparison->names, comparison->name_count, sizeof *comparison->names);
    return comparison->names[comparison->name_count++] = cli_text("%s", text);
}

static int compare_board(struct comparison *comparison, const char *name,
                         const tilepdb_board *board, tilepdb_board goal) {
    comparison->outcomes = cli_allocated(
        realloc(comparison->outcomes,
                (comparison->count + comparison->algorithm_count) * sizeof *comparison->outcomes));
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < comparison->algorithm_count; i++) {
        struct outcome *outcome = &comparison->outcomes[comparison->count];
        const struct algorithm *algorithm = &comparison->algorithms[i];
        *outcome = (struct outcome){.board = name, .algorithm = algorithm, .length = -1};
        cli_progress_title(&comparison->session->progress, "%s: %s", name, algorithm->name);
        outcome->status = !algorithm->method ? run_ida(comparison, board, &goal, outcome)
                                             : run_method(comparison, board, &goal, outcome);
        if (outcome->status == TILEPDB_UNSOLVABLE) code = CLI_NO;
        if (outcome->status == TILEPDB_CANCELLED) return cli_exit_code(TILEPDB_CANCELLED);
        if (outcome->status == TILEPDB_ERROR_NOT_FOUND && algorithm->method)
            outcome->missing = text_keep(comparison, comparison->error.message);
        comparison->count++;
        cli_progress_clear();
        compare_print(comparison->session->output->stream,
                      (enum solve_format)comparison->options.format, outcome);
        if (!session_answer(comparison->session)) return code;
    }
    return code;
}

static int compare_examples(struct comparison *comparison) {
    int code = CLI_SUCCESS;
    for (const char *const *name = example_ladder;
         *name && code == CLI_SUCCESS && !session_stopped(comparison->session); name++) {
        const struct example *example = example_find(*name);
        tilepdb_board board;
        tilepdb_board_parse(example->board, strlen(example->board), 0, 0, &board, NULL);
        code = compare_board(comparison, *name, &board,
                             session_goal(comparison->session, board.width, board.height));
    }
    return code;
}

static int compare_entry(struct session *session, struct input_entry *entry, void *user) {
    (void)session;
    struct comparison *comparison = user;
    if (!entry->readable) return input_entry_refuse(entry);
    const char *named = comparison->options.named;
    const char *name = text_keep(comparison, named ? named : entry->name);
    return compare_board(comparison, name, &entry->item.board,
                         session_entry_goal(comparison->session, entry));
}

static struct comparison *comparison_make(struct session *session) {
    const struct solve_options *options = session->options;
    struct comparison *comparison = cli_allocated(calloc(1, sizeof *comparison));
    comparison->session = session;
    comparison->options = *options;
    if (options->timeout <= 0) comparison->options.timeout = DEFAULT_SECONDS;
    if (options->memory == 0) comparison->options.memory = DEFAULT_MEMORY;
    algorithms_list(comparison);
    return comparison;
}

static void comparison_free(struct comparison *comparison) {
    for (size_t i = 0; i < comparison->name_count; i++) free(comparison->names[i]);
    free(comparison->names);
    free(comparison->outcomes);
    free(comparison);
}

static int compare_arguments(struct comparison *comparison) {
    struct session *session = comparison->session;
    struct board_input boards;
    if (session->argument_count == 0 && !session->options->goal &&
        session->options->board.width == 0)
        return compare_examples(comparison);
    session_boards(session, &boards);
    return session_each(session, &boards, compare_entry, comparison);
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    FILE *stream = session->output->stream;
    struct cli_output plot = {0};
    int code = CLI_SUCCESS;
    if (options->plot) code = cli_document_open(&plot, options->plot);
    if (code != CLI_SUCCESS) return code;
    struct comparison *comparison = comparison_make(session);
    compare_head(stream, (enum solve_format)options->format);
    session_head(session, NULL);
    code = compare_arguments(comparison);
    if (options->format == FORMAT_TEXT) compare_summary(comparison);
    if (options->plot && code <= CLI_NO)
        code =
            cli_worse(code, compare_plot(&plot, comparison->outcomes, comparison->count,
                                         comparison->algorithm_count, comparison->options.timeout));
    cli_output_end(&plot, CLI_NO); /* without a chart, the old file stays */
    comparison_free(comparison);
    return code;
}

const struct mode compare_mode = {"compare", run};
