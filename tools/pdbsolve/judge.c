/* --judge: how far given solutions are from the optimum. */
#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "cli/tables.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/notation.h"
#include "pdbsolve/report.h"
#include "pdbsolve/solvers.h"
#include "pdbsolve/source.h"
#include "util/number.h"

struct court {
    const struct solve_options *options;
    const struct goal_choice *goal;
    struct solver_cache solvers;
    struct cli_progress progress;
    struct cli_output *output;
    struct trial *trial;
};

/* One board and all about it; large, so it is kept from board to board. */
struct trial {
    size_t number;
    const char *name; /* the source's */
    tilepdb_board board, goal;
    char *given; /* the moves as they were typed, with a NUL behind them; owned */
    size_t given_length;
    char *moves;      /* owned, as letters; NULL: they could not be read */
    bool readable;    /* the board could be read */
    bool absent;      /* an answer without a solution was given */
    bool legal, ends; /* all moves are possible; they end in the goal */
    size_t failed;    /* the move that is not possible, from 1 */
    bool solved;      /* the optimum is known */
    tilepdb_result result;
    tilepdb_error error; /* why something above is not so */
};

/* ---- judging --------------------------------------------------------------------------------- */

/* Plays the moves. CLI_SUCCESS if they solve the board. */
static int trial_replay(const struct solve_options *options, struct trial *trial) {
    tilepdb_board position = trial->board;
    tilepdb_error *error = &trial->error;
    const tilepdb_status status =
        cli_moves_read(trial->given, trial->given_length, (tilepdb_notation)options->moves,
                       &position, &trial->moves, error);
    trial->absent = status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT;
    if (trial->absent) return CLI_NO;
    if (trial->moves == NULL) {
        if (strcmp(trial->given, options->judge) == 0) source_explain_word(trial->given, error);
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
    tilepdb_result *result = &trial->result;
    if (result->lower_bound < (int)length || length >= sizeof result->moves) return false;
    result->optimal = true;
    result->length = result->upper_bound = (int)length;
    memcpy(result->moves, trial->moves, length + 1);
    return true;
}

static int trial_solve(struct court *court, struct trial *trial) {
    tilepdb_solve_options search;
    tilepdb_solve_options_init(&search);
    const size_t length = strlen(trial->moves);
    search.max_length = court->options->max_length;
    if (length > 1 && length <= TILEPDB_MAX_MOVES &&
        (search.max_length == 0 || (size_t)search.max_length >= length))
        search.max_length = (int)length - 1;
    search.max_nodes = court->options->max_nodes;
    search.timeout = court->options->timeout;
    search.plain = court->options->plain;
    search.threads = cli_jobs(&court->options->common);
    search.progress = cli_progress_report;
    search.user = &court->progress;
    cli_progress_title(&court->progress, "%s", trial->name);
    tilepdb_status status;
    const int code = solver_solve(&court->solvers, &trial->board, &trial->goal, &search,
                                  &trial->result, &trial->error, &status);
    if (code != CLI_SUCCESS) {
        snprintf(trial->error.message, sizeof trial->error.message, "not solved: no database");
        return code;
    }
    trial->solved = status == TILEPDB_OK || (status == TILEPDB_LIMIT && prove_given(trial, length));
    return trial->solved ? CLI_SUCCESS : cli_exit_code(status);
}

/* `given` is `length` bytes long; `unread` is why they could not be read, else NULL. */
static int trial_run(struct court *court, const struct source_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread) {
    struct trial *trial = court->trial;
    *trial = (struct trial){.number = entry->number,
                            .name = entry->name,
                            .readable = entry->readable,
                            .board = entry->item.board,
                            .error = entry->item.error};
    trial->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    trial->given = cli_allocated(calloc(length + 1, 1));
    trial->given_length = length;
    if (length > 0) memcpy(trial->given, given, length);
    if (!trial->readable) return CLI_USAGE;
    if (unread != NULL) {
        trial->error = *unread;
        return CLI_USAGE;
    }
    trial->goal = goal_for(court->goal, trial->board.width, trial->board.height);
    const int code = trial_replay(court->options, trial);
    return code == CLI_SUCCESS ? trial_solve(court, trial) : code;
}

/* ---- printing -------------------------------------------------------------------------------- */

static bool holds(const struct trial *trial) {
    return trial->legal && trial->ends;
}

/* How many moves more than needed; -1: not known. */
static int excess(const struct trial *trial) {
    return trial->solved ? (int)strlen(trial->moves) - trial->result.length : -1;
}

static const char *verdict(const struct trial *trial) {
    if (!trial->readable) return "error";
    if (trial->absent) return "no solution";
    if (trial->legal) return trial->ends ? "solved" : "unfinished";
    return trial->failed != 0 ? "illegal" : "error";
}

static void print_text(FILE *stream, const struct trial *trial) {
    if (!holds(trial)) {
        fprintf(stream, "%s\n", verdict(trial));
        return;
    }
    const size_t length = strlen(trial->moves);
    fprintf(stream, "%zu move%s, ", length, plural(length));
    if (!trial->solved && trial->result.lower_bound < 0)
        fputs("optimum unknown\n", stream);
    else if (!trial->solved)
        fprintf(stream, "optimum at least %d\n", trial->result.lower_bound);
    else if (excess(trial) == 0)
        fputs("optimal\n", stream);
    else
        fprintf(stream, "optimum %d: %d more\n", trial->result.length, excess(trial));
}

/* A number that is not negative, or null. */
static json_t *known(int number) {
    return number >= 0 ? json_integer(number) : json_null();
}

static void print_json(FILE *stream, const struct trial *trial, const char *moves,
                       const char *best) {
    const tilepdb_result *result = &trial->result;
    json_t *object = json_object();
    json_object_set_new(object, "line", json_integer((json_int_t)trial->number));
    json_object_set_new(object, "board",
                        trial->readable ? cli_json_board(&trial->board) : json_null());
    json_object_set_new(object, "goal",
                        trial->readable ? cli_json_board(&trial->goal) : json_null());
    json_object_set_new(object, "verdict", json_string(verdict(trial)));
    json_object_set_new(object, "moves", cli_json_text(moves));
    json_object_set_new(object, "length",
                        trial->legal ? json_integer((json_int_t)strlen(trial->moves))
                                     : json_null());
    json_object_set_new(object, "failed_move",
                        trial->failed > 0 ? json_integer((json_int_t)trial->failed) : json_null());
    json_object_set_new(object, "optimum", known(trial->solved ? result->length : -1));
    json_object_set_new(object, "excess", known(excess(trial)));
    json_object_set_new(object, "lower_bound", known(result->lower_bound));
    json_object_set_new(object, "optimal_moves", json_string(best));
    json_object_set_new(object, "generated", json_integer((json_int_t)result->generated));
    json_object_set_new(object, "seconds", json_real(result->seconds));
    if (!trial->solved) json_object_set_new(object, "reason", cli_json_text(trial->error.message));
    cli_json_print(stream, object);
}

static void print_number(FILE *stream, long number) {
    if (number >= 0) fprintf(stream, "%ld", number);
    fputc(',', stream);
}

static void print_csv(FILE *stream, const struct trial *trial, const char *moves,
                      const char *best) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (trial->readable) tilepdb_board_format(&trial->board, true, board);
    fprintf(stream, "%zu,%s,%s,", trial->number, board, verdict(trial));
    cli_csv_text(stream, moves);
    fputc(',', stream);
    print_number(stream, trial->legal ? (long)strlen(trial->moves) : -1);
    print_number(stream, trial->failed > 0 ? (long)trial->failed : -1);
    print_number(stream, trial->solved ? trial->result.length : -1);
    print_number(stream, excess(trial));
    print_number(stream, trial->result.lower_bound);
    cli_csv_text(stream, best);
    fputc(',', stream);
    if (!trial->solved) cli_csv_text(stream, trial->error.message);
    fputc('\n', stream);
}

