#include "pdbsolve/session.h"

#include <string.h>

#include "answers/record.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "tables/table_set.h"
#include "tables/table_text.h"

static tilepdb_status goal_parse(const tilepdb_reader_options *options, const char *text,
                                 tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_item item;
    if (!options->large || !large_item_read(text, options->width, options->height, &item)) {
        const tilepdb_status status =
            tilepdb_board_parse(text, strlen(text), options->width, options->height, goal, error);
        if (status || options->large) return status;
        return tilepdb_size_check(goal->width, goal->height, error);
    }
    *goal = item.board;
    *error = item.error;
    return item.kind == TILEPDB_ITEM_BOARD ? TILEPDB_OK : TILEPDB_ERROR_PARSE;
}

/* If --goal is a board, it also fixes the size; a named goal takes the size of each board. */
static int goal_read(struct session *session) {
    const struct solve_options *options = session->options;
    tilepdb_reader_options *reader = &session->reader;
    tilepdb_error error;
    tilepdb_reader_options_init(reader);
    reader->notation = (tilepdb_notation)options->moves;
    reader->width = options->board.width;
    reader->height = options->board.height;
    reader->large = options->large;
    reader->blank_tile = options->blank_tile;
    reader->goal = &session->goal;
    const char *goal = options->goal ? options->goal : cli_goal_keywords[0];
    if (cli_keyword_index(goal, cli_goal_keywords) >= 0) {
        const struct cli_board_size size = cli_board_size(options->board);
        session->goal_name = goal;
        session->goal = session_goal(session, size.width, size.height);
        return CLI_SUCCESS;
    }
    if (goal_parse(reader, goal, &session->goal, &error)) {
        cli_error_advise(&error);
        cli_complain("--goal: '%.99s' is not " CLI_GOAL_LIST "or a board: %s", goal, error.message);
        return CLI_USAGE;
    }
    reader->width = session->goal.width;
    reader->height = session->goal.height;
    return CLI_SUCCESS;
}

/* Refuses a partition before any board is read. Colourings are checked later, since they depend
 * on the goal's blank, which may differ between boards. */
static int partition_check(const struct session *session) {
    const char *partition = session->options->partition;
    if (session->options->metric == TILEPDB_METRIC_MULTI) return CLI_SUCCESS;
    if (!partition) return CLI_SUCCESS;
    const int code = partition_sides_check(partition, session->options->direction == CLI_BOTH);
    return code ? code : partition_names_check(partition, session_size(session));
}

int session_open(struct session *session, const struct solve_options *options,
                 char *const *arguments, size_t count, struct cli_output *output) {
    *session = (struct session){
        .options = options, .arguments = arguments, .argument_count = count, .output = output};
    int code = goal_read(session);
    if (code == CLI_SUCCESS) code = partition_check(session);
    if (code != CLI_SUCCESS) return code;
    solver_cache_init(&session->solvers, options, &session->progress);
    session->solvers.lock = &session->console;
    cli_progress_init(&session->progress, &options->common);
    pthread_mutex_init(&session->console, NULL);
    return CLI_SUCCESS;
}

static bool reads(const struct session *session, const char *path) {
    const struct solve_options *options = session->options;
    const char *solutions = options->judge ? options->judge : options->invert;
    const bool makes_boards = options->scramble || options->examples || options->example ||
                              options->invert || options->menu;
    return (solutions && operand_is_file(path, solutions) &&
            operand_names_file(solutions, (tilepdb_notation)options->moves)) ||
           (!makes_boards && board_input_is_file(session->arguments, session->argument_count,
                                                 &session->reader, path));
}

static int outputs_check(const struct session *session) {
    const struct solve_options *options = session->options;
    const struct {
        const char *option, *name;
    } outputs[] = {{"output", options->output},
                   {"bounds", options->bounds},
                   {"write-lp", options->write_lp},
                   {"plot", options->plot}};
    for (size_t i = 0; i < CLI_LENGTH(outputs); i++) {
        const char *name = outputs[i].name;
        if (!name || strcmp(name, "-") == 0 || !reads(session, name)) continue;
        cli_complain("--%s: '%s' is the input, which it would replace: name another file",
                     outputs[i].option, name);
        return CLI_USAGE;
    }
    return CLI_SUCCESS;
}

int session_outputs_open(struct session *session) {
    session->opened = true;
    const struct solve_options *options = session->options;
    const char *bounds = options->bounds;
    const char *document = options->write_lp ? options->write_lp
                           : options->plot   ? options->plot
                                             : options->checkpoint;
    int code = outputs_check(session);
    if (bounds && code == CLI_SUCCESS) code = cli_output_differ(bounds, document);
    if (bounds && code == CLI_SUCCESS && options->output)
        code = cli_output_differ(options->output, bounds);
    if (code == CLI_SUCCESS)
        code = cli_output_open_beside(session->output, options->output,
                                      cli_output_is_standard(bounds) ? bounds : document);
    if (!bounds || code != CLI_SUCCESS) return code;
    code = cli_output_open(&session->bounds, bounds);
    if (code != CLI_SUCCESS) return code;
    bounds_print_head(session->bounds.stream);
    cli_output_heading(&session->bounds);
    return code;
}

