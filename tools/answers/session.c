#include "answers/session.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "answers/replay.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "tables/table_text.h"
#include "tilepdb.h"
#include "tilepdb_text.h"

#define BUFFER_BYTES (64 * 1024)

/* ---- arguments ------------------------------------------------------------------------------- */

bool operand_is_moves(const char *text, tilepdb_notation notation) {
    char *inverse = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    const tilepdb_status status = tilepdb_moves_invert(text, strlen(text), notation, false, inverse,
                                                       TILEPDB_MOVES_TEXT, NULL, NULL);
    free(inverse);
    return status == TILEPDB_OK;
}

static bool path_exists(const char *argument) {
    struct stat status;
    return stat(argument, &status) == 0;
}

bool operand_names_file(const char *argument, tilepdb_notation notation) {
    if (strcmp(argument, "-") == 0) return true;
    if (!path_exists(argument)) return false;
    if (!operand_is_moves(argument, notation)) return true;
    cli_note("'%s' is read as moves, although there is a file: './%s'", argument, argument);
    return false;
}

static bool consists_of(const char *text, const char *bytes) {
    return text[strspn(text, bytes)] == '\0';
}

bool operand_is_address(const char *argument) {
    return strstr(argument, "://") && !strpbrk(argument, " \t\r\n");
}

static bool is_path(const char *argument) {
    const bool begins =
        *argument == '/' || strncmp(argument, "./", 2) == 0 || strncmp(argument, "../", 3) == 0;
    return begins && !consists_of(argument, "./");
}

static bool has_extension(const char *text) {
    const char *dot = strrchr(text, '.');
    return dot && isalpha((unsigned char)dot[1]) && !strpbrk(dot, " \t\r\n/");
}

static bool is_word(const char *text) {
    bool letters = false;
    for (; *text != '\0' && !isspace((unsigned char)*text); text++)
        letters = letters || isalpha((unsigned char)*text);
    return letters && *text == '\0';
}

void operand_explain_word(const char *word, const char *reading, tilepdb_error *error) {
    if (operand_is_address(word)) return;
    const bool is_name = has_extension(word) || (is_word(word) && is_path(word));
    if ((!is_name && !is_word(word)) || operand_is_moves(word, TILEPDB_NOTATION_TILE)) return;
    char *reason = cli_text("%s", error->message);
    if (is_name)
        snprintf(error->message, sizeof error->message, "there is no file '%.99s'; read as %s: %s",
                 word, reading, reason);
    else if (strlen(reason) < sizeof error->message / 2)
        snprintf(error->message, sizeof error->message, "%s; and there is no file '%.99s'", reason,
                 word);
    free(reason);
}

/* A name of digits and punctuation needs a directory in front. Moves name a file only if they are
 * `alone` and cannot be played. */
static bool names_file(const struct board_input *input, const char *argument, bool alone) {
    if (!path_exists(argument)) return false;
    if (is_path(argument)) return true;
    if (consists_of(argument, "0123456789 ,/;._")) return false;
    tilepdb_item item;
    const bool readable = cli_items_read(&input->options, argument, &item, NULL) > 0 &&
                          item.kind == TILEPDB_ITEM_BOARD;
    if (alone && !readable) return true;
    return operand_names_file(argument, TILEPDB_NOTATION_TILE) && !readable;
}

bool operand_is_move(const char *argument) {
    static const char *const words[] = {"UP", "DOWN", "LEFT", "RIGHT"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(argument, words[i]) == 0) return true;
    return *argument != '\0' && strchr("UDLRudlr^vV<>\xE2", *argument) &&
           consists_of(argument + 1, "0123456789'\xE2\x80\x86\x90\x91\x92\x93\x99\xB2") &&
           operand_is_moves(argument, TILEPDB_NOTATION_TILE);
}

static enum operand_kind operand_kind(const struct board_input *input, char *const *arguments,
                                      size_t count, size_t i) {
    if (strcmp(arguments[i], "-") == 0) return OPERAND_STDIN;
    const bool alone =
        !operand_is_move(arguments[i]) || ((i == 0 || !operand_is_move(arguments[i - 1])) &&
                                           (i + 1 == count || !operand_is_move(arguments[i + 1])));
    return names_file(input, arguments[i], alone) ? OPERAND_FILE : OPERAND_TEXT;
}

bool board_input_is_stdin(char *const *arguments, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(arguments[i], "-") == 0) return true;
    return count == 0;
}

