/*
 * A set of boards of 4x4. See board_set.h.
 */
#include "far/board_set.h"

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

static struct board_place *place_of(const struct board_set *set, uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (set->room - 1);
    while (set->places[at].key != 0 && set->places[at].key != key) at = (at + 1) & (set->room - 1);
    return &set->places[at];
}

static bool grow(struct board_set *set) {
    const struct board_set old = *set;
    const size_t room = old.room > 0 ? 2 * old.room : 4096;
    struct board_place *places = calloc(room, sizeof *places);
    set->failed |= !places;
    if (!places) return false;
    set->places = places;
    set->room = room;
    for (size_t i = 0; i < old.room; i++)
        if (old.places[i].key != 0) *place_of(set, old.places[i].key) = old.places[i];
    free(old.places);
    return true;
}

static struct board_place *find(const struct board_set *set, uint64_t key) {
    struct board_place *place = set->room > 0 ? place_of(set, key) : NULL;
    return place && place->key != 0 ? place : NULL;
}

bool board_set_add(struct board_set *set, const tilepdb_board *board, int distance) {
    if (4 * (set->count + 1) > 3 * set->room && !grow(set)) return false;
    const uint64_t key = board_key(board);
    struct board_place *place = place_of(set, key);
    if (place->key != 0) return false;
    *place = (struct board_place){.key = key, .distance = (uint8_t)distance};
    set->count++;
    return true;
}

bool board_set_has(const struct board_set *set, const tilepdb_board *board) {
    return find(set, board_key(board)) != NULL;
}

void board_set_mark(struct board_set *set, uint64_t key) {
    struct board_place *place = find(set, key);
    if (place && !__atomic_load_n(&place->marked, __ATOMIC_RELAXED))
        __atomic_store_n(&place->marked, true, __ATOMIC_RELAXED);
}

bool board_set_is_marked(const struct board_set *set, const tilepdb_board *board) {
    const struct board_place *place = find(set, board_key(board));
    return place && place->marked;
}

void board_set_clear(struct board_set *set) {
    free(set->places);
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
