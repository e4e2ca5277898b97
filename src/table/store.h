/*
 * The store of a generation: the sets of arrangements of all cohorts (lanes.h), wherever they lie,
 * while the search of generate.h fills them and until the encoder has read them.
 *
 * What it holds.
 * - Two sets for each cohort, its sides: side b has the arrangements that were reached at a
 *   distance whose bit 1 is b.
 * - For nibbles also planes: bit p of 1 + distance / 2 of each arrangement of a column (a cohort,
 *   or a mask of a projected table), where 0 stands for unreachable. Of bits, side 1 is the plane.
 * - For each cohort whether it is fresh: whether it gained entries in the last level of its parity.
 *
 * Who owns what. A store owns the masks first_mask .. end_mask - 1, with their cohorts and columns:
 * only these are written, through pointers into memory, each by one thread. All regions of a mask
 * have one owner, since a projected table joins them. The sets of other cohorts are fetched, to be
 * read. If everything is owned here, a fetch is the address of a set and costs nothing.
 *
 * When. Levels alternate between the parities of masks: a level writes to the cohorts of one parity
 * and reads those of the other. So what a fetch returns does not change during a level, and a store
 * that shares the work with others has two moments at which they must agree: before a level
 * (everyone's sets and `fresh` of the last level are seen by all) and after it (counts are added).
 * A store that does not hold all its sets at once is asked for them: it stages some masks of a
 * level after the other, in an order of its own.
 *
 * Threads: fetch is called by any number of them, during a level; all else by one thread, between
 * levels, or before a part of one.
 *
 * store_memory.c has all of it in memory; scratch/scratch_store.h in a file; mpi/store_ranks.h in
 * the processes of a job.
 */
#ifndef TILEPDB_TABLE_STORE_H
#define TILEPDB_TABLE_STORE_H

#include "pattern/index.h"
#include "tilepdb.h"

/* Bit planes for 1 + distance / 2, up to TILEPDB_MAX_LEVELS. */
#define DISTANCE_PLANES 8

/* The planes that hold the numbers of distances up to `distance`. */
static inline unsigned distance_planes(int distance) {
    unsigned planes = 0;
    while ((1u + (unsigned)distance / 2) >> planes) planes++;
    return planes;
}

/* What a level found in the masks that are owned here; after level_end, in all. */
struct store_counts {
    uint64_t entries; /* of the table */
    uint64_t reached; /* arrangements of cohorts */
    bool cancelled;
};

/* What the search counted in all masks. */
struct distances {
    int levels; /* largest distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
};

/* The state of a search between two levels: with the sets and `fresh`, all that is needed to resume
 * it. The pointers belong to the search. */
struct store_snapshot {
    int level;        /* the last complete one; 0: only the goal was entered */
    uint64_t reached; /* arrangements of cohorts */
    struct distances *distances;
    uint32_t *missing; /* [cohort] reachable entries that are still to come */
};

struct store;

/* A status other than OK ends the generation, so all processes that share the work return the same
 * one; `error` may be NULL. Methods that a store does not need are NULL: in memory all but the last
 * two. */
struct store_methods {
    /* Fills `snapshot` if the store holds the sets of an earlier search. Returns whether it does.
     */
    bool (*resume)(struct store *store, struct store_snapshot *snapshot);

    /* Called after the goal was entered and after each level: makes the search resumable. */
    tilepdb_status (*save)(struct store *store, const struct store_snapshot *snapshot,
                           tilepdb_error *error);

    /* Brings sets into memory: those that a level writes in masks ranks[0 .. *staged - 1] of the
     * `count` that remain, at least one, and those that enter them. Replaces earlier stages. */
    tilepdb_status (*stage)(struct store *store, int level, const uint32_t *ranks, uint32_t count,
                            uint32_t *staged, tilepdb_error *error);

    tilepdb_status (*level_begin)(struct store *store, int level, tilepdb_error *error);

