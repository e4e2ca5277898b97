/* See worth.h. */
#include "worth.h"

#include <stdio.h>
#include <stdlib.h>

static const tilepdb_kind KIND = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};

/* Returns the mean distance over a pattern's table, negative on failure. */
static double table_mean(const struct study *study, uint32_t cells) {
    const tilepdb_pattern pattern = {.width = (uint8_t)study->width,
                                     .height = (uint8_t)study->height,
                                     .goal_blank = (uint8_t)study->goal_blank,
                                     .tiles = study_tiles(study, cells)};
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = 1;
    tilepdb_table *table;
    if (tilepdb_table_generate(&pattern, KIND, &options, &table, NULL)) return -1;
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    tilepdb_table_close(table);
    double sum = 0;
    for (int h = 0; h < info.levels; h++) sum += h * (double)info.histogram[h];
    return sum / (double)info.reachable;
}

static unsigned small_sets(const struct study *study, uint32_t *sets) {
    const int cells = study->width * study->height;
    unsigned count = 0;
    for (int size = 1; size <= 3; size++)
        for (int a = 0; a < cells; a++)
            for (int b = size > 1 ? a + 1 : a; b < (size > 1 ? cells : a + 1); b++)
                for (int c = size > 2 ? b + 1 : b; c < (size > 2 ? cells : b + 1); c++) {
                    const uint32_t set = 1u << a | 1u << b | 1u << c;
                    if (!(set >> study->goal_blank & 1u)) sets[count++] = set;
                }
    return count;
}
#define SMALL_SETS (TILEPDB_TABLE_MAX_CELLS * TILEPDB_TABLE_MAX_CELLS * TILEPDB_TABLE_MAX_CELLS / 6)

static unsigned members(uint32_t set, int cell[3]) {
    unsigned count = 0;
    for (int c = 0; c < TILEPDB_TABLE_MAX_CELLS; c++)
        if (set >> c & 1u) cell[count++] = c;
    for (unsigned i = count; i < 3; i++) cell[i] = cell[count - 1];
    return count;
}

/* Subtracts the values of smaller sets from `mean`. */
static void worth_record(struct worth *worth, uint32_t set, double mean,
                         double single[TILEPDB_TABLE_MAX_CELLS]) {
    int c[3];
    const unsigned count = members(set, c);
    if (count == 1) single[c[0]] = mean;
    if (count == 2) worth->pair[c[0]][c[1]] = mean - single[c[0]] - single[c[1]];
    if (count == 3)
        worth->triple[c[0]][c[1]][c[2]] = mean - single[c[0]] - single[c[1]] - single[c[2]] -
                                          worth->pair[c[0]][c[1]] - worth->pair[c[0]][c[2]] -
                                          worth->pair[c[1]][c[2]];
}

struct worth *worth_create(const struct study *study) {
    struct worth *worth = calloc(1, sizeof *worth);
    uint32_t *sets = malloc(SMALL_SETS * sizeof *sets);
    double *means = malloc(SMALL_SETS * sizeof *means), single[TILEPDB_TABLE_MAX_CELLS] = {0};
    const unsigned count = sets ? small_sets(study, sets) : 0;
    bool failed = !worth || !sets || !means;
    if (!failed) {
#pragma omp parallel for schedule(dynamic, 8) reduction(|| : failed)
        for (unsigned i = 0; i < count; i++) {
            means[i] = table_mean(study, sets[i]);
            failed = failed || means[i] < 0;
        }
    }
    for (unsigned i = 0; i < count && !failed; i++) worth_record(worth, sets[i], means[i], single);
    free(sets);
    free(means);
    if (!failed) return worth;
    fprintf(stderr, "partitions: no tables of two and three tiles\n");
    free(worth);
    return NULL;
}

double worth_estimate(const struct worth *worth, uint32_t cells) {
    int cell[TILEPDB_TABLE_MAX_CELLS], count = 0;
    for (int c = 0; c < TILEPDB_TABLE_MAX_CELLS; c++)
        if (cells >> c & 1u) cell[count++] = c;
    double sum = 0;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            sum += worth->pair[cell[a]][cell[b]];
            for (int c = b + 1; c < count; c++) sum += worth->triple[cell[a]][cell[b]][cell[c]];
        }
    return sum;
}

/* ---- exact ----------------------------------------------------------------------------------- */

/* Returns a partition of the pattern and single tiles, whose tables are Manhattan distances. */
static tilepdb_partition alone(const struct study *study, uint32_t cells) {
    tilepdb_partition partition = {.width = (uint8_t)study->width,
                                   .height = (uint8_t)study->height,
                                   .goal_blank = (uint8_t)study->goal_blank,
                                   .count = 1,
                                   .tiles = {study_tiles(study, cells)}};
    for (int tile = 1; tile < study->width * study->height; tile++)
        if (!(partition.tiles[0] >> tile & 1u)) partition.tiles[partition.count++] = 1u << tile;
    return partition;
}

/* Returns the Manhattan distances of tiles whose goal cells are not in `cells`. */
static int others_distance(const struct study *study, uint32_t cells, const tilepdb_board *board) {
    int goal_cell[TILEPDB_TABLE_MAX_CELLS], sum = 0;
    const int count = study->width * study->height;
    for (int cell = 0; cell < count; cell++) goal_cell[study->goal.cells[cell]] = cell;
    for (int cell = 0; cell < count; cell++) {
        const int goal = goal_cell[board->cells[cell]];
        if (board->cells[cell] == 0 || cells >> goal & 1u) continue;
        sum += abs(cell % study->width - goal % study->width) +
               abs(cell / study->width - goal / study->width);
    }
    return sum;
}

bool worth_sample(struct study *study, uint32_t cells, uint8_t *values) {
    const tilepdb_partition partition = alone(study, cells);
    tilepdb_solver *solver = study_solver(study, &partition, false);
    const long views = study->mirrored ? 2 : 1;
    bool failed = !solver;
    if (!failed) {
#pragma omp parallel for schedule(static) reduction(|| : failed)
        for (long i = 0; i < views * study->board_count; i++) {
            tilepdb_board board = study->boards[i % study->board_count];
            if (i >= study->board_count)
                study_mirror_board(study, &study->boards[i - study->board_count], &board);
            int h = 0;
            failed = failed || tilepdb_solver_estimate(solver, &board, &h, NULL) != TILEPDB_OK;
            values[i] = (uint8_t)(h - others_distance(study, cells, &board));
        }
    }
    tilepdb_solver_free(solver);
    study_close(study, partition.tiles[0]);
    return !failed;
}
