/* --judge: how far given solutions are from the optimum. judge_report.c prints it. */
#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/judge.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/operands.h"
#include "pdbsolve/report.h"
#include "tilepdb_many.h"
#include "tilepdb_text.h"
#include "util/number.h"

/* What the lines of a file are. */
enum lines { LINES_NONE, LINES_PAIRS, LINES_SOLUTIONS };

struct court {
    struct session *session;
    struct trial *trial;
    enum lines lines; /* NONE before the first */
    struct board_source solutions;
    struct board_source boards; /* beside solutions */
    size_t judged;              /* of these */
};

/* ---- judging --------------------------------------------------------------------------------- */

/* Plays the moves. CLI_SUCCESS if they solve the board. */
static int trial_replay(const struct solve_options *options, struct trial *trial) {
    tilepdb_board position = trial->task.board;
    tilepdb_error *error = &trial->task.error;
    const tilepdb_status status =
        cli_moves_read(trial->given, trial->given_length, (tilepdb_notation)options->moves,
                       &position, &trial->moves, error);
    trial->absent = status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT;
    if (trial->absent) return CLI_NO;
    if (!trial->moves) {
        if (strcmp(trial->given, options->judge) == 0) operand_explain_word(trial->given, error);
        return CLI_USAGE;
    }
    trial->legal = status == TILEPDB_OK;
    if (!trial->legal) {
        trial->failed = strlen(trial->moves) + 1;
        return CLI_NO;
    }
    trial->ends = cli_same_board(&position, &trial->goal);
    if (trial->ends) return CLI_SUCCESS;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(error->message, sizeof error->message,
             "the moves end in %.400s, which is not the goal", text);
    return CLI_NO;
}

/* The given moves are optimal if every shorter solution is ruled out: the bound of their own length
 * need not be searched. */
static bool prove_given(struct trial *trial, size_t length) {
    tilepdb_result *result = &trial->task.result;
    const size_t letters = strlen(trial->moves);
    if (result->lower_bound < (int)length || letters >= sizeof result->moves) return false;
    result->optimal = true;
    result->length = result->upper_bound = (int)length;
    memcpy(result->moves, trial->moves, letters + 1);
    return true;
}

static int trial_solve(struct session *session, struct trial *trial) {
    struct solver_plan *plan = &trial->plan;
    tilepdb_solve_options *search = &plan->search;
    plan->cache = &session->solvers;
    plan->goal = trial->goal;
    const size_t length = trial_length(trial);
    solver_limits(search, session->options);
    if (length > 1 && length <= TILEPDB_MAX_MOVES &&
        (search->max_length == 0 || (size_t)search->max_length >= length))
        search->max_length = (int)length - 1;
    search->threads = cli_jobs(&session->options->common);
    search->progress = cli_progress_report;
    search->user = &session->progress;
    cli_progress_title(&session->progress, "%s", trial->name);
    trial->task.status = TILEPDB_CANCELLED; /* unless it is searched */
    solver_run(plan, &trial->task);
    if (solver_is_missing(plan)) {
        snprintf(trial->task.error.message, sizeof trial->task.error.message, "%s",
                 solver_absence(plan));
        return plan->code;
    }
    trial->solved =
        !trial->task.status || (trial->task.status == TILEPDB_LIMIT && prove_given(trial, length));
    return trial->solved ? CLI_SUCCESS : plan->code;
}

/* `given` is `length` bytes long; `unread` is why they could not be read, else NULL. */
static int trial_run(struct court *court, const struct source_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread) {
    struct trial *trial = court->trial;
    while (length > 0 && (given[length - 1] == ' ' || given[length - 1] == '\t')) length--;
    *trial = (struct trial){.number = entry->number,
                            .name = entry->name,
                            .readable = entry->readable,
                            .metric = (tilepdb_metric)court->session->options->metric,
                            .task = {.board = entry->item.board,
                                     .result = {.length = -1, .lower_bound = -1, .upper_bound = -1},
                                     .error = entry->item.error}};
    trial->given = cli_allocated(calloc(length + 1, 1));
    trial->given_length = length;
    if (length > 0) memcpy(trial->given, given, length);
    if (!trial->readable) return CLI_USAGE;
    if (unread) {
        trial->task.error = *unread;
        return CLI_USAGE;
    }
    trial->goal = session_goal(court->session, trial->task.board.width, trial->task.board.height);
    const int code = trial_replay(court->session->options, trial);
    return code == CLI_SUCCESS ? trial_solve(court->session, trial) : code;
}

/* Judges moves for a board. */
static int judge_one(struct court *court, const struct source_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread) {
    struct trial *trial = court->trial;
    const int code = trial_run(court, entry, given, length, unread);
    if (!cli_signal() || trial->task.result.lower_bound >= 0) trial_print(court->session, trial);
    solver_plan_free(&trial->plan);
    free(trial->moves);
    free(trial->given);
    session_answer(court->session);
    return code;
}

/* ---- where moves and boards come from -------------------------------------------------------- */

