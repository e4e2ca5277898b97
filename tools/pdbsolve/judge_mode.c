/* --judge: how far given solutions are from the optimum. solution_check.c prints it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/board_input.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/solution_check.h"
#include "tilepdb_anytime.h"
#include "tilepdb_many.h"
#include "tilepdb_text.h"

/* Seconds: enough for an estimate. */
#define NO_TIME 1e-9

/* What the lines of a file are. */
enum lines { LINES_NONE, LINES_PAIRS, LINES_SOLUTIONS };

struct judge {
    struct session *session;
    struct solution_check *check;
    char *list;       /* of judge_list_read; NULL: there is none */
    enum lines lines; /* NONE before the first */
    struct board_input solutions;
    struct board_input boards;  /* beside solutions */
    size_t judged;              /* of these */
    struct input_entry pending; /* a line that is a length alone: its moves may follow */
    char pending_length[16];    /* its text; empty: no line is pending */
};

/* ---- judging --------------------------------------------------------------------------------- */

/* Whether the moves can be read in the other notation of letters as other moves that can be played,
 * and whether these solve the board. */
static bool other_plays(const struct solve_options *options, const struct solution_check *check,
                        bool *solves) {
    tilepdb_board position = check->task.board;
    char *moves = NULL;
    if (options->moves == TILEPDB_NOTATION_NUMBERS) return false;
    const tilepdb_notation other =
        options->moves == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK;
    const tilepdb_status status =
        cli_moves_read(check->given, check->given_length, other, &position, &moves, NULL);
    const bool plays = !status && strcmp(moves, check->moves) != 0;
    free(moves);
    *solves = plays && cli_same_board(&position, &check->goal);
    return plays;
}

/* Says if the other notation of letters may be meant. */
static void explain_notation(const struct solve_options *options, struct solution_check *check) {
    bool solves;
    const bool plays = other_plays(options, check, &solves),
               blank = options->moves == TILEPDB_NOTATION_TILE;
    const char *whose = blank ? "blank" : "tiles", *word = cli_notation_keywords[blank];
    char *message = check->task.error.message;
    const size_t used = strlen(message), capacity = sizeof check->task.error.message - used;
    if (check->reaches_goal && solves)
        cli_note("%s: as moves of the %s they solve the board as well (--moves %s)", check->name,
                 whose, word);
    else if (solves)
        snprintf(message + used, capacity, "; as moves of the %s they solve the board (--moves %s)",
                 whose, word);
    else if (plays && !check->legal)
        snprintf(message + used, capacity, "; as moves of the %s they can be played (--moves %s)",
                 whose, word);
}

/* Plays the moves. CLI_SUCCESS if they solve the board. */
static int check_play(const struct solve_options *options, struct solution_check *check) {
    tilepdb_board position = check->task.board;
    tilepdb_error *error = &check->task.error;
    const tilepdb_status status =
        cli_moves_read(check->given, check->given_length, (tilepdb_notation)options->moves,
                       &position, &check->moves, error);
    check->claims_none = status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT;
    if (check->claims_none) return CLI_NO;
    if (!check->moves) {
        if (strcmp(check->given, options->judge) == 0)
            operand_explain_word(check->given, "moves", error);
        return CLI_USAGE;
    }
    check->legal = status == TILEPDB_OK;
    if (!check->legal) {
        check->failed = strlen(check->moves) + 1;
        return CLI_NO;
    }
    check->reaches_goal = cli_same_board(&position, &check->goal);
    if (check->reaches_goal) return CLI_SUCCESS;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(error->message, sizeof error->message,
             "the moves end in %.400s, which is not the goal", text);
    return CLI_NO;
}

static int check_replay(const struct solve_options *options, struct solution_check *check) {
    const int code = check_play(options, check);
    if (check->moves) explain_notation(options, check);
    return code;
}

/* The given moves are optimal if every shorter solution is ruled out: the bound of their own length
 * need not be searched. */
static bool prove_given(struct solution_check *check, size_t length) {
    tilepdb_result *result = &check->task.result;
    const size_t letters = strlen(check->moves);
    if (result->lower_bound < (int)length || letters >= sizeof result->moves) return false;
    result->optimal = true;
    result->length = result->upper_bound = (int)length;
    memcpy(result->moves, check->moves, letters + 1);
    return true;
}

/* No tables hold such a board: its estimate is what is known. */
static int check_estimate(struct solution_check *check) {
    tilepdb_anytime_options options;
    tilepdb_result *result = &check->task.result;
    const tilepdb_board *board = &check->task.board;
    tilepdb_anytime_options_init(&options);
    options.metric = check->metric;
    options.timeout = NO_TIME;
    tilepdb_anytime_result *known = cli_allocated(malloc(sizeof *known));
    const tilepdb_status status =
        tilepdb_anytime_solve(board, &check->goal, &options, known, &check->task.error);
    const bool bounded = !status || status == TILEPDB_LIMIT;
    if (bounded) result->lower_bound = known->lower_bound;
    free(known);
    if (!bounded) return cli_exit_code(status);
    check->solved = prove_given(check, solution_check_length(check));
    snprintf(check->task.error.message, sizeof check->task.error.message,
             "%dx%d is too large for a proof; the board needs at least %d move%s", board->width,
             board->height, result->lower_bound, plural((uint64_t)result->lower_bound));
    return check->solved ? CLI_SUCCESS : cli_exit_code(TILEPDB_LIMIT);
}