/* Returns true if both names are one regular file; "-" as `operand` is stdin. */
static bool operand_is_file(const char *path, const char *operand) {
    struct stat file, other;
    const bool standard = strcmp(operand, "-") == 0;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
           (standard ? fstat(STDIN_FILENO, &other) : stat(operand, &other)) == 0 &&
           file.st_dev == other.st_dev && file.st_ino == other.st_ino;
}

static bool board_input_is_file(char *const *arguments, size_t count,
                                const tilepdb_reader_options *options, const char *path) {
    const struct board_input input = {.options = *options};
    for (size_t i = 0; i < count; i++)
        if (operand_is_file(path, arguments[i]) &&
            operand_kind(&input, arguments, count, i) != OPERAND_TEXT)
            return true;
    return count == 0 && operand_is_file(path, "-");
}

/* ---- opening --------------------------------------------------------------------------------- */

static void input_init(struct board_input *input, size_t count,
                       const tilepdb_reader_options *options) {
    *input = (struct board_input){.options = *options, .descriptor = -1, .count = count};
    input->buffer = cli_allocated(malloc(BUFFER_BYTES));
    input->operands = cli_allocated(calloc(count, sizeof *input->operands));
}

void board_input_init(struct board_input *input, char *const *arguments, size_t count,
                      const tilepdb_reader_options *options) {
    input_init(input, count > 0 ? count : 1, options);
    input->operands[0].kind = OPERAND_STDIN;
    for (size_t i = 0; i < count; i++)
        input->operands[i] =
            (struct operand){operand_kind(input, arguments, count, i), arguments[i]};
    if (board_input_is_stdin(arguments, count) && isatty(STDIN_FILENO))
        cli_note("type boards; an empty line ends one of several lines, Ctrl-D the input; "
                 "pdbmethods alone is a menu");
}

/* `link` must outlive the input. */
static void link_input_init(struct board_input *input, const char *link,
                            const tilepdb_reader_options *options) {
    input_init(input, 1, options);
    input->operands[0] = (struct operand){OPERAND_TEXT, link};
}

void solution_input_init(struct board_input *input, const char *path,
                         const tilepdb_reader_options *options) {
    input_init(input, 1, options);
    input->options.reading = TILEPDB_READ_SOLUTIONS;
    input->operands[0] =
        (struct operand){strcmp(path, "-") == 0 ? OPERAND_STDIN : OPERAND_FILE, path};
}

static void operand_close(struct board_input *input) {
    if (input->descriptor > STDIN_FILENO) close(input->descriptor);
    tilepdb_reader_free(input->reader);
    input->reader = NULL;
    input->descriptor = -1;
    input->at++;
}

static void operand_fail(struct board_input *input, int *code) {
    const struct operand *operand = &input->operands[input->at];
    const bool is_stdin = operand->kind == OPERAND_STDIN;
    if (errno != EINTR || !cli_signal()) {
        cli_complain("%s cannot be read: %s", is_stdin ? "standard input" : operand->text,
                     strerror(errno));
        *code = cli_worse(*code, CLI_FAILURE);
    }
    operand_close(input);
}

static bool operand_open(struct board_input *input, int *code) {
    const struct operand *operand = &input->operands[input->at];
    tilepdb_reader_options options = input->options;
    struct stat status;
    tilepdb_error error;
    input->ended = false;
    input->bytes = input->all_bytes = 0;
    if (operand->kind == OPERAND_TEXT) {
        options.reading = TILEPDB_READ_ARGUMENTS;
    } else {
        const bool is_stdin = operand->kind == OPERAND_STDIN;
        input->descriptor = is_stdin ? STDIN_FILENO : open(operand->text, O_RDONLY | O_CLOEXEC);
        if (input->descriptor < 0) {
            operand_fail(input, code);
            return false;
        }
        const bool known = fstat(input->descriptor, &status) == 0 && S_ISREG(status.st_mode);
        if (known) input->all_bytes = (uint64_t)status.st_size;
        options.live = !known;
    }
    if (tilepdb_reader_create(&options, &input->reader, &error)) {
        *code = cli_worse(*code, cli_fail(NULL, &error));
        operand_close(input);
        return false;
    }
    if (operand->kind == OPERAND_TEXT)
        tilepdb_reader_feed(input->reader, operand->text, strlen(operand->text) + 1);
    return true;
}

static void text_read(struct board_input *input) {
    const struct operand *next = &input->operands[input->at + 1];
    input->ended = input->at + 1 == input->count || next->kind != OPERAND_TEXT;
    if (input->ended) {
        tilepdb_reader_end(input->reader);
        return;
    }
    input->at++;
    tilepdb_reader_feed(input->reader, next->text, strlen(next->text) + 1);
}

