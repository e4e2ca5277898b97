/* pdbmethods: textbook methods beside the search of pdbsolve, for teaching and comparison. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers/report.h"
#include "answers/solve_options.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "pdbmethods/methods.h"

/* ---- options of textbook methods ------------------------------------------------------------- */

/* Refuses options that do not apply to boards too large for tables. */
static bool large_options_check(const struct solve_options *options, tilepdb_error *error) {
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

/* ---- --explain: steps of a method ------------------------------------------------------------ */

struct step_list {
    const struct solve_options *options;
    tilepdb_board at; /* board before the next step */
    const char *name;
    bool keep;
    bool live;     /* steps are printed on stderr */
    json_t *steps; /* owned */
};

/* `options` and `name` must outlive the list. */
static void step_list_init(struct step_list *list, const struct solve_options *options,
                           const tilepdb_board *board, const char *name,
                           const struct cli_progress *progress) {
    const tilepdb_method_info *method = options->method;
    const bool horizons = method->form && options->format == FORMAT_JSON;
    *list = (struct step_list){
        .options = options,
        .at = *board,
        .name = name,
        .keep = options->explain || horizons,
        .live = progress->shown && !options->explain && method->limits,
    };
    if (list->keep) list->steps = json_array();
}

static void set_count(json_t *object, const char *key, uint64_t count) {
    if (count != 0) json_object_set_new(object, key, json_integer((json_int_t)count));
}

static char *step_moves(struct step_list *list, const tilepdb_method_step *step) {
    char *letters = cli_text("%.*s", (int)step->move_count, step->moves);
    char *written = moves_write(list->options, &list->at, letters);
    tilepdb_board_play(&list->at, letters, NULL);
    free(letters);
    return written;
}

static void step_list_add(const tilepdb_method_step *step, void *user) {
    struct step_list *list = user;
    if (list->live) cli_note("%s: %s", list->name, step->text);
    if (!list->keep) return;
    json_t *object = json_object();
    json_object_set_new(object, "text", cli_json_text(step->text));
    if (step->moves) {
        char *moves = step_moves(list, step);
        json_object_set_new(object, "moves", json_string(moves));
        free(moves);
    } else {
        json_object_set_new(object, "bound", json_integer(step->bound));
        json_object_set_new(object, "seconds", json_real(step->seconds));
        set_count(object, "generated", step->nodes);
        set_count(object, "states", step->states);
        set_count(object, "memory", step->memory);
        set_count(object, "variables", step->variables);
        set_count(object, "constraints", step->constraints);
    }
    json_array_append_new(list->steps, object);
}

/* ---- one board ------------------------------------------------------------------------------- */

struct textbook_run {
    struct session *session;
    struct cli_output program;
    size_t boards;
    const struct input_entry *entry;
    tilepdb_board board, goal;
    struct step_list steps;
    struct events events;
    tilepdb_method_result result;
    tilepdb_result common;
    tilepdb_error error;
};

static void result_common(const tilepdb_method_result *from, tilepdb_result *to) {
    memset(to, 0, sizeof *to);
    to->solvable = from->solvable;
    to->optimal = from->optimal;
    to->length = from->length;
    to->lower_bound = from->lower_bound;
    to->upper_bound = from->upper_bound;
    to->root_h = from->root_h;
    to->generated = from->generated;
    to->expanded = from->expanded;
    to->seconds = from->seconds;
    const size_t capacity = sizeof to->iterations / sizeof *to->iterations;
    to->iteration_count = from->iteration_count < capacity ? from->iteration_count : capacity;
    memcpy(to->iterations, from->iterations, to->iteration_count * sizeof *to->iterations);
}

static bool is_large(const tilepdb_board *board) {
    return tilepdb_size_check(board->width, board->height, NULL) != TILEPDB_OK;
}

static json_t *extra_fields(const struct solve_options *options, const tilepdb_board *board,
                            const tilepdb_method_result *result) {
    const tilepdb_method_info *method = options->method;
    json_t *extra = json_pack("{ss}", "method", method->name);
    if (!is_large(board)) json_object_set_new(extra, "depth", json_integer(result->depth));
    if (method->memory_limit)
        json_object_update_new(extra, json_pack("{sI sI}", "states", (json_int_t)result->states,
                                                "memory", (json_int_t)result->memory));
    if (method->form)
        json_object_update_new(extra,
                               json_pack("{sI sI}", "variables", (json_int_t)result->variables,
                                         "constraints", (json_int_t)result->constraints));
    return extra;
}

static bool write_text(const char *text, size_t length, void *user) {
    return cli_output_write(user, text, length) && cli_signal() == 0;
}

/* Writes the program that was solved, or the next one, for --write-lp and closes the document.
 * Returns the exit code. */
static int program_export(struct textbook_run *run) {
    const struct solve_options *options = run->session->options;
    const int bound = options->first_bound != 0 ? options->first_bound : run->result.lower_bound;
    const int horizon = bound > 0 ? bound : 1;
    tilepdb_error error;
    const tilepdb_status status =
        tilepdb_program_write(&run->board, &run->goal, (tilepdb_program_form)options->ilp_form,
                              horizon, write_text, &run->program, &error);
    const bool failed = status && status != TILEPDB_CANCELLED;
    int code = failed ? cli_fail("--write-lp", &error) : cli_exit_code(status);
    code = cli_output_end(&run->program, code);
    if (code == CLI_SUCCESS) {
        const char *name = options->write_lp;
        cli_note("%s: LP model for %d move%s; use --first-bound N for another number",
                 strcmp(name, "-") == 0 ? "standard output" : name, horizon,
                 plural((uint64_t)horizon));
    }
    return code;
}

static tilepdb_status run_method(struct textbook_run *run) {
    struct session *session = run->session;
    tilepdb_method_options method;
    textbook_options_fill(&method, session->options->method->method, session->options);
    method.step = step_list_add;
    method.step_user = &run->steps;
    method.progress = cli_progress_report;
    method.user = &session->progress;
    cli_progress_title(&session->progress, "%s", run->entry->name);
    return tilepdb_method_solve(&run->board, &run->goal, &method, &run->result, &run->error);
}

static int run_print(struct textbook_run *run, tilepdb_status status) {
    const struct input_entry *entry = run->entry;
    const struct solve_options *options = run->session->options;
    const tilepdb_method_result *result = &run->result;
    const bool solved = status == TILEPDB_OK;
    if (solved) events_emit(&run->events, result->moves, result->length, result->lower_bound, 0);
    struct answer answer = session_entry_answer(entry, &run->goal);
    answer.status = status;
    answer.moves = solved ? result->moves : NULL;
    answer.message = run->error.message;
    answer.steps = run->steps.steps;
    answer.may_be_shorter = solved && !result->optimal && options->method->optimal;
    if (status_has_result(status)) {
        result_common(result, &run->common);
        answer.result = &run->common;
        answer.extra = extra_fields(options, &run->board, result);
    }
    if (session_explains(run->session, entry->name, &run->board, status) && !solved)
        cli_complain("%s: %s", entry->name, run->error.message);
    if (answer.may_be_shorter) {
        cli_note("%s: a shorter solution may exist: --first-bound %d skips lengths that are not "
                 "ruled out; the lower bound is %d",
                 entry->name, options->first_bound, result->lower_bound);
    }
    session_print(run->session, &answer);
    json_decref(answer.extra);
    return cli_exit_code(status);
}

/* Without an ILP solver the program can still be written. The answer is the Manhattan bound;
 * run->error says what is missing. */
static tilepdb_status bound_only(struct textbook_run *run) {
    tilepdb_method_options method;
    tilepdb_error error;
    tilepdb_method_result *result = &run->result;
    tilepdb_method_options_init(&method, TILEPDB_METHOD_LAYERED);
    const tilepdb_status status =
        tilepdb_method_solve(&run->board, &run->goal, &method, result, &error);
    if (status) {
        run->error = error;
        return status;
    }
    if (result->length == 0) return status;
    result->length = result->upper_bound = -1;
    result->optimal = false;
    result->generated = result->expanded = 0;
    run->error.status = TILEPDB_LIMIT;
    return TILEPDB_LIMIT;
}

static int run_board(struct textbook_run *run) {
    const struct solve_options *options = run->session->options;
    const struct input_entry *entry = run->entry;
    run->goal = session_entry_goal(run->session, entry);
    events_begin(&run->events, options, &run->board, entry->file, entry->number);
    step_list_init(&run->steps, options, &run->board, entry->name, &run->session->progress);
    tilepdb_status status = run_method(run);
    if (status == TILEPDB_ERROR_NOT_FOUND && options->write_lp) status = bound_only(run);
    int code = run_print(run, status);
    if (options->write_lp && (!status || status == TILEPDB_LIMIT))
        code = cli_worse(code, program_export(run));
    json_decref(run->steps.steps);
    return code;
}

static bool is_one_too_many(const struct textbook_run *run, size_t boards) {
    if (!run->session->options->write_lp || boards <= 1) return false;
    session_stop(run->session);
    cli_complain("--write-lp writes the LP model of one board; run it once per board, each with "
                 "its own FILE");
    return true;
}

static int run_entry(struct session *session, struct input_entry *entry, void *user) {
    struct textbook_run *run = user;
    if (is_one_too_many(run, ++run->boards)) return CLI_USAGE;
    run->entry = entry;
    run->board = entry->item.board;
    run->error = entry->item.error;
    const bool solves = entry->readable && (!is_large(&run->board) ||
                                            large_options_check(session->options, &run->error));
    const int code = solves ? run_board(run) : session_refuse(session, entry, &run->error);
    session_answer(session);
    return code;
}

static int textbook_run(struct session *session) {
    const struct solve_options *options = session->options;
    struct textbook_run *run = cli_allocated(calloc(1, sizeof *run));
    struct board_input boards;
    run->session = session;
    int code =
        options->write_lp ? cli_document_open(&run->program, options->write_lp) : CLI_SUCCESS;
    if (code == CLI_SUCCESS) {
        session_boards(session, &boards);
        session_head(session, report_columns(options));
        const size_t most = board_input_count(&boards);
        if (most != SIZE_MAX && is_one_too_many(run, most)) code = CLI_USAGE;
        code = cli_worse(code, session_each(session, &boards, run_entry, run));
        cli_output_end(&run->program, CLI_NO); /* without a program, the old file stays */
    }
    free(run);
    return code;
}

/* ---- ida: the boards one after the other, by the engine -------------------------------------- */

struct ida_run {
    struct session *session;
    struct events events;
    tilepdb_result none; /* the result of an unsolvable board */
};

static tilepdb_status solve(struct ida_run *run, const tilepdb_board *board,
                            const tilepdb_board *goal, tilepdb_answer **answer,
                            tilepdb_error *error) {
    tilepdb_engine_request request = session_request(run->session, board, goal);
    const tilepdb_status status = tilepdb_board_solvable(board, goal, error);
    request.best = true;
    request.on_solution = events_forward;
    request.user = &run->events;
    return status ? status : session_solve(run->session, &request, answer, error);
}

static int solve_and_print(struct ida_run *run, const struct input_entry *entry) {
    struct session *session = run->session;
    const tilepdb_board *board = &entry->item.board;
    const tilepdb_board goal = session_entry_goal(session, entry);
    struct answer answer = session_entry_answer(entry, &goal);
    tilepdb_answer *found = NULL;
    tilepdb_error error;
    run->none = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    cli_progress_title(&session->progress, "%s", entry->name);
    events_begin(&run->events, session->options, board, entry->file, entry->number);
    const tilepdb_status status = solve(run, board, &goal, &found, &error);
    answer.solvable = status != TILEPDB_UNSOLVABLE;
    session_answer_fill(session, &answer, status, found, &run->none, &error);
    const bool explains = session_explains(session, entry->name, board, status);
    if (!answer_is_solved(&answer) && explains) session_explain_answer(session, &answer, &error);
    if (answer_has_moves(&answer))
        events_emit(&run->events, answer.moves, answer.result->upper_bound,
                    answer.result->lower_bound, 0);
    if (status != TILEPDB_CANCELLED || (found && found->searched)) session_print(session, &answer);
    const int code = cli_exit_code(status);
    tilepdb_answer_free(found);
    return code;
}

static int ida_entry(struct session *session, struct input_entry *entry, void *user) {
    const int code = entry->readable ? solve_and_print(user, entry)
                                     : session_refuse(session, entry, &entry->item.error);
    session_answer(session);
    return code;
}

int ida_run(struct session *session) {
    struct ida_run run = {.session = session};
    struct board_input boards;
    session_boards(session, &boards);
    session_head(session, report_columns(session->options));
    return session_each(session, &boards, ida_entry, &run);
}

/* ---- the command line ------------------------------------------------------------------------ */

#define SEEN "in hard, hard stats, hard json"

static const char *const form_keywords[] = {"fixed", "penalty", NULL};

static const struct cli_option method_options[] = {
    {0, "explain", NULL, CLI_FLAG, OFFSET(explain), "also print the steps of the method",
     .modes = METHODS,
     .rules = CLI_RULES({CLI_EXCLUDES, "format=csv", .why = "CSV has no place for the steps"})},
    {0, "heuristic", "NAME", CLI_CHOICE, OFFSET(heuristic),
     "for ida, pdb (databases, default), manhattan or linear-conflict; for astar, manhattan "
     "(default) or linear-conflict",
     .keywords = solve_heuristics, .modes = IDA | GUIDED,
     .tried = "manhattan; in hard stats, hard; against --heuristic=linear-conflict\n"
              "linear-conflict; in hard stats, hard\n"
              "pdb; in hard stats, hard; against --heuristic=manhattan",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "pdb", .modes = IDA})},
    {0, "first-bound", "N", CLI_NUMBER, OFFSET(first_bound),
     "the first bound of iddfs, or the first horizon of ilp, in moves", .minimum = 1,
     .maximum = TILEPDB_METHOD_ITERATIONS - 1, .modes = BOUNDED, .tried = "9; " SEEN},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "limit of memory of bfs and astar (default: the available memory; with compare 1G)",
     .modes = COMPARE | STORING, .tried = "1G; in few bytes"},
    {0, "ilp-form", "NAME", CLI_CHOICE, OFFSET(ilp_form),
     "fixed (default): solved after exactly N moves; penalty: remaining distance has a cost",
     .keywords = form_keywords, .modes = PROGRAM, .tried = "penalty; in hard, hard lp"},
    {0, "write-lp", "FILE", CLI_TEXT, OFFSET(write_lp),
     "write the LP model of ilp in CPLEX format: for the N moves of --first-bound, else for the "
     "length of the solution",
     .modes = PROGRAM, .tried = "out.lp; shows out\\.lp"},
    {0, "plot", "FILE", CLI_TEXT, OFFSET(plot),
     "with compare, write an SVG chart, drawn by gnuplot", .modes = COMPARE, .tried = "out.svg"},
    {0, "example", "NAME", CLI_TEXT, OFFSET(example), "solve a named board",
     .modes = SOLVE | COMPARE, .tried = "simple; in other, other named",
     .rules =
         CLI_RULES({CLI_EXCLUDES, .others = CLI_OPERANDS},
                   {CLI_EXCLUDES, "goal board blank-tile",
                    .why = "an example has a goal, a size and a blank of its own"},
                   {CLI_EXCLUDES, "moves", .why = "compare prints no moves", .modes = COMPARE})},
    {0, "examples", NULL, CLI_FLAG, OFFSET(examples), "list named boards", .modes = EXAMPLES},
};

