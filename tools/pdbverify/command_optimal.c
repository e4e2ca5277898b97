/* Verified solvers. optimal: finds a solution and exhausts every shorter bound. solution: replays a
 * solution. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"
#include "tables/table_text.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

/* ---- boards ---------------------------------------------------------------------------------- */

static int read_goal(const struct task *task, const tilepdb_item *item, tilepdb_board *goal) {
    const char *given = task->options->goal, *text = given ? given : cli_goal_keywords[0];
    const int width = item->board.width, height = item->board.height;
    tilepdb_error error;
    const tilepdb_status status =
        cli_keyword_index(text, cli_goal_keywords) >= 0
            ? tilepdb_goal_named(text, width, height, goal, &error)
            : tilepdb_goal_parse(text, strlen(text), width, height, goal, &error);
    if (status) return cli_fail("--goal", &error);
    cli_goal_choose(NULL, item, given != NULL, cli_table_filter_metric(&task->options->filter),
                    goal);
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

/* Returns ERROR_PARSE unless the text has one item. */
static tilepdb_status item_read(const tilepdb_reader_options *given, const char *text,
                                tilepdb_item *item, tilepdb_error *error) {
    *error =
        (tilepdb_error){.status = TILEPDB_ERROR_PARSE, .message = "it must be exactly one board"};
    const int items = cli_items_read(given, text, item, error);
    if (items > 0 && item->kind == TILEPDB_ITEM_ERROR)
        *error = item->error;
    else if (items == 1)
        error->status = TILEPDB_OK;
    return error->status;
}

static tilepdb_status board_read(const struct verify_options *options, const char *text,
                                 tilepdb_item *item, tilepdb_error *error) {
    const struct cli_board_size size = options->filter.board;
    tilepdb_board goal;
    tilepdb_reader_options given = {
        .width = size.width, .height = size.height, .blank_tile = options->blank_tile};
    const bool open = open_goal_read(options, &goal);
    if (open) {
        given.goal = &goal;
        given.width = goal.width;
        given.height = goal.height;
    }
    const tilepdb_status status = item_read(&given, text, item, error);
    if (!status || options->blank_tile || open) return status;
    *item = (tilepdb_item){0}; /* errors of the next function say more */
    return tilepdb_board_parse(text, strlen(text), size.width, size.height, &item->board, error);
}

/* Joins the first `operands` operands. Prints errors unless `quiet`. */
static int read_board(const struct task *task, size_t operands, bool quiet, tilepdb_item *item) {
    char *text = cli_text("%s", task->operands[0]);
    for (size_t i = 1; i < operands; i++) cli_append(&text, " %s", task->operands[i]);
    tilepdb_error error;
    tilepdb_status status = board_read(task->options, text, item, &error);
    free(text);
    if (!status) status = tilepdb_size_check(item->board.width, item->board.height, &error);
    if (!status) return CLI_SUCCESS;
    return quiet ? cli_exit_code(status) : cli_fail("the board", &error);
}

/* ---- engines and their tables ---------------------------------------------------------------- */

struct tables_wanted tables_wanted_of(const struct verify_options *options) {
    return (struct tables_wanted){.metric = cli_table_filter_metric(&options->filter),
                                  .partition = options->partition,
                                  .blank = options->filter.blank,
                                  .encoding = options->filter.encoding,
                                  .missing = options->no_generate ? TILEPDB_MISSING_REFUSE
                                             : options->generate  ? TILEPDB_MISSING_KEEP
                                                                  : TILEPDB_MISSING_BUILD};
}

static void on_event(const tilepdb_engine_event *event, void *user) {
    const struct task *task = user;
    table_event_print(event, &task->options->common, task->progress, false);
}

/* `partition` may be NULL. */
static tilepdb_status engine_create(const struct task *task, const struct tables_wanted *wanted,
                                    const char *partition, tilepdb_engine **engine,
                                    tilepdb_error *error) {
    const struct verify_options *options = task->options;
    tilepdb_engine_options how;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    tilepdb_engine_options_init(&how);
    how.directory = options->common.dir;
    how.partition = partition;
    how.missing = wanted->missing;
    how.kinds = kinds;
    how.kind_count = cli_kinds(TILEPDB_METRIC_SINGLE, wanted->blank, wanted->encoding, kinds);
    how.directions = cli_directions(options->direction);
    how.bidirectional = how.directions == TILEPDB_DIRECTIONS_BOTH;
    how.threads = options->common.jobs;
    how.variant = options->common.variant;
    how.goal_cell = wanted->cell;
    how.on_event = on_event;
    how.user = (void *)(uintptr_t)task;
    return tilepdb_engine_create(&how, engine, error);
}

static tilepdb_engine_request request_of(const struct task *task, tilepdb_metric metric,
                                         const tilepdb_board *goal) {
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    request.goal = goal;
    request.metric = metric;
    request.best = false;
    request.at_a_time = 0;
    request.needs_tables = true;
    request.cancel = task->cancel;
    request.search.threads = task->options->common.jobs;
    request.search.progress = cli_progress_report;
    request.search.user = task->progress;
    return request;
}

/* Colour tables with at most this many entries are always proven, within a second. */
#define ALWAYS_PROVEN 1000000

static tilepdb_status name_file(const struct task *task, const tilepdb_table *table,
                                tilepdb_error *error) {
    tilepdb_table_info info;
    char *directory = cli_directory_search(task->options->common.dir);
    tilepdb_table_info_get(table, &info);
    char *path = pattern_path(&info.pattern, info.kind, directory ? directory : "");
    if (info.file_bytes > 0 && !strstr(error->message, path)) {
        char *sentence = cli_text("%s: %s", path, error->message);
        snprintf(error->message, sizeof error->message, "%s", sentence);
        free(sentence);
    }
    free(path);
    free(directory);
    return error->status;
}

static tilepdb_status identify(json_t *list, const struct task *task, const tilepdb_table *table,
                               bool *proven, tilepdb_error *error) {
    static tilepdb_proof proof;
    const tilepdb_verify_options options = check_options(task);
    uint64_t hash;
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    const bool prove =
        task->options->full || (info.pattern.colours && info.entries <= ALWAYS_PROVEN);
    tilepdb_status status = tilepdb_table_check(table, &options, &hash, error);
    if (!status && prove) status = tilepdb_table_prove(table, &options, &proof, error);
    if (status) return status;
    *proven = *proven && prove;
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_t *object = cli_json_pattern("", &info.pattern, info.kind);
    json_object_del(object, "file");
    json_object_set_new(object, "content_hash", json_string(text));
    json_array_append_new(list, object);
    return TILEPDB_OK;
}

/* Checks all frames of the tables, and describes them in `list`. With --full, and for small colour
 * tables, proves all entries; otherwise clears `*proven`. */
static tilepdb_status tables_identify(json_t *list, const struct task *task,
                                      const tilepdb_table *const *tables, size_t count,
                                      bool *proven, tilepdb_error *error) {
    for (size_t i = 0; i < count; i++)
        if (identify(list, task, tables[i], proven, error))
            return name_file(task, tables[i], error);
    return TILEPDB_OK;
}

/* ---- a verified solver ----------------------------------------------------------------------- */

int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct tables_wanted *wanted, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error) {
    *verified = (struct verified_solver){.tables = cli_allocated(json_array()), .proven = true};
    error->status = TILEPDB_OK;
    const tilepdb_engine_request request = request_of(task, wanted->metric, goal);
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    tilepdb_kind kinds[CLI_MAX_KINDS];
    if (!cli_kinds(wanted->metric, wanted->blank, wanted->encoding, kinds)) return CLI_USAGE;
    const char *names = wanted->partition, *colon = names ? strchr(names, ':') : NULL;
    char *side = !colon     ? NULL
                 : backward ? cli_text("%s", colon + 1)
                            : cli_text("%.*s", (int)(colon - names), names);
    tilepdb_status status =
        engine_create(task, wanted, side ? side : names, &verified->engine, error);
    free(side);
    if (status) return cli_exit_code(status);
    tilepdb_error reported; /* by an event */
    status = tilepdb_engine_tables(verified->engine, &request, &options.tables,
                                   &options.table_count, &reported);
    if (status) return cli_exit_code(status);
    options.metric = wanted->metric;
    options.backward = backward;
    options.variant = task->options->common.variant;
    /* The portable kernel repeats the search, since a faster one most likely wrote the certificate.
     */
    if (wanted->metric == TILEPDB_METRIC_MULTI && options.variant == TILEPDB_VARIANT_BEST)
        options.variant = TILEPDB_VARIANT_PORTABLE;
    status = tables_identify(verified->tables, task, options.tables, options.table_count,
                             &verified->proven, error);
    if (!status) status = tilepdb_solver_create(goal, &options, &verified->solver, error);
    return cli_exit_code(status);
}

