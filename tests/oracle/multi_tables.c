/*
 * Complete colour tables, in which no two tiles are alike, against whole puzzles. Plain
 * breadth-first search counts the slides of every board; the entry of a line state must be the
 * minimum over its boards. Compares each entry that the goal can reach, and both histograms.
 *
 *   oracle_multi_tables        5x2, 2x5, 3x3 and smaller boards, with two goals each
 *   oracle_multi_tables all    4x3 as well: 240 million boards, half a gigabyte, minutes
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "table/colour_table.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

#define MOST_CELLS 12
#define UNREACHED  255

struct puzzle {
    unsigned width, height, cells;
    size_t numbers;    /* number of permutations */
    uint8_t *distance; /* distance of each board, by its number */
};

static size_t number_of(const struct puzzle *puzzle, const uint8_t *board) {
    unsigned used = 0;
    size_t number = 0;
    for (unsigned i = 0; i < puzzle->cells; i++) {
        const unsigned smaller =
            board[i] - (unsigned)__builtin_popcount(used & ((1u << board[i]) - 1));
        number = number * (puzzle->cells - i) + smaller;
        used |= 1u << board[i];
    }
    return number;
}

/* Returns the blank's cell. */
static unsigned board_of_number(const struct puzzle *puzzle, size_t number, uint8_t *board) {
    unsigned digits[MOST_CELLS], left = (1u << puzzle->cells) - 1, blank = 0;
    for (unsigned i = puzzle->cells; i-- > 0; number /= puzzle->cells - i)
        digits[i] = (unsigned)(number % (puzzle->cells - i));
    for (unsigned i = 0; i < puzzle->cells; i++) {
        unsigned rest = left;
        for (unsigned j = 0; j < digits[i]; j++) rest &= rest - 1;
        board[i] = (uint8_t)__builtin_ctz(rest);
        left &= ~(1u << board[i]);
        if (!board[i]) blank = i;
    }
    return blank;
}

/* Sets the numbers of all boards that slides along the blank's line make, in the order of the
 * blank's place. Returns their count. */
static unsigned line_numbers(const struct puzzle *puzzle, const uint8_t *board, unsigned blank,
                             bool row, size_t numbers[MOST_CELLS]) {
    const unsigned step = row ? 1 : puzzle->width, length = row ? puzzle->width : puzzle->height;
    const unsigned first = row ? blank / puzzle->width * puzzle->width : blank % puzzle->width;
    uint8_t turned[MOST_CELLS];
    memcpy(turned, board, puzzle->cells);
    for (unsigned at = blank; at > first; at -= step) turned[at] = turned[at - step];
    turned[first] = 0;
    for (unsigned i = 0; i < length; i++) {
        numbers[i] = number_of(puzzle, turned);
        if (i + 1 == length) break;
        turned[first + i * step] = turned[first + (i + 1) * step];
        turned[first + (i + 1) * step] = 0;
    }
    return length;
}

static void puzzle_search(struct puzzle *puzzle, const tilepdb_board *goal) {
    puzzle->width = goal->width;
    puzzle->height = goal->height;
    puzzle->cells = (unsigned)goal->width * goal->height;
    puzzle->numbers = 1;
    for (unsigned i = 2; i <= puzzle->cells; i++) puzzle->numbers *= i;
    puzzle->distance = malloc(puzzle->numbers);
    if (!puzzle->distance) exit(1);
    memset(puzzle->distance, UNREACHED, puzzle->numbers);
    uint8_t board[MOST_CELLS];
    for (unsigned cell = 0; cell < puzzle->cells; cell++) board[cell] = (uint8_t)goal->cells[cell];
    puzzle->distance[number_of(puzzle, board)] = 0;
    bool fresh = true;
    for (uint8_t level = 0; fresh; level++) {
        fresh = false;
        for (size_t number = 0; number < puzzle->numbers; number++) {
            if (puzzle->distance[number] != level) continue;
            const unsigned blank = board_of_number(puzzle, number, board);
            size_t next[MOST_CELLS];
            for (int row = 0; row < 2; row++)
                for (unsigned i = line_numbers(puzzle, board, blank, row, next); i-- > 0;)
                    if (puzzle->distance[next[i]] == UNREACHED) {
                        puzzle->distance[next[i]] = (uint8_t)(level + 1);
                        fresh = true;
                    }
        }
    }
}

/* Returns the number of wrong entries of one kind. */
static uint64_t kind_compare(const struct puzzle *puzzle, const tilepdb_table *table,
                             enum colour_order order, uint64_t *histogram) {
    uint64_t wrong = 0;
    const bool row = order == COLOUR_ROWS;
    const struct colour_index *index = &table->colours->index;
    for (size_t number = 0; number < puzzle->numbers; number++) {
        if (puzzle->distance[number] == UNREACHED) continue;
        uint8_t board[MOST_CELLS];
        const unsigned blank = board_of_number(puzzle, number, board);
        if (row ? blank % puzzle->width : blank / puzzle->width) continue; /* once per line */
        size_t numbers[MOST_CELLS];
        uint8_t least = UNREACHED;
        for (unsigned i = line_numbers(puzzle, board, blank, row, numbers); i-- > 0;)
            if (puzzle->distance[numbers[i]] < least) least = puzzle->distance[numbers[i]];
        const uint64_t state = colour_state(index, order, colour_pack(index, order, board), blank);
        wrong += colour_table_entry(table->colours, order, state) != least % 3u;
        histogram[least]++;
    }
    return wrong;
}

static void whole(int width, int height, int blank) {
    struct puzzle puzzle;
    tilepdb_board goal;
    tilepdb_pattern colouring = {.width = (uint8_t)width,
                                 .height = (uint8_t)height,
                                 .goal_blank = (uint8_t)blank,
                                 .tiles = (1u << width * height) - 2,
                                 .colours = (uint8_t)(width * height - 1)};
    tilepdb_table *table;
    tilepdb_table_info info;
    tilepdb_error error = {0};
    for (unsigned tile = 1; tile <= colouring.colours; tile++)
        colouring.colour[tile] = (uint8_t)(tile - 1);
    tilepdb_goal(width, height, blank, &goal, NULL);
    puzzle_search(&puzzle, &goal);
    tilepdb_table_generate(&colouring, MULTI, NULL, &table, &error);
    expect(!*error.message, "%dx%d: %s", width, height, error.message);
    if (*error.message) return;
    tilepdb_table_info_get(table, &info);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        uint64_t histogram[TILEPDB_MAX_LEVELS] = {0};
        const uint64_t wrong = kind_compare(&puzzle, table, (enum colour_order)order, histogram);
        expect(!wrong, "%dx%d, blank %d, kind %u: %llu entries are wrong", width, height, blank,
               order, (unsigned long long)wrong);
        expect(!memcmp(histogram, info.axis_histogram[order], sizeof histogram),
               "%dx%d, blank %d, kind %u: the histogram is wrong", width, height, blank, order);
    }
    printf("%dx%d, blank on %d: every entry is the least of its boards, at most %d\n", width,
           height, blank, info.levels - 1);
    tilepdb_table_close(table);
    free(puzzle.distance);
}

int main(int count, char **arguments) {
    static const int sizes[][3] = {{2, 2, 3}, {3, 2, 5}, {2, 3, 0}, {3, 3, 8}, {3, 3, 4},
                                   {4, 2, 7}, {5, 2, 9}, {5, 2, 2}, {2, 5, 9}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        whole(sizes[i][0], sizes[i][1], sizes[i][2]);
    if (count > 1 && strcmp(arguments[1], "all") == 0) whole(4, 3, 11);
    return failures() != 0;
}
