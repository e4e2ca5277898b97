/* See study.h. */
#include "study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int study_complain(const char *what, const tilepdb_error *error) {
    fprintf(stderr, "partitions: %s: %s\n", what, error->message);
    return 1;
}

static int mirror_cell(const struct study *study, int cell) {
    const int side = study->width, x = cell % side, y = cell / side;
    if (study->goal_blank % side == study->goal_blank / side) return x * side + y;
    return (side - 1 - x) * side + side - 1 - y;
}

bool study_init(struct study *study, int width, int height, int goal_blank, long boards,
                uint64_t seed) {
    *study = (struct study){.width = width, .height = height, .goal_blank = goal_blank};
    tilepdb_error error;
    tilepdb_status status = tilepdb_size_check(width, height, &error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &study->goal, &error);
    if (status) {
        study_complain("goal", &error);
        return false;
    }
    study->mirrored = width == height && mirror_cell(study, goal_blank) == goal_blank;
    study->boards = malloc((size_t)boards * sizeof *study->boards);
    if (!study->boards) {
        fprintf(stderr, "partitions: not enough memory for %ld boards\n", boards);
        return false;
    }
    tilepdb_random random;
    tilepdb_random_seed(&random, seed);
    for (; study->board_count < boards; study->board_count++)
        tilepdb_board_scramble(&random, &study->goal, &study->boards[study->board_count]);
    return true;
}

void study_free(struct study *study) {
    study_close_all(study);
    free(study->tables);
    free(study->boards);
}

static const tilepdb_table *generate(const struct study *study, uint32_t tiles,
                                     tilepdb_table **table) {
    const tilepdb_pattern pattern = {.width = (uint8_t)study->width,
                                     .height = (uint8_t)study->height,
                                     .goal_blank = (uint8_t)study->goal_blank,
                                     .tiles = tiles};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_error error;
    if (!tilepdb_table_generate(&pattern, kind, NULL, table, &error)) return *table;
    study_complain("table", &error);
    return NULL;
}

const tilepdb_table *study_table(struct study *study, uint32_t tiles) {
    for (size_t i = 0; i < study->table_count; i++)
        if (study->tables[i].tiles == tiles) return study->tables[i].table;
    struct study_table *tables =
        realloc(study->tables, (study->table_count + 1) * sizeof *study->tables);
    if (!tables) return NULL;
    study->tables = tables;
    tables[study->table_count].tiles = tiles;
    const tilepdb_table *table = generate(study, tiles, &tables[study->table_count].table);
    if (table) study->table_count++;
    return table;
}

void study_close(struct study *study, uint32_t tiles) {
    size_t kept = 0;
    for (size_t i = 0; i < study->table_count; i++) {
        if (study->tables[i].tiles == tiles)
            tilepdb_table_close(study->tables[i].table);
        else
            study->tables[kept++] = study->tables[i];
    }
    study->table_count = kept;
}

void study_close_all(struct study *study) {
    for (size_t i = 0; i < study->table_count; i++) tilepdb_table_close(study->tables[i].table);
    study->table_count = 0;
}

tilepdb_solver *study_solver(struct study *study, const tilepdb_partition *partition,
                             bool reflection) {
    const tilepdb_table *tables[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned i = 0; i < partition->count; i++)
        if (!(tables[i] = study_table(study, partition->tiles[i]))) return NULL;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = tables;
    options.table_count = partition->count;
    options.reflection = reflection;
    tilepdb_solver *solver;
    tilepdb_error error;
    if (!tilepdb_solver_create(&study->goal, &options, &solver, &error)) return solver;
    study_complain("solver", &error);
    return NULL;
}

uint32_t study_mirror_cells(const struct study *study, uint32_t cells) {
    uint32_t image = 0;
    for (int cell = 0; cell < study->width * study->height; cell++)
        if (cells >> cell & 1u) image |= 1u << mirror_cell(study, cell);
    return image;
}

void study_mirror_board(const struct study *study, const tilepdb_board *board,
                        tilepdb_board *image) {
    uint16_t renamed[TILEPDB_TABLE_MAX_CELLS];
    const int cells = study->width * study->height;
    for (int cell = 0; cell < cells; cell++)
        renamed[study->goal.cells[cell]] = study->goal.cells[mirror_cell(study, cell)];
    *image = *board;
    for (int cell = 0; cell < cells; cell++)
        image->cells[mirror_cell(study, cell)] = renamed[board->cells[cell]];
}

uint32_t study_tiles(const struct study *study, uint32_t cells) {
    uint32_t tiles = 0;
    for (int cell = 0; cell < study->width * study->height; cell++)
        if (cells >> cell & 1u) tiles |= 1u << study->goal.cells[cell];
    return tiles;
}

void study_list(const struct study *study, const uint32_t *patterns, unsigned count, char *text) {
    size_t length = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t tiles = study_tiles(study, patterns[i]);
        const char *mark = i == 0 ? "" : "/";
        for (unsigned tile = 1; tile < TILEPDB_TABLE_MAX_CELLS; tile++) {
            if (!(tiles >> tile & 1u)) continue;
            length += (size_t)snprintf(text + length, STUDY_TEXT - length, "%s%u", mark, tile);
            mark = ",";
        }
    }
}
