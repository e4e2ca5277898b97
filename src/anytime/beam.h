/*
 * Beam search for boards of up to 64 cells.
 *
 * Boards are ranked by tables, as the mean of the board and its transpose if both have the same
 * goal, and by a learned evaluation. Children that were reached before or cannot lead to a shorter
 * solution are dropped. Without `narrow`, and unless stopped, a search gives the same result on
 * every machine. One thread at a time.
 */
#ifndef TILEPDB_ANYTIME_BEAM_H
#define TILEPDB_ANYTIME_BEAM_H

#include "anytime/beam_layers.h"
#include "anytime/learned_evaluation.h"
#include "puzzle/geometry.h"
#include "tilepdb.h"

/*
 * Normal form of boards of up to 64 cells. If the blank's goal cell is a corner, the board is
 * flipped so that it is the last cell. Each tile, and the blank, is named by its goal cell.
 * Directions refer to the flipped board.
 */

#define NORMAL_FORM_MAX_CELLS 64

struct normal_form {
    uint8_t width;
    uint8_t height;
    uint8_t cells;
    uint8_t blank;  /* its goal cell */
    bool symmetric; /* the transposed board has the same goal */
    bool flip_x;
    bool flip_y;
    uint8_t neighbour[NORMAL_FORM_MAX_CELLS][DIRECTIONS]; /* NO_CELL at the border */
    uint8_t mirror[NORMAL_FORM_MAX_CELLS];                /* transposed cell or tile */
    uint64_t all, first_column, last_column;              /* sets of cells */
    uint8_t goal_cell[NORMAL_FORM_MAX_CELLS];             /* [tile of the user's board] */
};

/* Returns false, with `normal` zeroed, for more than NORMAL_FORM_MAX_CELLS cells. */
bool normal_form_init(struct normal_form *normal, const tilepdb_board *goal);

/* Writes the goal cell of the tile on each cell. Returns the blank's cell. */
unsigned normal_form_cells(const struct normal_form *normal, const tilepdb_board *board,
                           uint16_t *cells);

/*
 * Additive tables. An entry is the fewest moves of the tiles of a pattern; the blank passes other
 * tiles at no cost (Korf & Felner, "Disjoint pattern database heuristics", 2002). The cells of the
 * tiles are the digits of the index.
 */

#define ESTIMATE_MAX_TILES 4

struct estimate_pattern {
    uint8_t count;
    uint8_t tiles[ESTIMATE_MAX_TILES]; /* goal cells */
    uint32_t entries;
    uint8_t *table; /* owned */
};

struct estimate {
    struct normal_form normal;
    unsigned pattern_count;
    struct estimate_pattern pattern[NORMAL_FORM_MAX_CELLS];
    uint8_t pattern_of[NORMAL_FORM_MAX_CELLS]; /* [tile] */
    uint32_t digit[NORMAL_FORM_MAX_CELLS];     /* [tile] weight of the tile's cell in the index */
    uint64_t bytes;
};

/* Makes tables of at most `tiles` tiles, up to ESTIMATE_MAX_TILES. Returns OK, ERROR_MEMORY, or
 * CANCELLED if `goes_on` (may be NULL) returns false. Call estimate_free in any case. */
tilepdb_status estimate_make(struct estimate *estimate, const struct normal_form *normal,
                             unsigned tiles, bool (*goes_on)(void *user), void *user);

void estimate_free(struct estimate *estimate);

/* Writes the indices of a board, given as goal cells. */
void estimate_index(const struct estimate *estimate, const uint16_t *cells, uint32_t *entries);

/* Writes the estimates of both views of a board, given as goal cells. */
void estimate_whole(const struct estimate *estimate, const uint16_t *cells, int16_t sum[2]);

#define BEAM_SHOWN 2

/* Returns false to stop. */
typedef bool (*beam_goes_on_fn)(void *user, uint64_t expanded);

typedef size_t (*beam_width_fn)(void *user, int depth, uint64_t expanded);

struct beam_task {
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    tilepdb_metric metric;
    const uint16_t *cells; /* [cell] goal cell of its tile */
    size_t width;
    int threads;             /* 0: all processors */
    unsigned round;          /* seed of ties; 0: ties stay in order */
    int below;               /* a solution must have fewer moves */
    beam_goes_on_fn goes_on; /* may be NULL */
    beam_width_fn narrow;    /* may be NULL */
    /* Receives BEAM_SHOWN random boards of each layer. May be NULL. */
    void (*on_layer)(void *user, int depth, const uint16_t *cells, unsigned blank);
    void *user;
    /* Results: */
    uint8_t *path; /* BEAM_MOVEs; the caller provides `below` bytes */
    int length;    /* of the solution, or -1 */
    uint64_t expanded;
    /* `length` is a lower bound, or `below` if no solution was found. */
    bool exhausted;
};

/* Estimates the memory of a search, in bytes. */
uint64_t beam_need(const struct beam_task *task);

/* Writes the letters of a path without a NUL. Returns the end of the letters. */
char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves, char *letters);

/* Returns OK, CANCELLED if `goes_on` stopped the search, or ERROR_MEMORY. */
tilepdb_status beam_search(struct beam_task *task);

/* Converts a lower bound `h` in single-tile moves to `metric`. */
static inline int beam_bound(unsigned width, unsigned height, tilepdb_metric metric, int h) {
    const int most = (int)layers_slide(width, height, metric);
    return (h + most - 1) / most;
}

#endif
