/* See events.h. */
#include "answers/events.h"

#include <stdlib.h>

#include "answers/report.h"
#include "base/clock.h"
#include "cli/console.h"
#include "cli/json.h"

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
    if (length > events->length && !shorter) return; /* beams that began anew: not the best moves */
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