static const char brief[] =
    "  pdbmethods astar R2D2L2U                        solve a scramble with A*\n"
    "  pdbmethods layered --explain --example simple   also print the steps\n"
    "  pdbmethods bfs --show '1 2 3/4 0 5/7 8 6'       also print the boards\n"
    "  pdbmethods compare --timeout 0.1 R2D2L2U        compare all methods\n"
    "  pdbmethods                                      a menu\n"
    "\n"
    "      --explain          also print the steps of the method\n"
    "      --heuristic NAME   manhattan or linear-conflict, for astar and ida\n"
    "  -g, --goal GOAL        blank-last (default), blank-first, spiral, or a board\n"
    "      --example NAME     solve a named board; --examples lists them\n"
    "      --timeout SECONDS  give up on a board after this time\n"
    "      --memory SIZE      limit of memory\n"
    "      --write-lp FILE    write the integer program of ilp\n"
    "      --plot FILE        with compare, draw a chart with gnuplot\n"
    "      --show, --animate  print the boards move by move, or play them\n"
    "      --format NAME      text (default), json, csv, or svg, a picture\n"
    "      --stats            show nodes and time of each bound\n"
    "  -o, --output FILE      write the answers to FILE\n"
    "  -d, --dir DIR          the directory of the databases\n"
    "  -q, --quiet            only warnings and errors\n"
    "\n"
    "Boards, answers and exit codes are as in pdbsolve.\n";

