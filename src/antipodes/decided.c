/*
 * The boards that were decided. See decided.h.
 */
#include "antipodes/decided.h"

#include <stdbool.h>

static void note(struct decided *decided, const tilepdb_board *board, int distance) {
    if (board_set_add(&decided->boards, board, distance) && distance >= decided->last)
        decided->layer[distance]++;
}

/* A board and its reflection. */
static void note_both(struct decided *decided, const tilepdb_board *board, int distance) {
    tilepdb_board image;
    note(decided, board, distance);
    if (image_reflected(&decided->images, board, &image)) note(decided, &image, distance);
}

void decided_note(struct decided *decided, const tilepdb_board *board, int distance) {
    tilepdb_board inverse;
    note_both(decided, board, distance);
    if (image_inverse(&decided->images, board, &inverse)) note_both(decided, &inverse, distance);
}

bool decided_is_layer_complete(const struct decided *decided, int distance) {
    return distance > ANTIPODES_FARTHEST ||
           decided->layer[distance] == decided->exact->boards[ANTIPODES_FARTHEST - distance];
}

bool decided_is_parity_complete(const struct decided *decided, int least) {
    for (int distance = least; distance <= ANTIPODES_FARTHEST; distance += 2)
        if (!decided_is_layer_complete(decided, distance)) return false;
    return true;
}

bool decided_is_complete(const struct decided *decided) {
    return decided_is_parity_complete(decided, decided->last) &&
           decided_is_parity_complete(decided, decided->last + 1);
}

static bool is_outer(int line) {
    return line == 0 || line == ANTIPODES_SIDE - 1;
}

/* The goals are of three sorts: the blank is in a corner, on an edge, or inside. */
const struct antipodes_counts *antipodes_counts(int goal_blank) {
    static const struct antipodes_counts sorts[] = {
        {1, {1}}, {1, {2}}, {5, {17, 70, 3406, 26638, 272198}}};
    return &sorts[is_outer(goal_blank / ANTIPODES_SIDE) + is_outer(goal_blank % ANTIPODES_SIDE)];
}
