#include <stdlib.h>

#include "antipodes/candidate_boards.h"
#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"

struct cycling {
    const struct board_set *found;
    const struct images *images;
    struct board_set listed;
    struct candidate_list *list;
    size_t capacity;
    bool failed;
};

/* Returns the parity of the distance, since each move changes the colour of the blank's cell. */
static unsigned parity_of(const tilepdb_board *board, const struct images *images) {
    const unsigned blank = board_blank(board), goal = (unsigned)images->goal_blank;
    return (blank + blank / board->width + goal + goal / board->width) & 1;
}

static tilepdb_board representative(const tilepdb_board *board, const struct images *images) {
    tilepdb_board image;
    const bool first =
        !image_reflected(images, board, &image) || board_key(board) <= board_key(&image);
    return first ? *board : image;
}

static void list_board(struct cycling *cycling, const tilepdb_board *board) {
    struct candidate_list *list = cycling->list;
    const tilepdb_board shown = representative(board, cycling->images);
    if (board_set_has(cycling->found, &shown) || !board_set_add(&cycling->listed, &shown, 0))
        return;
    struct board_candidate *boards =
        memory_grown(list->boards, list->count, &cycling->capacity, sizeof *boards);
    cycling->failed |= !boards;
    if (!boards) return;
    list->boards = boards;
    list->boards[list->count++] = (struct board_candidate){
        .key = board_key(&shown), .estimate = (uint8_t)parity_of(&shown, cycling->images)};
}

/* Moves the pieces from `a` to `b`, `b` to `c`, `c` to `a`. A three-cycle is an even permutation,
 * so the board stays solvable if the blank's cell keeps its colour. */
static void list_cycle(struct cycling *cycling, const tilepdb_board *board, int a, int b, int c) {
    tilepdb_board other = *board;
    other.cells[b] = board->cells[a];
    other.cells[c] = board->cells[b];
    other.cells[a] = board->cells[c];
    if (parity_of(&other, cycling->images) == parity_of(board, cycling->images))
        list_board(cycling, &other);
}

static void list_around(struct cycling *cycling, const tilepdb_board *board) {
    const int cells = board->width * board->height;
    for (int a = 0; a < cells; a++) {
        for (int b = a + 1; b < cells; b++) {
            for (int c = b + 1; c < cells; c++) {
                list_cycle(cycling, board, a, b, c);
                list_cycle(cycling, board, a, c, b);
            }
        }
    }
}

tilepdb_status three_cycles_list(struct board_set *found, const struct images *images,
                                 const struct cycle_request *request, struct candidate_list *list,
                                 bool *more, tilepdb_error *error) {
    struct cycling cycling = {.found = found, .images = images, .list = list};
    size_t taken = 0;
    *list = (struct candidate_list){0};
    for (size_t i = 0; i < found->capacity && taken < request->most; i++) {
        struct board_entry *entry = &found->entries[i];
        if (entry->key == 0 || entry->distance < request->least ||
            entry->cycled_factor >= request->factor)
            continue;
        const tilepdb_board board = board_of_key(entry->key);
        const tilepdb_board shown = representative(&board, images);
        entry->cycled_factor = (uint8_t)request->factor;
        if (entry->key != board_key(&shown))
            continue; /* `found` also has the reflection, whose three-cycles are listed */
        list_around(&cycling, &board);
        taken++;
    }
    *more = taken > 0;
    const bool failed = cycling.failed || cycling.listed.failed;
    board_set_clear(&cycling.listed);
    if (!failed) return TILEPDB_OK;
    free(list->boards);
    *list = (struct candidate_list){0};
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}
