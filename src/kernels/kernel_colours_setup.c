#include "kernels/kernel_colours_setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/colour_table.h"

#define SIDE       4
#define MOST_BYTES 127 /* weights of digits are signed bytes */

/* Returns the board's cell at a place of group `g`'s sequence. */
static unsigned cell_read(const struct kernel_setup *setup, unsigned g, unsigned axis,
                          unsigned place) {
    const unsigned seen = setup->colours[g]->index.cell[colours_order(setup, g, axis)][place];
    unsigned cell = 0;
    while (colours_cell_seen(setup, g, cell) != seen) cell++;
    return cell;
}

static bool read_alike(const struct kernel_setup *setup, unsigned g) {
    for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++)
        for (unsigned place = 0; place < COLOURS4X4_CELLS; place++)
            if (cell_read(setup, 0, axis, place) != cell_read(setup, g, axis, place)) return false;
    return true;
}

static bool halves_fit(const struct colour_index *index) {
    const unsigned colours = index->pattern.colours;
    return colours * colours <= MOST_BYTES && colours * colours * colours * colours <= INT16_MAX;
}

bool colours4x4_fits(const struct kernel_setup *setup, unsigned tables) {
    if (!setup->colours[0] || setup->group_count != 2 * tables) return false;
    if (setup->moves.geometry.width != SIDE || setup->moves.geometry.height != SIDE) return false;
    for (unsigned g = 0; g < 2 * tables; g++) {
        if (setup->colours[g] != setup->colours[g % tables]) return false;
        if (!halves_fit(&setup->colours[g]->index) || !read_alike(setup, g)) return false;
    }
    return true;
}

/* Describes a slide from `blank` as a permutation of the parent's cells. */
static void block_fill(struct slide_set *slide_set, const struct kernel_setup *setup,
                       unsigned block, unsigned blank, unsigned move) {
    const struct move_set *moves = &setup->moves;
    const struct colour_index *index = &setup->colours[0]->index;
    const unsigned d = moves->move[move].direction;
    const enum colour_order after = colour_order_other(colours_axis_of(d));
    uint8_t *from = slide_set->board[block];
    unsigned to = blank, place = 0;
    for (unsigned cell = 0; cell < COLOURS4X4_CELLS; cell++) from[cell] = (uint8_t)cell;
    for (unsigned i = 0; i < moves->move[move].tiles; i++) {
        from[to] = moves->geometry.neighbour[to][d];
        to = from[to];
    }
    from[to] = (uint8_t)blank;
    slide_set->move[block] = (uint8_t)move;
    slide_set->blank[block] = (uint8_t)to;
    slide_set->shift[block] =
        (uint8_t)(2 * index->line[colours_order(setup, 0, after)][colours_cell_seen(setup, 0, to)]);
    if (d == BLANK_DOWN) slide_set->down |= (uint8_t)(1u << block);
    memset(slide_set->sequence[block], 0x80, COLOURS4X4_CELLS);
    for (unsigned i = 0; i < COLOURS4X4_CELLS; i++) {
        const unsigned cell = cell_read(setup, 0, after, i);
        if (cell != to) slide_set->sequence[block][place++] = from[cell];
    }
}

static void slide_set_fill(struct colours4x4 *data, const struct kernel_setup *setup, unsigned axis,
                           unsigned blank) {
    struct slide_set *slide_set = &data->slide_set[axis][blank];
    const uint32_t legal = setup->moves.legal[blank] & data->moves[axis];
    unsigned block = 0;
    for (unsigned move = setup->moves.count; move-- > 0;)
        if (legal >> move & 1u) block_fill(slide_set, setup, block++, blank, move);
    block_fill(slide_set, setup, block, blank, slide_set->move[block - 1]);
    slide_set->down &= (1u << SET_SLIDES) - 1;
}

static bool ranks_make(struct colours4x4_table *table, const struct colour_index *index) {
    const uint32_t firsts = index->size.first_halves, seconds = index->size.second_halves;
    table->rank_bytes = ((size_t)firsts + seconds) * sizeof *table->ranks;
    table->ranks = memory_pages(table->rank_bytes);
    if (!table->ranks) return false;
    for (uint32_t half = 0; half < firsts; half++)
        if (index->base[half] != COLOUR_NO_HALF) table->ranks[half] = index->base[half];
    for (uint32_t half = 0; half < seconds; half++)
        if (index->rank[half] != COLOUR_NO_HALF) table->ranks[firsts + half] = index->rank[half];
    return true;
}