void verified_solver_close(struct verified_solver *verified) {
    tilepdb_solver_free(verified->solver);
    tilepdb_engine_free(verified->engine);
    json_decref(verified->tables);
}

/* ---- a proof search -------------------------------------------------------------------------- */

/* A search for one board with the tables and directions of --partition and --direction, or with
 * those chosen between bounds (tilepdb_engine.h). It is bidirectional only with --direction both.
 * Its functions that return int return CLI_SUCCESS or an exit code; then `error` has the message,
 * or TILEPDB_OK if the message was printed. */
struct proof_search {
    const struct task *task;
    const char *title;
    tilepdb_board board, goal;
    tilepdb_engine *engine;            /* owned */
    tilepdb_answer *answer;            /* of the last search; owned; may be NULL */
    size_t last;                       /* candidate of the last search */
    const tilepdb_table *const *first; /* the first tables, owned by the engine */
    size_t first_count;
    /* [candidate] descriptions of its tables; NULL before its first search */
    json_t *tables[TILEPDB_MAX_SEARCHERS];
    /* [bidirectional candidate] its backward tables */
    json_t *backward_tables[TILEPDB_MAX_SEARCHERS];
    struct proof_history history;
    bool proven; /* all entries of the used tables were proven */
};

/* Opens the tables of the first candidate; prints errors. `partition` replaces --partition, unless
 * it is NULL. */
