#include "answers/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/replay.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "tables/table_text.h"

char *moves_write(const struct solve_options *options, const tilepdb_board *board,
                  const char *moves) {
    return cli_moves_write(moves, (tilepdb_notation)options->moves, options->run_length, board);
}

bool status_has_result(tilepdb_status status) {
    return !status || status == TILEPDB_UNSOLVABLE || status == TILEPDB_LIMIT ||
           status == TILEPDB_CANCELLED;
}

/* Returns true if bounds may be searched backward, or by a candidate other than the first. */
static bool answer_is_chosen(const struct answer *answer) {
    return answer->search && answer->search->chosen;
}

bool answer_is_solved(const struct answer *answer) {
    return !answer->status && answer->result;
}

bool answer_has_moves(const struct answer *answer) {
    const bool ended = answer->status == TILEPDB_LIMIT || answer->status == TILEPDB_CANCELLED;
    return answer_is_solved(answer) ||
           (ended && answer->result && answer->result->upper_bound >= 0 && answer->moves &&
            answer->moves[0] != '\0');
}

static char *moves_of(const struct solve_options *options, const struct answer *answer) {
    const bool moved = answer_has_moves(answer) && answer->moves;
    return moved ? moves_write(options, answer->board, answer->moves) : cli_text("%s", "");
}

static bool report_counts(const struct solve_options *options) {
    return options->count || options->all;
}

/* ---- text: LENGTH MOVES, <=LENGTH MOVES, >=LOWER_BOUND, or a word ---------------------------- */

static void print_solution(FILE *stream, int length, const char *moves) {
    fprintf(stream, "%d%s%s\n", length, length > 0 ? " " : "", moves);
}

static void print_text(FILE *stream, const struct answer *answer, bool counted) {
    if (!answer->result) {
        fputs("error\n", stream);
    } else if (!answer->status && answer->solutions) {
        for (size_t i = 0; i < answer->solutions->count; i++)
            print_solution(stream, answer->solutions->lengths[i], answer->solutions->moves[i]);
    } else if (!answer->status && counted) {
        fprintf(stream, "%d %" PRIu64 "\n", answer->result->length, answer->result->solution_count);
    } else if (!answer->status) {
        if (answer->may_be_shorter) fputs("<=", stream);
        print_solution(stream, answer->result->length, answer->moves);
    } else if (answer->status == TILEPDB_UNSOLVABLE) {
        fputs("unsolvable\n", stream);
    } else if (answer_has_moves(answer)) {
        fputs("<=", stream);
        print_solution(stream, answer->result->upper_bound, answer->moves);
    } else {
        fprintf(stream, ">=%d\n", answer->result->lower_bound);
    }
}

static void print_steps(FILE *stream, const json_t *steps) {
    size_t i;
    const json_t *step;
    json_array_foreach(steps, i, step) {
        const char *moves = json_string_value(json_object_get(step, "moves"));
        const bool moved = moves && moves[0] != '\0';
        cli_print_line(stream, 4, "  %s%s%s", json_string_value(json_object_get(step, "text")),
                       moved ? ": " : "", moved ? moves : "");
    }
}

static void report_text(FILE *stream, const struct solve_options *options,
                        const struct answer *answer, const struct record *record) {
    (void)record;
    print_text(stream, answer, report_counts(options));
    print_steps(stream, answer->steps);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

#define COLUMNS                                                                                    \
    "line,board,solvable,length,moves,optimal,lower_bound,upper_bound,root_h,generated,expanded,"  \
    "seconds,message"

const char *report_columns(const struct solve_options *options) {
    static const char *const columns[] = {COLUMNS "," RECORD_COLUMNS ",id",
                                          COLUMNS ",any," RECORD_COLUMNS ",id",
                                          COLUMNS ",solution_count," RECORD_COLUMNS ",id"};
    return columns[options->any ? 1 : report_counts(options) ? 2 : 0];
}

void print_known(FILE *stream, int number) {
    if (number >= 0) fprintf(stream, "%d", number);
    fputc(',', stream);
}

static void print_result(FILE *stream, const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    fprintf(stream, "%s,", result->solvable ? "true" : "false");
    print_known(stream, answer_is_solved(answer) ? result->length : -1);
    cli_csv_text(stream, answer->moves);
    fprintf(stream, ",%s,", result->optimal ? "true" : "false");
    print_known(stream, result->lower_bound);
    print_known(stream, result->upper_bound);
    print_known(stream, result->solvable ? result->root_h : -1);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%.6f,", result->generated, result->expanded,
            result->seconds);
}

