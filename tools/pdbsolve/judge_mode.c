/* --judge: how far given solutions are from the optimum. judge_report.c prints it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/board_input.h"
#include "pdbsolve/judge.h"
#include "pdbsolve/modes.h"
#include "tilepdb_anytime.h"
#include "tilepdb_many.h"
#include "tilepdb_text.h"
#include "util/number.h"

/* Seconds: enough for an estimate. */
#define NO_TIME 1e-9

/* What the lines of a file are. */
enum lines { LINES_NONE, LINES_PAIRS, LINES_SOLUTIONS };

struct judging {
    struct session *session;
    struct attempt *attempt;
    char *list;       /* of judge_list_read; NULL: there is none */
    enum lines lines; /* NONE before the first */
    struct board_input solutions;
    struct board_input boards; /* beside solutions */
    size_t judged;             /* of these */
    struct input_entry held;   /* a line that is a length alone: its moves may follow */
    char held_length[16];      /* its text; empty: no line is held */
};

/* ---- judging --------------------------------------------------------------------------------- */

/* Whether the moves can be read in the other notation of letters as other moves that can be played,
 * and whether these solve the board. */
static bool other_plays(const struct solve_options *options, const struct attempt *attempt,
                        bool *solves) {
    tilepdb_board position = attempt->task.board;
    char *moves = NULL;
    if (options->moves == TILEPDB_NOTATION_NUMBERS) return false;
    const tilepdb_notation other =
        options->moves == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK;
    const tilepdb_status status =
        cli_moves_read(attempt->given, attempt->given_length, other, &position, &moves, NULL);
    const bool plays = !status && strcmp(moves, attempt->moves) != 0;
    free(moves);
    *solves = plays && cli_same_board(&position, &attempt->goal);
    return plays;
}

/* Says if the other notation of letters may be meant. */
static void explain_notation(const struct solve_options *options, struct attempt *attempt) {
    bool solves;
    const bool plays = other_plays(options, attempt, &solves),
               blank = options->moves == TILEPDB_NOTATION_TILE;
    const char *whose = blank ? "blank" : "tiles", *word = cli_notation_keywords[blank];
    char *message = attempt->task.error.message;
    const size_t used = strlen(message), capacity = sizeof attempt->task.error.message - used;
    if (attempt->ends && solves)
        cli_note("%s: as moves of the %s they solve the board as well (--moves %s)", attempt->name,
                 whose, word);
    else if (solves)
        snprintf(message + used, capacity, "; as moves of the %s they solve the board (--moves %s)",
                 whose, word);
    else if (plays && !attempt->legal)
        snprintf(message + used, capacity, "; as moves of the %s they can be played (--moves %s)",
                 whose, word);
}

/* Plays the moves. CLI_SUCCESS if they solve the board. */
static int attempt_play(const struct solve_options *options, struct attempt *attempt) {
    tilepdb_board position = attempt->task.board;
    tilepdb_error *error = &attempt->task.error;
    const tilepdb_status status =
        cli_moves_read(attempt->given, attempt->given_length, (tilepdb_notation)options->moves,
                       &position, &attempt->moves, error);
    attempt->absent = status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT;
    if (attempt->absent) return CLI_NO;
    if (!attempt->moves) {
        if (strcmp(attempt->given, options->judge) == 0)
            operand_explain_word(attempt->given, "moves", error);
        return CLI_USAGE;
    }
    attempt->legal = status == TILEPDB_OK;
    if (!attempt->legal) {
        attempt->failed = strlen(attempt->moves) + 1;
        return CLI_NO;
    }
    attempt->ends = cli_same_board(&position, &attempt->goal);
    if (attempt->ends) return CLI_SUCCESS;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(error->message, sizeof error->message,
             "the moves end in %.400s, which is not the goal", text);
    return CLI_NO;
}

static int attempt_replay(const struct solve_options *options, struct attempt *attempt) {
    const int code = attempt_play(options, attempt);
    if (attempt->moves) explain_notation(options, attempt);
    return code;
}

/* The given moves are optimal if every shorter solution is ruled out: the bound of their own length
 * need not be searched. */
