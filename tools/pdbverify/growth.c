#include "pdbverify/growth.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbverify/images.h"

struct growth {
    const struct found *found;
    struct found listed;
    int goal_blank;
    tilepdb_far_board *boards; /* [room] */
    size_t count, room;
};

/* The parity of the moves to the goal: the blank leaves its colour at each. */
static int parity_of(const tilepdb_board *board, int goal_blank) {
    int blank = 0;
    while (board->cells[blank] != 0) blank++;
    return (blank + blank / IMAGES_SIDE + goal_blank + goal_blank / IMAGES_SIDE) & 1;
}

/* The one of two mirror images that stands for both. */
static tilepdb_board representative(const tilepdb_board *board, int goal_blank) {
    tilepdb_board image;
    const bool first = !image_reflected(board, goal_blank, &image) ||
                       memcmp(board->cells, image.cells, sizeof image.cells) <= 0;
    return first ? *board : image;
}

static void list(struct growth *growth, const tilepdb_board *board) {
    const tilepdb_board told = representative(board, growth->goal_blank);
    if (found_has(growth->found, &told) || !found_add(&growth->listed, &told, 0)) return;
    if (growth->count == growth->room) {
        growth->room = 2 * growth->room + 4096;
        growth->boards =
            cli_allocated(realloc(growth->boards, growth->room * sizeof *growth->boards));
    }
    tilepdb_far_board *far = &growth->boards[growth->count++];
    *far = (tilepdb_far_board){.estimate = (uint8_t)parity_of(&told, growth->goal_blank)};
    for (int cell = 0; cell < IMAGES_CELLS; cell++) far->cells[cell] = (uint8_t)told.cells[cell];
}

/* What goes from cell a to b to c to a. Two changes of places keep the board solvable if the blank
 * keeps its colour. */
static void list_circle(struct growth *growth, const tilepdb_board *board, int a, int b, int c) {
    tilepdb_board other = *board;
    other.cells[b] = board->cells[a];
    other.cells[c] = board->cells[b];
    other.cells[a] = board->cells[c];
    if (parity_of(&other, growth->goal_blank) == parity_of(board, growth->goal_blank))
        list(growth, &other);
}

static void list_around(struct growth *growth, const tilepdb_board *board) {
    for (int a = 0; a < IMAGES_CELLS; a++) {
        for (int b = a + 1; b < IMAGES_CELLS; b++) {
            for (int c = b + 1; c < IMAGES_CELLS; c++) {
                list_circle(growth, board, a, b, c);
                list_circle(growth, board, a, c, b);
            }
        }
    }
}

bool growth_take(struct found *found, int least, int times, size_t batch, int goal_blank,
                 tilepdb_far_board **boards, size_t *count) {
    struct growth growth = {.found = found, .goal_blank = goal_blank};
    size_t taken = 0;
    for (size_t i = 0; i < found->room && taken < batch; i++) {
        struct found_board *place = &found->places[i];
        if (place->key == 0 || place->distance < least || place->grown_times >= times) continue;
        const tilepdb_board board = found_board(place), told = representative(&board, goal_blank);
        place->grown_times = (uint8_t)times;
        if (memcmp(board.cells, told.cells, sizeof told.cells) != 0)
            continue; /* its image is there */
        list_around(&growth, &board);
        taken++;
    }
    found_free(&growth.listed);
    *boards = growth.boards;
    *count = growth.count;
    return taken > 0;
}