static void trial_print(const struct court *court, const struct trial *trial) {
    const struct solve_options *options = court->options;
    char *moves = trial->legal ? moves_write(options, &trial->board, trial->moves) : NULL;
    char *best = trial->solved ? moves_write(options, &trial->board, trial->result.moves) : NULL;
    const char *given = moves != NULL ? moves : trial->given;
    const char *known_best = best != NULL ? best : "";
    FILE *stream = court->output->stream;
    cli_progress_clear();
    if (!trial->solved) cli_complain("%s: %s", trial->name, trial->error.message);
    if (options->format == FORMAT_JSON)
        print_json(stream, trial, given, known_best);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, trial, given, known_best);
    else
        print_text(stream, trial);
    if (options->stats && holds(trial)) print_stats(trial->name, &trial->result);
    free(moves);
    free(best);
}

/* Judges moves for a board. Returns the worse of the code and its own; *go_on becomes false when
 * the output takes nothing more. */
static int judge_one(struct court *court, const struct source_entry *entry, const char *given,
                     size_t length, const tilepdb_error *unread, int code, bool *go_on) {
    struct trial *trial = court->trial;
    code = cli_worse(code, trial_run(court, entry, given, length, unread));
    if (cli_signal() == 0 || trial->result.lower_bound >= 0) trial_print(court, trial);
    free(trial->moves);
    free(trial->given);
    *go_on = cli_output_flush(court->output);
    return code;
}

/* ---- where moves and boards come from -------------------------------------------------------- */

/* The same moves for each board. */
static int judge_moves(struct court *court, struct board_source *boards) {
    struct source_entry entry;
    int code = CLI_SUCCESS;
    const char *moves = court->options->judge;
    for (bool go_on = true; go_on && board_source_next(boards, &entry, &code);)
        code = judge_one(court, &entry, moves, strlen(moves), NULL, code, &go_on);
    return code;
}

