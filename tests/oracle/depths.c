/*
 * Exact depth distributions. A pattern of all tiles is the whole puzzle, so its histogram is that
 * of the puzzle. For 4x4, which is too large, plain breadth-first search from the goal is compared
 * with the first 21 depths; that checks the moves, not the tables.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static void whole_puzzle(int width, int height, tilepdb_blank_policy blank) {
    char name[64];
    const int cells = width * height;
    const tilepdb_pattern pattern = {.width = (uint8_t)width,
                                     .height = (uint8_t)height,
                                     .goal_blank = (uint8_t)(cells - 1),
                                     .tiles = (1u << cells) - 2u};
    tilepdb_error error;
    tilepdb_table *table;
    const tilepdb_kind kind = {.blank = blank,
                               .encoding = blank == TILEPDB_BLANK_AWARE ? TILEPDB_ENCODING_BIT
                                                                        : TILEPDB_ENCODING_NIBBLE};
    const tilepdb_status status = tilepdb_table_generate(&pattern, kind, NULL, &table, &error);
    if (status) {
        expect(false, "%dx%d: %s", width, height, error.message);
        return;
    }
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    snprintf(name, sizeof name, "depth_%dx%d.txt", width, height);
    FILE *file = data_open(name);
    long long numbers[2];
    int depth = 0;
    for (; data_numbers(file, numbers, 2) == 2; depth++) {
        expect(numbers[0] == depth, "%s is not in order at %d", name, depth);
        expect(depth < info.levels && info.histogram[depth] == (uint64_t)numbers[1],
               "%dx%d, depth %d: %llu entries, should be %lld", width, height, depth,
               (unsigned long long)info.histogram[depth], numbers[1]);
    }
    expect(depth == info.levels, "%dx%d: %d levels, should be %d", width, height, info.levels,
           depth);
    printf("%dx%d: %d levels, %llu reachable boards\n", width, height, info.levels,
           (unsigned long long)info.reachable);
    fclose(file);
    tilepdb_table_close(table);
}

/* ---- 4x4 by plain breadth-first search ------------------------------------------------------- */

#define DEEPEST 20

/* Boards as 16 nibbles; cell 0 is the lowest. */
struct layer {
    uint64_t *board;
    size_t count;
};

static int compare_boards(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool layer_has(const struct layer *layer, uint64_t board) {
    return layer->count &&
           bsearch(&board, layer->board, layer->count, sizeof board, compare_boards) != NULL;
}

static size_t neighbours(uint64_t board, uint64_t *next) {
    int blank = 0;
    size_t count = 0;
    while (board >> 4 * blank & 15) blank++;
    const int steps[4] = {-4, -1, 1, 4};
    for (int i = 0; i < 4; i++) {
        const int cell = blank + steps[i];
        if (cell < 0 || cell > 15 || (steps[i] * steps[i] == 1 && cell / 4 != blank / 4)) continue;
        const uint64_t tile = board >> 4 * cell & 15;
        next[count++] = board ^ (tile << 4 * cell) ^ (tile << 4 * blank);
    }
    return count;
}

/* A move changes the parity of the depth, so a neighbour that is not in layer `before` is in the
 * next layer. */
static struct layer layer_next(const struct layer *layer, const struct layer *before) {
    struct layer next = {malloc(4 * layer->count * sizeof(uint64_t)), 0};
    for (size_t i = 0; i < layer->count; i++) {
        uint64_t found[4];
        const size_t count = neighbours(layer->board[i], found);
        for (size_t j = 0; j < count; j++)
            if (!layer_has(before, found[j])) next.board[next.count++] = found[j];
    }
    qsort(next.board, next.count, sizeof *next.board, compare_boards);
    size_t kept = 0;
    for (size_t i = 0; i < next.count; i++)
        if (kept == 0 || next.board[kept - 1] != next.board[i]) next.board[kept++] = next.board[i];
    next.count = kept;
    return next;
}

static void fifteen_puzzle(void) {
    FILE *file = data_open("depth_4x4.txt");
    struct layer before = {NULL, 0}, layer = {malloc(sizeof(uint64_t)), 1};
    layer.board[0] = 0;
    for (int cell = 0; cell < 15; cell++) layer.board[0] |= (uint64_t)(cell + 1) << 4 * cell;
    for (int depth = 0; depth <= DEEPEST; depth++) {
        long long numbers[2] = {0};
        data_numbers(file, numbers, 2);
        expect(numbers[0] == depth && (long long)layer.count == numbers[1],
               "4x4, depth %d: %zu boards, should be %lld", depth, layer.count, numbers[1]);
        struct layer next = layer_next(&layer, &before);
        free(before.board);
        before = layer;
        layer = next;
    }
    printf("4x4: depths 0 to %d, %zu boards in the last\n", DEEPEST, before.count);
    free(before.board);
    free(layer.board);
    fclose(file);
}

int main(void) {
    whole_puzzle(2, 2, TILEPDB_BLANK_AWARE);
    whole_puzzle(2, 2, TILEPDB_BLANK_PROJECTED);
    whole_puzzle(3, 2, TILEPDB_BLANK_AWARE);
    whole_puzzle(4, 2, TILEPDB_BLANK_AWARE);
    whole_puzzle(3, 3, TILEPDB_BLANK_AWARE);
    whole_puzzle(3, 3, TILEPDB_BLANK_PROJECTED);
    whole_puzzle(5, 2, TILEPDB_BLANK_AWARE);
    whole_puzzle(4, 3, TILEPDB_BLANK_AWARE);
    fifteen_puzzle();
    return failures() != 0;
}