static bool table_fill(struct colours4x4_table *table, const struct kernel_setup *setup, unsigned t,
                       unsigned tables) {
    const struct colour_table *colours = setup->colours[t];
    const int base = colours->index.pattern.colours;
    for (unsigned block = 0; block < SET_BLOCKS; block++) {
        for (unsigned i = 0; i < COLOURS4X4_CELLS; i++)
            table->digits[block][i] = (int8_t)(i % 2 ? base : 1);
        for (unsigned i = 0; i < COLOURS4X4_CELLS / 2; i++) {
            table->pairs[block][i] = (int16_t)(i % 2 ? base * base : 1);
            table->quarters[block][i] = (int16_t)(i % 2 ? base * base * base * base : 1);
        }
        for (unsigned i = 0; i < COLOURS4X4_CELLS / 4; i++)
            table->begin[block][i] = i % 2 ? colours->index.size.first_halves : 0;
        for (unsigned view = 0; view < 2; view++) {
            const unsigned g = t + view * tables;
            colours_of_tiles(setup, g, table->colour[view][block]);
            for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++)
                table->entries[axis][block][view] =
                    (uintptr_t)colours->entries[colours_order(setup, g, axis)];
        }
    }
    return ranks_make(table, &colours->index);
}

bool colours4x4_prepare(const struct kernel_setup *setup, void **prepared) {
    const unsigned tables = setup->group_count / 2;
    struct colours4x4 *data = memory_pages(sizeof *data);
    if (!data) return false;
    for (unsigned move = 0; move < setup->moves.count; move++)
        data->moves[colours_axis_of(setup->moves.move[move].direction)] |= 1u << move;
    for (unsigned cell = 0; cell < COLOURS4X4_CELLS; cell++) {
        data->view_cell[cell] = (uint8_t)colours_cell_seen(setup, 0, cell);
        data->goal[cell] = (uint8_t)colours_goal_tile(setup, data->view_cell[cell]);
        for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++)
            slide_set_fill(data, setup, axis, cell);
    }
    bool ok = true;
    for (unsigned t = 0; t < tables && ok; t++) ok = table_fill(&data->table[t], setup, t, tables);
    if (!ok) {
        colours4x4_release(data);
        return false;
    }
    *prepared = data;
    return true;
}

void colours4x4_release(void *prepared) {
    struct colours4x4 *data = prepared;
    for (unsigned t = 0; t < COLOURS4X4_TABLES; t++)
        memory_pages_free(data->table[t].ranks, data->table[t].rank_bytes);
    memory_pages_free(data, sizeof *data);
}

enum colour_order colours_axis_of(unsigned direction) {
    return direction == BLANK_LEFT || direction == BLANK_RIGHT ? COLOUR_ROWS : COLOUR_COLUMNS;
}

enum colour_order colours_order(const struct kernel_setup *setup, unsigned g, unsigned axis) {
    return (enum colour_order)(axis ^ setup->transposed[g]);
}

/* Any step of the blank from a cell shows where the view has the cell. */
unsigned colours_cell_seen(const struct kernel_setup *setup, unsigned g, unsigned cell) {
    unsigned d = 0;
    while (setup->moves.geometry.neighbour[cell][d] == NO_CELL) d++;
    return setup->move[cell][d].group[g].to;
}

unsigned colours_goal_tile(const struct kernel_setup *setup, unsigned view_cell) {
    unsigned tile = 0;
    while (setup->goal_cell[tile] != view_cell) tile++;
    return tile;
}

void colours_of_tiles(const struct kernel_setup *setup, unsigned g, uint8_t *colour) {
    for (unsigned cell = 0; cell < setup->moves.geometry.cells; cell++) {
        const unsigned first = colours_goal_tile(setup, colours_cell_seen(setup, 0, cell));
        const unsigned tile = colours_goal_tile(setup, colours_cell_seen(setup, g, cell));
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