/* How many entries are left. */
static size_t count_rest(struct board_source *source, int *code) {
    struct source_entry *entry = cli_allocated(malloc(sizeof *entry));
    size_t count = 0;
    while (board_source_next(source, entry, code)) count++;
    free(entry);
    return count;
}

static int complain_counts(size_t boards, size_t solutions) {
    cli_complain("--judge: %zu board%s but %zu solution%s: each board needs one line of solutions",
                 boards, plural(boards), solutions, plural(solutions));
    return CLI_USAGE;
}

/* A line of solutions that has a board, where boards come from elsewhere. */
static bool has_board(const struct source_entry *solution) {
    return solution->item.kind == TILEPDB_ITEM_BOARD_AND_SOLUTION;
}

/* A solution for each board; `solution` is the first, if `found`. */
static int judge_beside(struct court *court, struct board_source *boards,
                        struct board_source *solutions, struct source_entry *solution, bool found) {
    struct source_entry board;
    int code = CLI_SUCCESS;
    size_t judged = 0;
    bool go_on = true;
    while (go_on && board_source_next(boards, &board, &code)) {
        if (!found)
            return cli_worse(code, complain_counts(judged + 1 + count_rest(boards, &code), judged));
        if (has_board(solution)) {
            cli_complain("%s: expected a solution, as on the lines before, not a board with its "
                         "solution",
                         solution->name);
            return cli_worse(code, CLI_USAGE);
        }
        const tilepdb_item *item = &solution->item;
        code = judge_one(court, &board, item->moves, item->moves_length,
                         solution->readable ? NULL : &item->error, code, &go_on);
        judged++;
        found = board_source_next(solutions, solution, &code);
    }
    if (!go_on || !found || cli_signal() != 0) return code;
    return cli_worse(code, complain_counts(judged, judged + 1 + count_rest(solutions, &code)));
}

/* Boards and solutions on one line; `entry` is the first. */
static int judge_pairs(struct court *court, struct board_source *pairs,
                       struct source_entry *entry) {
    int code = CLI_SUCCESS;
    bool go_on = true;
    do {
        tilepdb_item *item = &entry->item;
        if (item->kind == TILEPDB_ITEM_SOLUTION) {
            entry->readable = false;
            item->error.status = TILEPDB_ERROR_PARSE;
            snprintf(item->error.message, sizeof item->error.message,
                     "no board: a line is a board, a TAB or ';', and its solution");
        }
        code = judge_one(court, entry, item->moves != NULL ? item->moves : "", item->moves_length,
                         NULL, code, &go_on);
    } while (go_on && board_source_next(pairs, entry, &code));
    return code;
}

/* Solutions of a file, or of stdin. */
static int judge_file(struct court *court, char *const *arguments, size_t count) {
    const struct solve_options *options = court->options;
    struct board_source solutions, boards;
    struct source_entry *entry = cli_allocated(malloc(sizeof *entry));
    int code = CLI_SUCCESS;
    solution_source_init(&solutions, options->judge, options, court->goal);
    const bool found = board_source_next(&solutions, entry, &code);
    /* An unreadable first line has a board if none are named elsewhere. */
    const bool pairs = found && (has_board(entry) || (!entry->readable && count == 0));
    if (code != CLI_SUCCESS) {
        /* The error was reported. */
    } else if (pairs && count > 0) {
        cli_complain("--judge: the lines of %s contain boards: do not give any others",
                     options->judge);
        code = CLI_USAGE;
    } else if (pairs) {
        code = judge_pairs(court, &solutions, entry);
    } else if (strcmp(options->judge, "-") == 0 && board_source_is_stdin(arguments, count)) {
        cli_complain("--judge: standard input contains %s: name the file with the boards, or write "
                     "each board before its solution, with a TAB or ';' between them",
                     found ? "only solutions" : "no solutions");
        code = CLI_USAGE;
    } else {
        board_source_init(&boards, arguments, count, options, court->goal);
        code = judge_beside(court, &boards, &solutions, entry, found);
        board_source_free(&boards);
    }
    board_source_free(&solutions);
    free(entry);
    return code;
}

int mode_judge(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output) {
    struct court court = {
        .options = options, .goal = goal, .solvers = {.options = options}, .output = output};
    court.solvers.progress = &court.progress;
    cli_progress_init(&court.progress, &options->common);
    court.trial = cli_allocated(malloc(sizeof *court.trial));
    if (options->format == FORMAT_CSV)
        fputs("line,board,verdict,moves,length,failed_move,optimum,excess,lower_bound,"
              "optimal_moves,message\n",
              output->stream);
    cli_output_heading(output);
    int code;
    if (source_names_file(options->judge, (tilepdb_notation)options->moves)) {
        code = judge_file(&court, arguments, count);
    } else {
        struct board_source boards;
        board_source_init(&boards, arguments, count, options, goal);
        code = judge_moves(&court, &boards);
        board_source_free(&boards);
    }
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    free(court.trial);
    solver_cache_free(&court.solvers);
    return code;
}
