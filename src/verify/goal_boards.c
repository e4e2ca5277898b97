#include "verify/goal_boards.h"

#include <string.h>

/* Returns the number of sets of k of n elements; each division is exact. */
static uint64_t sets_of(unsigned n, unsigned k) {
    uint64_t count = k <= n;
    for (unsigned i = 1; i <= k && k <= n; i++) count = count * (n - k + i) / i;
    return count;
}

void goal_boards_init(struct goal_boards *boards, const tilepdb_pattern *pattern,
                      tilepdb_metric metric) {
    uint8_t size[TILEPDB_TABLE_MAX_CELLS] = {0};
    *boards = (struct goal_boards){.width = pattern->width,
                                   .height = pattern->height,
                                   .cells = (unsigned)pattern->width * pattern->height,
                                   .colours = pattern->colours,
                                   .metric = metric,
                                   .sequences = 1};
    for (unsigned tile = 1; tile < boards->cells; tile++) size[pattern->colour[tile]]++;
    unsigned digit = 0, places = boards->cells - 1;
    for (unsigned tiles = 1; tiles < boards->cells; tiles++)
        for (unsigned colour = 0; colour < boards->colours; colour++) {
            if (size[colour] != tiles) continue;
            boards->order[digit] = (uint8_t)colour;
            boards->tiles[digit] = (uint8_t)tiles;
            boards->radix[digit] = sets_of(places, tiles);
            boards->sequences *= boards->radix[digit++];
            places -= tiles;
        }
}

uint64_t goal_boards_number(const struct goal_boards *boards, const uint8_t *colours,
                            unsigned blank) {
    uint8_t left[TILEPDB_TABLE_MAX_CELLS];
    unsigned places = 0;
    uint64_t number = 0;
    for (unsigned cell = 0; cell < boards->cells; cell++)
        if (cell != blank) left[places++] = colours[cell];
    for (unsigned digit = 0; digit < boards->colours; digit++) {
        unsigned kept = 0, placed = 0;
        uint64_t rank = 0;
        for (unsigned place = 0; place < places; place++)
            if (left[place] == boards->order[digit])
                rank += sets_of(place, ++placed);
            else
                left[kept++] = left[place];
        places = kept;
        number = number * boards->radix[digit] + rank;
    }
    return number * boards->cells + blank;
}

unsigned goal_boards_at(const struct goal_boards *boards, uint64_t number, uint8_t *colours) {
    const unsigned blank = (unsigned)(number % boards->cells);
    uint8_t free[TILEPDB_TABLE_MAX_CELLS];
    uint64_t ranks[TILEPDB_TABLE_MAX_CELLS], rest = number / boards->cells;
    unsigned places = 0;
    for (unsigned digit = boards->colours; digit-- > 0; rest /= boards->radix[digit])
        ranks[digit] = rest % boards->radix[digit];
    for (unsigned cell = 0; cell < boards->cells; cell++)
        if (cell != blank) free[places++] = (uint8_t)cell;
    for (unsigned digit = 0; digit < boards->colours; digit++) {
        unsigned place = places;
        for (unsigned placed = boards->tiles[digit]; placed > 0; placed--, places--) {
            do place--;
            while (sets_of(place, placed) > ranks[digit]);
            ranks[digit] -= sets_of(place, placed);
            colours[free[place]] = boards->order[digit];
            memmove(free + place, free + place + 1, places - place - 1);
        }
    }
    return blank;
}

unsigned goal_boards_neighbours(const struct goal_boards *boards, uint64_t number,
                                uint64_t neighbours[2 * TILEPDB_TABLE_MAX_SIDE]) {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS] = {0}, moved[TILEPDB_TABLE_MAX_CELLS];
    const int blank = (int)goal_boards_at(boards, number, board);
    const int width = (int)boards->width, height = (int)boards->height;
    unsigned count = 0;
    for (int direction = 0; direction < 4; direction++) {
        const int right = direction < 2 ? 2 * direction - 1 : 0;
        const int down = direction < 2 ? 0 : 2 * direction - 5;
        int x = blank % width, y = blank / width, at = blank;
        memcpy(moved, board, sizeof moved);
        for (;;) {
            x += right;
            y += down;
            if (x < 0 || y < 0 || x >= width || y >= height) break;
            moved[at] = moved[y * width + x];
            at = y * width + x;
            neighbours[count++] = goal_boards_number(boards, moved, (unsigned)at);
            if (boards->metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
    return count;
}

unsigned goal_boards_goals(const struct goal_boards *boards, const tilepdb_pattern *pattern,
                           uint64_t goals[TILEPDB_TABLE_MAX_CELLS]) {
    uint8_t goal[TILEPDB_TABLE_MAX_CELLS] = {0}, exchanged[TILEPDB_TABLE_MAX_CELLS];
    const unsigned blank = pattern->goal_blank;
    unsigned count = 0;
    for (unsigned cell = 0, tile = 1; cell < boards->cells; cell++)
        if (cell != blank) goal[cell] = pattern->colour[tile++];
    goals[count++] = goal_boards_number(boards, goal, blank);
    for (unsigned cell = 0; cell < boards->cells && pattern->open; cell++) {
        if (cell == blank || goal[cell] + 1u != pattern->open) continue;
        memcpy(exchanged, goal, sizeof exchanged);
        exchanged[blank] = goal[cell];
        goals[count++] = goal_boards_number(boards, exchanged, cell);
    }
    return count;
}
