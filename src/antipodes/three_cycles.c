/*
 * Boards that resemble those that were found. See three_cycles.h.
 */
#include "antipodes/three_cycles.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"

struct three_cycles {
    const struct board_set *found;
    const struct images *images;
    struct board_set listed;
    struct antipodes_candidate *candidates; /* [capacity] */
    size_t count, capacity;
    bool failed;
};

/* The parity of the moves to the goal: the blank leaves its colour at each. */
static unsigned parity_of(const tilepdb_board *board, const struct images *images) {
    const unsigned blank = board_blank(board), goal = (unsigned)images->goal_blank;
    return (blank + blank / board->width + goal + goal / board->width) & 1;
}

/* The one of two mirror images that stands for both. */
static tilepdb_board representative(const tilepdb_board *board, const struct images *images) {
    tilepdb_board image;
    const bool first =
        !image_reflected(images, board, &image) || board_key(board) <= board_key(&image);
    return first ? *board : image;
}

static void list(struct three_cycles *cycles, const tilepdb_board *board) {
    const tilepdb_board shown = representative(board, cycles->images);
    if (board_set_has(cycles->found, &shown) || !board_set_add(&cycles->listed, &shown, 0)) return;
    struct antipodes_candidate *candidates =
        memory_grown(cycles->candidates, cycles->count, &cycles->capacity, sizeof *candidates);
    cycles->failed |= !candidates;
    if (!candidates) return;
    cycles->candidates = candidates;
    cycles->candidates[cycles->count++] = (struct antipodes_candidate){
        .key = board_key(&shown), .estimate = (uint8_t)parity_of(&shown, cycles->images)};
}

/* What goes from cell a to b to c to a. Two changes of places keep the board solvable if the blank
 * keeps its colour. */
static void list_cycle(struct three_cycles *cycles, const tilepdb_board *board, int a, int b,
                       int c) {
    tilepdb_board other = *board;
    other.cells[b] = board->cells[a];
    other.cells[c] = board->cells[b];
    other.cells[a] = board->cells[c];
    if (parity_of(&other, cycles->images) == parity_of(board, cycles->images)) list(cycles, &other);
}

static void list_around(struct three_cycles *cycles, const tilepdb_board *board) {
    const int cells = board->width * board->height;
    for (int a = 0; a < cells; a++) {
        for (int b = a + 1; b < cells; b++) {
            for (int c = b + 1; c < cells; c++) {
                list_cycle(cycles, board, a, b, c);
                list_cycle(cycles, board, a, c, b);
            }
        }
    }
}

tilepdb_status three_cycles_list(struct board_set *found, const struct images *images, int least,
                                 int factor, size_t batch, struct antipodes_candidate **candidates,
                                 size_t *count, bool *more, tilepdb_error *error) {
    struct three_cycles cycles = {.found = found, .images = images};
    size_t taken = 0;
    for (size_t i = 0; i < found->capacity && taken < batch; i++) {
        struct board_entry *entry = &found->entries[i];
        if (entry->key == 0 || entry->distance < least || entry->cycled_factor >= factor) continue;
        const tilepdb_board board = board_of_key(entry->key);
        const tilepdb_board shown = representative(&board, images);
        entry->cycled_factor = (uint8_t)factor;
        if (entry->key != board_key(&shown)) continue; /* its image is there */
        list_around(&cycles, &board);
        taken++;
    }
    cycles.failed |= cycles.listed.failed;
    board_set_clear(&cycles.listed);
    *candidates = cycles.candidates;
    *count = cycles.count;
    *more = taken > 0;
    if (!cycles.failed) return TILEPDB_OK;
    free(cycles.candidates);
    *candidates = NULL;
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}