static void operand_read(struct board_input *input, int *code) {
    const ssize_t length = read(input->descriptor, input->buffer, BUFFER_BYTES);
    if (length < 0 && errno == EINTR) return;
    if (length < 0) {
        operand_fail(input, code);
        return;
    }
    input->bytes += (uint64_t)length;
    input->ended = length == 0;
    if (input->ended)
        tilepdb_reader_end(input->reader);
    else
        tilepdb_reader_feed(input->reader, input->buffer, (size_t)length);
}

/* ---- entries --------------------------------------------------------------------------------- */

static const char *short_path(const char *path) {
    const size_t length = strlen(path);
    return length > INPUT_NAME - 40 ? path + length - (INPUT_NAME - 40) : path;
}

static void entry_name(struct board_input *input, struct input_entry *entry) {
    const struct operand *operand = &input->operands[input->at];
    entry->number = operand->kind == OPERAND_TEXT ? ++input->texts : entry->item.line;
    entry->file = operand->kind == OPERAND_TEXT    ? NULL
                  : operand->kind == OPERAND_STDIN ? "-"
                                                   : operand->text;
    if (operand->kind == OPERAND_FILE)
        snprintf(entry->name, sizeof entry->name, "%s:%zu", short_path(operand->text),
                 entry->number);
    else
        snprintf(entry->name, sizeof entry->name, "%s %zu",
                 operand->kind == OPERAND_TEXT ? "board" : "line", entry->number);
}

bool large_item_read(const char *text, int width, int height, tilepdb_item *item) {
    const tilepdb_reader_options large = {.width = width, .height = height, .large = true};
    return cli_items_read(&large, text, item, NULL) == 1;
}

static void explain_large(tilepdb_error *error) {
    const int64_t width = error->number[0], height = error->number[1];
    if (error->code != TILEPDB_MESSAGE_BOARD_SIZE || width < TILEPDB_MIN_SIDE ||
        height < TILEPDB_MIN_SIDE || width > TILEPDB_MAX_SIDE || height > TILEPDB_MAX_SIDE)
        return;
    snprintf(error->message, sizeof error->message,
             "boards of %dx%d cells are too large for this: pdbsolve --anytime solves them, and "
             "pdbmethods layered",
             (int)width, (int)height);
}

static void entry_of_item(struct board_input *input, struct input_entry *entry) {
    const struct operand *operand = &input->operands[input->at];
    entry->readable = entry->item.kind != TILEPDB_ITEM_ERROR;
    entry_name(input, entry);
    if (!entry->readable) cli_error_advise(&entry->item.error);
    if (!entry->readable && !input->options.large && input->options.width == 0)
        explain_large(&entry->item.error);
    if (!entry->readable && operand->kind == OPERAND_TEXT && entry->item.moves)
        operand_explain_word(operand->text, "a board", &entry->item.error);
}

bool board_input_next(struct board_input *input, struct input_entry *entry, int *code) {
    while (!cli_signal() && input->at < input->count) {
        if (!input->reader && !operand_open(input, code)) continue;
        if (tilepdb_reader_next(input->reader, &entry->item)) {
            entry_of_item(input, entry);
            return true;
        }
        if (input->ended)
            operand_close(input);
        else if (input->operands[input->at].kind == OPERAND_TEXT)
            text_read(input);
        else
            operand_read(input, code);
    }
    return false;
}

int input_entry_refuse(const struct input_entry *entry) {
    cli_complain("%s: %s", entry->name, entry->item.error.message);
    return CLI_USAGE;
}

double board_input_fraction(const struct board_input *input) {
    double part = 0;
    if (input->at < input->count && input->operands[input->at].kind != OPERAND_TEXT) {
        if (input->all_bytes == 0) return -1;
        part = (double)input->bytes / (double)input->all_bytes;
    } else if (input->at < input->count) {
        part = 1;
    }
    return ((double)input->at + part) / (double)input->count;
}

static const char *board_input_name(const struct board_input *input) {
    if (input->count > 1) return "the files";
    return input->operands[0].kind == OPERAND_STDIN ? "standard input" : input->operands[0].text;
}

size_t board_input_count(const struct board_input *input) {
    struct board_input texts = {.options = input->options,
                                .operands = input->operands,
                                .count = input->count,
                                .descriptor = -1};
    struct input_entry entry;
    size_t most = 0;
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < input->count; i++)
        if (input->operands[i].kind != OPERAND_TEXT) return SIZE_MAX;
    while (board_input_next(&texts, &entry, &code)) most++;
    if (texts.reader) operand_close(&texts);
    return most;
}

void board_input_free(struct board_input *input) {
    if (input->reader) operand_close(input);
    free(input->operands);
    free(input->buffer);
}

