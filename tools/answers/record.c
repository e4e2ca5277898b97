#include "answers/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/output.h"
#include "tables/table_text.h"

struct provenance {
    json_t *partitions;                /* owned */
    char *kernel;                      /* owned; NULL if nothing was searched */
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
    char *joined = cli_text("%s%s%s", *kernels ? *kernels : "", *kernels ? "+" : "", kernel);
    free(*kernels);
    *kernels = joined;
}

static void searcher_add(struct provenance *provenance, const tilepdb_searcher *searcher) {
    const char *direction = cli_direction_keyword(searcher->direction);
    if (!searcher->kernel) return;
    json_t *partitions = cli_json_partitions(searcher);
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

/* Returns what searched an answer without a choice, or NULL. */
static const tilepdb_searcher *searcher_of(const struct answer *answer) {
    return answer->search && answer->search->searcher_count > 0 ? answer->search->searchers : NULL;
}

static const char *heuristic_of(const struct solve_options *options, const struct answer *answer) {
    static const char *const words[] = {"pdb", "manhattan", "linear-conflict"};
    const tilepdb_method_info *method = options->method;
    const tilepdb_searcher *searcher = searcher_of(answer);
    const bool linear = options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    if (method) return method->heuristic ? words[linear ? 2 : 1] : NULL;
    if (!searcher) return NULL;
    return searcher->with_tables ? "pdb" : words[linear ? 2 : 1];
}

static struct provenance provenance_of_solver(const struct solve_options *options,
                                              const struct answer *answer) {
    const tilepdb_searcher *searcher = searcher_of(answer);
    struct provenance provenance = {.heuristic = heuristic_of(options, answer)};
    provenance.partitions = searcher ? cli_json_partitions(searcher) : json_array();
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
        char *more = cli_text("%s%s%s %s %s", text, i > 0 ? "; " : "",
                              json_string_value(json_object_get(part, "partition")),
                              json_string_value(json_object_get(part, "blank")),
                              json_string_value(json_object_get(part, "encoding")));
        free(text);
        text = more;
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

/* Returns the columns of bound `i`, which the caller frees; NULL if all bounds share the record. */
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
