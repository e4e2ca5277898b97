/* ida: the boards one after the other, by the engine. */
#include "answers/report.h"
#include "cli/console.h"
#include "pdbmethods/methods.h"

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

/* Prints the answer of a readable board, and returns its exit code. */
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

static int run_entry(struct session *session, struct input_entry *entry, void *user) {
    int code;
    if (entry->readable) {
        code = solve_and_print(user, entry);
    } else {
        struct answer unread = session_entry_answer(entry, NULL);
        unread.status = entry->item.error.status;
        unread.message = entry->item.error.message;
        code = input_entry_refuse(entry);
        session_print(session, &unread);
    }
    session_answer(session);
    return code;
}

int ida_run(struct session *session) {
    struct ida_run run = {.session = session};
    struct board_input boards;
    session_boards(session, &boards);
    session_head(session, report_columns(session->options));
    return session_each(session, &boards, run_entry, &run);
}
