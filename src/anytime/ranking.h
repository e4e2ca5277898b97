/*
 * What was learned about boards of one shape: how many more moves a board takes than its estimate
 * says. A small network with one hidden layer, of which a move changes two rows, as in chess
 * engines (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
 * shogi", 2018). It only ranks: no lower bound comes from here.
 *
 * Files of rows are in src/anytime/rows. bench/ranking.c trains them from nothing, and
 * docs/notes/anytime.md has the calls. All is whole numbers, so that ranks are the same with any
 * instruction set.
 *
 * Thread safety: constant data.
 */
#ifndef TILEPDB_ANYTIME_RANKING_H
#define TILEPDB_ANYTIME_RANKING_H

#include "anytime/shape.h"

#define RANKING_UNITS 32 /* of the hidden layer */
#define RANKING_STEPS 16 /* of a rank, in a move */
#define RANKING_SHIFT 10 /* from products to steps */

/* A file: a row of int8 for each tile, or the blank, and cell; then, with their lowest byte first,
 * RANKING_UNITS int16 of `bias`, as many of `weight`, and the int32 `more`. */
#define RANKING_BYTES(cells) ((cells) * (cells)*RANKING_UNITS + 4 * RANKING_UNITS + 4)

struct ranking {
    const int8_t (*rows)[RANKING_UNITS]; /* [tile * cells + cell]; NULL: nothing was learned */
    int16_t bias[RANKING_UNITS];
    int16_t weight[RANKING_UNITS];
    int32_t more; /* in steps */
};

/* The hidden layer of a board, before it is cut off at 0. */
struct ranking_sum {
    int16_t unit[RANKING_UNITS];
};

/* What is shipped for a shape. Without rows if that is nothing, or not for its goal. */
void ranking_find(struct ranking *ranking, const struct shape *shape);

/* A ranking whose file has these bytes, which stay where they are. */
void ranking_read(struct ranking *ranking, unsigned cells, const uint8_t *bytes);

void ranking_whole(const struct ranking *ranking, const uint8_t *cells, unsigned cell_count,
                   struct ranking_sum *sum);

/* A tile goes from one cell to another, where the blank, which is the tile `blank`, was. */
static inline void ranking_move(const struct ranking *ranking, unsigned cells, unsigned blank,
                                unsigned tile, unsigned from, unsigned to,
                                struct ranking_sum *sum) {
    const int8_t *before = ranking->rows[tile * cells + from];
    const int8_t *after = ranking->rows[tile * cells + to];
    const int8_t *blank_before = ranking->rows[blank * cells + to];
    const int8_t *blank_after = ranking->rows[blank * cells + from];
    for (unsigned i = 0; i < RANKING_UNITS; i++)
        sum->unit[i] =
            (int16_t)(sum->unit[i] + after[i] - before[i] + blank_after[i] - blank_before[i]);
}

/* In steps, 0 or more. */
static inline int ranking_value(const struct ranking *ranking, const struct ranking_sum *sum) {
    int32_t total = 0;
    for (unsigned i = 0; i < RANKING_UNITS; i++) {
        const int16_t unit = sum->unit[i] > 0 ? sum->unit[i] : 0;
        total += unit * ranking->weight[i];
    }
    const int32_t steps = ranking->more + total / (1 << RANKING_SHIFT);
    return steps > 0 ? steps : 0;
}

#endif
