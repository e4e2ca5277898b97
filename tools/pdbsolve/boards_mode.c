/* Modes that solve no boards: --scramble, --invert and --state. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"
#include "tables/table_text.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

/* ---- --scramble: random boards, some moves from the goal, or of a given optimal length ------- */

#define FLUSH_INTERVAL 256

/* Beams of this width take a tenth of a second. */
#define QUICK_WIDTH 1024

/* A search for a board makes up to CLIMBS attempts. A climb ends after STALLED_MOST walks without
 * progress, on up to SMALL_CELLS cells after STALLED_SMALL, since small boards are rarely far from
 * the goal. */
#define STALLED_MOST  300
#define STALLED_SMALL 3000
#define SMALL_CELLS   10
#define CLIMBS        4
/* One in this many walks is accepted although it leads back, so that a climb leaves local
 * maxima. */
#define STEP_BACK 8

struct sampler {
    struct session *session;
    tilepdb_board goal;
    tilepdb_random random;
    tilepdb_answer *answer; /* of the last search; owned; may be NULL */
    uint64_t drawn;         /* boards drawn for --format svg */
    int code;
};

struct sample {
    tilepdb_board board;
    int length;  /* optimal; -1 if unknown */
    char *moves; /* owned; NULL if unknown */
};

static int choose_seed(const struct solve_options *options, uint64_t *seed) {
    *seed = options->seed.value;
    if (options->seed.given) return CLI_SUCCESS;
    uint32_t random;
    if (getentropy(&random, sizeof random) != 0) {
        cli_complain("the system has no random number: %s; choose one with --seed",
                     strerror(errno));
        return CLI_FAILURE;
    }
    *seed = random;
    cli_note("--seed %" PRIu64 " gives these boards again", *seed);
    return CLI_SUCCESS;
}

static int length_solve(struct sampler *sampler, const tilepdb_board *board) {
    struct session *session = sampler->session;
    const tilepdb_engine_request request = session_request(session, board, &sampler->goal);
    tilepdb_error error;
    tilepdb_answer_free(sampler->answer);
    const tilepdb_status status = session_solve(session, &request, &sampler->answer, &error);
    if (status && !cli_signal()) session_explain(session, "--length", sampler->answer, &error);
    if (status)
        sampler->code = cli_exit_code(sampler->answer ? sampler->answer->status : error.status);
    return status ? -1 : sampler->answer->result->length;
}

static void sample_set(struct sampler *sampler, struct sample *sample, const tilepdb_board *board,
                       int length) {
    free(sample->moves);
    *sample = (struct sample){*board, length, cli_text("%s", sampler->answer->moves)};
}

/* Walks from the goal towards distance `target`, with at most the missing moves, so that it cannot
 * overshoot. Keeps the farthest board in the range. Returns false after an error. */
static bool length_climb(struct sampler *sampler, int target, struct sample *sample) {
    tilepdb_board at = sampler->goal;
    int length = 0, farthest = 0;
    const int most = at.width * at.height <= SMALL_CELLS ? STALLED_SMALL : STALLED_MOST;
    for (int stalled = 0; stalled < most && length < target;) {
        tilepdb_board next = at;
        tilepdb_board_walk(&sampler->random, target - length, &next);
        const int found = length_solve(sampler, &next);
        if (found < 0) return false;
        if (found >= sampler->session->options->lengths.least && found > sample->length)
            sample_set(sampler, sample, &next, found);
        stalled = found > farthest ? 0 : stalled + 1;
        if (found > farthest) farthest = found;
        if (found < length && stalled % STEP_BACK != 0) continue;
        at = next;
        length = found;
    }
    return true;
}

/* The lengths of the range take turns; the seed chooses the first. If no board of a length is
 * found, a shorter length of the range is accepted. */
static bool sample_of_length(struct sampler *sampler, uint64_t index, struct sample *sample) {
    const struct length_range range = sampler->session->options->lengths;
    const int target = range.least + (int)(index % (uint64_t)(range.most - range.least + 1));
    if (target == 0) *sample = (struct sample){sampler->goal, 0, cli_text("%s", "")};
    for (int climb = 0; climb < CLIMBS && sample->length < target; climb++)
        if (!length_climb(sampler, target, sample)) return false;
    if (sample->length >= range.least) return true;
    cli_complain("--length %s: no board of these lengths was found in %d random walks",
                 sampler->session->options->length, CLIMBS);
    sampler->code = CLI_NO;
    return false;
}

static bool sample_random(struct sampler *sampler, struct sample *sample) {
    const int walk = sampler->session->options->walk;
    sample->board = sampler->goal;
    const tilepdb_status status =
        walk == 0 ? tilepdb_board_scramble(&sampler->random, &sampler->goal, &sample->board)
                  : tilepdb_board_walk(&sampler->random, walk, &sample->board);
    if (!status) return true;
    cli_complain("%s", tilepdb_status_message(status));
    sampler->code = cli_exit_code(status);
    return false;
}

