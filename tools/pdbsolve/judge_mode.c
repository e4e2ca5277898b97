/* --judge: checks whether moves solve a board, and how far they are from the optimum. --improve has
 * the same input. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"
#include "tables/table_text.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

#define NO_TIME 1e-9

struct solution_check {
    struct session *session;
    const struct input_entry *entry;
    tilepdb_board board, goal;
    tilepdb_answer *answer; /* owned; NULL without a search */
    tilepdb_result result;
    tilepdb_error error;
    char *given; /* moves as typed, with a NUL; owned */
    size_t given_length;
    char *moves; /* as letters; owned; NULL if unreadable */
    tilepdb_metric metric;
    bool claims_none; /* the text is an answer without a solution */
    bool legal, reaches_goal;
    size_t failed; /* number of the first impossible move, from 1 */
    bool solved;   /* the optimum is known */
};

static size_t check_length(const struct solution_check *check) {
    return tilepdb_moves_length(check->moves, check->metric);
}

/* ---- playing and solving --------------------------------------------------------------------- */

/* Returns true if the other notation of letters gives different moves that can be played. Sets
 * `*solves` if they solve the board. */
static bool other_plays(const struct solve_options *options, const struct solution_check *check,
                        bool *solves) {
    tilepdb_board position = check->board;
    char *moves = NULL;
    if (options->moves == TILEPDB_NOTATION_NUMBERS) return false;
    const tilepdb_notation other =
        options->moves == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK;
    const tilepdb_status status = cli_moves_read(check->given, check->given_length, other,
                                                 &check->goal, &position, &moves, NULL);
    const bool plays = !status && strcmp(moves, check->moves) != 0;
    free(moves);
    *solves = plays && tilepdb_goal_reached(&check->goal, &position);
    return plays;
}

static void explain_notation(const struct solve_options *options, struct solution_check *check) {
    bool solves = false;
    const bool plays = other_plays(options, check, &solves),
               blank = options->moves == TILEPDB_NOTATION_TILE;
    const char *whose = blank ? "blank" : "tiles", *word = cli_notation_keywords[blank];
    char *message = check->error.message;
    const size_t used = strlen(message), capacity = sizeof check->error.message - used;
    if (check->reaches_goal && solves)
        cli_note("%s: read as moves of the %s, they also solve the board (--moves %s)",
                 check->entry->name, whose, word);
    else if (solves)
        snprintf(message + used, capacity,
                 "; read as moves of the %s, they solve the board (--moves %s)", whose, word);
    else if (plays && !check->legal)
        snprintf(message + used, capacity, "; read as moves of the %s, they are legal (--moves %s)",
                 whose, word);
}

static int check_play(const struct solve_options *options, struct solution_check *check) {
    tilepdb_board position = check->board;
    tilepdb_error *error = &check->error;
    const tilepdb_status status =
        cli_moves_read(check->given, check->given_length,
                       cli_moves_notation(options->moves, check->entry->item.letters), &check->goal,
                       &position, &check->moves, error);
    check->claims_none = status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT;
    if (check->claims_none) return CLI_NO;
    if (!check->moves) {
        cli_error_advise(error);
        if (strcmp(check->given, session_given(check->session)) == 0)
            operand_explain_word(check->given, "moves", error);
        return CLI_USAGE;
    }
    check->legal = status == TILEPDB_OK;
    if (!check->legal) {
        check->failed = strlen(check->moves) + 1;
        return CLI_NO;
    }
    check->reaches_goal = tilepdb_goal_reached(&check->goal, &position);
    if (check->reaches_goal) return CLI_SUCCESS;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(error->message, sizeof error->message,
             "the moves end in %.400s, which is not the goal", text);
    return CLI_NO;
}

/* Proves the given moves optimal, without a search, if their length is the lower bound. */
static bool prove_given(struct solution_check *check, size_t length) {
    tilepdb_result *result = &check->result;
    const size_t letters = strlen(check->moves);
    if (result->lower_bound < (int)length || letters >= sizeof result->moves) return false;
    result->optimal = true;
    result->length = result->upper_bound = (int)length;
    memcpy(result->moves, check->moves, letters + 1);
    return true;
}