static int proof_search_open(struct proof_search *search, const struct task *task,
                             const char *partition, const tilepdb_board *board,
                             const tilepdb_board *goal) {
    const struct tables_wanted wanted = tables_wanted_of(task->options);
    *search = (struct proof_search){
        .task = task, .title = "", .board = *board, .goal = *goal, .proven = true};
    search->history.metric = wanted.metric;
    search->history.resumes = task->saver->checkpoint != NULL;
    tilepdb_error error;
    if (engine_create(task, &wanted, partition ? partition : wanted.partition, &search->engine,
                      &error))
        return cli_fail(NULL, &error);
    const tilepdb_engine_request request = request_of(task, wanted.metric, goal);
    return cli_exit_code(tilepdb_engine_tables(search->engine, &request, &search->first,
                                               &search->first_count, &error));
}

static void proof_search_close(struct proof_search *search) {
    tilepdb_answer_free(search->answer);
    tilepdb_engine_free(search->engine);
    for (size_t i = 0; i < TILEPDB_MAX_SEARCHERS; i++) {
        json_decref(search->tables[i]);
        json_decref(search->backward_tables[i]);
    }
}

/* Checks and lists the tables of the first candidate without a search. */
static int proof_search_admit(struct proof_search *search, tilepdb_error *error) {
    search->tables[0] = cli_allocated(json_array());
    return cli_exit_code(tables_identify(search->tables[0], search->task, search->first,
                                         search->first_count, &search->proven, error));
}

static tilepdb_status side_admit(struct proof_search *search, const tilepdb_searcher *searcher,
                                 bool backward, json_t **list, tilepdb_error *error) {
    if (*list) return TILEPDB_OK;
    *list = cli_allocated(json_array());
    return tables_identify(*list, search->task, searcher->tables[backward],
                           searcher->table_count[backward], &search->proven, error);
}