/* ---- the session: the goal ------------------------------------------------------------------- */

static tilepdb_status goal_parse(const tilepdb_reader_options *options, const char *text,
                                 tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_item item;
    const bool read =
        options->large && large_item_read(text, options->width, options->height, &item);
    if (read && item.kind == TILEPDB_ITEM_BOARD) {
        *goal = item.board;
        return TILEPDB_OK;
    }
    const tilepdb_status status =
        tilepdb_goal_parse(text, strlen(text), options->width, options->height, goal, error);
    if (read && (status || !tilepdb_goal_is_open(goal))) {
        *error = item.error;
        return TILEPDB_ERROR_PARSE;
    }
    if (status || options->large) return status;
    return tilepdb_size_check(goal->width, goal->height, error);
}

/* Returns an option that does not work with open goals, or NULL. */
static const char *refused_option(const struct solve_options *options) {
    const struct {
        const char *name;
        bool given;
    } refused[] = {
        {"--improve", options->improve},
        {"--anytime", options->anytime},
        {"--scramble", options->scramble > 0},
        {"--partition", options->partition},
        {"--blank", options->blank != CLI_UNSET},
        {"--encoding", options->encoding != CLI_UNSET},
        {"--generate", options->generate},
        {"--no-generate", options->no_generate},
        {"--preload", options->preload},
        {"--heuristic", options->heuristic != TILEPDB_HEURISTIC_PDB},
        {"--no-reflection", options->no_reflection},
        {"--direction", options->direction != CLI_UNSET},
        {"--plain", options->plain},
        {"--any", options->any},
        {"--max-nodes", options->max_nodes > 0},
        {"--checkpoint", options->checkpoint},
        {"--bounds", options->bounds},
    };
    for (size_t i = 0; i < CLI_LENGTH(refused); i++)
        if (refused[i].given) return refused[i].name;
    return NULL;
}

#define OPEN_GOAL "a goal that leaves cells open or has tiles that are alike"

/* Returns false, with the reason in `error`, if the options do not work with open goals. */
static bool open_goal_allowed(const struct solve_options *options, tilepdb_error *error) {
    const char *name = refused_option(options);
    *error = (tilepdb_error){.status = TILEPDB_ERROR_PARSE};
    if (options->method || options->compare)
        snprintf(error->message, sizeof error->message,
                 "textbook methods do not take " OPEN_GOAL "; pdbsolve and pdbmethods ida do");
    else if (name)
        snprintf(error->message, sizeof error->message,
                 "%s does not work with " OPEN_GOAL
                 ": leave out %s, or name every tile of the goal once",
                 name, name);
    return error->message[0] == '\0';
}

/* If --goal is a board, it also fixes the size. */
static int goal_read(struct session *session) {
    const struct solve_options *options = session->options;
    tilepdb_reader_options *reader = &session->reader;
    tilepdb_error error;
    tilepdb_reader_options_init(reader);
    reader->notation = (tilepdb_notation)options->moves;
    reader->width = options->board.width;
    reader->height = options->board.height;
    reader->large = options->large;
    reader->blank_tile = options->blank_tile;
    reader->goal = &session->goal;
    const char *goal = options->goal ? options->goal : cli_goal_keywords[0];
    if (cli_keyword_index(goal, cli_goal_keywords) >= 0) {
        const struct cli_board_size size = cli_board_size(options->board);
        session->goal_name = goal;
        session->goal = session_goal(session, size.width, size.height);
        return CLI_SUCCESS;
    }
    if (goal_parse(reader, goal, &session->goal, &error)) {
        cli_error_advise(&error);
        cli_complain("--goal: '%.99s' is not " CLI_GOAL_LIST "or a board: %s", goal, error.message);
        return CLI_USAGE;
    }
    reader->width = session->goal.width;
    reader->height = session->goal.height;
    if (!tilepdb_goal_is_open(&session->goal) || open_goal_allowed(options, &error))
        return CLI_SUCCESS;
    cli_complain("%s", error.message);
    return CLI_USAGE;
}

/* Colourings are checked later, since they depend on the goal's blank. */
static int partition_check(const struct session *session) {
    const char *partition = session->options->partition;
    if (session->options->metric == TILEPDB_METRIC_MULTI) return CLI_SUCCESS;
    if (!partition) return CLI_SUCCESS;
    const int code = partition_sides_check(partition, cli_directions(session->options->direction) ==
                                                          TILEPDB_DIRECTIONS_BOTH);
    return code ? code : partition_names_check(partition, session_size(session));
}