static int check_estimate(struct solution_check *check) {
    tilepdb_anytime_options options;
    tilepdb_result *result = &check->result;
    const tilepdb_board *board = &check->board;
    tilepdb_anytime_options_init(&options);
    options.metric = check->metric;
    options.timeout = NO_TIME;
    tilepdb_anytime_result *known = cli_allocated(malloc(sizeof *known));
    const tilepdb_status status =
        tilepdb_anytime_solve(board, &check->goal, &options, known, &check->error);
    const bool bounded = !status || status == TILEPDB_LIMIT;
    if (bounded) result->lower_bound = known->lower_bound;
    free(known);
    if (!bounded) return cli_exit_code(status);
    check->solved = prove_given(check, check_length(check));
    snprintf(check->error.message, sizeof check->error.message,
             "%dx%d is too large for a proof; the board needs at least %d move%s", board->width,
             board->height, result->lower_bound, plural((uint64_t)result->lower_bound));
    return check->solved ? CLI_SUCCESS : cli_exit_code(TILEPDB_LIMIT);
}

static int check_solve(struct solution_check *check) {
    struct session *session = check->session;
    if (tilepdb_size_check(check->board.width, check->board.height, NULL))
        return check_estimate(check);
    tilepdb_engine_request request = session_request(session, &check->board, &check->goal);
    tilepdb_solve_options *search = &request.search;
    const size_t length = check_length(check);
    if (length > 1 && length <= TILEPDB_MAX_MOVES &&
        (search->max_length == 0 || (size_t)search->max_length >= length))
        search->max_length = (int)length - 1;
    cli_progress_title(&session->progress, "%s", check->entry->name);
    const tilepdb_status status = session_solve(session, &request, &check->answer, &check->error);
    if (check->answer) check->result = *check->answer->result;
    if (check->answer && check->answer->no_tables) {
        snprintf(check->error.message, sizeof check->error.message, "%s",
                 session_missing_text(session));
        return cli_exit_code(status);
    }
    check->solved = !status || (status == TILEPDB_LIMIT && prove_given(check, length));
    return check->solved ? CLI_SUCCESS : cli_exit_code(status);
}

/* ---- printing -------------------------------------------------------------------------------- */

#define COLUMNS                                                                                    \
    "line,board,verdict,moves,length,failed_move,optimum,excess,lower_bound,optimal_moves,message"

static const char *solution_check_columns(const struct solve_options *options) {
    return options->metric == TILEPDB_METRIC_SINGLE ? COLUMNS "," RECORD_COLUMNS
                                                    : COLUMNS ",single_length," RECORD_COLUMNS;
}

static bool is_solution(const struct solution_check *check) {
    return check->legal && check->reaches_goal;
}

static int excess(const struct solution_check *check) {
    return check->solved ? (int)check_length(check) - check->result.length : -1;
}

static int length_in(const struct solution_check *check, tilepdb_metric metric) {
    return check->legal ? (int)tilepdb_moves_length(check->moves, metric) : -1;
}

static const char *verdict(const struct solution_check *check) {
    if (!check->entry->readable) return "error";
    if (check->claims_none) return "no solution";
    if (check->legal) return check->reaches_goal ? "solved" : "unfinished";
    return check->failed != 0 ? "illegal" : "error";
}

static void print_text(FILE *stream, const struct solution_check *check,
                       tilepdb_notation notation) {
    if (!is_solution(check)) {
        fprintf(stream, "%s\n", verdict(check));
        return;
    }
    const size_t length = check_length(check), tiles = strlen(check->moves);
    fprintf(stream, "%zu move%s, ", length, plural(length));
    if (!check->solved && check->result.lower_bound < 0)
        fputs("optimum unknown", stream);
    else if (!check->solved)
        fprintf(stream, "optimum at least %d: at most %d more than needed",
                check->result.lower_bound, (int)length - check->result.lower_bound);
    else if (excess(check) == 0)
        fputs("optimal", stream);
    else
        fprintf(stream, "optimum %d: %d more", check->result.length, excess(check));
    if (check->metric != TILEPDB_METRIC_SINGLE) {
        char *grouped = cli_moves_grouped(check->moves, notation);
        fprintf(stream, "; %zu move%s of one tile%s%s", tiles, plural(tiles), tiles ? ": " : "",
                grouped);
        free(grouped);
    }
    fputc('\n', stream);
}