/* Checks the tables of a candidate before its first search. */
static tilepdb_status on_search(size_t number, const tilepdb_searcher *searcher, void *user,
                                tilepdb_error *error) {
    struct proof_search *search = user;
    struct proof_candidate *candidate = &search->history.candidates[number];
    const tilepdb_direction direction = searcher->direction;
    const bool backward = direction == TILEPDB_DIRECTION_BACKWARD;
    search->last = number;
    *candidate = (struct proof_candidate){.partition = searcher->partition,
                                          .direction = direction,
                                          .pair = {searcher->pair[0], searcher->pair[1]}};
    tilepdb_status status = side_admit(search, searcher, backward, &search->tables[number], error);
    if (!status && direction == TILEPDB_DIRECTION_BOTH)
        status = side_admit(search, searcher, true, &search->backward_tables[number], error);
    cli_progress_title(search->task->progress, "%s", search->title);
    return status;
}

static bool report(const tilepdb_progress *progress, void *user) {
    const struct proof_search *search = user;
    checkpoint_saver_save(search->task->saver);
    return cli_progress_report(progress, search->task->progress);
}

/* Also sets the searcher of each iteration. */
static int run(struct proof_search *search, int max_length, tilepdb_result *result,
               tilepdb_error *error) {
    const struct task *task = search->task;
    tilepdb_engine_request request = request_of(task, search->history.metric, &search->goal);
    request.board = &search->board;
    request.search.any = task->options->any;
    request.search.max_length = max_length;
    request.search.checkpoint = task->saver->checkpoint;
    request.search.progress = report;
    request.search.user = search;
    request.on_search = on_search;
    request.user = search;
    tilepdb_answer_free(search->answer);
    *error = (tilepdb_error){.status = TILEPDB_OK};
    const tilepdb_status status =
        tilepdb_engine_solve(search->engine, &request, &search->answer, error);
    const tilepdb_answer *answer = search->answer;
    for (size_t i = 0; i < PROOF_BOUNDS; i++) search->history.searcher[i] = search->last;
    if (!answer) return cli_exit_code(status);
    *result = *answer->result;
    for (size_t i = 0; i < result->iteration_count; i++)
        search->history.searcher[i] = answer->searched_by[i];
    return cli_exit_code(status);
}

static int proof_search_run(struct proof_search *search, tilepdb_result *result,
                            tilepdb_error *error) {
    search->title = "optimum";
    return run(search, 0, result, error);
}

/* Exhausts every bound below `length`, which other tables proved optimal. A shorter solution shows
 * that a table is false; then the status in `error` is TILEPDB_REFUTED. */
static int proof_search_exhaust(struct proof_search *search, int length, tilepdb_result *result,
                                tilepdb_error *error) {
    search->title = "lower bound";
    const int code = run(search, proof_limit(length), result, error);
    if (code != CLI_SUCCESS && !error->status) return code;
    const tilepdb_status searched = error->status;
    const tilepdb_status status =
        proof_conclude(searched, length, search->history.metric, false, result, error);
    if (status == TILEPDB_REFUTED && searched != TILEPDB_REFUTED) {
        const size_t used = strlen(error->message);
        snprintf(error->message + used, sizeof error->message - used,
                 "; the tables contradict each other");
    }
    return cli_exit_code(status);
}

static bool exhausted_any(const json_t *bounds, const struct proof_candidate *candidate) {
    size_t i;
    json_t *bound;
    json_array_foreach(bounds, i, bound) {
        if (proof_is_named(bound, candidate)) return true;
    }
    return false;
}

static void add_named(json_t *list, const json_t *tables, const char *partition,
                      tilepdb_direction direction) {
    const struct proof_candidate candidate = {.partition = partition, .direction = direction};
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        json_t *named = json_copy(table);
        proof_name(named, &candidate);
        json_array_append_new(list, named);
    }
}

static void add_tables(json_t *list, const struct proof_search *search, size_t i) {
    const struct proof_candidate *candidate = &search->history.candidates[i];
    const bool bidirectional = candidate->direction == TILEPDB_DIRECTION_BOTH;
    add_named(list, search->tables[i], candidate->partition,
              bidirectional ? TILEPDB_DIRECTION_FORWARD : candidate->direction);
    if (bidirectional)
        add_named(list, search->backward_tables[i], candidate->partition,
                  TILEPDB_DIRECTION_BACKWARD);
}