static const char epilogue[] =
    "A METHOD alone reads boards from stdin; 'compare' alone has boards of its own.\n"
    "pdbmethods alone, on a terminal, is a menu. BOARD and FILE are as in pdbsolve.\n"
    "\n"
    "Examples:\n"
    "  pdbmethods astar R2D2L2U\n"
    "  pdbmethods layered --explain --example simple\n"
    "  pdbmethods ilp --write-lp model.lp '1 2 3/4 0 5/7 8 6'\n"
    "  pdbmethods compare --timeout 0.1 --plot methods.svg\n"
    "\n"
    "Exit code, the worst of all boards: 0 solved, 1 unsolvable or a limit, 2 usage\n"
    "error or unreadable board, 3 a file failed, 129, 130 or 143 interrupted.\n";

/* ---- commands -------------------------------------------------------------------------------- */

/* What the first operand names: a textbook method, or one of two others. */
struct command {
    const char *name, *summary;
    const tilepdb_method_info *method; /* NULL for the others */
    uint32_t sets;
    int (*run)(struct session *session);
};

static const struct command own_commands[] = {
    {"ida", "IDA*, as pdbsolve does it", NULL, IDA, ida_run},
    {"compare", "all methods, each for 2 s per board or --timeout", NULL, COMPARE, compare_run},
};