/* The same moves for each board. */
static int judge_board(struct session *session, struct source_entry *board, void *court) {
    const char *moves = session->options->judge;
    return judge_one(court, board, moves, strlen(moves), NULL);
}

/* How many entries are left. */
static size_t count_rest(struct board_source *source, int *code) {
    struct source_entry entry;
    size_t count = 0;
    while (board_source_next(source, &entry, code)) count++;
    return count;
}

static int complain_counts(size_t boards, size_t solutions) {
    cli_complain("--judge: %zu board%s but %zu solution%s: each board needs one line of solutions",
                 boards, plural(boards), solutions, plural(solutions));
    return CLI_USAGE;
}

/* A line of solutions that has a board. */
static bool has_board(const struct source_entry *line) {
    return line->item.kind == TILEPDB_ITEM_BOARD_AND_SOLUTION;
}

/* A solution for the next board from elsewhere. */
static int judge_beside(struct court *court, const struct source_entry *solution) {
    struct source_entry board;
    int code = CLI_SUCCESS;
    if (!board_source_next(&court->boards, &board, &code)) {
        session_stop(court->session);
        if (cli_signal()) return code;
        const size_t solutions = court->judged + 1 + count_rest(&court->solutions, &code);
        return cli_worse(code, complain_counts(court->judged, solutions));
    }
    if (has_board(solution)) {
        session_stop(court->session);
        cli_complain("%s: expected a solution, as on the lines before, not a board with its "
                     "solution",
                     solution->name);
        return cli_worse(code, CLI_USAGE);
    }
    const tilepdb_item *item = &solution->item;
    court->judged++;
    return cli_worse(code, judge_one(court, &board, item->moves, item->moves_length,
                                     solution->readable ? NULL : &item->error));
}

/* A board and a solution on one line. */
static int judge_pair(struct court *court, struct source_entry *pair) {
    tilepdb_item *item = &pair->item;
    if (item->kind == TILEPDB_ITEM_SOLUTION) {
        pair->readable = false;
        item->error.status = TILEPDB_ERROR_PARSE;
        snprintf(item->error.message, sizeof item->error.message,
                 "no board: a line is a board, a TAB or ';', and its solution");
    }
    return judge_one(court, pair, item->moves ? item->moves : "", item->moves_length, NULL);
}

/* Opens the boards for solutions without boards. */
static int boards_open(struct court *court, const char *found) {
    const struct session *session = court->session;
    if (strcmp(session->options->judge, "-") == 0 &&
        board_source_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--judge: standard input contains %s: name the file with the boards, or write "
                     "each board before its solution, with a TAB or ';' between them",
                     found);
        return CLI_USAGE;
    }
    session_boards(session, &court->boards);
    court->lines = LINES_SOLUTIONS;
    return CLI_SUCCESS;
}

/* The first line shows what all are. An unreadable one has a board if none are named elsewhere. */
static int lines_begin(struct court *court, const struct source_entry *first) {
    const struct session *session = court->session;
    const bool boards = session->argument_count > 0;
    if (!has_board(first) && (first->readable || boards))
        return boards_open(court, "only solutions");
    if (boards) {
        cli_complain("--judge: the lines of %s contain boards: do not give any others",
                     session->options->judge);
        return CLI_USAGE;
    }
    court->lines = LINES_PAIRS;
    return CLI_SUCCESS;
}

static int judge_line(struct session *session, struct source_entry *line, void *user) {
    struct court *court = user;
    if (court->lines == LINES_NONE) {
        const int code = lines_begin(court, line);
        if (code != CLI_SUCCESS) session_stop(session);
        if (code != CLI_SUCCESS) return code;
    }
    return court->lines == LINES_PAIRS ? judge_pair(court, line) : judge_beside(court, line);
}

/* No boards may be left after the last solution. */
static int boards_end(struct court *court) {
    struct source_entry entry;
    int code = CLI_SUCCESS;
    if (court->lines != LINES_SOLUTIONS) return code;
    if (!session_stopped(court->session) && board_source_next(&court->boards, &entry, &code)) {
        const size_t boards = court->judged + 1 + count_rest(&court->boards, &code);
        code = cli_worse(code, complain_counts(boards, court->judged));
    }
    board_source_free(&court->boards);
    return code;
}

/* Solutions of a file, or of stdin. */
static int judge_file(struct court *court) {
    struct session *session = court->session;
    session_solutions(session, session->options->judge, &court->solutions);
    int code = session_each(session, &court->solutions, judge_line, court);
    if (court->lines == LINES_NONE && code == CLI_SUCCESS && !session_stopped(session))
        code = boards_open(court, "no solutions");
    return cli_worse(code, boards_end(court));
}

int mode_judge(struct session *session) {
    const struct solve_options *options = session->options;
    struct court court = {.session = session, .trial = cli_allocated(malloc(sizeof *court.trial))};
    int code;
    session_head(session, trial_columns(options));
    if (operand_names_file(options->judge, (tilepdb_notation)options->moves)) {
        code = judge_file(&court);
    } else {
        session_boards(session, &court.boards);
        code = session_each(session, &court.boards, judge_board, &court);
    }
    free(court.trial);
    return code;
}