/* Returns the last search's proof of the bounds below `length`. */
static json_t *proof_search_json(const struct proof_search *search, const tilepdb_result *result,
                                 int length) {
    const size_t first = search->history.searcher[0];
    json_t *tables = cli_allocated(json_array());
    json_t *bounds = proof_bounds(result, &search->history, length);
    add_tables(tables, search, first);
    for (size_t i = 0; i < TILEPDB_MAX_SEARCHERS; i++)
        if (i != first && search->tables[i] &&
            exhausted_any(bounds, &search->history.candidates[i]))
            add_tables(tables, search, i);
    json_t *proof =
        json_pack("{so si so}", "tables", tables, "root_h", result->root_h, "bounds", bounds);
    if (search->history.candidates[first].direction == TILEPDB_DIRECTION_BOTH)
        json_object_set_new(proof, "pair", proof_pair(&search->history.candidates[first]));
    return proof;
}

/* ---- optimal --------------------------------------------------------------------------------- */

#define NO_LENGTH (-1)
#define INDENT    14

#define CANDIDATE_TEXT 512

struct problem {
    tilepdb_item item;
    tilepdb_board goal;
    int length; /* claimed, or NO_LENGTH */
};

/* Reads BOARD or BOARD LENGTH. A number after a complete board is the length, even if all numbers
 * together are another board. */
static int read_operands(const struct task *task, struct problem *problem) {
    tilepdb_item *item = &problem->item;
    const size_t before = task->count - 1;
    const char *last = task->operands[before];
    const bool ends_in_length = before > 0 && *last != '\0' && strlen(last) <= 3 &&
                                last[strspn(last, "0123456789")] == '\0';
    problem->length = NO_LENGTH;
    if (ends_in_length && read_board(task, before, true, item) == CLI_SUCCESS) {
        problem->length = atoi(last);
        return CLI_SUCCESS;
    }
    /* With two operands, errors are about the first. */
    if (before != 1 && (*last != '\0' || before == 0))
        return read_board(task, task->count, false, item);
    if (*last != '\0' && read_board(task, task->count, true, item) == CLI_SUCCESS)
        return CLI_SUCCESS;
    if (read_board(task, before, false, item) == CLI_SUCCESS)
        cli_complain("invalid length '%.20s'", last);
    return CLI_USAGE;
}

static const char *word_of(const json_t *object, const char *field) {
    return json_string_value(json_object_get(object, field));
}

static void candidate_text(const json_t *object, char *text, size_t size) {
    const char *partition = word_of(object, "partition"), *direction = word_of(object, "direction");
    const bool forward = strcmp(direction, cli_direction_keyword(TILEPDB_DIRECTION_FORWARD)) == 0;
    snprintf(text, size, "%s%s%s", partition, forward ? "" : " ", forward ? "" : direction);
}

static void print_tables(FILE *stream, const json_t *tables) {
    char before[CANDIDATE_TEXT] = "", text[CANDIDATE_TEXT];
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        candidate_text(table, text, sizeof text);
        const char *colouring = proof_colouring(table);
        if (strcmp(text, before) != 0)
            cli_print_line(stream, INDENT, "  %-10s  %s", colouring ? "colouring" : "partition",
                           text);
        memcpy(before, text, sizeof before);
        cli_print_line(stream, INDENT, "  table       %s%s, %s %s, content hash %s",
                       colouring ? "" : "tiles ", colouring ? colouring : TILES(proof_tiles(table)),
                       word_of(table, "blank"), word_of(table, "encoding"),
                       word_of(table, "content_hash"));
    }
}

static void print_proof(FILE *stream, const json_t *proof) {
    const json_t *tables = json_object_get(proof, "tables");
    char before[CANDIDATE_TEXT], text[CANDIDATE_TEXT];
    candidate_text(json_array_get(tables, 0), before, sizeof before);
    print_tables(stream, tables);
    size_t i;
    json_t *bound;
    json_array_foreach(json_object_get(proof, "bounds"), i, bound) {
        candidate_text(bound, text, sizeof text);
        const bool other = strcmp(text, before) != 0;
        const json_int_t resumed = json_integer_value(json_object_get(bound, "resumed"));
        const json_int_t backward = json_integer_value(json_object_get(bound, "backward"));
        fprintf(stream, "  bound %4d  %15s nodes%s%s, no solution%s%s%s%s\n",
                (int)json_integer_value(json_object_get(bound, "bound")),
                GROUPED((uint64_t)json_integer_value(json_object_get(bound, "generated"))),
                proof_is_bidirectional(bound) ? ", from the goal " : "",
                proof_is_bidirectional(bound) ? GROUPED((uint64_t)backward) : "",
                other ? ", with " : "", other ? text : "",
                resumed > 0 ? ", from the checkpoint " : "",
                resumed > 0 ? GROUPED((uint64_t)resumed) : "");
        memcpy(before, text, sizeof before);
    }
}