static bool prove_given(struct attempt *attempt, size_t length) {
    tilepdb_result *result = &attempt->task.result;
    const size_t letters = strlen(attempt->moves);
    if (result->lower_bound < (int)length || letters >= sizeof result->moves) return false;
    result->optimal = true;
    result->length = result->upper_bound = (int)length;
    memcpy(result->moves, attempt->moves, letters + 1);
    return true;
}

/* No tables hold such a board: its estimate is what is known. */
static int attempt_estimate(struct attempt *attempt) {
    tilepdb_anytime_options options;
    tilepdb_result *result = &attempt->task.result;
    const tilepdb_board *board = &attempt->task.board;
    tilepdb_anytime_options_init(&options);
    options.metric = attempt->metric;
    options.timeout = NO_TIME;
    tilepdb_anytime_result *known = cli_allocated(malloc(sizeof *known));
    const tilepdb_status status =
        tilepdb_anytime_solve(board, &attempt->goal, &options, known, &attempt->task.error);
    const bool bounded = !status || status == TILEPDB_LIMIT;
    if (bounded) result->lower_bound = known->lower_bound;
    free(known);
    if (!bounded) return cli_exit_code(status);
    attempt->solved = prove_given(attempt, attempt_length(attempt));
    snprintf(attempt->task.error.message, sizeof attempt->task.error.message,
             "%dx%d is too large for a proof; the board needs at least %d move%s", board->width,
             board->height, result->lower_bound, plural((uint64_t)result->lower_bound));
    return attempt->solved ? CLI_SUCCESS : cli_exit_code(TILEPDB_LIMIT);
}

static int attempt_solve(struct session *session, struct attempt *attempt) {
    struct solve_driver *driver = &attempt->driver;
    tilepdb_solve_options *search = &driver->search;
    if (tilepdb_size_check(attempt->task.board.width, attempt->task.board.height, NULL))
        return attempt_estimate(attempt);
    driver->cache = &session->solvers;
    driver->goal = attempt->goal;
    const size_t length = attempt_length(attempt);
    driver_limits(search, session->options);
    if (length > 1 && length <= TILEPDB_MAX_MOVES &&
        (search->max_length == 0 || (size_t)search->max_length >= length))
        search->max_length = (int)length - 1;
    search->threads = cli_jobs(&session->options->common);
    search->progress = cli_progress_report;
    search->user = &session->progress;
    cli_progress_title(&session->progress, "%s", attempt->name);
    attempt->task.status = TILEPDB_CANCELLED; /* unless it is searched */
    driver_run(driver, &attempt->task);
    if (driver_lacks_tables(driver)) {
        snprintf(attempt->task.error.message, sizeof attempt->task.error.message, "%s",
                 driver_missing_text(driver));
        return driver->code;
    }
    attempt->solved = !attempt->task.status ||
                      (attempt->task.status == TILEPDB_LIMIT && prove_given(attempt, length));
    return attempt->solved ? CLI_SUCCESS : driver->code;
}

/* `given` is `length` bytes long; `unread` is why they could not be read, else NULL. */
static int attempt_run(struct judging *judging, const struct input_entry *entry, const char *given,
                       size_t length, const tilepdb_error *unread) {
    struct attempt *attempt = judging->attempt;
    while (length > 0 && (given[length - 1] == ' ' || given[length - 1] == '\t')) length--;
    *attempt =
        (struct attempt){.number = entry->number,
                         .file = entry->file,
                         .name = entry->name,
                         .readable = entry->readable,
                         .metric = (tilepdb_metric)judging->session->options->metric,
                         .task = {.board = entry->item.board,
                                  .result = {.length = -1, .lower_bound = -1, .upper_bound = -1},
                                  .error = entry->item.error}};
    attempt->given = cli_allocated(calloc(length + 1, 1));
    attempt->given_length = length;
    if (length > 0) memcpy(attempt->given, given, length);
    if (!attempt->readable) return CLI_USAGE;
    attempt->goal = session_entry_goal(judging->session, entry);
    if (unread) {
        attempt->task.error = *unread;
        return CLI_USAGE;
    }
    const int code = attempt_replay(judging->session->options, attempt);
    return code == CLI_SUCCESS ? attempt_solve(judging->session, attempt) : code;
}

