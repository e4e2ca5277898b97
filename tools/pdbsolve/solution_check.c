#include "pdbsolve/solution_check.h"

#include <stdlib.h>
#include <string.h>

#include "answers/record.h"
#include "answers/report.h"
#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

#define NO_TIME 1e-9

struct solution_check {
    struct session *session;
    const struct input_entry *entry;
    tilepdb_board board, goal;
    tilepdb_answer *answer; /* of a search; owned; NULL without one */
    tilepdb_result result;
    tilepdb_error error;
    char *given; /* moves as typed, with a final NUL; owned */
    size_t given_length;
    char *moves; /* moves as letters; owned; NULL if unreadable */
    tilepdb_metric metric;
    bool claims_none; /* the text is an answer without a solution */
    bool legal, reaches_goal;
    size_t failed; /* first impossible move, from 1 */
    bool solved;
};

static size_t check_length(const struct solution_check *check) {
    return tilepdb_moves_length(check->moves, check->metric);
}

/* ---- playing and solving --------------------------------------------------------------------- */

/* Returns true if the other notation of letters gives different moves that can be played. Sets
 * `solves` if they solve the board. */
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

/* Proves the given moves optimal if their length is the lower bound, without a search of this
 * length. */
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

const char *solution_check_columns(const struct solve_options *options) {
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

int solution_check(struct session *session, const struct input_entry *entry, const char *moves,
                   size_t length, const tilepdb_error *unread) {
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
