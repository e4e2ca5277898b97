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
#pragma omp critical(tilepdb_share_solution)
    search->solution(search, pass->path);
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
    const size_t moves = pass_word_path(pass, crossing->trail, path);
    bool met;
#pragma omp critical(tilepdb_share_solution)
    met = search->meet(search, path, moves);
    if (!met) return;
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
        if (crossing_set_has(known, crossings[i].key)) meeting_look(pass, &crossings[i]);
}

void watch_begin(struct watch *watch, struct bound_search *search, struct pass *pass) {
    if (!search->side) return;
    watch->search = search;
    watch->kept.count = 0;
    watch->met = false;
    pass->side = search->side;
    pass->all = true;
    pass->watch = watch;
    pass->on_solution = solution_found;
    pass->on_crossings = search->known ? keys_look_up : keys_keep;
}

enum pass_end watch_end(struct watch *watch, struct pass *pass, enum pass_end end) {
    if (watch->failed) return PASS_NO_MEMORY;
    if (end != PASS_EXHAUSTED || !watch->met || watch->search->all) return end;
    memcpy(pass->path, watch->path, sizeof pass->path);
    return PASS_FOUND;
}

bool watch_deliver(struct watch *watch) {
    bool well = true;
    if (watch->kept.count == 0) return true;
#pragma omp critical(tilepdb_share_told)
    well = crossings_add(watch->search->told, watch->kept.keys, watch->kept.count);
    return well;
}

void watch_free(struct watch *watch) {
    crossings_free(&watch->kept);
}