static const struct cli_moved moved[] = {
    {"method", "pdbmethods METHOD, such as pdbmethods astar"},
    {"compare", "pdbmethods compare"},
    {"all", "pdbsolve --all"},
    {"any", "pdbsolve --any"},
    {"anytime", "pdbsolve --anytime"},
    {"checkpoint", "pdbsolve --checkpoint"},
    {"count", "pdbsolve --count"},
    {"direction", "pdbsolve --direction"},
    {"improve", "pdbsolve --improve"},
    {"judge", "pdbsolve --judge"},
    {"scramble", "pdbsolve --scramble"},
    {"state", "pdbsolve --state"},
};

#define COMMANDS_MOST (METHODS_MOST + CLI_LENGTH(own_commands))

struct command_list {
    struct command commands[COMMANDS_MOST];
    const char *names[COMMANDS_MOST + 1]; /* ends with NULL */
    struct cli_mode modes[COMMANDS_MOST + 2];
    size_t count;
    char *summary; /* owned */
};

static struct command method_command(const tilepdb_method_info *method) {
    const uint32_t sets = METHODS | (method->limits ? LIMITED : 0U) |
                          (method->memory_limit ? STORING : 0U) |
                          (method->heuristic ? GUIDED : 0U) | (method->first_bound ? BOUNDED : 0U) |
                          (method->form ? PROGRAM : 0U) | (method->any_metric ? METRICS : 0U);
    return (struct command){method->name, method->summary, method, sets, textbook_run};
}

