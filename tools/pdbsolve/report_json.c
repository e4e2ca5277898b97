/* JSON: one object per line; docs/output.md describes it. */
#include <jansson.h>

#include "cli/boards.h"
#include "cli/tables.h"
#include "pdbsolve/report.h"

json_t *known_json(int number) {
    return number >= 0 ? json_integer(number) : json_null();
}

static json_t *iteration_list(const tilepdb_result *result) {
    json_t *list = json_array();
    for (size_t i = 0; i < result->iteration_count; i++) {
        const tilepdb_iteration *iteration = &result->iterations[i];
        json_array_append_new(list, json_pack("{sisIsIsf}", "bound", iteration->bound, "generated",
                                              (json_int_t)iteration->generated, "expanded",
                                              (json_int_t)iteration->expanded, "seconds",
                                              iteration->seconds));
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
    bool solved = answer_is_solved(answer);
    json_object_set_new(object, "solvable", json_boolean(result->solvable));
    json_object_set_new(object, "length", solved ? known_json(result->length) : json_null());
    json_object_set_new(object, "moves", json_string(answer->moves));
    json_object_set_new(object, "optimal", json_boolean(result->optimal));
    json_object_set_new(object, "lower_bound", known_json(result->lower_bound));
    json_object_set_new(object, "upper_bound", known_json(result->upper_bound));
    json_object_set_new(object, "root_h",
                        result->solvable ? known_json(result->root_h) : json_null());
    json_object_set_new(object, "generated", json_integer((json_int_t)result->generated));
    json_object_set_new(object, "expanded", json_integer((json_int_t)result->expanded));
    json_object_set_new(object, "seconds", json_real(result->seconds));
    json_object_set_new(object, "iterations", iteration_list(result));
    if (counted) add_solutions(object, answer);
}

/* The fields of a result where there is none. */
static void add_nothing(json_t *object, bool solvable) {
    const char *unknown[] = {"length", "lower_bound", "upper_bound", "root_h"};
    if (!json_object_get(object, "board")) json_object_set_new(object, "board", json_null());
    if (!json_object_get(object, "goal")) json_object_set_new(object, "goal", json_null());
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        json_object_set_new(object, unknown[i], json_null());
    json_object_set_new(object, "solvable", solvable ? json_true() : json_null());
    json_object_set_new(object, "moves", json_string(""));
    json_object_set_new(object, "optimal", json_false());
    json_object_set_new(object, "generated", json_integer(0));
    json_object_set_new(object, "expanded", json_integer(0));
    json_object_set_new(object, "seconds", json_real(0));
    json_object_set_new(object, "iterations", json_array());
}

void report_json(FILE *stream, const struct answer *answer, bool counted) {
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
        add_result(object, answer, counted);
        if (!answer_is_solved(answer))
            json_object_set_new(object, "reason", cli_json_text(answer->message));
    }
    if (answer->extra) json_object_update(object, answer->extra);
    if (answer->steps && answer->result) json_object_set(object, "steps", answer->steps);
    cli_json_print(stream, object);
}