static void print_csv(FILE *stream, const struct solve_options *options,
                      const struct answer *answer, const struct record *record) {
    char board[TILEPDB_BOARD_TEXT] = "";
    if (answer->board) tilepdb_board_format(answer->board, true, board);
    fprintf(stream, "%zu,%s,", answer->number, board);
    if (answer->result)
        print_result(stream, answer);
    else
        fprintf(stream, "%s,,,,,,,,,,", answer->solvable ? "true" : "");
    if (!answer_is_solved(answer)) cli_csv_text(stream, answer->message);
    if (options->any) fputs(answer->result ? ",true" : ",", stream);
    if (report_counts(options)) fputc(',', stream);
    if (report_counts(options) && answer_is_solved(answer))
        fprintf(stream, "%" PRIu64, answer->result->solution_count);
    fputs(record->columns, stream);
    fputc(',', stream);
    if (answer->id) cli_csv_text(stream, answer->id);
    fputc('\n', stream);
}

static void report_csv(FILE *stream, const struct solve_options *options,
                       const struct answer *answer, const struct record *record) {
    if (!answer->solutions || !answer_is_solved(answer)) {
        print_csv(stream, options, answer, record);
        return;
    }
    for (size_t i = 0; i < answer->solutions->count; i++) {
        struct answer one = *answer;
        one.moves = answer->solutions->moves[i];
        print_csv(stream, options, &one, record);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

json_t *known_json(int number) {
    return number >= 0 ? json_integer(number) : json_null();
}

static const tilepdb_searcher *answer_searcher(const struct answer *answer, size_t i) {
    return &answer->search->searchers[answer->search->searched_by[i]];
}

static void add_searcher(json_t *object, const tilepdb_searcher *searcher) {
    json_object_update_new(object,
                           json_pack("{ss ss}", "partition", searcher->partition, "direction",
                                     cli_direction_keyword(searcher->direction)));
}

json_t *beams_json(uint64_t width, uint64_t expanded, uint64_t memory) {
    return json_pack("{sI sI sI}", "width", (json_int_t)width, "expanded", (json_int_t)expanded,
                     "memory", (json_int_t)memory);
}

static const tilepdb_beams *beams_of(const struct answer *answer) {
    return answer->search && answer->search->beams.width ? &answer->search->beams : NULL;
}

static void add_sides(json_t *object, const tilepdb_iteration *iteration) {
    json_object_update_new(object,
                           json_pack("{sI si si}", "backward", (json_int_t)iteration->backward,
                                     "limit", iteration->limit, "level", iteration->level));
}

static json_t *iteration_list(const struct answer *answer) {
    json_t *list = json_array();
    for (size_t i = 0; i < answer->result->iteration_count; i++) {
        const tilepdb_iteration *iteration = &answer->result->iterations[i];
        json_t *object = json_pack("{sisIsIsf}", "bound", iteration->bound, "generated",
                                   (json_int_t)iteration->generated, "expanded",
                                   (json_int_t)iteration->expanded, "seconds", iteration->seconds);
        if (answer_is_chosen(answer)) add_searcher(object, answer_searcher(answer, i));
        if (iteration->level) add_sides(object, iteration);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *solution_list(const struct move_list *solutions) {
    json_t *list = json_array();
    for (size_t i = 0; i < solutions->count; i++)
        json_array_append_new(list, json_string(solutions->moves[i]));
    return list;
}

static void add_solutions(json_t *object, const struct answer *answer) {
    const bool solved = answer_is_solved(answer);
    const json_int_t count = solved ? (json_int_t)answer->result->solution_count : 0;
    json_object_set_new(object, "solution_count", solved ? json_integer(count) : json_null());
    if (answer->solutions)
        json_object_set_new(object, "solutions", solution_list(answer->solutions));
}

static void add_result(json_t *object, const struct answer *answer, bool counted) {
    const tilepdb_result *result = answer->result;
    json_object_update_new(
        object,
        json_pack("{sb so ss sb so so so sI sI sf so}", "solvable", result->solvable, "length",
                  known_json(answer_is_solved(answer) ? result->length : -1), "moves",
                  answer->moves, "optimal", result->optimal, "lower_bound",
                  known_json(result->lower_bound), "upper_bound", known_json(result->upper_bound),
                  "root_h", known_json(result->solvable ? result->root_h : -1), "generated",
                  (json_int_t)result->generated, "expanded", (json_int_t)result->expanded,
                  "seconds", result->seconds, "iterations", iteration_list(answer)));
    if (result->any) json_object_set_new(object, "any", json_true());
    if (answer->resumes)
        json_object_set_new(object, "resumed", json_integer((json_int_t)result->resumed));
    if (answer_is_chosen(answer))
        json_object_set_new(object, "compared", json_integer((json_int_t)answer->search->compared));
    const tilepdb_beams *beams = beams_of(answer);
    if (beams)
        json_object_set_new(object, "beams",
                            beams_json(beams->width, beams->expanded, beams->memory));
    if (counted) add_solutions(object, answer);
}

static void add_nothing(json_t *object, bool solvable) {
    if (!json_object_get(object, "board"))
        json_object_update_new(object, json_pack("{sn sn}", "board", "goal"));
    json_object_update_new(object, json_pack("{sn sn sn sn so ss sb si si sf s[]}", "length",
                                             "lower_bound", "upper_bound", "root_h", "solvable",
                                             solvable ? json_true() : json_null(), "moves", "",
                                             "optimal", false, "generated", 0, "expanded", 0,
                                             "seconds", 0.0, "iterations"));
}

static void report_json(FILE *stream, const struct solve_options *options,
                        const struct answer *answer, const struct record *record) {
    json_t *object = json_object();
    json_object_set_new(object, "line", json_integer((json_int_t)answer->number));
    const bool has_id = answer->id && answer->id[0] != '\0';
    json_object_set_new(object, "id", has_id ? cli_json_text(answer->id) : json_null());
    if (answer->board) {
        json_object_set_new(object, "board", cli_json_board(answer->board));
        json_object_set_new(object, "goal", cli_json_board(answer->goal));
    }
    if (!answer->result) {
        add_nothing(object, answer->solvable);
        json_object_set_new(object, "error", cli_json_text(answer->message));
    } else {
        add_result(object, answer, report_counts(options));
        if (!answer_is_solved(answer))
            json_object_set_new(object, "reason", cli_json_text(answer->message));
    }
    json_object_update(object, record->fields);
    if (answer->extra) json_object_update(object, answer->extra);
    if (answer->steps && answer->result) json_object_set(object, "steps", answer->steps);
    cli_json_print(stream, object);
}

/* ---- events ---------------------------------------------------------------------------------- */

void events_begin(struct events *events, const struct solve_options *options,
                  const tilepdb_board *board, const char *file, size_t line) {
    events->options = NULL;
    if (!cli_events()) return;
    *events = (struct events){
        .options = options, .board = *board, .file = file, .line = line, .start = clock_seconds()};
}

void events_emit(struct events *events, const char *moves, int length, int lower_bound,
                 uint64_t width) {
    if (!events->options || length < 0) return;
    const bool shorter = events->length == 0 || length < events->length;
    if (length > events->length && !shorter) return; /* a restarted beam may have worse moves */
    if (!shorter && lower_bound <= events->lower_bound) return;
    if (shorter) events->length = length;
    if (lower_bound > events->lower_bound) events->lower_bound = lower_bound;
    char *written = moves_write(events->options, &events->board, moves);
    json_t *object = json_pack(
        "{ss sI so si ss si sI sf}", "event", shorter ? "solution" : "bound", "line",
        (json_int_t)events->line, "file", events->file ? cli_json_text(events->file) : json_null(),
        "length", events->length, "moves", written, "lower_bound", events->lower_bound, "width",
        (json_int_t)width, "seconds", clock_seconds() - events->start);
    cli_event_print(object);
    free(written);
}

bool events_forward(const tilepdb_anytime_event *event, void *user) {
    events_emit(user, event->moves, event->length, event->lower_bound, event->width);
    return true;
}

/* ---- --stats --------------------------------------------------------------------------------- */

/* The rate excludes nodes from a checkpoint, since they took no time. */
static void print_counts(const char *bound, const tilepdb_iteration *counts, const char *by) {
    const uint64_t searched = counts->generated - counts->resumed;
    const double rate = counts->seconds > 0 ? (double)searched / counts->seconds : 0;
    fprintf(stderr, "  %5s  %17s  %17s  %10.4f  %8s%s%s\n", bound, GROUPED(counts->generated),
            GROUPED(counts->expanded), counts->seconds, searched ? SHORTENED(rate) : "-",
            *by ? "  " : "", by);
}

static void print_head(const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    fprintf(stderr, "%s: ", answer->name);
    if (result->optimal) {
        fprintf(stderr, "%d move%s", result->length, plural((uint64_t)result->length));
    } else if (result->upper_bound >= 0) {
        fprintf(stderr, "%d to %d moves", result->lower_bound, result->upper_bound);
    } else {
        fprintf(stderr, "at least %d move%s", result->lower_bound,
                plural((uint64_t)result->lower_bound));
    }
    const bool alone =
        answer->search && answer->search->searcher_count > 0 && !answer_is_chosen(answer);
    fprintf(stderr, ", first estimate %d%s%s%s\n", result->root_h, alone ? ", kernel " : "",
            alone ? answer->search->searchers[0].kernel : "", result->any ? ", any solution" : "");
}

static void print_iteration(const struct answer *answer, size_t i) {
    const tilepdb_iteration *iteration = &answer->result->iterations[i];
    char bound[16], by[128] = "";
    snprintf(bound, sizeof bound, "%d", iteration->bound);
    if (answer_is_chosen(answer)) {
        const tilepdb_searcher *searcher = answer_searcher(answer, i);
        const bool forward = searcher->direction == TILEPDB_DIRECTION_FORWARD;
        snprintf(by, sizeof by, "%s%s%s", searcher->partition, forward ? "" : " ",
                 forward ? "" : cli_direction_keyword(searcher->direction));
    }
    print_counts(bound, iteration, by);
}

static void stats_event(const struct solve_options *options, const struct answer *answer) {
    json_t *event =
        json_pack("{ss sI so so}", "event", "stats", "line", (json_int_t)answer->number, "board",
                  cli_json_board(answer->board), "goal", cli_json_board(answer->goal));
    struct answer written = *answer;
    char *moves = moves_of(options, answer);
    written.moves = moves;
    add_result(event, &written, false);
    cli_event_print(event);
    free(moves);
}

void print_stats(const struct solve_options *options, const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    if (cli_events()) {
        stats_event(options, answer);
        return;
    }
    cli_progress_clear();
    if (!result->solvable) {
        fprintf(stderr, "%s: unsolvable\n", answer->name);
        return;
    }
    print_head(answer);
    fprintf(stderr, "  %5s  %17s  %17s  %10s  %8s\n", "bound", "generated", "expanded", "seconds",
            "nodes/s");
    for (size_t i = 0; i < result->iteration_count; i++) print_iteration(answer, i);
    const tilepdb_iteration all = {.generated = result->generated,
                                   .expanded = result->expanded,
                                   .resumed = result->resumed,
                                   .seconds = result->seconds};
    print_counts("all", &all, "");
    if (result->resumed > 0)
        fprintf(stderr, "  of these, %s from the checkpoint\n", GROUPED(result->resumed));
    if (answer_is_chosen(answer) && answer->search->compared > 0)
        fprintf(stderr, "  and %s to compare databases and directions\n",
                GROUPED(answer->search->compared));
    const tilepdb_beams *beams = beams_of(answer);
    if (beams)
        fprintf(stderr, "  and %s by beams of up to %s boards\n", GROUPED(beams->expanded),
                GROUPED(beams->width));
}

void answer_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record) {
    void (*const formats[])(FILE *, const struct solve_options *, const struct answer *,
                            const struct record *) = {report_text, report_json, report_csv};
    struct answer written = *answer;
    const bool moved = answer_has_moves(answer);
    char *moves = moves_of(options, answer);
    written.moves = moves;
    cli_progress_clear();
    formats[options->format](stream, options, &written, record);
    free(moves);
    if (moved && options->show) replay_show(stream, options, answer->board, answer->moves);
    if (moved && options->animate) replay_animate(stream, options, answer->board, answer->moves);
}

struct provenance {
    json_t *partitions;                /* owned */
    char *kernel;                      /* owned; may be NULL */
    const char *direction, *heuristic; /* NULL if unknown */
};

/* ---- which tables searched ------------------------------------------------------------------- */

static void list_join(json_t *list, json_t *more) {
    size_t i, j;
    json_t *member, *known;
    json_array_foreach(more, i, member) {
        bool twice = false;
        json_array_foreach(list, j, known) twice = twice || json_equal(known, member);
        if (!twice) json_array_append(list, member);
    }
}

static void kernel_join(char **kernels, const char *kernel) {
    if (*kernels && strstr(*kernels, kernel)) return;
    cli_append(kernels, "%s%s", *kernels ? "+" : "", kernel);
}

static json_t *partitions_json(const tilepdb_searcher *searcher) {
    json_t *list = json_array();
    char *copy = cli_text("%s", searcher->partition), *rest = copy;
    for (size_t i = 0; i < searcher->kind_count && rest; i++) {
        const tilepdb_kind kind = searcher->kinds[i];
        json_array_append_new(list, json_pack("{ss ss ss}", "partition", strsep(&rest, "+:"),
                                              "blank", cli_blank_keywords[kind.blank], "encoding",
                                              tilepdb_encoding_name(kind.encoding)));
    }
    free(copy);
    return list;
}

static void searcher_add(struct provenance *provenance, const tilepdb_searcher *searcher) {
    const char *direction = cli_direction_keyword(searcher->direction);
    if (!searcher->kernel) return;
    json_t *partitions = partitions_json(searcher);
    list_join(provenance->partitions, partitions);
    json_decref(partitions);
    kernel_join(&provenance->kernel, searcher->kernel);
    provenance->heuristic = "pdb";
    if (provenance->direction && strcmp(provenance->direction, direction) != 0) direction = "auto";
    provenance->direction = direction;
}

static struct provenance provenance_of_choice(const struct answer *answer) {
    struct provenance provenance = {.partitions = json_array()};
    for (size_t i = 0; i < answer->result->iteration_count; i++)
        searcher_add(&provenance, answer_searcher(answer, i));
    if (answer->result->iteration_count == 0)
        searcher_add(&provenance, &answer->search->searchers[0]);
    return provenance;
}

/* Returns the first searcher, or NULL without a search. */
static const tilepdb_searcher *searcher_of(const struct answer *answer) {
    return answer->search && answer->search->searcher_count > 0 ? answer->search->searchers : NULL;
}

static const char *heuristic_of(const struct solve_options *options, const struct answer *answer) {
    const tilepdb_method_info *method = options->method;
    const tilepdb_searcher *searcher = searcher_of(answer);
    const bool linear = options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    if (method ? !method->heuristic : !searcher) return NULL;
    if (!method && searcher->with_tables) return "pdb";
    return linear ? "linear-conflict" : "manhattan";
}

static struct provenance provenance_of_solver(const struct solve_options *options,
                                              const struct answer *answer) {
    const tilepdb_searcher *searcher = searcher_of(answer);
    struct provenance provenance = {.heuristic = heuristic_of(options, answer)};
    provenance.partitions = searcher ? partitions_json(searcher) : json_array();
    if (!searcher) return provenance;
    provenance.kernel = cli_text("%s", searcher->kernel);
    provenance.direction = "forward";
    return provenance;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static json_t *text_or_null(const char *text) {
    return text ? cli_json_text(text) : json_null();
}

static json_t *fields_make(const struct solve_options *options, const struct answer *answer,
                           struct provenance *provenance) {
    const tilepdb_method_info *method = options->method;
    const char *name = options->anytime ? "anytime" : method ? method->name : "ida";
    json_t *fields = json_pack(
        "{ss ss so ss so sO so sb sb so si}", "metric",
        tilepdb_metric_name((tilepdb_metric)options->metric), "version", tilepdb_version(), "file",
        text_or_null(answer->file), "method", name, "heuristic",
        text_or_null(provenance->heuristic), "partitions", provenance->partitions, "direction",
        text_or_null(provenance->direction), "plain", options->plain, "reflection",
        !options->no_reflection, "kernel", text_or_null(provenance->kernel), "threads",
        method ? 1 : cli_jobs(&options->common));
    json_decref(provenance->partitions);
    free(provenance->kernel);
    return cli_allocated(fields);
}

static char *partitions_text(const json_t *partitions) {
    char *text = cli_text("%s", "");
    size_t i;
    const json_t *part;
    json_array_foreach(partitions, i, part) {
        cli_append(&text, "%s%s %s %s", i > 0 ? "; " : "",
                   json_string_value(json_object_get(part, "partition")),
                   json_string_value(json_object_get(part, "blank")),
                   json_string_value(json_object_get(part, "encoding")));
    }
    return text;
}

static void column_print(FILE *stream, const json_t *value) {
    if (json_is_string(value)) cli_csv_text(stream, json_string_value(value));
    if (json_is_boolean(value)) fputs(json_is_true(value) ? "true" : "false", stream);
    if (json_is_integer(value)) fprintf(stream, "%d", (int)json_integer_value(value));
    if (json_is_array(value)) {
        char *text = partitions_text(value);
        cli_csv_text(stream, text);
        free(text);
    }
}

static char *columns_make(json_t *fields, const struct answer *answer) {
    char *text = NULL, board[TILEPDB_BOARD_TEXT] = "";
    size_t length;
    FILE *stream = cli_allocated(open_memstream(&text, &length));
    const char *name;
    json_t *value;
    json_object_foreach(fields, name, value) {
        fputc(',', stream);
        column_print(stream, value);
    }
    if (answer->board) tilepdb_board_format(answer->goal, true, board);
    fprintf(stream, ",%s", board);
    fclose(stream);
    return cli_allocated(text);
}

/* ---- records --------------------------------------------------------------------------------- */

void record_free(struct record *record) {
    json_decref(record->fields);
    free(record->columns);
    free(record->partition);
    *record = (struct record){0};
}

static tilepdb_board goal_of(const struct answer *answer) {
    return answer->board ? *answer->goal : (tilepdb_board){0};
}

static bool is_record_of(const struct record *record, const struct answer *answer) {
    const tilepdb_searcher *searcher = searcher_of(answer);
    const tilepdb_board goal = goal_of(answer);
    const bool same = searcher ? record->partition && record->kernel == searcher->kernel &&
                                     strcmp(record->partition, searcher->partition) == 0
                               : !record->partition;
    return record->fields && same && record->file == answer->file &&
           cli_same_board(&record->goal, &goal);
}

void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer) {
    const bool chosen = answer->result && answer_is_chosen(answer);
    if (!chosen && !record->alone && is_record_of(record, answer)) return;
    record_free(record);
    struct provenance provenance =
        chosen ? provenance_of_choice(answer) : provenance_of_solver(options, answer);
    record->fields = fields_make(options, answer, &provenance);
    record->columns = columns_make(record->fields, answer);
    record->alone = chosen;
    const tilepdb_searcher *searcher = searcher_of(answer);
    record->kernel = searcher ? searcher->kernel : NULL;
    record->partition = searcher ? cli_text("%s", searcher->partition) : NULL;
    record->file = answer->file;
    record->goal = goal_of(answer);
}

/* ---- --bounds -------------------------------------------------------------------------------- */

/* Returns NULL if all bounds share the record; the caller frees the columns. */
static char *columns_of_bound(const struct solve_options *options, const struct answer *answer,
                              size_t i) {
    if (!answer_is_chosen(answer)) return NULL;
    struct provenance provenance = {.partitions = json_array()};
    searcher_add(&provenance, answer_searcher(answer, i));
    json_t *fields = fields_make(options, answer, &provenance);
    char *columns = columns_make(fields, answer);
    json_decref(fields);
    return columns;
}

#define BOUND_COLUMNS "line,board,bound,generated,expanded,resumed,seconds,backward,limit,level,"

void bounds_print_head(FILE *stream) {
    fputs(BOUND_COLUMNS RECORD_COLUMNS "\n", stream);
}

static void bound_print(FILE *stream, const tilepdb_iteration *bound) {
    fprintf(stream, "%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,", bound->bound, bound->generated,
            bound->expanded, bound->resumed, bound->seconds);
    if (bound->level)
        fprintf(stream, "%" PRIu64 ",%d,%d", bound->backward, bound->limit, bound->level);
    else
        fputs(",,", stream);
}

void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record) {
    if (!answer->result) return;
    char board[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(answer->board, true, board);
    for (size_t i = 0; i < answer->result->iteration_count; i++) {
        char *own = columns_of_bound(options, answer, i);
        fprintf(stream, "%zu,%s,", answer->number, board);
        bound_print(stream, &answer->result->iterations[i]);
        fprintf(stream, "%s\n", own ? own : record->columns);
        free(own);
    }
}
