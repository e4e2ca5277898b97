#include "pdbverify/growth.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbverify/images.h"

/* Adds the neighbours of all boards of `seen` at that depth. */
static void grow(struct found *seen, int depth) {
    /* The set moves when it grows, so what stands in it now is copied. */
    struct found_board *layer = cli_allocated(malloc((seen->count + 1) * sizeof *layer));
    size_t count = 0;
    for (size_t i = 0; i < seen->room; i++)
        if (seen->places[i].key != 0 && seen->places[i].distance == depth)
            layer[count++] = seen->places[i];
    for (size_t i = 0; i < count; i++) {
        for (const char *way = "UDLR"; *way != '\0'; way++) {
            tilepdb_board board = found_board(&layer[i]);
            if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) == TILEPDB_OK)
                found_add(seen, &board, depth + 1);
        }
    }
    free(layer);
}

/* Whether the board stands for itself and its reflection. */
static bool is_told(const tilepdb_board *board, int goal_blank) {
    tilepdb_board image;
    return !image_reflected(board, goal_blank, &image) ||
           memcmp(board->cells, image.cells, sizeof image.cells) <= 0;
}

tilepdb_status growth_list(const struct found *found, int least, int radius, int goal_blank,
                           const tilepdb_solver *solver, tilepdb_far_board **boards, size_t *count,
                           tilepdb_error *error) {
    struct found seen = {0}; /* [distance]: moves from the nearest of the far boards */
    for (size_t i = 0; i < found->room; i++) {
        if (found->places[i].key == 0 || found->places[i].distance < least) continue;
        const tilepdb_board board = found_board(&found->places[i]);
        found_add(&seen, &board, 0);
    }
    for (int depth = 0; depth < radius; depth++) grow(&seen, depth);
    *boards = cli_allocated(malloc((seen.count + 1) * sizeof **boards));
    *count = 0;
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < seen.room && status == TILEPDB_OK; i++) {
        if (seen.places[i].key == 0) continue;
        const tilepdb_board board = found_board(&seen.places[i]);
        if (found_has(found, &board) || !is_told(&board, goal_blank)) continue;
        int estimate = 0;
        status = tilepdb_solver_estimate(solver, &board, &estimate, error);
        tilepdb_far_board *far = &(*boards)[(*count)++];
        *far = (tilepdb_far_board){.estimate = (uint8_t)estimate};
        memcpy(far->cells, board.cells, sizeof far->cells);
    }
    found_free(&seen);
    if (status == TILEPDB_OK) return TILEPDB_OK;
    free(*boards);
    *boards = NULL;
    return status;
}
