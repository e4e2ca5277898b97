/*
 * A study of partitions: one board size and goal, a sample of random boards, and the tables that
 * were needed so far, blank-aware as bits. One thread; what it hands out is read by any number.
 */
#ifndef BENCH_PARTITION_STUDY_H
#define BENCH_PARTITION_STUDY_H

#include "tilepdb_tables.h"

struct study_table {
    uint32_t tiles;
    tilepdb_table *table;
};

struct study {
    int width, height, goal_blank;
    bool mirrored; /* a diagonal of the board keeps the goal's blank: solvers can reflect */
    tilepdb_board goal;
    tilepdb_board *boards; /* owned, [board_count]; uniform */
    long board_count;
    struct study_table *tables; /* owned, [table_count]; in the order of their generation */
    size_t table_count;
};

/* Draws the sample. False, after a message: size, cell or memory. */
bool study_init(struct study *study, int width, int height, int goal_blank, long boards,
                uint64_t seed);
void study_free(struct study *study);

/* The table of a pattern, generated if it is new. NULL, after a message. */
const tilepdb_table *study_table(struct study *study, uint32_t tiles);

/* Closes the table of a pattern, or all tables. No solver may use them any more. */
void study_close(struct study *study, uint32_t tiles);
void study_close_all(struct study *study);

/* A solver with a partition's tables, which reflects if it can and `reflection` is set. The caller
 * frees it before the tables. NULL, after a message. */
tilepdb_solver *study_solver(struct study *study, const tilepdb_partition *partition,
                             bool reflection);

/* The reflection in the diagonal that keeps the goal's blank: of a set of cells, and of a board,
 * whose tiles are renamed so that the goal is its own image. Only if the study is mirrored. */
uint32_t study_mirror_cells(const struct study *study, uint32_t cells);
void study_mirror_board(const struct study *study, const tilepdb_board *board,
                        tilepdb_board *image);

/* Between sets of cells and the sets of tiles that rest on them in the goal. */
uint32_t study_tiles(const struct study *study, uint32_t cells);

/* Writes patterns of cells as a list of tiles, such as 1-8/9-15; `text` has STUDY_TEXT bytes. */
#define STUDY_TEXT 128
void study_list(const struct study *study, const uint32_t *patterns, unsigned count, char *text);

/* "what: message" on stderr; returns 1, an exit code. */
int study_complain(const char *what, const tilepdb_error *error);

#endif