/* Judges moves for a board. */
static int judge_one(struct judging *judging, const struct input_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread) {
    struct attempt *attempt = judging->attempt;
    const int code = attempt_run(judging, entry, given, length, unread);
    if (!cli_signal() || attempt->task.result.lower_bound >= 0)
        attempt_print(judging->session, attempt);
    driver_free(&attempt->driver);
    free(attempt->moves);
    free(attempt->given);
    session_answer(judging->session);
    return code;
}

/* ---- where moves and boards come from -------------------------------------------------------- */

/* The same moves for each board. */
static int judge_board(struct session *session, struct input_entry *board, void *judging) {
    const struct judging *given = judging;
    const char *moves = given->list ? given->list : session->options->judge;
    return judge_one(judging, board, moves, strlen(moves), NULL);
}

/* How many entries are left. */
static size_t count_rest(struct board_input *input, int *code) {
    struct input_entry entry;
    size_t count = 0;
    while (board_input_next(input, &entry, code)) count++;
    return count;
}

static int complain_counts(size_t boards, size_t solutions) {
    cli_complain("--judge: %zu board%s but %zu solution%s: each board needs one line of solutions",
                 boards, plural(boards), solutions, plural(solutions));
    return CLI_USAGE;
}

/* A line of solutions that has a board. */
static bool has_board(const struct input_entry *line) {
    return line->item.kind == TILEPDB_ITEM_BOARD_AND_SOLUTION;
}

/* A solution for the next board from elsewhere. */
static int judge_beside(struct judging *judging, const struct input_entry *solution) {
    struct input_entry board;
    int code = CLI_SUCCESS;
    if (!board_input_next(&judging->boards, &board, &code)) {
        session_stop(judging->session);
        if (cli_signal()) return code;
        const size_t solutions = judging->judged + 1 + count_rest(&judging->solutions, &code);
        return cli_worse(code, complain_counts(judging->judged, solutions));
    }
    if (has_board(solution)) {
        session_stop(judging->session);
        cli_complain("%s: expected a solution, as on the lines before, not a board with its "
                     "solution",
                     solution->name);
        return cli_worse(code, CLI_USAGE);
    }
    const tilepdb_item *item = &solution->item;
    judging->judged++;
    return cli_worse(code, judge_one(judging, &board, item->moves, item->moves_length,
                                     solution->readable ? NULL : &item->error));
}

/* A board and a solution on one line. */
static int judge_pair(struct judging *judging, struct input_entry *pair) {
    tilepdb_item *item = &pair->item;
    if (item->kind == TILEPDB_ITEM_SOLUTION) {
        pair->readable = false;
        item->error.status = TILEPDB_ERROR_PARSE;
        snprintf(item->error.message, sizeof item->error.message,
                 "no board: a line is a board, a TAB or ';', and its solution");
    }
    return judge_one(judging, pair, item->moves ? item->moves : "", item->moves_length, NULL);
}

/* Opens the boards for solutions without boards. */
static int boards_open(struct judging *judging, const char *found) {
    const struct session *session = judging->session;
    if (strcmp(session->options->judge, "-") == 0 &&
        board_input_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--judge: standard input contains %s: name the file with the boards, or write "
                     "each board before its solution, with a TAB or ';' between them",
                     found);
        return CLI_USAGE;
    }
    session_boards(session, &judging->boards);
    judging->lines = LINES_SOLUTIONS;
    return CLI_SUCCESS;
}

/* The first line shows what all are. An unreadable one has a board if none are named elsewhere. */
static int lines_begin(struct judging *judging, const struct input_entry *first) {
    const struct session *session = judging->session;
    const bool boards = session->argument_count > 0;
    if (!has_board(first) && (first->readable || boards))
        return boards_open(judging, "only solutions");
    if (boards) {
        cli_complain("--judge: the lines of %s contain boards: do not give any others",
                     session->options->judge);
        return CLI_USAGE;
    }
    judging->lines = LINES_PAIRS;
    return CLI_SUCCESS;
}

