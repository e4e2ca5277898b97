/* See session.h. */
#include "pdbsolve/session.h"

#include "cli/console.h"
#include "cli/offer.h"

/* A partition that cannot be meant is a mistake before any board is read. */
static int partition_check(const struct session *session) {
    const char *partition = session->options->partition;
    return partition != NULL ? offer_check_name(partition, session->goal.size) : CLI_SUCCESS;
}

int session_open(struct session *session, const struct solve_options *options,
                 char *const *arguments, size_t count, struct cli_output *output) {
    *session = (struct session){.options = options,
                                .arguments = arguments,
                                .argument_count = count,
                                .solvers = {.options = options},
                                .output = output};
    int code = goal_choice_read(&session->goal, options);
    if (code == CLI_SUCCESS) code = partition_check(session);
    if (code != CLI_SUCCESS) return code;
    session->solvers.progress = &session->progress;
    session->solvers.lock = &session->console;
    cli_progress_init(&session->progress, &options->common);
    pthread_mutex_init(&session->console, NULL);
    return CLI_SUCCESS;
}

int session_close(struct session *session, int code) {
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    solver_cache_free(&session->solvers);
    pthread_mutex_destroy(&session->console);
    return code;
}

tilepdb_board session_goal(const struct session *session, int width, int height) {
    return goal_for(&session->goal, width, height);
}

void session_head(struct session *session, const char *columns) {
    if (columns != NULL && session->options->format == FORMAT_CSV)
        fprintf(session->output->stream, "%s\n", columns);
    if (!cli_output_heading(session->output)) session_stop(session);
}

bool session_answer(struct session *session) {
    if (!cli_output_flush(session->output)) session_stop(session);
    return !session_stopped(session);
}

void session_stop(struct session *session) {
    __atomic_store_n(&session->stopped, true, __ATOMIC_RELAXED);
}

bool session_stopped(const struct session *session) {
    return __atomic_load_n(&session->stopped, __ATOMIC_RELAXED);
}

void session_boards(const struct session *session, struct board_source *source) {
    board_source_init(source, session->arguments, session->argument_count, session->options,
                      &session->goal);
}

void session_solutions(const struct session *session, const char *path,
                       struct board_source *source) {
    solution_source_init(source, path, session->options, &session->goal);
}

int session_each(struct session *session, struct board_source *source, session_entry_fn *each,
                 void *user) {
    struct source_entry entry;
    int code = CLI_SUCCESS;
    while (!session_stopped(session) && board_source_next(source, &entry, &code))
        code = cli_worse(code, each(session, &entry, user));
    board_source_free(source);
    return code;
}
