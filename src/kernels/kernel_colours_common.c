/* See kernel_colours_common.h. */
#include "kernels/kernel_colours_common.h"

#include "table/colour_table.h"

enum colour_order colours_axis_of(unsigned direction) {
    return direction == BLANK_LEFT || direction == BLANK_RIGHT ? COLOUR_ROWS : COLOUR_COLUMNS;
}

enum colour_order colours_order(const struct kernel_setup *setup, unsigned g, unsigned axis) {
    return (enum colour_order)(axis ^ setup->turned[g]);
}

/* Any step of the blank from a cell says where that is in a view. */
unsigned colours_cell_seen(const struct kernel_setup *setup, unsigned g, unsigned cell) {
    unsigned d = 0;
    while (setup->moves.geometry.neighbour[cell][d] == NO_CELL) d++;
    return setup->move[cell][d].group[g].to;
}

unsigned colours_tile_at_home(const struct kernel_setup *setup, unsigned view_cell) {
    unsigned tile = 0;
    while (setup->home[tile] != view_cell) tile++;
    return tile;
}

void colours_of_tiles(const struct kernel_setup *setup, unsigned g, uint8_t *colour) {
    for (unsigned cell = 0; cell < setup->moves.geometry.cells; cell++) {
        const unsigned first = colours_tile_at_home(setup, colours_cell_seen(setup, 0, cell));
        const unsigned tile = colours_tile_at_home(setup, colours_cell_seen(setup, g, cell));
        colour[first] = tile ? setup->colours[g]->index.pattern.colour[tile] : 0;
    }
}

int colours_slack(const struct kernel_setup *setup, automaton_entry entry, const uint8_t *slides,
                  unsigned groups, int left) {
    const struct move_set *moves = &setup->moves;
    const unsigned legal = automaton_legal(entry, moves->count);
    int least = INT16_MAX;
    for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++) {
        int most = 0;
        bool follows = false;
        for (unsigned m = 0; m < moves->count; m++)
            if (legal >> m & 1u && colours_axis_of(moves->move[m].direction) == axis)
                follows = true;
        for (unsigned g = 0; g < setup->group_count; g++)
            if (slides[axis * groups + g] > most) most = slides[axis * groups + g];
        if (follows && most < least) least = most;
    }
    return least < left ? left - (least + 1) : 0;
}