static void print_json(FILE *stream, const struct solution_check *check, const char *moves,
                       const char *best, const struct record *record) {
    const tilepdb_result *result = &check->result;
    const bool readable = check->entry->readable;
    json_t *object = json_pack(
        "{sI so so ss so so so so so so so so ss sI sf}", "line", (json_int_t)check->entry->number,
        "board", readable ? cli_json_board(&check->board) : json_null(), "goal",
        readable ? cli_json_board(&check->goal) : json_null(), "verdict", verdict(check), "moves",
        cli_json_text(moves), "length", known_json(length_in(check, check->metric)),
        "single_length", known_json(length_in(check, TILEPDB_METRIC_SINGLE)), "multi_length",
        known_json(length_in(check, TILEPDB_METRIC_MULTI)), "failed_move",
        known_json(check->failed > 0 ? (int)check->failed : -1), "optimum",
        known_json(check->solved ? result->length : -1), "excess", known_json(excess(check)),
        "lower_bound", known_json(result->lower_bound), "optimal_moves", best, "generated",
        (json_int_t)result->generated, "seconds", result->seconds);
    json_object_update(object, record->fields);
    if (!check->solved) json_object_set_new(object, "reason", cli_json_text(check->error.message));
    cli_json_print(stream, object);
}

static void print_csv(FILE *stream, const struct solution_check *check, const char *moves,
                      const char *best, const struct record *record) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (check->entry->readable) tilepdb_board_format(&check->board, true, board);
    fprintf(stream, "%zu,%s,%s,", check->entry->number, board, verdict(check));
    cli_csv_text(stream, moves);
    fputc(',', stream);
    print_known(stream, length_in(check, check->metric));
    print_known(stream, check->failed > 0 ? (int)check->failed : -1);
    print_known(stream, check->solved ? check->result.length : -1);
    print_known(stream, excess(check));
    print_known(stream, check->result.lower_bound);
    cli_csv_text(stream, best);
    fputc(',', stream);
    if (!check->solved) cli_csv_text(stream, check->error.message);
    if (check->metric != TILEPDB_METRIC_SINGLE) {
        const int length = length_in(check, TILEPDB_METRIC_SINGLE);
        fputc(',', stream);
        if (length >= 0) fprintf(stream, "%d", length);
    }
    fprintf(stream, "%s\n", record->columns);
}

static void check_print(const struct solution_check *check) {
    struct session *session = check->session;
    const struct solve_options *options = session->options;
    char *moves = check->legal ? moves_write(options, &check->board, check->moves) : NULL;
    char *best = check->solved ? moves_write(options, &check->board, check->result.moves) : NULL;
    const char *given = moves ? moves : check->given + strspn(check->given, " \t");
    const char *known_best = best ? best : "";
    FILE *stream = session->output->stream;
    struct answer answer = session_entry_answer(check->entry, &check->goal);
    answer.result = &check->result;
    answer.moves = check->solved ? check->result.moves : NULL;
    answer.search = check->answer;
    cli_progress_clear();
    record_fill(&session->record, session->options, &answer);
    if (!check->solved) session_explain(session, check->entry->name, check->answer, &check->error);
    if (options->format == FORMAT_JSON)
        print_json(stream, check, given, known_best, &session->record);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, check, given, known_best, &session->record);
    else
        print_text(stream, check,
                   options->moves == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                            : TILEPDB_NOTATION_TILE);
    if (options->stats && is_solution(check) && check->answer) print_stats(options, &answer);
    free(moves);
    free(best);
}

/* Reads and plays the moves. Returns CLI_SUCCESS if they solve the board. */
static int check_given(struct solution_check *check, const tilepdb_error *unread) {
    if (!check->entry->readable) return CLI_USAGE;
    check->goal = session_entry_goal(check->session, check->entry);
    if (unread) {
        check->error = *unread;
        return CLI_USAGE;
    }
    const int code = check_play(check->session->options, check);
    if (check->moves) explain_notation(check->session->options, check);
    return code;
}

