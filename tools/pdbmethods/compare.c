/* compare: all methods on the same boards, with the same limits. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "pdbmethods/methods.h"

#define DEFAULT_SECONDS 2.0
#define DEFAULT_MEMORY  ((uint64_t)1 << 30)

#define HEURISTICS      (TILEPDB_HEURISTIC_LINEAR_CONFLICT + 1)
#define ALGORITHMS_MOST (2 * METHODS_MOST + HEURISTICS)

/* A method, or IDA*, with a heuristic. */
struct algorithm {
    char name[40];                     /* such as "astar manhattan" */
    const tilepdb_method_info *method; /* NULL for IDA* */
    tilepdb_heuristic heuristic;
};

struct outcome {
    const char *board;
    const struct algorithm *algorithm;
    tilepdb_status status;
    const char *missing; /* what the method needs and lacks; may be NULL */
    bool optimal;
    int length;      /* -1 if not solved */
    int lower_bound; /* proven; -1 if unsolvable */
    uint64_t nodes;
    uint64_t memory; /* bytes of stored boards or databases; 0 if negligible */
    double seconds;
};

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

/* Lists algorithms from the weakest to the strongest: not optimal, blind, with a heuristic, IDA*;
 * for the metric multi only algorithms that support it. */
static void algorithms_list(struct comparison *comparison) {
    const bool single = comparison->options.metric == TILEPDB_METRIC_SINGLE;
    enum { NOT_OPTIMAL, BLIND, INFORMED, RANKS };
    for (int rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++) {
            const tilepdb_method_info *method = tilepdb_method_at(i);
            const int own = !method->optimal ? NOT_OPTIMAL : method->heuristic ? INFORMED : BLIND;
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
    if (outcome->memory != 0) bytes_text(outcome->memory, memory);
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
    print_known(stream, outcome->length);
    print_known(stream, outcome->lower_bound);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%.6f\n", outcome->nodes, outcome->memory,
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

/* ---- --plot: a chart, drawn by gnuplot ------------------------------------------------------- */

#define LEAST_SECONDS 1e-5
#define FLOOR_SECONDS (LEAST_SECONDS / 2) /* start of the axis */

#define INK "#7d8590"

/* distinct for colour-blind readers (Okabe and Ito) */
static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9",
                                      "#d55e00", "#b8a500", "#7f5539", "#999999"};

/* Writes a string for gnuplot. Names may come from the user, so characters that could end the
 * string or the data are replaced. */
static void script_name(FILE *script, const char *name) {
    fputc('"', script);
    for (; *name != '\0'; name++) {
        const unsigned char byte = (unsigned char)*name;
        fputc(byte < ' ' || byte == 0x7f || strchr("\"'\\`", byte) ? '?' : byte, script);
    }
    fputc('"', script);
}

static void script_data(FILE *script, const struct outcome *outcomes, size_t count,
                        size_t algorithm_count) {
    fputs("$data << END\nboard", script);
    for (size_t c = 0; c < algorithm_count; c++) {
        fputc(' ', script);
        script_name(script, outcomes[c].algorithm->name);
    }
    for (size_t i = 0; i < count; i++) {
        const struct outcome *outcome = &outcomes[i];
        if (i % algorithm_count == 0) {
            fputc('\n', script);
            script_name(script, outcome->board);
        }
        const bool solved = outcome->status == TILEPDB_OK;
        const double seconds = outcome->seconds > LEAST_SECONDS ? outcome->seconds : LEAST_SECONDS;
        fprintf(script, " %.6g", solved ? seconds : FLOOR_SECONDS);
    }
    fputs("\nEND\n", script);
}

static void script_write(FILE *script, const struct outcome *outcomes, size_t count,
                         size_t algorithm_count, double timeout) {
    script_data(script, outcomes, count, algorithm_count);
    for (size_t i = 0; i < CLI_LENGTH(colours); i++)
        fprintf(script, "set linetype %zu lc rgb '%s'\n", i + 1, colours[i]);
    fprintf(script,
            "set terminal svg size 1000,480 noenhanced\n"
            "set title 'Time to solve; no bar: not solved within %g s' textcolor rgb '" INK "'\n"
            "set style data histograms\nset style histogram clustered gap 1\n"
            "set style fill solid 1 noborder\nset boxwidth 0.9\nset logscale y\n"
            "set yrange [%g:%g]\nset format y '%%.0s %%cs'\n"
            "set key outside right textcolor rgb '" INK "'\nset border 3 lc rgb '" INK "'\n"
            "set grid ytics lc rgb '" INK "'\nset ytics nomirror textcolor rgb '" INK "'\n"
            "set xtics rotate by 30 right nomirror textcolor rgb '" INK "'\n"
            "plot for [i=2:%zu] $data using i:xtic(1) title columnhead(i)\n",
            timeout, FLOOR_SECONDS, timeout * 2, algorithm_count + 1);
}

/* Copies gnuplot's output, since gnuplot does not report a full disk. */
static bool picture_copy(int from, struct cli_output *picture) {
    char bytes[BUFSIZ];
    ssize_t length;
    while ((length = read(from, bytes, sizeof bytes)) != 0) {
        if (length < 0 && errno == EINTR && cli_signal() == 0) continue;
        if (length < 0 || !cli_output_write(picture, bytes, (size_t)length)) return false;
    }
    return true;
}

static int gnuplot_run(FILE *script, struct cli_output *picture) {
    struct cli_subprocess gnuplot;
    const int error = cli_subprocess_start(&gnuplot, "gnuplot", "-", script);
    if (error != 0) {
        cli_complain("--plot: gnuplot cannot be run: %s", strerror(error));
        return CLI_FAILURE;
    }
    const bool copied = picture_copy(gnuplot.output, picture);
    close(gnuplot.output);
    const enum cli_subprocess_end end = cli_subprocess_wait(&gnuplot);
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (!copied) return CLI_SUCCESS;
    if (end == CLI_SUBPROCESS_WELL) return CLI_SUCCESS;
    if (end == CLI_SUBPROCESS_MISSING)
        cli_complain("--plot: gnuplot cannot be run; install the package gnuplot-nox");
    else
        cli_complain("--plot: gnuplot failed");
    return CLI_FAILURE;
}

/* Draws a bar chart of the seconds as SVG and closes `picture`. `outcomes` has `algorithm_count`
 * rows for each board, in the same order. Returns the exit code. */
static int compare_plot(struct cli_output *picture, const struct outcome *outcomes, size_t count,
                        size_t algorithm_count, double timeout) {
    if (count == 0 || count % algorithm_count != 0) return CLI_SUCCESS;
    FILE *script = tmpfile();
    int code = CLI_FAILURE;
    if (script) {
        script_write(script, outcomes, count, algorithm_count, timeout);
        if (fflush(script) == 0 && !ferror(script)) code = CLI_SUCCESS;
        rewind(script);
    }
    if (code == CLI_SUCCESS)
        code = gnuplot_run(script, picture);
    else
        cli_complain("--plot: cannot create a temporary file: %s", strerror(errno));
    if (script) fclose(script);
    return cli_output_end(picture, code);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The tables are the first for the goal, or none. */
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
    const char *example = comparison->options.example;
    const char *name = text_keep(comparison, example ? example : entry->name);
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

int compare_run(struct session *session) {
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
