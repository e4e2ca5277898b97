/* --judge: how far given solutions are from the optimum. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/tables.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/notation.h"
#include "pdbsolve/report.h"
#include "pdbsolve/solvers.h"
#include "pdbsolve/source.h"

struct court {
    const struct solve_options *options;
    const struct goal_choice *goal;
    struct cli_board_size size; /* that boards must have; 0x0: any */
    struct board_source source;
    struct solver_cache solvers;
    struct cli_progress progress;
    FILE *stream;
};

/* One board and all about it; large, so it is kept from board to board. */
struct trial {
    size_t number;
    tilepdb_board board, goal;
    char *moves;      /* owned, as letters; NULL: they could not be read */
    bool readable;    /* the board is there */
    bool legal, ends; /* all moves are possible; they end in the goal */
    size_t failed;    /* the move that is not possible, from 1 */
    bool solved;      /* the optimum is known */
    tilepdb_result result;
    tilepdb_error error; /* why something above is not so */
    char name[40];
};

/* ---- judging --------------------------------------------------------------------------------- */

static bool same_board(const tilepdb_board *a, const tilepdb_board *b) {
    return memcmp(a->cells, b->cells, (size_t)(a->width * a->height)) == 0;
}

/* Plays the moves. CLI_SUCCESS if they solve the board. */
static int trial_replay(const struct solve_options *options, struct trial *trial) {
    tilepdb_board position = trial->board;
    tilepdb_error *error = &trial->error;
    tilepdb_status status =
        cli_moves_read(options->judge, strlen(options->judge), (enum cli_notation)options->moves,
                       &trial->board, &trial->moves, error);
    if (status == TILEPDB_ERROR_PARSE) return CLI_USAGE;
    if (status == TILEPDB_OK) status = tilepdb_board_play(&position, trial->moves, error);
    trial->legal = status == TILEPDB_OK;
    if (!trial->legal) {
        trial->failed = error->column;
        return CLI_NO;
    }
    trial->ends = same_board(&position, &trial->goal);
    if (trial->ends) return CLI_SUCCESS;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(error->message, sizeof error->message, "the moves end in %s, which is not the goal",
             text);
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
        snprintf(trial->error.message, sizeof trial->error.message,
                 "not solved, for lack of a database");
        return code;
    }
    trial->solved = status == TILEPDB_OK || (status == TILEPDB_LIMIT && prove_given(trial, length));
    return trial->solved ? CLI_SUCCESS : cli_exit_code(status);
}

static int trial_run(struct court *court, const struct board_text *text, struct trial *trial) {
    *trial = (struct trial){.number = text->number};
    trial->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    snprintf(trial->name, sizeof trial->name, "%s %zu", board_source_unit(&court->source),
             text->number);
    trial->readable = board_text_read(text, court->options, court->goal, court->size, &trial->board,
                                      &trial->error) == TILEPDB_OK;
    if (!trial->readable) return CLI_USAGE;
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
    if (trial->legal) return trial->ends ? "solved" : "unfinished";
    return trial->failed != 0 ? "illegal" : "error";
}

static void print_text(FILE *stream, const struct trial *trial) {
    if (!holds(trial)) {
        fprintf(stream, "%s\n", verdict(trial));
        return;
    }
    const size_t length = strlen(trial->moves);
    fprintf(stream, "%zu move%s, ", length, length == 1 ? "" : "s");
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
    json_object_set_new(object, "board", trial->readable ? board_json(&trial->board) : json_null());
    json_object_set_new(object, "goal", trial->readable ? board_json(&trial->goal) : json_null());
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
    const char *given = moves != NULL ? moves : options->judge;
    const char *known_best = best != NULL ? best : "";
    cli_progress_clear();
    if (!trial->solved) cli_complain("%s: %s", trial->name, trial->error.message);
    if (options->format == FORMAT_JSON)
        print_json(court->stream, trial, given, known_best);
    else if (options->format == FORMAT_CSV)
        print_csv(court->stream, trial, given, known_best);
    else
        print_text(court->stream, trial);
    if (options->stats && holds(trial)) print_stats(trial->name, &trial->result);
    free(moves);
    free(best);
}

int mode_judge(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output) {
    struct court court = {.options = options,
                          .goal = goal,
                          .size = options->board,
                          .solvers = {.options = options},
                          .stream = output->stream};
    if (goal->is_board) court.size = (struct cli_board_size){goal->board.width, goal->board.height};
    court.solvers.progress = &court.progress;
    cli_progress_init(&court.progress, &options->common);
    board_source_init(&court.source, arguments, count, court.size);
    if (options->format == FORMAT_CSV)
        fputs("line,board,verdict,moves,length,failed_move,optimum,excess,lower_bound,"
              "optimal_moves,message\n",
              output->stream);
    cli_output_heading(output);
    struct trial *trial = cli_allocated(malloc(sizeof *trial));
    struct board_text text;
    int code = CLI_SUCCESS;
    while (!output->ended && board_source_next(&court.source, &text, &code)) {
        code = cli_worse(code, trial_run(&court, &text, trial));
        if (cli_signal() == 0 || trial->result.lower_bound >= 0) trial_print(&court, trial);
        free(trial->moves);
        cli_output_flush(output);
    }
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    free(trial);
    board_source_free(&court.source);
    solver_cache_free(&court.solvers);
    return code;
}