static struct solution_check *check_make(struct session *session, const struct input_entry *entry,
                                         const char *moves, size_t length) {
    struct solution_check *check = cli_allocated(malloc(sizeof *check));
    while (length > 0 && (moves[length - 1] == ' ' || moves[length - 1] == '\t')) length--;
    *check = (struct solution_check){.session = session,
                                     .entry = entry,
                                     .metric = (tilepdb_metric)session->options->metric,
                                     .board = entry->item.board,
                                     .result = {.length = -1, .lower_bound = -1, .upper_bound = -1},
                                     .error = entry->item.error,
                                     .given = cli_allocated(calloc(length + 1, 1)),
                                     .given_length = length};
    if (length > 0) memcpy(check->given, moves, length);
    return check;
}

static void check_free(struct solution_check *check) {
    tilepdb_answer_free(check->answer);
    free(check->moves);
    free(check->given);
    free(check);
}

/* Checks `moves`, of `length` bytes, on the entry's board, and prints the answer. `unread` is the
 * error of unreadable moves, or NULL. Returns the exit code. */
static int solution_check(struct session *session, const struct input_entry *entry,
                          const char *moves, size_t length, const tilepdb_error *unread) {
    struct solution_check *check = check_make(session, entry, moves, length);
    int code = check_given(check, unread);
    if (code == CLI_SUCCESS) code = check_solve(check);
    if (!cli_signal() || check->result.lower_bound >= 0) check_print(check);
    check_free(check);
    session_answer(session);
    return code;
}

int solution_read(struct session *session, const struct input_entry *entry, const char *moves,
                  size_t length, const tilepdb_error *unread, char **letters, tilepdb_board *goal,
                  tilepdb_error *error) {
    struct solution_check *check = check_make(session, entry, moves, length);
    const int code = check_given(check, unread);
    *error = check->error;
    *goal = check->goal;
    if (check->claims_none)
        snprintf(error->message, sizeof error->message, "an answer without a solution");
    if (entry->readable) error->status = TILEPDB_REFUTED; /* also of the answer 'unsolvable' */
    *letters = NULL;
    if (code == CLI_SUCCESS) {
        *letters = check->moves;
        check->moves = NULL;
    }
    check_free(check);
    return code;
}

/* ---- solutions and their boards -------------------------------------------------------------- */

enum lines { LINES_NONE, LINES_PAIRS, LINES_SOLUTIONS };

/* Answers for moves, as solution_check does. */
typedef int solution_fn(struct session *session, const struct input_entry *entry, const char *moves,
                        size_t length, const tilepdb_error *unread);

struct judge {
    struct session *session;
    solution_fn *each;
    char *list;       /* owned; may be NULL */
    enum lines lines; /* LINES_NONE before the first line */
    struct board_input solutions;
    struct board_input boards; /* for LINES_SOLUTIONS */
    size_t judged;
    struct input_entry pending; /* a length whose moves may follow */
    char pending_length[16];
};

static int judge_board(struct session *session, struct input_entry *board, void *judge) {
    const struct judge *given = judge;
    const char *moves = given->list ? given->list : session_given(session);
    return given->each(session, board, moves, strlen(moves), NULL);
}

static size_t count_rest(struct board_input *input, int *code) {
    struct input_entry entry;
    size_t count = 0;
    while (board_input_next(input, &entry, code)) count++;
    return count;
}

static int complain_counts(const struct judge *judge, size_t boards, size_t solutions) {
    cli_complain("--%s: %zu board%s but %zu solution%s: each board needs one line of solutions",
                 judge->session->options->common.mode, boards, plural(boards), solutions,
                 plural(solutions));
    return CLI_USAGE;
}

static bool has_board(const struct input_entry *line) {
    return line->item.kind == TILEPDB_ITEM_BOARD_AND_SOLUTION;
}

