/* See pdbverify.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "pdbverify/pdbverify.h"
#include "tables/table_arguments.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

json_t *object_for(const char *command) {
    return cli_allocated(json_pack("{ss}", "command", command));
}

tilepdb_verify_options check_options(const struct task *task) {
    return (tilepdb_verify_options){.threads = task->options->common.jobs,
                                    .memory_limit = task->options->memory,
                                    .progress = cli_progress_report,
                                    .user = task->progress};
}

static int print_verdict(const struct task *task, json_t *object, int code, const char *word,
                         const char *sentence) {
    cli_progress_clear();
    if (task->options->json) {
        json_object_set_new(object, "verdict", json_string(word));
        json_object_set_new(object, "sentence", cli_json_text(sentence));
        cli_json_print(task->output->stream, object);
    } else {
        cli_print_line(task->output->stream, 4, "%s: %s", word, sentence);
        json_decref(object);
    }
    cli_output_flush(task->output);
    return code;
}

int verdict(const struct task *task, json_t *object, int code, const char *format, ...) {
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    const char *word = code == CLI_SUCCESS ? "proven" : code == CLI_NO ? "false" : "broken";
    return print_verdict(task, object, code, word, sentence);
}

int interrupted(const struct task *task, json_t *object, const char *format, ...) {
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return print_verdict(task, object, cli_exit_code(TILEPDB_CANCELLED), "unproven", sentence);
}

int without_tables(const struct task *task, json_t *object, int code, const tilepdb_error *error) {
    if (error->status) return verdict_of(task, object, NULL, error);
    static const char sentence[] = "the tables that are needed are not available";
    if (code == CLI_FAILURE) return print_verdict(task, object, code, "broken", sentence);
    if (code == CLI_NO) return print_verdict(task, object, code, "unproven", sentence);
    json_decref(object);
    return code;
}

int verdict_of(const struct task *task, json_t *object, const char *subject,
               const tilepdb_error *error) {
    const int code = cli_exit_code(error->status);
    if (error->status == TILEPDB_CANCELLED) {
        cli_complain("interrupted");
        json_decref(object);
        return code;
    }
    if (code != CLI_NO && code != CLI_FAILURE) {
        json_decref(object);
        return cli_fail(subject, error);
    }
    const bool refuted = error->status == TILEPDB_REFUTED || error->status == TILEPDB_UNSOLVABLE;
    const char *word = code == CLI_FAILURE ? "broken" : refuted ? "false" : "unproven";
    char *reason = cli_about_file(subject ? subject : "", error->message);
    char *sentence = cli_text("%s%s%s", subject ? subject : "", subject ? ": " : "", reason);
    print_verdict(task, object, code, word, sentence);
    free(sentence);
    free(reason);
    return code;
}

/* ---- boards ---------------------------------------------------------------------------------- */

int read_goal(const struct task *task, const tilepdb_board *board, const struct board_text *said,
              tilepdb_board *goal) {
    const char *given = task->options->goal, *text = given ? given : cli_goal_keywords[0];
    char goal_text[TILEPDB_BOARD_TEXT] = "";
    tilepdb_error error;
    tilepdb_status status;
    if (cli_keyword_index(text, cli_goal_keywords) >= 0)
        status = tilepdb_goal_named(text, board->width, board->height, goal, &error);
    else
        status = tilepdb_goal_parse(text, strlen(text), board->width, board->height, goal, &error);
    if (status) return cli_fail("--goal", &error);
    if (said->multi && cli_table_filter_metric(&task->options->filter) == TILEPDB_METRIC_SINGLE)
        cli_note("the link counts a slide of several tiles as one move, and here each tile counts: "
                 "use --metric multi");
    if (!said->has_goal || cli_same_board(goal, &said->goal)) return CLI_SUCCESS;
    tilepdb_board_format(&said->goal, true, goal_text);
    if (given) {
        cli_note("the goal in the text, %s, is ignored, since --goal is given", goal_text);
        return CLI_SUCCESS;
    }
    cli_note("the goal is taken from the text: %s", goal_text);
    *goal = said->goal;
    return CLI_SUCCESS;
}

/* Returns true if --goal is an open goal, which says how its boards are read. */
static bool open_goal_read(const struct verify_options *options, tilepdb_board *goal) {
    const char *text = options->goal;
    const struct cli_board_size size = options->filter.board;
    return text && cli_keyword_index(text, cli_goal_keywords) < 0 &&
           !tilepdb_goal_parse(text, strlen(text), size.width, size.height, goal, NULL) &&
           tilepdb_goal_is_open(goal);
}

