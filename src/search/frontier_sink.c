#include "search/frontier_sink.h"

#include <string.h>

/* Keeps the shorter path; of equal lengths, the first in move order. */
static void solution_take(struct frontier_sink *sink, const uint8_t *path) {
    const int bound = sink->search->request.bound;
    const size_t length = pass_path_length(path, bound), best = pass_path_length(sink->path, bound);
    if (!sink->met || length < best || (length == best && memcmp(path, sink->path, length) < 0))
        memcpy(sink->path, path, sizeof sink->path);
    sink->met = true;
}

static void solution_found(struct pass *pass) {
    struct frontier_sink *sink = pass->sink;
    struct bound_search *search = sink->search;
    if (!search->request.all) {
        solution_take(sink, pass->path);
        return;
    }
    sink->met = true;
    pthread_mutex_lock(search->lock);
    search->hooks.solution(search, pass->path);
    pthread_mutex_unlock(search->lock);
}

static void keys_keep(struct pass *pass, const struct frontier_node *frontier, size_t count) {
    struct frontier_sink *sink = pass->sink;
    for (size_t i = 0; i < count; i++) {
        const uint16_t left = (uint16_t)frontier[i].left;
        if (!frontier_keys_add(&sink->kept, &frontier[i].key, &left, 1)) sink->failed = true;
    }
}

static void meeting_look(struct pass *pass, const struct frontier_node *frontier_node) {
    struct frontier_sink *sink = pass->sink;
    struct bound_search *search = sink->search;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    const size_t moves = pass_link_path(pass, frontier_node->link, path);
    const enum bound_meeting meeting = search->hooks.meet(search, path, moves, &sink->interrupt);
    if (meeting == MEETING_UNDECIDED) sink->undecided = true;
    if (meeting != MEETING_CONFIRMED) return;
    if (search->request.all)
        sink->met = true;
    else
        solution_take(sink, path);
}

static void keys_look_up(struct pass *pass, const struct frontier_node *frontier, size_t count) {
    const struct frontier_sink *sink = pass->sink;
    const struct frontier_set *known = sink->search->request.known;
    for (size_t i = 0; i < count; i++) frontier_set_fetch(known, frontier[i].key);
    for (size_t i = 0; i < count; i++)
        if (!sink->undecided && frontier_set_has(known, frontier[i].key))
            meeting_look(pass, &frontier[i]);
}

void frontier_sink_begin(struct frontier_sink *sink, struct bound_search *search, struct pass *pass,
                         struct interrupt_check interrupt) {
    if (!search->request.side) return;
    sink->search = search;
    sink->interrupt = interrupt;
    sink->undecided = false;
    sink->kept.count = 0;
    sink->kept.cut = 0;
    sink->kept.most = search->request.emitted ? search->request.emitted->most : 0;
    sink->met = false;
    pass->side = search->request.side;
    pass->all = true;
    pass->sink = sink;
    pass->on_solution = solution_found;
    pass->on_frontier = search->request.known ? keys_look_up : keys_keep;
}

enum pass_end frontier_sink_end(struct frontier_sink *sink, struct pass *pass, enum pass_end end) {
    if (sink->failed || end == PASS_NO_MEMORY) return PASS_NO_MEMORY;
    if (sink->undecided) return PASS_STOPPED;
    if (end != PASS_EXHAUSTED || !sink->met || sink->search->request.all) return end;
    memcpy(pass->path, sink->path, sizeof pass->path);
    return PASS_FOUND;
}

bool frontier_sink_deliver(struct frontier_sink *sink) {
    if (!sink->kept.count && !sink->kept.cut) return true;
    pthread_mutex_lock(sink->search->lock);
    const bool well = frontier_keys_join(sink->search->request.emitted, &sink->kept);
    pthread_mutex_unlock(sink->search->lock);
    return well;
}

void frontier_sink_free(struct frontier_sink *sink) {
    frontier_keys_free(&sink->kept);
}