static void print_certificate(const struct task *task, const json_t *certificate,
                              const tilepdb_board *board, const tilepdb_board *goal, bool proven) {
    FILE *stream = task->output->stream;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, text);
    cli_print_line(stream, INDENT, "  board       %s", text);
    tilepdb_board_format(goal, true, text);
    cli_print_line(stream, INDENT, "  goal        %s", text);
    fprintf(stream, "  solution    %s\n", json_string_value(json_object_get(certificate, "moves")));
    size_t i;
    json_t *proof;
    json_array_foreach(json_object_get(certificate, "proofs"), i, proof) {
        print_proof(stream, proof);
    }
    fprintf(stream, "  entries     %s\n",
            proven ? "of all tables proven" : "taken as true; --full proves them as well");
}

static json_t *certificate_of(const tilepdb_board *board, const tilepdb_board *goal,
                              const tilepdb_result *result, tilepdb_metric metric) {
    json_t *certificate = cli_allocated(
        json_pack("{ss si si si so so si ss s[]}", "format", CERTIFICATE_FORMAT, "version",
                  CERTIFICATE_VERSION, "width", (int)board->width, "height", (int)board->height,
                  "board", cli_json_board(board), "goal", cli_json_board(goal), "length",
                  result->length, "moves", result->moves, "proofs"));
    add_metric(certificate, metric);
    return certificate;
}

static json_int_t resumed_in(const json_t *certificate) {
    json_int_t sum = 0;
    size_t i, j;
    json_t *proof, *bound;
    json_array_foreach(json_object_get(certificate, "proofs"), i, proof) {
        json_array_foreach(json_object_get(proof, "bounds"), j, bound) {
            sum += json_integer_value(json_object_get(bound, "resumed"));
        }
    }
    return sum;
}

static const char *sets_word(const struct task *task) {
    return cli_table_filter_metric(&task->options->filter) == TILEPDB_METRIC_SINGLE ? "partition"
                                                                                    : "colouring";
}

static int no_second(const struct task *task) {
    cli_complain("--cross: no %s is left to propose that shares no table with the first; name "
                 "fewer with -p",
                 sets_word(task));
    return CLI_USAGE;
}

/* In the metric multi, a second colouring must exist before the first search. */
static int check_cross(struct proof_search *search, tilepdb_error *error) {
    if (!search->task->options->cross || search->history.metric == TILEPDB_METRIC_SINGLE)
        return CLI_SUCCESS;
    const int code = proof_search_admit(search, error);
    if (code != CLI_SUCCESS) return code;
    char *name = proof_second(search->tables[0], &search->goal);
    const bool found = name;
    free(name);
    return found ? CLI_SUCCESS : no_second(search->task);
}

/* Proves the lower bound again with other tables. Clears `*proven` unless all their entries are
 * proven. */
static int cross(const struct task *task, const struct problem *problem, int length,
                 json_t *certificate, bool *proven, tilepdb_error *error) {
    json_t *proofs = json_object_get(certificate, "proofs");
    char *name = proof_second(json_object_get(json_array_get(proofs, 0), "tables"), &problem->goal);
    if (!name) return no_second(task);
    struct proof_search second;
    static tilepdb_result result;
    result = (tilepdb_result){0};
    int code = proof_search_open(&second, task, name, &problem->item.board, &problem->goal);
    if (code == CLI_SUCCESS) code = proof_search_exhaust(&second, length, &result, error);
    if (code == CLI_SUCCESS)
        json_array_append_new(proofs, proof_search_json(&second, &result, length));
    *proven = *proven && second.proven;
    proof_search_close(&second);
    free(name);
    return code;
}

