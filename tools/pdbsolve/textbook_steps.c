/* --explain: what a method does, step by step. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/report.h"
#include "cli/console.h"
#include "cli/json.h"
#include "pdbsolve/textbook.h"
#include "tilepdb_methods.h"

void step_list_init(struct step_list *list, const struct solve_options *options,
                    const tilepdb_board *board, const char *name,
                    const struct cli_progress *progress) {
    const tilepdb_method_info *method = textbook_method(options);
    /* The horizons of a program belong to its answer. */
    const bool horizons = method->form && options->format == FORMAT_JSON;
    *list = (struct step_list){
        .options = options,
        .at = *board,
        .name = name,
        .keep = options->explain || horizons,
        .live = progress->shown && !options->explain && method->limits,
    };
    if (list->keep) list->steps = json_array();
}

static void set_count(json_t *object, const char *key, uint64_t count) {
    if (count != 0) json_object_set_new(object, key, json_integer((json_int_t)count));
}

/* The moves of a step in the notation of --moves; the caller frees the text. */
static char *step_moves(struct step_list *list, const tilepdb_method_step *step) {
    char *letters = cli_text("%.*s", (int)step->move_count, step->moves);
    char *written = moves_write(list->options, &list->at, letters);
    tilepdb_board_play(&list->at, letters, NULL);
    free(letters);
    return written;
}

void step_list_add(const tilepdb_method_step *step, void *user) {
    struct step_list *list = user;
    if (list->live) cli_note("%s: %s", list->name, step->text);
    if (!list->keep) return;
    json_t *object = json_object();
    json_object_set_new(object, "text", cli_json_text(step->text));
    if (step->moves) {
        char *moves = step_moves(list, step);
        json_object_set_new(object, "moves", json_string(moves));
        free(moves);
    } else {
        json_object_set_new(object, "bound", json_integer(step->bound));
        json_object_set_new(object, "seconds", json_real(step->seconds));
        set_count(object, "generated", step->nodes);
        set_count(object, "states", step->states);
        set_count(object, "memory", step->memory);
        set_count(object, "variables", step->variables);
        set_count(object, "constraints", step->constraints);
    }
    json_array_append_new(list->steps, object);
}

void step_list_free(struct step_list *list) {
    json_decref(list->steps);
}