static int line_judge(struct judging *judging, struct input_entry *line) {
    struct session *session = judging->session;
    if (judging->lines == LINES_NONE) {
        const int code = lines_begin(judging, line);
        if (code != CLI_SUCCESS) session_stop(session);
        if (code != CLI_SUCCESS) return code;
    }
    return judging->lines == LINES_PAIRS ? judge_pair(judging, line) : judge_beside(judging, line);
}

/* Whether a line is a length alone, which moves on the next line may follow; 0 is an answer. */
static bool is_length(const struct judging *judging, const struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    size_t digits = 0;
    while (digits < item->moves_length && isdigit((unsigned char)item->moves[digits])) digits++;
    return line->readable && !has_board(line) && digits > 0 && digits == item->moves_length &&
           digits < sizeof judging->held_length && item->moves[0] != '0' &&
           judging->session->options->moves != TILEPDB_NOTATION_NUMBERS;
}

static int held_judge(struct judging *judging) {
    judging->held.item.moves = judging->held_length;
    judging->held.item.moves_length = strlen(judging->held_length);
    const int code = line_judge(judging, &judging->held);
    judging->held_length[0] = '\0';
    return code;
}

/* Judges a line behind a length: as one solution with it, if it has as many moves. */
static int judge_held(struct judging *judging, struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    const int length = item->moves ? (int)item->moves_length : 0;
    char *joined = cli_text("%s %.*s", judging->held_length, length, length ? item->moves : "");
    const bool fits = line->readable && !has_board(line) &&
                      operand_is_moves(joined, (tilepdb_notation)judging->session->options->moves);
    int code;
    if (fits) {
        judging->held.item.moves = joined;
        judging->held.item.moves_length = strlen(joined);
        judging->held_length[0] = '\0';
        code = line_judge(judging, &judging->held);
    } else {
        code = held_judge(judging);
        if (!session_stopped(judging->session)) code = cli_worse(code, line_judge(judging, line));
    }
    free(joined);
    return code;
}

static int judge_line(struct session *session, struct input_entry *line, void *user) {
    struct judging *judging = user;
    (void)session;
    if (judging->held_length[0] != '\0') return judge_held(judging, line);
    if (!is_length(judging, line)) return line_judge(judging, line);
    judging->held = *line;
    snprintf(judging->held_length, sizeof judging->held_length, "%.*s",
             (int)line->item.moves_length, line->item.moves);
    return CLI_SUCCESS;
}

/* No boards may be left after the last solution. */
static int boards_end(struct judging *judging) {
    struct input_entry entry;
    int code = CLI_SUCCESS;
    if (judging->lines != LINES_SOLUTIONS) return code;
    if (!session_stopped(judging->session) && board_input_next(&judging->boards, &entry, &code)) {
        const size_t boards = judging->judged + 1 + count_rest(&judging->boards, &code);
        code = cli_worse(code, complain_counts(boards, judging->judged));
    }
    board_input_free(&judging->boards);
    return code;
}

/* Solutions of a file, or of stdin. */
static int judge_file(struct judging *judging) {
    struct session *session = judging->session;
    session_solutions(session, session->options->judge, &judging->solutions);
    int code = session_each(session, &judging->solutions, judge_line, judging);
    if (judging->held_length[0] != '\0' && !session_stopped(session))
        code = cli_worse(code, held_judge(judging));
    if (judging->lines == LINES_NONE && code == CLI_SUCCESS && !session_stopped(session))
        code = boards_open(judging, "no solutions");
    return cli_worse(code, boards_end(judging));
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    struct judging judging = {.session = session,
                              .attempt = cli_allocated(malloc(sizeof *judging.attempt))};
    int code;
    session_head(session, attempt_columns(options));
    const bool file = operand_names_file(options->judge, (tilepdb_notation)options->moves);
    if (file) judging.list = judge_list_read(session);
    if (file && !judging.list) {
        code = judge_file(&judging);
    } else {
        session_boards(session, &judging.boards);
        code = session_each(session, &judging.boards, judge_board, &judging);
    }
    free(judging.attempt);
    free(judging.list);
    return code;
}

const struct mode judge_mode = {"judge", run};