static int prove(const struct proof_search *search, const struct problem *problem,
                 const tilepdb_result *result, json_t *certificate, bool *proven,
                 tilepdb_error *error) {
    size_t failed;
    char reason[REASON_TEXT];
    json_array_append_new(json_object_get(certificate, "proofs"),
                          proof_search_json(search, result, result->length));
    if (!replay(&problem->item.board, &problem->goal, result->moves, &failed, reason)) {
        error->status = TILEPDB_ERROR_INTERNAL;
        snprintf(error->message, sizeof error->message, "the solver's solution is invalid: %.400s",
                 reason);
        return CLI_FAILURE;
    }
    if (problem->length != NO_LENGTH && problem->length != result->length) {
        error->status = TILEPDB_REFUTED;
        char words[MOVES_WORDS];
        snprintf(error->message, sizeof error->message, "the board needs %s, not %d",
                 moves_words(result->length, search->history.metric, words), problem->length);
        return CLI_NO;
    }
    return search->task->options->cross
               ? cross(search->task, problem, result->length, certificate, proven, error)
               : CLI_SUCCESS;
}

static int write_certificate(struct cli_output *file, const json_t *certificate) {
    if (!file->stream) return CLI_SUCCESS;
    json_dumpf(certificate, file->stream, JSON_INDENT(1));
    fputc('\n', file->stream);
    return cli_output_end(file, CLI_SUCCESS);
}

static const char *conditions(bool proven, bool resumed) {
    if (!proven && resumed) return ", if the tables (--full) and the checkpoint are true";
    if (!proven) return ", if the tables are true (--full)";
    return resumed ? ", if the checkpoint is true" : "";
}

static int report_proven(const struct proof_search *search, json_t *object, int length, bool proven,
                         int written) {
    const bool two = json_array_size(json_object_get(object, "proofs")) > 1;
    char words[MOVES_WORDS];
    return verdict(
        search->task, object, written, "%s%s, and no solution is shorter%s%s%s%s",
        written == CLI_SUCCESS ? "" : "the certificate cannot be written, but the proof holds: ",
        moves_words(length, search->history.metric, words), two ? ", with two " : "",
        two ? sets_word(search->task) : "", two ? "s that share no table" : "",
        conditions(proven, resumed_in(object) > 0));
}

static int conclude(const struct proof_search *search, const struct problem *problem,
                    const tilepdb_result *result, struct cli_output *file) {
    const struct task *task = search->task;
    char words[MOVES_WORDS];
    json_t *certificate =
        certificate_of(&problem->item.board, &problem->goal, result, search->history.metric);
    json_t *object = object_for("optimal");
    tilepdb_error error = {0};
    bool proven = search->proven;
    const int code = prove(search, problem, result, certificate, &proven, &error);
    if (search->history.resumes)
        json_object_set_new(certificate, "resumed", json_integer(resumed_in(certificate)));
    const int written = code == CLI_SUCCESS ? write_certificate(file, certificate) : code;
    if (code == CLI_SUCCESS && !task->options->json)
        print_certificate(task, certificate, &problem->item.board, &problem->goal, proven);
    json_object_set_new(object, "tables_proven", json_boolean(proven));
    json_object_update(object, certificate);
    json_decref(certificate);
    if (code == CLI_SUCCESS) return report_proven(search, object, result->length, proven, written);
    if (code == cli_exit_code(TILEPDB_CANCELLED)) /* also while tables are generated */
        return verdict(task, object, code,
                       "%s, and no solution is shorter%s; the second proof was interrupted",
                       moves_words(result->length, search->history.metric, words),
                       conditions(search->proven, resumed_in(object) > 0));
    return without_tables(task, object, code, &error);
}

static int report_interrupted(const struct proof_search *search, int lower_bound) {
    json_t *object = object_for("optimal");
    char words[MOVES_WORDS];
    json_object_set_new(object, "lower_bound", json_integer(lower_bound));
    add_metric(object, search->history.metric);
    return verdict(search->task, object, cli_exit_code(TILEPDB_CANCELLED),
                   "the board needs at least %s, interrupted",
                   moves_words(lower_bound, search->history.metric, words));
}

