#include "pdbverify/found.h"

#include <stdlib.h>

#include "cli/console.h"
#include "pdbverify/images.h"

uint64_t found_key(const tilepdb_board *board) {
    uint64_t key = 0;
    for (int cell = 0; cell < IMAGES_CELLS; cell++) key = key << 4 | board->cells[cell];
    return key;
}

tilepdb_board found_board(const struct found_board *place) {
    tilepdb_board board = {.width = IMAGES_SIDE, .height = IMAGES_SIDE};
    uint64_t key = place->key;
    for (int cell = IMAGES_CELLS - 1; cell >= 0; cell--, key >>= 4) board.cells[cell] = key & 15;
    return board;
}

static struct found_board *place_of(const struct found *found, uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (found->room - 1);
    while (found->places[at].key != 0 && found->places[at].key != key)
        at = (at + 1) & (found->room - 1);
    return &found->places[at];
}

static void grow(struct found *found) {
    const struct found old = *found;
    found->room = old.room > 0 ? 2 * old.room : 4096;
    found->places = cli_allocated(calloc(found->room, sizeof *found->places));
    for (size_t i = 0; i < old.room; i++)
        if (old.places[i].key != 0) *place_of(found, old.places[i].key) = old.places[i];
    free(old.places);
}

static struct found_board *known(const struct found *found, uint64_t key) {
    struct found_board *place = found->room > 0 ? place_of(found, key) : NULL;
    return place != NULL && place->key != 0 ? place : NULL;
}

bool found_add(struct found *found, const tilepdb_board *board, int distance) {
    if (4 * (found->count + 1) > 3 * found->room) grow(found);
    struct found_board *place = place_of(found, found_key(board));
    if (place->key != 0) return false;
    *place = (struct found_board){.key = found_key(board), .distance = (uint8_t)distance};
    found->count++;
    return true;
}

bool found_has(const struct found *found, const tilepdb_board *board) {
    return known(found, found_key(board)) != NULL;
}

void found_mark(struct found *found, uint64_t key) {
    struct found_board *place = known(found, key);
    if (place != NULL && !__atomic_load_n(&place->marked, __ATOMIC_RELAXED))
        __atomic_store_n(&place->marked, true, __ATOMIC_RELAXED);
}

bool found_is_marked(const struct found *found, const tilepdb_board *board) {
    const struct found_board *place = known(found, found_key(board));
    return place != NULL && place->marked;
}

void found_free(struct found *found) {
    free(found->places);
}
