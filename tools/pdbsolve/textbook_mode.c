/* --method: boards in, answers of a textbook method out, in order. */
#include "pdbsolve/textbook.h"

#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"
#include "tilepdb_methods.h"

struct textbook_batch {
    struct session *session;
    struct cli_output program; /* of --write-lp */
    size_t boards;
    struct textbook_job *job;
};

/* One board and all about it; large, so it is kept from board to board. */
struct textbook_job {
    tilepdb_board board, goal;
    tilepdb_method_result result;
    tilepdb_result common;
    tilepdb_error error;
    const char *name; /* the entry's */
    struct events events;
};

/* The part of a method's result that all answers have. */
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

/* Whether only methods for large boards take it. */
static bool is_large(const tilepdb_board *board) {
    return tilepdb_size_check(board->width, board->height, NULL) != TILEPDB_OK;
}

/* What only textbook methods have, for JSON. */
static json_t *extra_fields(const struct solve_options *options, const tilepdb_board *board,
                            const tilepdb_method_result *result) {
    const tilepdb_method_info *method = textbook_method(options);
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

/* Writes the program for `horizon` moves to the document of --write-lp, and ends it. Returns the
 * exit code. */
static int program_file_write(const struct solve_options *options, struct cli_output *file,
                              const tilepdb_board *board, const tilepdb_board *goal, int horizon) {
    tilepdb_error error;
    const tilepdb_status status = tilepdb_program_write(
        board, goal, (tilepdb_program_form)options->ilp_form, horizon, write_text, file, &error);
    const bool failed = status && status != TILEPDB_CANCELLED;
    int code = failed ? cli_fail("--write-lp", &error) : cli_exit_code(status);
    code = cli_output_end(file, code);
    if (code == CLI_SUCCESS) {
        const char *name = options->write_lp;
        cli_note("%s: the program for %d move%s; --first-bound N writes the one for N",
                 strcmp(name, "-") == 0 ? "standard output" : name, horizon,
                 plural((uint64_t)horizon));
    }
    return code;
}

/* The program that was solved, or that is to be solved next. */
static int program_export(struct textbook_batch *batch, const struct textbook_job *job) {
    const int horizon = batch->session->options->first_bound != 0
                            ? batch->session->options->first_bound
                            : job->result.lower_bound;
    return program_file_write(batch->session->options, &batch->program, &job->board, &job->goal,
                              horizon > 0 ? horizon : 1);
}

static tilepdb_status textbook_solve(struct textbook_batch *batch, struct textbook_job *job,
                                     struct step_list *steps) {
    tilepdb_method_options method;
    textbook_options_fill(&method, textbook_method(batch->session->options)->method,
                          batch->session->options);
    method.step = step_list_add;
    method.step_user = steps;
    method.progress = cli_progress_report;
    method.user = &batch->session->progress;
    cli_progress_title(&batch->session->progress, "%s", job->name);
    return tilepdb_method_solve(&job->board, &job->goal, &method, &job->result, &job->error);
}

static int job_print(struct textbook_batch *batch, struct textbook_job *job,
                     const struct step_list *steps, const struct input_entry *entry,
                     tilepdb_status status) {
    const struct solve_options *options = batch->session->options;
    const bool solved = status == TILEPDB_OK;
    if (solved)
        events_emit(&job->events, job->result.moves, job->result.length, job->result.lower_bound,
                    0);
    struct answer answer = {.number = entry->number,
                            .file = entry->file,
                            .id = entry->item.id,
                            .name = job->name,
                            .board = &job->board,
                            .goal = &job->goal,
                            .status = status,
                            .moves = solved ? job->result.moves : NULL,
                            .message = job->error.message,
                            .steps = steps->steps};
    answer.may_be_shorter = solved && !job->result.optimal && textbook_method(options)->optimal;
    if (status_has_result(status)) {
        result_common(&job->result, &job->common);
        answer.result = &job->common;
        answer.extra = extra_fields(options, &job->board, &job->result);
    }
    if (session_explains(batch->session, job->name, &job->board, status) && !solved)
        cli_complain("%s: %s", job->name, job->error.message);
    if (answer.may_be_shorter) {
        cli_note("%s: a shorter solution may exist: --first-bound %d skips lengths that are not "
                 "ruled out; the lower bound is %d",
                 job->name, options->first_bound, job->result.lower_bound);
    }
    session_print(batch->session, &answer);
    json_decref(answer.extra);
    return cli_exit_code(status);
}

/* Without a solver the program can still be written; the answer then is what is known without. The
 * error says what is missing. */
static tilepdb_status bound_only(struct textbook_job *job) {
    tilepdb_method_options method;
    tilepdb_error error;
    tilepdb_method_options_init(&method, TILEPDB_METHOD_LAYERED); /* for the Manhattan bound */
    const tilepdb_status status =
        tilepdb_method_solve(&job->board, &job->goal, &method, &job->result, &error);
    if (status) {
        job->error = error;
        return status;
    }
    if (job->result.length == 0) return status;
    job->result.length = job->result.upper_bound = -1;
    job->result.optimal = false;
    job->result.generated = job->result.expanded = 0;
    job->error.status = TILEPDB_LIMIT;
    return TILEPDB_LIMIT;
}

static int textbook_board(struct textbook_batch *batch, struct textbook_job *job,
                          const struct input_entry *entry) {
    struct step_list steps;
    const struct solve_options *options = batch->session->options;
    job->goal = session_entry_goal(batch->session, entry);
    events_begin(&job->events, options, &job->board, entry->file, entry->number);
    step_list_init(&steps, options, &job->board, job->name, &batch->session->progress);
    tilepdb_status status = textbook_solve(batch, job, &steps);
    if (status == TILEPDB_ERROR_NOT_FOUND && options->write_lp) status = bound_only(job);
    int code = job_print(batch, job, &steps, entry, status);
    if (options->write_lp && (!status || status == TILEPDB_LIMIT))
        code = cli_worse(code, program_export(batch, job));
    step_list_free(&steps);
    return code;
}

static int batch_entry(struct textbook_batch *batch, struct textbook_job *job,
                       const struct input_entry *entry) {
    const struct solve_options *options = batch->session->options;
    job->name = entry->name;
    job->board = entry->item.board;
    job->error = entry->item.error;
    if (entry->readable && (!is_large(&job->board) || large_options_check(options, &job->error)))
        return textbook_board(batch, job, entry);
    cli_complain("%s: %s", job->name, job->error.message);
    const struct answer answer = {.number = entry->number,
                                  .file = entry->file,
                                  .name = job->name,
                                  .status = job->error.status,
                                  .message = job->error.message};
    session_print(batch->session, &answer);
    return CLI_USAGE;
}

/* One file holds one program. */
static bool is_one_too_many(const struct textbook_batch *batch, size_t boards) {
    if (!batch->session->options->write_lp || boards <= 1) return false;
    session_stop(batch->session);
    cli_complain("--write-lp writes the program of one board; run it once per board, each with its "
                 "own FILE");
    return true;
}

static int textbook_entry(struct session *session, struct input_entry *entry, void *user) {
    struct textbook_batch *batch = user;
    if (is_one_too_many(batch, ++batch->boards)) return CLI_USAGE;
    const int code = batch_entry(batch, batch->job, entry);
    session_answer(session);
    return code;
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    struct textbook_batch batch = {.session = session};
    struct board_input boards;
    int code = CLI_SUCCESS;
    if (options->write_lp) code = cli_document_open(&batch.program, options->write_lp);
    if (code != CLI_SUCCESS) return code;
    batch.job = cli_allocated(malloc(sizeof *batch.job));
    session_boards(session, &boards);
    session_head(session, report_columns(options));
    const size_t most = board_input_count(&boards);
    if (most != SIZE_MAX && is_one_too_many(&batch, most)) code = CLI_USAGE;
    code = cli_worse(code, session_each(session, &boards, textbook_entry, &batch));
    free(batch.job);
    cli_output_end(&batch.program, CLI_NO); /* unless it was written, the file is as it was */
    return code;
}

const struct mode method_mode = {"method", run};