static bool find_moves(struct sampler *sampler, struct sample *sample) {
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    options.metric = (tilepdb_metric)sampler->session->options->metric;
    options.max_width = QUICK_WIDTH;
    tilepdb_anytime_result *result = cli_allocated(malloc(sizeof *result));
    const tilepdb_status status =
        tilepdb_anytime_solve(&sample->board, &sampler->goal, &options, result, NULL);
    const bool found = (!status || status == TILEPDB_LIMIT) && result->length >= 0;
    sample->moves = found ? cli_text("%s", result->moves) : NULL;
    free(result);
    if (sample->moves) return true;
    cli_complain("--as moves: there is not enough memory to find the moves");
    sampler->code = CLI_FAILURE;
    return false;
}

static char *scramble_moves(const struct sample *sample) {
    const size_t capacity = 2 * strlen(sample->moves) + 2;
    char *inverse = cli_allocated(malloc(capacity));
    tilepdb_moves_invert(sample->moves, strlen(sample->moves), TILEPDB_NOTATION_TILE, false,
                         inverse, capacity, NULL, NULL);
    char *grouped = cli_moves_grouped(inverse, TILEPDB_NOTATION_TILE);
    free(inverse);
    return grouped;
}

static void print_csv(FILE *stream, const struct sample *sample, const char *moves) {
    char board[TILEPDB_BOARD_TEXT];
    const bool rows = sample->board.width != sample->board.height;
    tilepdb_board_format(&sample->board, rows, board);
    fputs(board, stream);
    if (sample->length >= 0) fprintf(stream, ",%d", sample->length);
    if (moves) fprintf(stream, ",%s", moves);
    fputc('\n', stream);
}

static json_t *board_json(const tilepdb_board *board) {
    return cli_allocated(json_pack("{sisiso}", "width", (int)board->width, "height",
                                   (int)board->height, "board", cli_json_board(board)));
}

static void print_cells(FILE *stream, const tilepdb_board *board, const char *rows) {
    for (int cell = 0; cell < board->width * board->height; cell++) {
        const char *gap = cell == 0 ? "" : " ";
        if (rows && cell > 0 && cell % board->width == 0) gap = rows;
        fprintf(stream, "%s%d", gap, board->cells[cell]);
    }
    fputc('\n', stream);
}

/* `rows` separates rows of numbers; it may be NULL. */
static void board_print(FILE *stream, const tilepdb_board *board, enum solve_format format,
                        const char *rows) {
    if (format == FORMAT_JSON)
        cli_json_print(stream, board_json(board));
    else
        print_cells(stream, board, rows);
}

static void print_json(FILE *stream, const struct sample *sample, const char *moves) {
    json_t *object = board_json(&sample->board);
    if (sample->length >= 0) json_object_set_new(object, "length", json_integer(sample->length));
    if (moves) json_object_set_new(object, "moves", json_string(moves));
    cli_json_print(stream, object);
}

static void draw(struct sampler *sampler, const struct sample *sample) {
    char name[32], words[32];
    tilepdb_picture_entry entry = {.board = &sample->board, .goal = &sampler->goal};
    if (sample->length >= 0) {
        snprintf(name, sizeof name, "board %" PRIu64, ++sampler->drawn);
        snprintf(words, sizeof words, "%d move%s", sample->length,
                 plural((uint64_t)sample->length));
        entry.name = name;
        entry.caption = words;
    }
    session_draw(sampler->session, &entry);
}

static void sample_print(struct sampler *sampler, const struct sample *sample) {
    const struct solve_options *options = sampler->session->options;
    FILE *stream = sampler->session->output->stream;
    char *moves = options->as == AS_MOVES ? scramble_moves(sample) : NULL;
    cli_progress_clear();
    if (options->format == FORMAT_SVG)
        draw(sampler, sample);
    else if (options->format == FORMAT_JSON)
        print_json(stream, sample, moves);
    else if (options->format == FORMAT_CSV)
        print_csv(stream, sample, moves);
    else if (moves && moves[0] != '\0')
        fprintf(stream, "%s\n", moves);
    else /* Rows show the size of a board that is not square. The goal has no moves, and the
          * reader skips empty lines, so the goal is printed as a board. */
        board_print(stream, &sample->board, FORMAT_TEXT,
                    sample->board.width != sample->board.height ? " / " : NULL);
    free(moves);
}

static bool sample_make(struct sampler *sampler, uint64_t index) {
    const struct solve_options *options = sampler->session->options;
    struct sample sample = {.length = -1};
    bool found = options->length ? sample_of_length(sampler, index, &sample)
                                 : sample_random(sampler, &sample);
    if (found && options->as == AS_MOVES && !sample.moves) found = find_moves(sampler, &sample);
    if (found) sample_print(sampler, &sample);
    free(sample.moves);
    return found;
}

static const char *columns(const struct solve_options *options) {
    static const char *const names[2][2] = {{"board", "board,moves"},
                                            {"board,length", "board,length,moves"}};
    return names[options->length != NULL][options->as == AS_MOVES];
}