static void command_add(struct command_list *list, struct command command) {
    list->modes[list->count] = (struct cli_mode){.name = command.name, .sets = command.sets};
    list->names[list->count] = command.name;
    list->commands[list->count++] = command;
    cli_append(&list->summary, "\n  %-9s %s", command.name, command.summary);
}

static void commands_list(struct command_list *list) {
    *list = (struct command_list){
        .summary = cli_text("Solves sliding-tile puzzles with textbook methods, and compares "
                            "them.\n\nMethods:")};
    for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++)
        command_add(list, method_command(tilepdb_method_at(i)));
    for (size_t i = 0; i < CLI_LENGTH(own_commands); i++) command_add(list, own_commands[i]);
    list->modes[list->count] = (struct cli_mode){"examples", EXAMPLES, true};
    list->modes[list->count + 1] = (struct cli_mode){NULL, IDA, false};
}

static const struct command *command_find(const struct command_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0) return &list->commands[i];
    const char *nearest = nearest_word(name, list->names, list->count);
    if (nearest)
        cli_complain("unknown method '%.60s'; did you mean %s?", name, nearest);
    else
        cli_complain("unknown method '%.60s'; the method comes first: pdbmethods astar BOARD",
                     name);
    return NULL;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static int examples_list(const struct solve_options *options) {
    struct cli_output output = {0};
    const int code = cli_output_open(&output, options->output);
    if (code != CLI_SUCCESS) return code;
    if (options->format == FORMAT_CSV) fputs("name,board,goal,length,summary\n", output.stream);
    examples_print(output.stream, options);
    return cli_output_end(&output, CLI_SUCCESS);
}

