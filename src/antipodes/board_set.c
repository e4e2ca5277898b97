#include "antipodes/board_set.h"

#include <stdlib.h>

#include "puzzle/geometry.h"

uint64_t board_key(const tilepdb_board *board) {
    uint64_t key = 0;
    for (int cell = 0; cell < board->width * board->height; cell++)
        key = key << 4 | board->cells[cell];
    return key;
}

tilepdb_board board_of_key(uint64_t key) {
    tilepdb_board board = {.width = 4, .height = 4};
    for (int cell = 15; cell >= 0; cell--, key >>= 4) board.cells[cell] = key & 15;
    return board;
}

static struct board_entry *entry_of(const struct board_set *set, uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (set->capacity - 1);
    while (set->entries[at].key != 0 && set->entries[at].key != key)
        at = (at + 1) & (set->capacity - 1);
    return &set->entries[at];
}

static bool grow(struct board_set *set) {
    const struct board_set old = *set;
    const size_t capacity = old.capacity > 0 ? 2 * old.capacity : 4096;
    struct board_entry *entries = calloc(capacity, sizeof *entries);
    set->failed |= !entries;
    if (!entries) return false;
    set->entries = entries;
    set->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key != 0) *entry_of(set, old.entries[i].key) = old.entries[i];
    free(old.entries);
    return true;
}

static struct board_entry *find(const struct board_set *set, uint64_t key) {
    struct board_entry *entry = set->capacity > 0 ? entry_of(set, key) : NULL;
    return entry && entry->key != 0 ? entry : NULL;
}

bool board_set_add(struct board_set *set, const tilepdb_board *board, int distance) {
    if (4 * (set->count + 1) > 3 * set->capacity && !grow(set)) return false;
    const uint64_t key = board_key(board);
    struct board_entry *entry = entry_of(set, key);
    if (entry->key != 0) return false;
    *entry = (struct board_entry){.key = key, .distance = (uint8_t)distance};
    set->count++;
    return true;
}

bool board_set_has(const struct board_set *set, const tilepdb_board *board) {
    return find(set, board_key(board)) != NULL;
}

void board_set_mark(struct board_set *set, uint64_t key) {
    struct board_entry *entry = find(set, key);
    if (entry && !__atomic_load_n(&entry->marked, __ATOMIC_RELAXED))
        __atomic_store_n(&entry->marked, true, __ATOMIC_RELAXED);
}

bool board_set_is_marked(const struct board_set *set, const tilepdb_board *board) {
    const struct board_entry *entry = find(set, board_key(board));
    return entry && entry->marked;
}

void board_set_clear(struct board_set *set) {
    free(set->entries);
    *set = (struct board_set){0};
}

tilepdb_status images_init(struct images *images, int width, int height, int goal_blank,
                           tilepdb_error *error) {
    *images = (struct images){.goal_blank = goal_blank};
    struct geometry geometry;
    tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &images->goal, error);
    if (status) return status;
    struct view_map *reflection = &images->reflection;
    images->reflects = symmetry_reflection(&geometry, (uint8_t)goal_blank, &reflection->which);
    if (!images->reflects) return TILEPDB_OK;
    symmetry_init(&reflection->symmetry, &geometry, reflection->which);
    for (unsigned cell = 0; cell < geometry.cells; cell++)
        reflection->tile_to[images->goal.cells[cell]] =
            (uint8_t)images->goal.cells[reflection->symmetry.to[cell]];
    return TILEPDB_OK;
}

bool image_reflected(const struct images *images, const tilepdb_board *board,
                     tilepdb_board *image) {
    if (images->reflects) view_map_apply(&images->reflection, board, image);
    return images->reflects;
}

bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image) {
    struct view_map back;
    const tilepdb_board *goal = &images->goal;
    if (!view_map_init(&back, board, goal->width, goal->height, images->goal_blank)) return false;
    view_map_apply(&back, goal, image);
    return true;
}
