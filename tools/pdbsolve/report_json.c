/* JSON: one object per line; docs/output.md describes it. */
#include <jansson.h>

#include "cli/boards.h"
#include "pdbsolve/report.h"
#include "tables/kinds.h"

json_t *known_json(int number) {
    return number >= 0 ? json_integer(number) : json_null();
}

/* By whom a bound was searched. */
static void add_candidate(json_t *object, const struct answer *answer, size_t i) {
    const size_t candidate = tilepdb_choice_candidate(answer->choice, i);
    json_object_update_new(
        object, json_pack("{ss ss}", "partition", candidates_name(answer->candidates, candidate),
                          "direction",
                          cli_direction_word(candidates_backward(answer->candidates, candidate))));
}

static json_t *iteration_list(const struct answer *answer) {
    json_t *list = json_array();
    for (size_t i = 0; i < answer->result->iteration_count; i++) {
        const tilepdb_iteration *iteration = &answer->result->iterations[i];
        json_t *object = json_pack("{sisIsIsf}", "bound", iteration->bound, "generated",
                                   (json_int_t)iteration->generated, "expanded",
                                   (json_int_t)iteration->expanded, "seconds", iteration->seconds);
        if (answer_was_chosen(answer)) add_candidate(object, answer, i);
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
    if (answer_was_chosen(answer))
        json_object_set_new(object, "compared",
                            json_integer((json_int_t)tilepdb_choice_compared(answer->choice)));
    if (counted) add_solutions(object, answer);
}

/* The fields of a result where there is none. */
static void add_nothing(json_t *object, bool solvable) {
    if (!json_object_get(object, "board"))
        json_object_update_new(object, json_pack("{sn sn}", "board", "goal"));
    json_object_update_new(object, json_pack("{sn sn sn sn so ss sb si si sf s[]}", "length",
                                             "lower_bound", "upper_bound", "root_h", "solvable",
                                             solvable ? json_true() : json_null(), "moves", "",
                                             "optimal", false, "generated", 0, "expanded", 0,
                                             "seconds", 0.0, "iterations"));
}

void report_json_metric(json_t *object, tilepdb_metric metric) {
    if (metric != TILEPDB_METRIC_SINGLE)
        json_object_set_new(object, "metric", json_string(tilepdb_metric_name(metric)));
}

void report_json(FILE *stream, const struct solve_options *options, const struct answer *answer) {
    json_t *object = json_object();
    json_object_set_new(object, "line", json_integer((json_int_t)answer->number));
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
    report_json_metric(object, (tilepdb_metric)options->metric);
    if (answer->extra) json_object_update(object, answer->extra);
    if (answer->steps && answer->result) json_object_set(object, "steps", answer->steps);
    cli_json_print(stream, object);
}