int mode_scramble(struct session *session) {
    const struct solve_options *options = session->options;
    const struct cli_board_size size = cli_board_size(session_size(session));
    struct sampler sampler = {.session = session,
                              .goal = session_goal(session, size.width, size.height)};
    uint64_t seed;
    if (options->length && !cli_board_check("length", size)) return CLI_USAGE;
    const int code = choose_seed(options, &seed);
    if (code != CLI_SUCCESS) return code;
    tilepdb_random_seed(&sampler.random, seed);
    session_head(session, columns(options));
    const uint64_t flush = options->length || options->as == AS_MOVES ? 1 : FLUSH_INTERVAL;
    for (uint64_t i = 0; i < options->scramble && !session_stopped(session); i++) {
        if (cli_signal() || !sample_make(&sampler, seed + i)) break;
        if (i % flush == 0) session_answer(session);
    }
    tilepdb_answer_free(sampler.answer);
    return sampler.code;
}

/* ---- --invert: the moves that lead back ------------------------------------------------------ */

static void inverse_print(FILE *stream, enum solve_format format, const char *moves,
                          const char *inverse, size_t count) {
    if (format == FORMAT_JSON) {
        json_t *length = inverse ? json_integer((json_int_t)count) : json_null();
        cli_json_print(stream, json_pack("{so ss? so}", "moves", cli_json_text(moves), "inverse",
                                         inverse, "length", length));
    } else if (format == FORMAT_CSV) {
        cli_csv_text(stream, moves);
        fputc(',', stream);
        if (inverse) cli_csv_text(stream, inverse);
        fputc(',', stream);
        if (inverse) fprintf(stream, "%zu", count);
        fputc('\n', stream);
    } else {
        fprintf(stream, "%s\n", inverse ? inverse : "error");
    }
}

/* `moves` has `length` bytes and a final NUL. `line` is NULL for an argument. The answer for an
 * unreadable line is "error". Returns the exit code. */
static int invert(struct session *session, const char *moves, size_t length,
                  const struct input_entry *line) {
    const struct solve_options *options = session->options;
    size_t count = 0;
    tilepdb_error error;
    char *inverse = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    const bool read = !line || line->readable;
    if (!read) error = line->item.error;
    const bool inverted =
        read &&
        !tilepdb_moves_invert(moves, length, (tilepdb_notation)options->moves, options->run_length,
                              inverse, TILEPDB_MOVES_TEXT, &count, &error);
    if (!inverted) {
        if (read) cli_error_advise(&error);
        if (!line) operand_explain_word(moves, "moves", &error);
        cli_complain("--invert: %s%s%s", line ? line->name : "", line ? ": " : "", error.message);
    }
    if (inverted || line)
        inverse_print(session->output->stream, (enum solve_format)options->format, moves,
                      inverted ? inverse : NULL, count);
    free(inverse);
    return inverted ? CLI_SUCCESS : CLI_USAGE;
}

static int invert_line(struct session *session, struct input_entry *line, void *user) {
    (void)user;
    const tilepdb_item *item = &line->item;
    char *moves = cli_allocated(calloc(item->moves_length + 1, 1));
    if (item->moves_length > 0) memcpy(moves, item->moves, item->moves_length);
    const int code = invert(session, moves, item->moves_length, line);
    free(moves);
    session_answer(session);
    return code;
}

int mode_invert(struct session *session) {
    const struct solve_options *options = session->options;
    session_head(session, "moves,inverse,length");
    if (!operand_names_file(options->invert, (tilepdb_notation)options->moves))
        return invert(session, options->invert, strlen(options->invert), NULL);
    struct board_input solutions;
    solution_input_init(&solutions, options->invert, &session->reader);
    return session_each(session, &solutions, invert_line, NULL);
}

/* ---- --state: the boards; a scramble becomes a board ----------------------------------------- */

static void error_print(FILE *stream, enum solve_format format, const char *message) {
    if (format == FORMAT_JSON)
        cli_json_print(stream, json_pack("{so}", "error", cli_json_text(message)));
    else
        fputs("error\n", stream);
}

static void state_draw(struct session *session, const struct input_entry *entry) {
    const tilepdb_board *board = &entry->item.board;
    if (entry->readable) {
        const tilepdb_board goal = session_goal(session, board->width, board->height);
        session_draw(session, &(tilepdb_picture_entry){.board = board, .goal = &goal});
    } else {
        struct answer unread = session_entry_answer(entry, NULL);
        unread.message = entry->item.error.message;
        session_print(session, &unread);
    }
}

static int state_print(struct session *session, struct input_entry *entry, void *user) {
    (void)user;
    FILE *stream = session->output->stream;
    const enum solve_format format = (enum solve_format)session->options->format;
    const int code = entry->readable ? CLI_SUCCESS : input_entry_refuse(entry);
    if (format == FORMAT_SVG)
        state_draw(session, entry);
    else if (entry->readable)
        board_print(stream, &entry->item.board, format, "/");
    else
        error_print(stream, format, entry->item.error.message);
    session_answer(session);
    return code;
}

int mode_state(struct session *session) {
    struct board_input boards;
    session_boards(session, &boards);
    session_head(session, "board");
    return session_each(session, &boards, state_print, NULL);
}