static int check_solve(struct session *session, struct solution_check *check) {
    struct solve_driver *driver = &check->driver;
    tilepdb_solve_options *search = &driver->search;
    if (tilepdb_size_check(check->task.board.width, check->task.board.height, NULL))
        return check_estimate(check);
    driver->cache = &session->solvers;
    driver->goal = check->goal;
    const size_t length = solution_check_length(check);
    driver_limits(search, session->options);
    if (length > 1 && length <= TILEPDB_MAX_MOVES &&
        (search->max_length == 0 || (size_t)search->max_length >= length))
        search->max_length = (int)length - 1;
    search->threads = cli_jobs(&session->options->common);
    search->progress = cli_progress_report;
    search->user = &session->progress;
    cli_progress_title(&session->progress, "%s", check->name);
    check->task.status = TILEPDB_CANCELLED; /* unless it is searched */
    driver_run(driver, &check->task);
    if (driver_lacks_tables(driver)) {
        snprintf(check->task.error.message, sizeof check->task.error.message, "%s",
                 driver_missing_text(driver));
        return driver->code;
    }
    check->solved =
        !check->task.status || (check->task.status == TILEPDB_LIMIT && prove_given(check, length));
    return check->solved ? CLI_SUCCESS : driver->code;
}

/* `given` is `length` bytes long; `unread` is why they could not be read, else NULL. */
static int check_run(struct judge *judge, const struct input_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread) {
    struct solution_check *check = judge->check;
    while (length > 0 && (given[length - 1] == ' ' || given[length - 1] == '\t')) length--;
    *check = (struct solution_check){
        .number = entry->number,
        .file = entry->file,
        .name = entry->name,
        .readable = entry->readable,
        .metric = (tilepdb_metric)judge->session->options->metric,
        .task = {.board = entry->item.board,
                 .result = {.length = -1, .lower_bound = -1, .upper_bound = -1},
                 .error = entry->item.error}};
    check->given = cli_allocated(calloc(length + 1, 1));
    check->given_length = length;
    if (length > 0) memcpy(check->given, given, length);
    if (!check->readable) return CLI_USAGE;
    check->goal = session_entry_goal(judge->session, entry);
    if (unread) {
        check->task.error = *unread;
        return CLI_USAGE;
    }
    const int code = check_replay(judge->session->options, check);
    return code == CLI_SUCCESS ? check_solve(judge->session, check) : code;
}

/* Judges moves for a board. */
static int judge_one(struct judge *judge, const struct input_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread) {
    struct solution_check *check = judge->check;
    const int code = check_run(judge, entry, given, length, unread);
    if (!cli_signal() || check->task.result.lower_bound >= 0)
        solution_check_print(judge->session, check);
    driver_free(&check->driver);
    free(check->moves);
    free(check->given);
    session_answer(judge->session);
    return code;
}

/* ---- where moves and boards come from -------------------------------------------------------- */

/* The same moves for each board. */
static int judge_board(struct session *session, struct input_entry *board, void *judge) {
    const struct judge *given = judge;
    const char *moves = given->list ? given->list : session->options->judge;
    return judge_one(judge, board, moves, strlen(moves), NULL);
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
static int judge_beside(struct judge *judge, const struct input_entry *solution) {
    struct input_entry board;
    int code = CLI_SUCCESS;
    if (!board_input_next(&judge->boards, &board, &code)) {
        session_stop(judge->session);
        if (cli_signal()) return code;
        const size_t solutions = judge->judged + 1 + count_rest(&judge->solutions, &code);
        return cli_worse(code, complain_counts(judge->judged, solutions));
    }
    if (has_board(solution)) {
        session_stop(judge->session);
        cli_complain("%s: expected a solution, as on the lines before, not a board with its "
                     "solution",
                     solution->name);
        return cli_worse(code, CLI_USAGE);
    }
    const tilepdb_item *item = &solution->item;
    judge->judged++;
    return cli_worse(code, judge_one(judge, &board, item->moves, item->moves_length,
                                     solution->readable ? NULL : &item->error));
}

/* A board and a solution on one line. */
static int judge_pair(struct judge *judge, struct input_entry *pair) {
    tilepdb_item *item = &pair->item;
    if (item->kind == TILEPDB_ITEM_SOLUTION) {
        pair->readable = false;
        item->error.status = TILEPDB_ERROR_PARSE;
        snprintf(item->error.message, sizeof item->error.message,
                 "no board: a line is a board, a TAB or ';', and its solution");
    }
    return judge_one(judge, pair, item->moves ? item->moves : "", item->moves_length, NULL);
}

/* Opens the boards for solutions without boards. */
static int boards_open(struct judge *judge, const char *found) {
    const struct session *session = judge->session;
    if (strcmp(session->options->judge, "-") == 0 &&
        board_input_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--judge: standard input contains %s: name the file with the boards, or write "
                     "each board before its solution, with a TAB or ';' between them",
                     found);
        return CLI_USAGE;
    }
    session_boards(session, &judge->boards);
    judge->lines = LINES_SOLUTIONS;
    return CLI_SUCCESS;
}