int session_open(struct session *session, const struct solve_options *options,
                 char *const *arguments, size_t count, struct cli_output *output) {
    *session = (struct session){
        .options = options, .arguments = arguments, .argument_count = count, .output = output};
    int code = goal_read(session);
    if (code == CLI_SUCCESS) code = partition_check(session);
    if (code != CLI_SUCCESS) return code;
    session->cancel = cli_allocated(tilepdb_cancel_create());
    cli_signal_cancels(session->cancel);
    cli_progress_init(&session->progress, &options->common);
    pthread_mutex_init(&session->console, NULL);
    return CLI_SUCCESS;
}

const char *session_given(const struct session *session) {
    const struct solve_options *options = session->options;
    return options->judge ? options->judge : options->improve;
}

static bool reads(const struct session *session, const char *path) {
    const struct solve_options *options = session->options;
    const char *given = session_given(session);
    const char *solutions = given ? given : options->invert;
    const bool makes_boards = options->scramble || options->invert;
    return (solutions && operand_is_file(path, solutions) &&
            operand_names_file(solutions, (tilepdb_notation)options->moves)) ||
           (!makes_boards && board_input_is_file(session->arguments, session->argument_count,
                                                 &session->reader, path));
}

static int outputs_check(const struct session *session, struct document document) {
    const struct solve_options *options = session->options;
    const struct document outputs[] = {
        {"output", options->output}, {"bounds", options->bounds}, document};
    for (size_t i = 0; i < CLI_LENGTH(outputs); i++) {
        const char *name = outputs[i].path;
        if (!name || strcmp(name, "-") == 0 || !reads(session, name)) continue;
        cli_complain("--%s: '%s' is the input, which it would replace: name another file",
                     outputs[i].option, name);
        return CLI_USAGE;
    }
    return CLI_SUCCESS;
}

int session_outputs_open(struct session *session, struct document document) {
    session->opened = true;
    const struct solve_options *options = session->options;
    const char *bounds = options->bounds;
    const char *other = document.path ? document.path : options->checkpoint;
    int code = outputs_check(session, document);
    if (bounds && code == CLI_SUCCESS) code = cli_output_differ(bounds, other);
    if (bounds && code == CLI_SUCCESS && options->output)
        code = cli_output_differ(options->output, bounds);
    if (code == CLI_SUCCESS)
        code = cli_output_open_beside(session->output, options->output,
                                      cli_output_is_standard(bounds) ? bounds : other);
    if (!bounds || code != CLI_SUCCESS) return code;
    code = cli_output_open(&session->bounds, bounds);
    if (code != CLI_SUCCESS) return code;
    bounds_print_head(session->bounds.stream);
    cli_output_heading(&session->bounds);
    return code;
}

/* Answers of other boards keep all answers in the checkpoint. */
static int answers_forget(struct checkpoint_saver *saver) {
    tilepdb_error error;
    tilepdb_checkpoint_info info;
    tilepdb_checkpoint_info_get(saver->checkpoint, &info);
    if (info.entries > 0)
        cli_note("%s keeps its answers: %s %s of other boards", saver->path, GROUPED(info.entries),
                 info.entries == 1 ? "is" : "are");
    else if (tilepdb_checkpoint_forget(saver->checkpoint, &error))
        return cli_fail(NULL, &error);
    return CLI_SUCCESS;
}

/* Prints the picture, if there is one, and frees it. */
static void picture_print(struct session *session) {
    size_t length;
    if (!session->picture) return;
    const char *text = tilepdb_picture_text(session->picture, &length);
    if (!text) cli_allocated(NULL);
    fwrite(text, 1, length, session->output->stream);
    tilepdb_picture_free(session->picture);
    session->picture = NULL;
}

int session_close(struct session *session, int code) {
    const bool interrupted = cli_signal() != 0;
    if (interrupted) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    cli_progress_clear();
    if (session->picture_overflowed) code = cli_worse(code, CLI_USAGE);
    picture_print(session);
    code = cli_output_end(&session->bounds, code);
    if (session->opened) code = cli_output_end(session->output, code);
    if (session->keeps_answers && session->answered && !interrupted &&
        session->output->code == CLI_SUCCESS)
        code = cli_worse(code, answers_forget(&session->saver));
    code = cli_worse(code, checkpoint_saver_close(&session->saver));
    record_free(&session->record);
    tilepdb_engine_free(session->engine);
    free(session->last_failure);
    cli_signal_cancels(NULL);
    tilepdb_cancel_free(session->cancel);
    pthread_mutex_destroy(&session->console);
    return code;
}

