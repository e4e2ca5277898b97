#include "pattern/goal_pattern.h"

#include <string.h>

#include "base/error.h"
#include "pattern/colour.h"
#include "puzzle/board.h"

#define NOWHERE TILEPDB_TABLE_MAX_CELLS

/* The colour of the tiles on the open cells; OPEN_GOAL_ANY if tiles of two colours, or of a colour
 * that the goal names, may be there. */
static unsigned colour_of_open_cells(const struct open_goal *open, unsigned open_tiles) {
    for (unsigned colour = 0; colour < open->colours; colour++) {
        unsigned wanted = 0;
        for (unsigned cell = 0; cell < open->cells; cell++) wanted += open->wanted[cell] == colour;
        if (wanted < open->sizes[colour])
            return wanted == 0 && open->sizes[colour] == open_tiles ? colour : OPEN_GOAL_ANY;
    }
    return OPEN_GOAL_ANY;
}

static void colours_number(tilepdb_pattern *pattern, const uint8_t *seen, unsigned cells,
                           unsigned open_tile_colour) {
    uint8_t number[OPEN_GOAL_ANY + 1];
    memset(number, NOWHERE, sizeof number);
    for (unsigned cell = 0, tile = 1; cell < cells; cell++) {
        if (cell == pattern->goal_blank) continue;
        if (number[seen[cell]] == NOWHERE) number[seen[cell]] = pattern->colours++;
        pattern->colour[tile++] = number[seen[cell]];
    }
    if (open_tile_colour != OPEN_GOAL_ANY) pattern->open = number[open_tile_colour] + 1;
}

bool goal_pattern_of(const struct open_goal *open, tilepdb_pattern *pattern) {
    unsigned blank = NOWHERE, last_open = NOWHERE, open_cells = 0;
    for (unsigned cell = 0; cell < open->cells; cell++) {
        if (open->wanted[cell] == OPEN_GOAL_BLANK) blank = cell;
        if (open->wanted[cell] == OPEN_GOAL_ANY) last_open = cell, open_cells++;
    }
    const bool named = blank != NOWHERE;
    const unsigned open_tiles = named ? open_cells : open_cells - 1;
    const unsigned rest = open_tiles > 0 ? colour_of_open_cells(open, open_tiles) : OPEN_GOAL_ANY;
    if (open_tiles > 0 && rest == OPEN_GOAL_ANY) return false;
    *pattern = (tilepdb_pattern){.width = open->width,
                                 .height = open->height,
                                 .goal_blank = (uint8_t)(named ? blank : last_open),
                                 .tiles = (UINT32_C(1) << open->cells) - 2};
    uint8_t seen[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned cell = 0; cell < open->cells; cell++)
        seen[cell] = open->wanted[cell] == OPEN_GOAL_ANY ? (uint8_t)rest : open->wanted[cell];
    colours_number(pattern, seen, open->cells, named ? OPEN_GOAL_ANY : rest);
    return true;
}

tilepdb_status goal_pattern_open(const tilepdb_pattern *pattern, struct open_goal *open,
                                 tilepdb_error *error) {
    const tilepdb_status status = colouring_check(pattern, error);
    if (status) return status;
    memset(open, 0, sizeof *open);
    open->width = pattern->width;
    open->height = pattern->height;
    open->cells = (uint8_t)(pattern->width * pattern->height);
    open->colours = pattern->colours;
    memset(open->colour, OPEN_GOAL_ANY, sizeof open->colour);
    open->colour[0] = OPEN_GOAL_BLANK;
    colouring_sizes(pattern, open->sizes);
    for (unsigned cell = 0; cell < open->cells; cell++) {
        const unsigned tile = goal_tile(cell, pattern->goal_blank);
        const bool is_open =
            pattern->open && (!tile || pattern->colour[tile] + 1u == pattern->open);
        open->wanted[cell] = is_open ? OPEN_GOAL_ANY
                             : tile  ? pattern->colour[tile]
                                     : OPEN_GOAL_BLANK;
    }
    open_goal_sort(open);
    tilepdb_pattern again;
    if (goal_pattern_of(open, &again) && tilepdb_pattern_equal(&again, pattern)) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "the goal's open blank is not on the last cell that may have it");
}

tilepdb_status tilepdb_goal_pattern(const tilepdb_board *goal, tilepdb_pattern *pattern,
                                    tilepdb_error *error) {
    tilepdb_board board;
    struct open_goal open;
    tilepdb_status status = open_goal_check(goal, error);
    if (status) return status;
    open_goal_board(goal, &board);
    status = open_goal_init(&open, goal, &board, error);
    if (!status && !goal_pattern_of(&open, pattern))
        return error_set(error, TILEPDB_ERROR_INTERNAL, "the goal has no pattern");
    return status;
}