/* The first line shows what all are. An unreadable one has a board if none are named elsewhere. */
static int lines_begin(struct judge *judge, const struct input_entry *first) {
    const struct session *session = judge->session;
    const bool boards = session->argument_count > 0;
    if (!has_board(first) && (first->readable || boards))
        return boards_open(judge, "only solutions");
    if (boards) {
        cli_complain("--judge: the lines of %s contain boards: do not give any others",
                     session->options->judge);
        return CLI_USAGE;
    }
    judge->lines = LINES_PAIRS;
    return CLI_SUCCESS;
}

static int line_judge(struct judge *judge, struct input_entry *line) {
    struct session *session = judge->session;
    if (judge->lines == LINES_NONE) {
        const int code = lines_begin(judge, line);
        if (code != CLI_SUCCESS) session_stop(session);
        if (code != CLI_SUCCESS) return code;
    }
    return judge->lines == LINES_PAIRS ? judge_pair(judge, line) : judge_beside(judge, line);
}

/* Whether a line is a length alone, which moves on the next line may follow; 0 is an answer. */
static bool is_length(const struct judge *judge, const struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    size_t digits = 0;
    while (digits < item->moves_length && isdigit((unsigned char)item->moves[digits])) digits++;
    return line->readable && !has_board(line) && digits > 0 && digits == item->moves_length &&
           digits < sizeof judge->pending_length && item->moves[0] != '0' &&
           judge->session->options->moves != TILEPDB_NOTATION_NUMBERS;
}

static int pending_judge(struct judge *judge) {
    judge->pending.item.moves = judge->pending_length;
    judge->pending.item.moves_length = strlen(judge->pending_length);
    const int code = line_judge(judge, &judge->pending);
    judge->pending_length[0] = '\0';
    return code;
}

/* Judges a line behind a length: as one solution with it, if it has as many moves. */
static int judge_pending(struct judge *judge, struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    const int length = item->moves ? (int)item->moves_length : 0;
    char *joined = cli_text("%s %.*s", judge->pending_length, length, length ? item->moves : "");
    const bool fits = line->readable && !has_board(line) &&
                      operand_is_moves(joined, (tilepdb_notation)judge->session->options->moves);
    int code;
    if (fits) {
        judge->pending.item.moves = joined;
        judge->pending.item.moves_length = strlen(joined);
        judge->pending_length[0] = '\0';
        code = line_judge(judge, &judge->pending);
    } else {
        code = pending_judge(judge);
        if (!session_stopped(judge->session)) code = cli_worse(code, line_judge(judge, line));
    }
    free(joined);
    return code;
}

static int judge_line(struct session *session, struct input_entry *line, void *user) {
    struct judge *judge = user;
    (void)session;
    if (judge->pending_length[0] != '\0') return judge_pending(judge, line);
    if (!is_length(judge, line)) return line_judge(judge, line);
    judge->pending = *line;
    snprintf(judge->pending_length, sizeof judge->pending_length, "%.*s",
             (int)line->item.moves_length, line->item.moves);
    return CLI_SUCCESS;
}

/* No boards may be left after the last solution. */
static int boards_end(struct judge *judge) {
    struct input_entry entry;
    int code = CLI_SUCCESS;
    if (judge->lines != LINES_SOLUTIONS) return code;
    if (!session_stopped(judge->session) && board_input_next(&judge->boards, &entry, &code)) {
        const size_t boards = judge->judged + 1 + count_rest(&judge->boards, &code);
        code = cli_worse(code, complain_counts(boards, judge->judged));
    }
    board_input_free(&judge->boards);
    return code;
}

/* Solutions of a file, or of stdin. */
static int judge_file(struct judge *judge) {
    struct session *session = judge->session;
    session_solutions(session, session->options->judge, &judge->solutions);
    int code = session_each(session, &judge->solutions, judge_line, judge);
    if (judge->pending_length[0] != '\0' && !session_stopped(session))
        code = cli_worse(code, pending_judge(judge));
    if (judge->lines == LINES_NONE && code == CLI_SUCCESS && !session_stopped(session))
        code = boards_open(judge, "no solutions");
    return cli_worse(code, boards_end(judge));
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    struct judge judge = {.session = session, .check = cli_allocated(malloc(sizeof *judge.check))};
    int code;
    session_head(session, solution_check_columns(options));
    const bool file = operand_names_file(options->judge, (tilepdb_notation)options->moves);
    if (file) judge.list = judge_list_read(session);
    if (file && !judge.list) {
        code = judge_file(&judge);
    } else {
        session_boards(session, &judge.boards);
        code = session_each(session, &judge.boards, judge_board, &judge);
    }
    free(judge.check);
    free(judge.list);
    return code;
}

const struct mode judge_mode = {"judge", run};