    /* The set of a cohort that is not owned here; `buffer` has its stride and LANES_PADDING.
     * Returns NULL on failure, which level_end reports. */
    const uint32_t *(*fetch)(struct store *store, unsigned side, uint32_t cohort, uint32_t *buffer);

    tilepdb_status (*level_end)(struct store *store, int level, struct store_counts *counts,
                                tilepdb_error *error);

    /* After the search: only the planes are still needed. */
    void (*finish)(struct store *store);

    void (*release)(struct store *store);
};

/* Where a set lies in a store that stages. */
struct store_place {
    uint32_t block;
    uint32_t at; /* lanes, in the block */
};

/* An implementation has this as its first member. LANES_PADDING lanes may be read behind all sets.
 */
struct store {
    const struct store_methods *methods;
    const struct index *index;
    tilepdb_kind kind;
    uint32_t first_mask, end_mask;
    uint32_t first_cohort, end_cohort;
    uint32_t first_column, end_column;
    uint32_t lanes;                   /* of a set */
    uint32_t stride;                  /* lanes from a set to the next */
    unsigned plane_count;             /* 1 for bits; pages that no distance needs are not touched */
    uint32_t *side[2];                /* [cohort - first_cohort][stride] */
    uint32_t *plane[DISTANCE_PLANES]; /* [column - first_column][stride]; of bits after `finish` */
    uint8_t *fresh;                   /* [cohort], of all cohorts */
    uint64_t memory;                  /* bytes; 0: as store_memory_need */

    /* Of a store that stages, otherwise NULL; it has neither sides nor planes then. */
    const uint32_t *order;                    /* [mask - first_mask] its masks, as it stages them */
    const struct store_place *place;          /* [cohort] */
    const struct store_place *column_place;   /* [column] */
    uint32_t **side_blocks[2];                /* [block] addresses of staged blocks */
    uint32_t **plane_blocks[DISTANCE_PLANES]; /* [block] */
};

static inline uint32_t *store_set(const struct store *store, unsigned side, uint32_t cohort) {
    if (store->place)
        return store->side_blocks[side][store->place[cohort].block] + store->place[cohort].at;
    return store->side[side] + (size_t)(cohort - store->first_cohort) * store->stride;
}

/* Any set, to be read; see fetch. */
static inline const uint32_t *store_get(struct store *store, unsigned side, uint32_t cohort,
                                        uint32_t *buffer) {
    if (cohort >= store->first_cohort && cohort < store->end_cohort)
        return store_set(store, side, cohort);
    return store->methods->fetch(store, side, cohort, buffer);
}

static inline uint32_t *store_column(const struct store *store, unsigned plane, uint32_t column) {
    if (store->place)
        return store->plane_blocks[plane][store->column_place[column].block] +
               store->column_place[column].at;
    return store->plane[plane] + (size_t)(column - store->first_column) * store->stride;
}

/* Sets index, kind, masks, cohorts, columns and sizes of a store that owns masks first_mask ..
 * end_mask - 1. The index is borrowed. */
void store_shape(struct store *store, const struct index *index, tilepdb_kind kind,
                 uint32_t first_mask, uint32_t end_mask);

/* ---- in memory ------------------------------------------------------------------------------- */

/* A store of empty sets that owns all masks, released by its method. ERROR_MEMORY. */
tilepdb_status store_memory_create(struct store **store, const struct index *index,
                                   tilepdb_kind kind, tilepdb_error *error);

/* For other stores with sets in memory. Allocates the empty sets of a store that has its shape.
 * Returns false without memory; store_memory_empty must follow in any case. */
bool store_memory_fill(struct store *store);

/* The method `finish` of such a store. */
void store_memory_finish(struct store *store);

/* Releases all but the struct. */
void store_memory_empty(struct store *store);

/* The bytes that the search touches in a store in memory, and those that it holds after `finish`. A
 * measured index is enough. */
uint64_t store_memory_need(const struct index *index, tilepdb_kind kind);
uint64_t store_memory_kept(const struct index *index, tilepdb_kind kind);

#endif