static int judge_beside(struct judge *judge, const struct input_entry *solution) {
    struct input_entry board;
    int code = CLI_SUCCESS;
    if (!board_input_next(&judge->boards, &board, &code)) {
        session_stop(judge->session);
        if (cli_signal()) return code;
        const size_t solutions = judge->judged + 1 + count_rest(&judge->solutions, &code);
        return cli_worse(code, complain_counts(judge, judge->judged, solutions));
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
    return cli_worse(code, judge->each(judge->session, &board, item->moves, item->moves_length,
                                       solution->readable ? NULL : &item->error));
}

static int judge_pair(struct judge *judge, struct input_entry *pair) {
    tilepdb_item *item = &pair->item;
    if (item->kind == TILEPDB_ITEM_SOLUTION) {
        pair->readable = false;
        item->error.status = TILEPDB_ERROR_PARSE;
        snprintf(item->error.message, sizeof item->error.message,
                 "no board: a line is a board, a TAB or ';', and its solution");
    }
    return judge->each(judge->session, pair, item->moves ? item->moves : "", item->moves_length,
                       NULL);
}

static int boards_open(struct judge *judge, const char *found) {
    const struct session *session = judge->session;
    if (strcmp(session_given(session), "-") == 0 &&
        board_input_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--%s: standard input contains %s: name the file with the boards, or write "
                     "each board before its solution, with a TAB or ';' between them",
                     session->options->common.mode, found);
        return CLI_USAGE;
    }
    session_boards(session, &judge->boards);
    judge->lines = LINES_SOLUTIONS;
    return CLI_SUCCESS;
}

/* The first line decides whether lines have boards. An unreadable line counts as a board if none is
 * named elsewhere. */
