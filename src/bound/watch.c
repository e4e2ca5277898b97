/* See watch.h. */
#include "bound/watch.h"

#include <string.h>

/* Takes a solution, unless one that is earlier in the order of moves is known. */
static void solution_take(struct watch *watch, const uint8_t *path) {
    const size_t length = (size_t)watch->search->bound;
    if (!watch->met || memcmp(path, watch->path, length) < 0) memcpy(watch->path, path, length);
    watch->met = true;
}

static void solution_found(struct pass *pass) {
    struct watch *watch = pass->watch;
    struct bound_search *search = watch->search;
    if (!search->all) {
        solution_take(watch, pass->path);
        return;
    }
    watch->met = true;
    pthread_mutex_lock(search->lock);
    search->solution(search, pass->path);
    pthread_mutex_unlock(search->lock);
}

static void keys_keep(struct pass *pass, const struct pass_crossing *crossings, size_t count) {
    struct watch *watch = pass->watch;
    for (size_t i = 0; i < count; i++)
        if (!crossings_add(&watch->kept, &crossings[i].key, 1)) watch->failed = true;
}

/* The other side may have come to the board where the pass is. */
static void meeting_look(struct pass *pass, const struct pass_crossing *crossing) {
    struct watch *watch = pass->watch;
    struct bound_search *search = watch->search;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    const size_t moves = pass_link_path(pass, crossing->link, path);
    const enum bound_meeting meeting = search->meet(search, path, moves, &watch->pulse);
    if (meeting == MEETING_OPEN) watch->open = true;
    if (meeting != MEETING_MADE) return;
    if (search->all)
        watch->met = true;
    else
        solution_take(watch, path);
}

static void keys_look_up(struct pass *pass, const struct pass_crossing *crossings, size_t count) {
    const struct watch *watch = pass->watch;
    const struct crossing_set *known = watch->search->known;
    for (size_t i = 0; i < count; i++) crossing_set_fetch(known, crossings[i].key);
    for (size_t i = 0; i < count; i++)
        if (!watch->open && crossing_set_has(known, crossings[i].key))
            meeting_look(pass, &crossings[i]);
}

void watch_begin(struct watch *watch, struct bound_search *search, struct pass *pass,
                 struct bound_pulse pulse) {
    if (!search->side) return;
    watch->search = search;
    watch->pulse = pulse;
    watch->open = false;
    watch->kept.count = 0;
    watch->met = false;
    pass->side = search->side;
    pass->all = true;
    pass->watch = watch;
    pass->on_solution = solution_found;
    pass->on_crossings = search->known ? keys_look_up : keys_keep;
}

enum pass_end watch_end(struct watch *watch, struct pass *pass, enum pass_end end) {
    if (watch->failed || end == PASS_NO_MEMORY) return PASS_NO_MEMORY;
    if (watch->open) return PASS_STOPPED;
    if (end != PASS_EXHAUSTED || !watch->met || watch->search->all) return end;
    memcpy(pass->path, watch->path, sizeof pass->path);
    return PASS_FOUND;
}

bool watch_deliver(struct watch *watch) {
    if (watch->kept.count == 0) return true;
    pthread_mutex_lock(watch->search->lock);
    const bool well = crossings_add(watch->search->told, watch->kept.keys, watch->kept.count);
    pthread_mutex_unlock(watch->search->lock);
    return well;
}

void watch_free(struct watch *watch) {
    crossings_free(&watch->kept);
}
