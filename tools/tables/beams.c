/* See beams.h. */
#include "tables/beams.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/console.h"

static int beams_bound(void *user) {
    return ((const struct beams *)user)->lower_bound;
}

static bool beams_progress(const tilepdb_progress *report, void *user) {
    const struct beams *beams = user;
    if (beams->deadline > 0 && clock_seconds() >= beams->deadline) return false;
    return !beams->progress || beams->progress(report, beams->user);
}

static bool beams_event(const tilepdb_anytime_event *event, void *user) {
    const struct beams *beams = user;
    return !beams->on_event || beams->on_event(event, beams->event_user);
}

char *beams_run(struct beams *beams) {
    tilepdb_anytime_options options;
    tilepdb_anytime_result *result = cli_allocated(calloc(1, sizeof *result));
    tilepdb_anytime_options_init(&options);
    options.metric = beams->metric;
    options.max_width = beams->width;
    options.max_nodes = beams->nodes;
    options.memory_limit = beams->memory;
    options.timeout = beams->seconds;
    options.lower_bound = beams_bound;
    options.on_event = beams_event;
    options.progress = beams_progress;
    options.user = beams;
    const tilepdb_status status =
        tilepdb_anytime_solve(beams->board, beams->goal, &options, result, NULL);
    const bool ended = status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED;
    const bool found = (!status || ended) && result->length >= 0;
    char *moves = found ? cli_text("%s", result->moves) : NULL;
    beams->length = result->length;
    beams->root_h = result->root_h;
    beams->widest = result->width;
    beams->expanded = result->expanded;
    beams->used = result->memory;
    if (found && beams->lower_bound < result->lower_bound) beams->lower_bound = result->lower_bound;
    free(result);
    return moves;
}

char *beams_shorter(char *one, char *other) {
    const bool first = !other || (one && strlen(one) <= strlen(other));
    free(first ? other : one);
    return first ? one : other;
}

json_t *beams_json(uint64_t width, uint64_t expanded, uint64_t memory) {
    return json_pack("{sI sI sI}", "width", (json_int_t)width, "expanded", (json_int_t)expanded,
                     "memory", (json_int_t)memory);
}