int session_run(const struct solve_options *options, char *const *arguments, size_t count,
                struct document document, int (*run)(struct session *session)) {
    struct session session;
    struct cli_output output = {0};
    int code = session_open(&session, options, arguments, count, &output);
    if (code != CLI_SUCCESS) return code;
    code = session_outputs_open(&session, document);
    if (code == CLI_SUCCESS) code = session_start(&session);
    if (code == CLI_SUCCESS) code = run(&session);
    return session_close(&session, code);
}

struct cli_board_size session_size(const struct session *session) {
    return (struct cli_board_size){session->reader.width, session->reader.height};
}

tilepdb_board session_goal(const struct session *session, int width, int height) {
    tilepdb_board goal = {0};
    if (!session->goal_name) return session->goal;
    tilepdb_goal_named(session->goal_name, width, height, &goal, NULL);
    return goal;
}

tilepdb_board session_entry_goal(const struct session *session, const struct input_entry *entry) {
    const struct solve_options *options = session->options;
    const tilepdb_board *board = &entry->item.board;
    tilepdb_board goal = session_goal(session, board->width, board->height);
    if (entry->readable)
        cli_goal_choose(entry->name, &entry->item, options->goal != NULL,
                        (tilepdb_metric)options->metric, &goal);
    return goal;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static void on_event(const tilepdb_engine_event *event, void *user) {
    struct session *session = user;
    pthread_mutex_lock(&session->console);
    if (event->code >= TILEPDB_EVENT_FAILED)
        __atomic_store_n(&session->lacks_tables, true, __ATOMIC_RELAXED);
    table_event_print(event, &session->options->common, &session->progress,
                      session->options->stats);
    pthread_mutex_unlock(&session->console);
}

static void engine_options(struct session *session, tilepdb_engine_options *engine,
                           tilepdb_kind kinds[CLI_MAX_KINDS]) {
    const struct solve_options *options = session->options;
    tilepdb_engine_options_init(engine);
    engine->directory = options->common.dir;
    engine->partition = options->partition;
    engine->missing = options->no_generate                      ? TILEPDB_MISSING_REFUSE
                      : options->partition || options->generate ? TILEPDB_MISSING_KEEP
                                                                : TILEPDB_MISSING_BUILD;
    engine->kinds = kinds;
    engine->kind_count = cli_kinds(TILEPDB_METRIC_SINGLE, options->blank, options->encoding, kinds);
    engine->directions = cli_directions(options->direction);
    engine->heuristic = (tilepdb_heuristic)options->heuristic;
    engine->reflection = !options->no_reflection;
    engine->preload = options->preload;
    /* Textbook methods use --memory for boards. */
    engine->memory_limit = options->method || options->compare ? 0 : options->memory;
    engine->threads = options->common.jobs;
    engine->variant = options->common.variant;
    engine->on_event = on_event;
    engine->user = session;
}

int session_engine_create(struct session *session, const struct tilepdb_node *node,
                          const struct tilepdb_ranks *ranks) {
    tilepdb_engine_options options;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    tilepdb_error error;
    engine_options(session, &options, kinds);
    options.node = node;
    options.ranks = ranks;
    return tilepdb_engine_create(&options, &session->engine, &error) ? cli_fail(NULL, &error)
                                                                     : CLI_SUCCESS;
}

int session_start(struct session *session) {
    const struct solve_options *options = session->options;
    if (options->animate && options->format != FORMAT_SVG && isatty(STDIN_FILENO) &&
        board_input_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--animate takes its keys from the keyboard: give the board as an argument");
        return CLI_USAGE;
    }
    return session->engine ? CLI_SUCCESS : session_engine_create(session, NULL, NULL);
}

tilepdb_engine_request session_request(struct session *session, const tilepdb_board *board,
                                       const tilepdb_board *goal) {
    const struct solve_options *options = session->options;
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    request.board = board;
    request.goal = goal;
    request.metric = (tilepdb_metric)options->metric;
    request.best = false;
    request.at_a_time = 0;
    request.cancel = session->cancel;
    request.search.max_length = options->max_length;
    request.search.max_nodes = options->max_nodes;
    request.search.timeout = options->timeout;
    request.search.plain = options->plain;
    request.search.any = options->any;
    request.search.threads = options->common.jobs;
    request.search.progress = cli_progress_report;
    request.search.user = &session->progress;
    return request;
}

tilepdb_status session_solve(struct session *session, const tilepdb_engine_request *request,
                             tilepdb_answer **answer, tilepdb_error *error) {
    const tilepdb_status status = tilepdb_engine_solve(session->engine, request, answer, error);
    if (status) cli_error_advise(error);
    return status;
}

const char *session_missing_text(const struct session *session) {
    return session->options->metric == TILEPDB_METRIC_MULTI ? "no usable colour table for this goal"
                                                            : "no usable database for this goal";
}

static void complain_table(struct session *session, const char *name, const tilepdb_answer *answer,
                           const tilepdb_error *error) {
    if (session->last_failure && strcmp(session->last_failure, error->message) == 0) return;
    free(session->last_failure);
    session->last_failure = cli_text("%s", error->message);
    char *command = answer->failed_path
                        ? table_set_command(answer->failed_tables, &session->options->common)
                        : NULL;
    char *advice = command ? cli_table_advice(answer->failed_path, error->status, command) : NULL;
    cli_complain("%s: %s%s%s", name, error->message, advice ? "; " : "", advice ? advice : "");
    free(command);
    free(advice);
}

void session_explain(struct session *session, const char *name, const tilepdb_answer *answer,
                     const tilepdb_error *error) {
    if (answer && answer->no_tables) return;
    if (answer && cli_exit_code(answer->status) == CLI_FAILURE)
        complain_table(session, name, answer, error);
    else
        cli_complain("%s: %s%s", name, error->message,
                     answer && answer->short_of_memory
                         ? "; --direction forward needs half of the tables"
                         : "");
}

void session_explain_answer(struct session *session, const struct answer *answer,
                            const tilepdb_error *error) {
    if (answer->status != TILEPDB_CANCELLED || !answer->result) {
        session_explain(session, answer->name, answer->search, error);
        return;
    }
    const int lower_bound = answer->result->lower_bound;
    cli_complain("%s: interrupted; the board needs at least %d move%s", answer->name, lower_bound,
                 plural((uint64_t)lower_bound));
}

void session_answer_fill(const struct session *session, struct answer *answer,
                         tilepdb_status status, const tilepdb_answer *found,
                         const tilepdb_result *none, const tilepdb_error *error) {
    const bool missing = found && found->no_tables;
    answer->status = status;
    answer->search = found;
    answer->moves = found ? found->moves : NULL;
    answer->message = status == TILEPDB_CANCELLED ? "interrupted"
                      : missing                   ? session_missing_text(session)
                                                  : error->message;
    if (status_has_result(status) && !missing) answer->result = found ? found->result : none;
}

struct answer session_entry_answer(const struct input_entry *entry, const tilepdb_board *goal) {
    return (struct answer){.number = entry->number,
                           .file = entry->file,
                           .id = entry->item.id,
                           .name = entry->name,
                           .board = entry->readable ? &entry->item.board : NULL,
                           .goal = entry->readable ? goal : NULL};
}

void session_head(struct session *session, const char *columns) {
    if (columns && session->options->format == FORMAT_CSV)
        fprintf(session->output->stream, "%s\n", columns);
    if (!cli_output_heading(session->output)) session_stop(session);
}

void session_draw(struct session *session, const tilepdb_picture_entry *entry) {
    tilepdb_error error;
    tilepdb_status status = TILEPDB_OK;
    if (!session->picture) status = tilepdb_picture_create(&session->picture, &error);
    if (!status) status = tilepdb_picture_add(session->picture, entry, &error);
    if (status == TILEPDB_ERROR_MEMORY) cli_allocated(NULL);
    if (status && status != TILEPDB_ERROR_TOO_LARGE) cli_fail(NULL, &error);
    if (status != TILEPDB_ERROR_TOO_LARGE) return;
    if (!session->picture_overflowed)
        cli_complain("--format svg draws at most %d boards, or 64 MB; the others are left out: "
                     "draw them in pictures of their own",
                     TILEPDB_PICTURE_ENTRIES);
    session->picture_overflowed = true;
    session_stop(session);
}

static char *words_of(const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    if (!result) return cli_text("error");
    if (answer->status == TILEPDB_UNSOLVABLE) return cli_text("unsolvable");
    if (!answer_has_moves(answer))
        return cli_text("at least %d move%s", result->lower_bound,
                        plural((uint64_t)result->lower_bound));
    if (answer_is_solved(answer) && !answer->may_be_shorter)
        return cli_text("%d move%s", result->length, plural((uint64_t)result->length));
    return cli_text("at most %d move%s, at least %d", result->upper_bound,
                    plural((uint64_t)result->upper_bound), result->lower_bound);
}

/* Draws the solution, or the board with a word about its answer. */
static void answer_draw(struct session *session, const struct answer *answer) {
    const struct solve_options *options = session->options;
    const char *moves = answer_has_moves(answer) && answer->moves ? answer->moves : "";
    const bool explained = !answer_is_solved(answer) && moves[0] == '\0' && answer->message;
    char board[TILEPDB_BOARD_TEXT] = "";
    char *words = words_of(answer), *written = moves_write(options, answer->board, moves);
    if (answer->board) tilepdb_board_format(answer->board, true, board);
    char *description =
        cli_text("%s%s%s: %s%s%s", answer->name, answer->board ? ": " : "", board,
                 explained ? answer->message : words, written[0] != '\0' ? ": " : "", written);
    cli_progress_clear();
    session_draw(session, &(tilepdb_picture_entry){
                              .board = answer->board,
                              .moves = moves,
                              .goal = moves[0] != '\0' ? NULL : answer->goal,
                              .metric = (tilepdb_metric)options->metric,
                              .speed = options->animate ? replay_speed(options) : 0,
                              .name = answer->name,
                              .caption = words,
                              .description = description,
                          });
    free(description);
    free(written);
    free(words);
}

void session_print(struct session *session, const struct answer *answer) {
    record_fill(&session->record, session->options, answer);
    if (session->options->format == FORMAT_SVG)
        answer_draw(session, answer);
    else
        answer_print(session->output->stream, session->options, answer, &session->record);
    if (answer->result && session->options->stats) print_stats(session->options, answer);
    if (!session->options->bounds) return;
    bounds_print(session->bounds.stream, session->options, answer, &session->record);
    session->bounds.heading = 0; /* from now on, a file with the heading alone is kept */
    if (!cli_output_flush(&session->bounds)) session_stop(session);
}

int session_refuse(struct session *session, const struct input_entry *entry,
                   const tilepdb_error *error) {
    struct answer answer = session_entry_answer(entry, NULL);
    cli_complain("%s: %s", entry->name, error->message);
    answer.board = NULL;
    answer.status = error->status;
    answer.message = error->message;
    session_print(session, &answer);
    return CLI_USAGE;
}

bool session_answer(struct session *session) {
    if (!cli_output_flush(session->output)) session_stop(session);
    return !session_stopped(session);
}

static uint32_t goals_reached(const tilepdb_board *board) {
    uint32_t goals = 0;
    tilepdb_board goal;
    for (size_t i = 0; tilepdb_goal_name(i); i++)
        if (!tilepdb_goal_named(tilepdb_goal_name(i), board->width, board->height, &goal, NULL) &&
            !tilepdb_board_solvable(board, &goal, NULL))
            goals |= UINT32_C(1) << i;
    return goals;
}

bool session_explains(struct session *session, const char *name, const tilepdb_board *board,
                      tilepdb_status status) {
    struct wrong_goal *wrong = &session->wrong;
    if (wrong->ended) return true;
    const uint32_t goals = status == TILEPDB_UNSOLVABLE ? goals_reached(board) : 0;
    if (wrong->boards == 0) wrong->goals = goals;
    if (goals != 0 && goals == wrong->goals) return wrong->boards++ == 0;
    wrong->ended = true;
    if (wrong->boards > 1)
        cli_complain("%zu board%s before %s: unsolvable for the same reason", wrong->boards - 1,
                     plural(wrong->boards - 1), name);
    return true;
}

void session_stop(struct session *session) {
    __atomic_store_n(&session->stopped, true, __ATOMIC_RELAXED);
}

bool session_stopped(const struct session *session) {
    return __atomic_load_n(&session->stopped, __ATOMIC_RELAXED);
}

void session_boards(const struct session *session, struct board_input *input) {
    const char *given = session_given(session);
    if (session->argument_count == 0 && given && operand_is_address(given))
        link_input_init(input, given, &session->reader);
    else
        board_input_init(input, session->arguments, session->argument_count, &session->reader);
}

/* Makes the entry an error if its text has an open goal that the options refuse. */
static void open_goal_refuse(const struct session *session, struct input_entry *entry) {
    tilepdb_item *item = &entry->item;
    if (entry->readable && item->has_goal && !session->options->goal &&
        tilepdb_goal_is_open(&item->goal))
        entry->readable = open_goal_allowed(session->options, &item->error);
}

int session_each(struct session *session, struct board_input *input, session_entry_fn *each,
                 void *user) {
    struct input_entry entry;
    int code = CLI_SUCCESS;
    bool any = false;
    while (!session_stopped(session) && board_input_next(input, &entry, &code)) {
        any = true;
        open_goal_refuse(session, &entry);
        code = cli_worse(code, each(session, &entry, user));
    }
    const bool boards = input->options.reading == TILEPDB_READ_BOARDS;
    if (!any && boards && code == CLI_SUCCESS && !session_stopped(session) && !cli_signal()) {
        cli_complain("there is no board in %s", board_input_name(input));
        code = CLI_USAGE;
    }
    board_input_free(input);
    return code;
}