int session_close(struct session *session, int code) {
    const bool interrupted = cli_signal() != 0;
    if (interrupted) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    code = cli_output_end(&session->bounds, code);
    if (session->opened) code = cli_output_end(session->output, code);
    const bool complete = session->answered && !interrupted && session->output->code == CLI_SUCCESS;
    code = cli_worse(code, journal_close(&session->journal, complete));
    record_free(&session->record);
    solver_cache_free(&session->solvers);
    pthread_mutex_destroy(&session->console);
    return code;
}

struct cli_board_size session_size(const struct session *session) {
    return (struct cli_board_size){session->reader.width, session->reader.height};
}

tilepdb_board session_goal(const struct session *session, int width, int height) {
    tilepdb_board goal = {0};
    if (!session->goal_name) return session->goal;
    tilepdb_goal_named(session->goal_name, width, height, &goal, NULL);
    return goal;
}

tilepdb_board session_entry_goal(const struct session *session, const struct input_entry *entry) {
    const tilepdb_item *item = &entry->item;
    const tilepdb_board goal = session_goal(session, item->board.width, item->board.height);
    char text[TILEPDB_BOARD_TEXT];
    if (!entry->readable || !item->has_goal || memcmp(&goal, &item->goal, sizeof goal) == 0)
        return goal;
    tilepdb_board_format(&item->goal, true, text);
    if (session->options->goal) {
        cli_note("%s: the goal in the text, %s, is ignored, since --goal is given", entry->name,
                 text);
        return goal;
    }
    cli_note("%s: the goal is taken from the text: %s", entry->name, text);
    return item->goal;
}

struct solve_driver session_driver(struct session *session, const tilepdb_board *goal) {
    struct solve_driver driver = {.cache = &session->solvers, .goal = *goal};
    driver_limits(&driver.search, session->options);
    driver.search.threads = cli_jobs(&session->options->common);
    driver.search.progress = cli_progress_report;
    driver.search.user = &session->progress;
    return driver;
}

struct answer session_entry_answer(const struct input_entry *entry, const tilepdb_board *goal) {
    return (struct answer){.number = entry->number,
                           .file = entry->file,
                           .id = entry->item.id,
                           .name = entry->name,
                           .board = entry->readable ? &entry->item.board : NULL,
                           .goal = entry->readable ? goal : NULL};
}

void session_head(struct session *session, const char *columns) {
    if (columns && session->options->format == FORMAT_CSV)
        fprintf(session->output->stream, "%s\n", columns);
    if (!cli_output_heading(session->output)) session_stop(session);
}

void session_print(struct session *session, const struct answer *answer) {
    record_fill(&session->record, session->options, answer);
    answer_print(session->output->stream, session->options, answer, &session->record);
    if (!session->options->bounds) return;
    bounds_print(session->bounds.stream, session->options, answer, &session->record);
    session->bounds.heading = 0; /* from now on, a file with the heading alone is kept */
    if (!cli_output_flush(&session->bounds)) session_stop(session);
}

bool session_answer(struct session *session) {
    if (!cli_output_flush(session->output)) session_stop(session);
    return !session_stopped(session);
}

static uint32_t goals_reached(const tilepdb_board *board) {
    uint32_t goals = 0;
    tilepdb_board goal;
    for (size_t i = 0; tilepdb_goal_name(i); i++)
        if (!tilepdb_goal_named(tilepdb_goal_name(i), board->width, board->height, &goal, NULL) &&
            !tilepdb_board_solvable(board, &goal, NULL))
            goals |= UINT32_C(1) << i;
    return goals;
}

bool session_explains(struct session *session, const char *name, const tilepdb_board *board,
                      tilepdb_status status) {
    struct wrong_goal *wrong = &session->wrong;
    if (wrong->ended) return true;
    const uint32_t goals = status == TILEPDB_UNSOLVABLE ? goals_reached(board) : 0;
    if (wrong->boards == 0) wrong->goals = goals;
    if (goals != 0 && goals == wrong->goals) return wrong->boards++ == 0;
    wrong->ended = true;
    if (wrong->boards > 1)
        cli_complain("%zu board%s before %s: unsolvable for the same reason", wrong->boards - 1,
                     plural(wrong->boards - 1), name);
    return true;
}

void session_stop(struct session *session) {
    __atomic_store_n(&session->stopped, true, __ATOMIC_RELAXED);
}

bool session_stopped(const struct session *session) {
    return __atomic_load_n(&session->stopped, __ATOMIC_RELAXED);
}

void session_boards(const struct session *session, struct board_input *input) {
    board_input_init(input, session->arguments, session->argument_count, &session->reader);
}

int session_each(struct session *session, struct board_input *input, session_entry_fn *each,
                 void *user) {
    struct input_entry entry;
    int code = CLI_SUCCESS;
    bool any = false;
    while (!session_stopped(session) && board_input_next(input, &entry, &code)) {
        any = true;
        code = cli_worse(code, each(session, &entry, user));
    }
    const bool boards = input->options.reading == TILEPDB_READ_BOARDS;
    if (!any && boards && code == CLI_SUCCESS && !session_stopped(session) && !cli_signal()) {
        cli_complain("there is no board in %s", board_input_name(input));
        code = CLI_USAGE;
    }
    board_input_free(input);
    return code;
}