static int lines_begin(struct judge *judge, const struct input_entry *first) {
    const struct session *session = judge->session;
    const bool boards = session->argument_count > 0;
    if (!has_board(first) && (first->readable || boards))
        return boards_open(judge, "only solutions");
    if (boards) {
        cli_complain("--%s: the lines of %s contain boards: do not give any others",
                     session->options->common.mode, session_given(session));
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

/* Returns true if moves must follow the line, a length. "0" needs none. */
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

/* Judges a line after a length. Both are one solution if the line has moves of this length. */
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

static int boards_end(struct judge *judge) {
    struct input_entry entry;
    int code = CLI_SUCCESS;
    if (judge->lines != LINES_SOLUTIONS) return code;
    if (!session_stopped(judge->session) && board_input_next(&judge->boards, &entry, &code)) {
        const size_t boards = judge->judged + 1 + count_rest(&judge->boards, &code);
        code = cli_worse(code, complain_counts(judge, boards, judge->judged));
    }
    board_input_free(&judge->boards);
    return code;
}

static int judge_file(struct judge *judge) {
    struct session *session = judge->session;
    solution_input_init(&judge->solutions, session_given(session), &session->reader);
    int code = session_each(session, &judge->solutions, judge_line, judge);
    if (judge->pending_length[0] != '\0' && !session_stopped(session))
        code = cli_worse(code, pending_judge(judge));
    if (judge->lines == LINES_NONE && code == CLI_SUCCESS && !session_stopped(session))
        code = boards_open(judge, "no solutions");
    return cli_worse(code, boards_end(judge));
}

/* ---- one solution in several lines ----------------------------------------------------------- */

static bool one_board_read(const struct session *session, tilepdb_board *board) {
    struct board_input boards;
    struct input_entry entry;
    int code = CLI_SUCCESS;
    session_boards(session, &boards);
    bool texts = session->argument_count > 0;
    for (size_t i = 0; i < boards.count; i++)
        texts = texts && boards.operands[i].kind == OPERAND_TEXT;
    bool one = texts && board_input_next(&boards, &entry, &code) && entry.readable;
    if (one) *board = entry.item.board;
    one = one && !board_input_next(&boards, &entry, &code);
    board_input_free(&boards);
    return one;
}

/* Appends the letters of the move or slide that leads from a board to the next. Returns false if no
 * move does. */
static bool step_append(char **letters, const tilepdb_board *from, const tilepdb_board *to) {
    for (const char *letter = "UDLR"; *letter != '\0'; letter++) {
        const char move[] = {*letter, '\0'};
        char slide[TILEPDB_MAX_SIDE + 1] = "";
        tilepdb_board now = *from;
        while (!tilepdb_board_play(&now, move, NULL)) {
            strcat(slide, move);
            if (!tilepdb_goal_reached(to, &now)) continue;
            cli_append(letters, "%s", slide);
            return true;
        }
    }
    return false;
}

/* Returns the length and the moves of FILE, in the notation of the options, if its boards are a
 * path of moves that begins with the board of the arguments or one move behind it; otherwise
 * NULL. */
static char *path_read(const struct session *session) {
    char *path = cli_text("%s", session_given(session)), *letters = cli_text("%s", "");
    struct board_input boards;
    struct input_entry entry;
    tilepdb_board start, last;
    int code = CLI_SUCCESS;
    size_t count = 0;
    bool moves = one_board_read(session, &start);
    last = start;
    board_input_init(&boards, &path, 1, &session->reader);
    for (; moves && board_input_next(&boards, &entry, &code); count++) {
        const tilepdb_board *board = &entry.item.board;
        moves = entry.readable && count < TILEPDB_MAX_MOVES &&
                ((count == 0 && tilepdb_goal_reached(board, &start)) ||
                 step_append(&letters, &last, board));
        if (moves) last = *board;
    }
    board_input_free(&boards);
    char *text = moves && count > 1 ? moves_write(session->options, &start, letters) : NULL;
    /* behind a length, D is never the name of a tile */
    char *answer = text ? cli_text("%zu %s", strlen(letters), text) : NULL;
    free(text);
    free(letters);
    free(path);
    return answer;
}

static bool line_append(char **list, const struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    if (!line->readable || item->kind != TILEPDB_ITEM_SOLUTION) return false;
    char *move = cli_text("%.*s", (int)item->moves_length, item->moves);
    const bool single = operand_is_move(move);
    if (single) cli_append(list, " %s", move);
    free(move);
    return single;
}

/* Returns the moves of FILE as one text if the arguments are one board, and several lines are
 * single moves or boards on the way; otherwise NULL, since each line is a solution. */
static char *list_read(const struct session *session) {
    const char *path = session_given(session);
    struct stat status;
    tilepdb_board board;
    struct board_input lines;
    struct input_entry line;
    int code = CLI_SUCCESS;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || access(path, R_OK) != 0)
        return NULL;
    size_t count = 0;
    bool singles = true;
    char *list = cli_text("%s", "");
    solution_input_init(&lines, path, &session->reader);
    for (; singles && board_input_next(&lines, &line, &code); count++)
        singles = count < TILEPDB_MAX_MOVES && line_append(&list, &line);
    board_input_free(&lines);
    if (singles && count > 1 && one_board_read(session, &board)) return list;
    free(list);
    return path_read(session);
}

/* Refuses boards beside a link that has one. */
static int link_check(const struct session *session) {
    const char *given = session_given(session);
    tilepdb_item item;
    if (session->argument_count == 0 || !operand_is_address(given) ||
        !large_item_read(given, 0, 0, &item) || item.kind != TILEPDB_ITEM_BOARD)
        return CLI_SUCCESS;
    cli_complain("--%s: the link has a board: do not give any others",
                 session->options->common.mode);
    return CLI_USAGE;
}

static int run(struct session *session, solution_fn *each, const char *columns) {
    struct judge judge = {.session = session, .each = each};
    int code = link_check(session);
    if (code != CLI_SUCCESS) return code;
    session_head(session, columns);
    const bool file =
        operand_names_file(session_given(session), (tilepdb_notation)session->options->moves);
    if (file) judge.list = list_read(session);
    if (file && !judge.list) {
        code = judge_file(&judge);
    } else {
        session_boards(session, &judge.boards);
        code = session_each(session, &judge.boards, judge_board, &judge);
    }
    free(judge.list);
    return code;
}

int mode_judge(struct session *session) {
    return run(session, solution_check, solution_check_columns(session->options));
}

int mode_improve(struct session *session) {
    return run(session, solution_improve, report_columns(session->options));
}