/* Reads the only item of a text. Returns ERROR_PARSE if there is another. */
static tilepdb_status item_read(const tilepdb_reader_options *given, const char *text,
                                tilepdb_item *item, tilepdb_error *error) {
    tilepdb_reader *reader;
    tilepdb_item more;
    const tilepdb_status status = tilepdb_reader_create(given, &reader, error);
    if (status) return status;
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    *error =
        (tilepdb_error){.status = TILEPDB_ERROR_PARSE, .message = "it must be exactly one board"};
    if (tilepdb_reader_next(reader, item)) {
        if (item->kind == TILEPDB_ITEM_ERROR)
            *error = item->error;
        else if (!tilepdb_reader_next(reader, &more))
            error->status = TILEPDB_OK;
    }
    tilepdb_reader_free(reader);
    return error->status;
}

static struct board_text text_of(const tilepdb_item *item) {
    return (struct board_text){item->letters, item->has_goal, item->multi, item->goal};
}

static tilepdb_status board_read(const struct verify_options *options, const char *text,
                                 tilepdb_board *board, struct board_text *said,
                                 tilepdb_error *error) {
    const struct cli_board_size size = options->filter.board;
    tilepdb_board goal;
    tilepdb_item item;
    tilepdb_reader_options given = {
        .width = size.width, .height = size.height, .blank_tile = options->blank_tile};
    const bool open = open_goal_read(options, &goal);
    if (open) {
        given.goal = &goal;
        given.width = goal.width;
        given.height = goal.height;
    }
    *said = (struct board_text){0};
    const tilepdb_status status = item_read(&given, text, &item, error);
    if (status && !options->blank_tile && !open) /* its errors say more */
        return tilepdb_board_parse(text, strlen(text), size.width, size.height, board, error);
    if (status) return status;
    *board = item.board;
    *said = text_of(&item);
    return TILEPDB_OK;
}

int read_board(const struct task *task, size_t operands, bool quiet, tilepdb_board *board,
               struct board_text *said) {
    char *text = cli_text("%s", task->operands[0]);
    for (size_t i = 1; i < operands; i++) {
        char *longer = cli_text("%s %s", text, task->operands[i]);
        free(text);
        text = longer;
    }
    tilepdb_error error;
    tilepdb_status status = board_read(task->options, text, board, said, &error);
    free(text);
    if (!status) status = tilepdb_size_check(board->width, board->height, &error);
    if (!status) return CLI_SUCCESS;
    return quiet ? cli_exit_code(status) : cli_fail("the board", &error);
}

void add_metric(json_t *object, tilepdb_metric metric) {
    if (metric != TILEPDB_METRIC_SINGLE)
        json_object_set_new(object, "metric", json_string(tilepdb_metric_name(metric)));
}

json_t *json_of_file(const char *path, char reason[REASON_TEXT]) {
    json_error_t fault;
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "re");
    if (!file) {
        snprintf(reason, REASON_TEXT, "it cannot be opened: %s", strerror(errno));
        return NULL;
    }
    errno = 0;
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &fault);
    const int failure = errno;
    if (!root && ferror(file))
        snprintf(reason, REASON_TEXT, "it cannot be read: %s", strerror(failure));
    else if (!root)
        snprintf(reason, REASON_TEXT, "it is not valid JSON: line %d: %s", fault.line, fault.text);
    if (!standard) fclose(file);
    return root;
}

bool replay(const tilepdb_board *board, const tilepdb_board *goal, const char *moves,
            size_t *failed, char reason[REASON_TEXT]) {
    tilepdb_board position = *board;
    tilepdb_error error;
    *failed = 0;
    if (tilepdb_board_play(&position, moves, &error)) {
        *failed = error.column;
        snprintf(reason, REASON_TEXT, "of %zu move%s, %s", strlen(moves), plural(strlen(moves)),
                 error.message);
        return false;
    }
    if (tilepdb_goal_reached(goal, &position)) return true;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(reason, REASON_TEXT, "%zu legal move%s in %.400s, which is not the goal",
             strlen(moves), strlen(moves) == 1 ? " ends" : "s end", text);
    return false;
}