static int answer(const struct task *task, const struct problem *problem, struct cli_output *file) {
    struct proof_search search;
    static tilepdb_result result;
    tilepdb_error error = {.status = TILEPDB_OK};
    result = (tilepdb_result){.lower_bound = -1};
    int code = proof_search_open(&search, task, NULL, &problem->item.board, &problem->goal);
    if (code == CLI_SUCCESS) code = check_cross(&search, &error);
    if (code == CLI_SUCCESS) code = proof_search_run(&search, &result, &error);
    if (code == CLI_SUCCESS)
        code = conclude(&search, problem, &result, file);
    else if (error.status == TILEPDB_CANCELLED && result.lower_bound >= 0)
        code = report_interrupted(&search, result.lower_bound);
    else
        code = without_tables(task, object_for("optimal"), code, &error);
    proof_search_close(&search);
    return code;
}

int command_optimal(const struct task *task) {
    struct problem problem;
    const char *path = task->options->certificate;
    int code = read_operands(task, &problem);
    if (code == CLI_SUCCESS) code = read_goal(task, &problem.item, &problem.goal);
    if (code == CLI_SUCCESS && tilepdb_goal_is_open(&problem.goal)) {
        cli_complain(
            "--goal: a proof needs a goal that names every tile once; 'pdbverify solution' "
            "replays solutions to other goals, and 'pdbsolve --judge' compares them with "
            "the optimum");
        code = CLI_USAGE;
    }
    if (code != CLI_SUCCESS) return code;
    tilepdb_error error;
    if (tilepdb_board_solvable(&problem.item.board, &problem.goal, &error))
        return verdict_of(task, object_for("optimal"), NULL, &error);
    struct cli_output file = {0};
    if (path) code = cli_document_open(&file, path);
    if (code == CLI_FAILURE)
        return verdict(task, object_for("optimal"), code, "the certificate cannot be written to %s",
                       path);
    if (code != CLI_SUCCESS) return code;
    code = answer(task, &problem, &file);
    cli_output_end(&file, CLI_NO); /* without a certificate, the old file stays */
    return code;
}

/* ---- solution -------------------------------------------------------------------------------- */

int command_solution(const struct task *task) {
    tilepdb_item item;
    tilepdb_board goal;
    const char *text = task->operands[task->count - 1];
    int code = read_board(task, task->count - 1, false, &item);
    if (code == CLI_SUCCESS) code = read_goal(task, &item, &goal);
    if (code != CLI_SUCCESS) return code;
    char *letters;
    char reason[REASON_TEXT] = "";
    size_t failed = 0;
    tilepdb_error error;
    tilepdb_board position = item.board;
    const tilepdb_status status =
        cli_moves_read(text, strlen(text), cli_moves_notation(task->options->moves, item.letters),
                       &goal, &position, &letters, &error);
    if (!letters) {
        error.status = TILEPDB_ERROR_PARSE; /* as for unreadable moves */
        return cli_fail(NULL, &error);
    }
    if (status) {
        failed = strlen(letters) + 1;
        snprintf(reason, sizeof reason, "%s", error.message);
    }
    const bool holds = !status && replay(&item.board, &goal, letters, &failed, reason);
    const tilepdb_metric metric = cli_table_filter_metric(&task->options->filter);
    const int length = (int)tilepdb_moves_length(letters, metric);
    char words[MOVES_WORDS];
    json_t *object = object_for("solution");
    json_object_update_new(object,
                           json_pack("{so so so so}", "board", cli_json_board(&item.board), "goal",
                                     cli_json_board(&goal), "length",
                                     holds ? json_integer(length) : json_null(), "failed_move",
                                     failed != 0 ? json_integer((json_int_t)failed) : json_null()));
    add_metric(object, metric);
    code = holds ? verdict(task, object, CLI_SUCCESS, "%s lead%s from the board to the goal",
                           moves_words(length, metric, words), length == 1 ? "s" : "")
                 : verdict(task, object, CLI_NO, "%s", reason);
    free(letters);
    return code;
}