static int menu(const struct solve_options *options) {
    struct cli_output output = {0};
    int code = cli_output_open(&output, NULL);
    if (code != CLI_SUCCESS) return code;
    code = menu_run(options, &output);
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    return cli_output_end(&output, code);
}

/* Checks the options of a method, and sets members that depend on the method. */
static bool method_check(struct solve_options *options, const struct command *command) {
    const struct cli_board_size size = options->board;
    tilepdb_error error;
    options->method = command->method;
    options->compare = command->run == compare_run;
    if (options->max_length != 0 && options->first_bound > options->max_length) {
        cli_complain("--first-bound %d is above --max-length %d", options->first_bound,
                     options->max_length);
        return false;
    }
    if (!solve_rows_check(options)) return false;
    if (!options->method || size.width * size.height <= TILEPDB_TABLE_MAX_CELLS ||
        large_options_check(options, &error))
        return true;
    cli_complain("--board %dx%d: %s", size.width, size.height, error.message);
    return false;
}

static int command_run(const struct command *command, struct solve_options *options, char **boards,
                       size_t count) {
    const struct document document = {options->write_lp ? "write-lp" : "plot",
                                      options->write_lp ? options->write_lp : options->plot};
    char *example_board = NULL;
    if (!method_check(options, command)) return CLI_USAGE;
    if (options->example) {
        const struct example *example = example_find(options->example);
        if (!example) return CLI_USAGE;
        options->goal = example->goal;
        example_board = cli_text("%s", example->board);
        boards = &example_board;
        count = 1;
    }
    const int code = session_run(options, boards, count, document, command->run);
    free(example_board);
    return code;
}

static int run(const struct command_list *list, struct solve_options *options, int argc,
               char **operands, size_t count) {
    if (options->examples) return examples_list(options);
    if (count == 0 && options->example)
        return command_run(command_find(list, "ida"), options, NULL, 0);
    if (argc == 1 && isatty(STDIN_FILENO) && cli_on_terminal()) return menu(options);
    if (count == 0) {
        cli_complain("name a method, such as pdbmethods astar BOARD; see --help");
        return CLI_USAGE;
    }
    const struct command *command = command_find(list, operands[0]);
    return command ? command_run(command, options, operands + 1, count - 1) : CLI_USAGE;
}

int main(int argc, char **argv) {
    struct solve_options options = SOLVE_OPTIONS_UNSET;
    struct command_list list;
    const struct cli_section sections[] = {
        {"Options of the methods", method_options, CLI_LENGTH(method_options), &options},
        {"Boards", solve_board_rows, SOLVE_BOARD_ROWS, &options},
        {"Databases of ida and compare", solve_table_rows, SOLVE_TABLE_ROWS, &options},
        {"Limits, for each board", solve_limit_rows, SOLVE_LIMIT_ROWS, &options},
        {"Output", solve_output_rows, SOLVE_OUTPUT_ROWS, &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
    };
    commands_list(&list);
    const struct cli_tool tool = {
        .name = "pdbmethods",
        .usage = "METHOD [OPTIONS] [BOARD|FILE...]",
        .operands = {.keywords = list.names, .files = true, .called = "boards", .modes = BOARDS},
        .summary = list.summary,
        .brief = brief,
        .epilogue = epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections),
        .modes = list.modes,
        .mode_count = list.count + 2,
        .commands = true,
        .moved = moved,
        .moved_count = CLI_LENGTH(moved),
    };
    int first;
    int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code == CLI_GO_ON) code = run(&list, &options, argc, argv + first, (size_t)(argc - first));
    free(list.summary);
    return code;
}
