/*
 * The store of a generation: the sets of arrangements of all cohorts (lanes.h) while the search of
 * generate.h fills them.
 *
 * - Each cohort has two sets, called sides. Side b has the arrangements that were reached at a
 *   distance whose bit 1 is b.
 * - With the encoding nibble, each column (a cohort, or a mask of a projected table) has planes:
 *   plane p is bit p of 1 + distance / 2 of each arrangement, 0 if it is unreachable. With the
 *   encoding bit, side 1 becomes the only plane.
 * - Each cohort has a flag `fresh`: it gained entries in the last level of its parity.
 *
 * A store owns the masks first_mask .. end_mask - 1 with their cohorts and columns. The search
 * writes only to owned sets, each from one thread, and fetches other sets, which do not change
 * during a level: it writes to cohorts of one parity and reads cohorts of the other. Processes that
 * share the work exchange sets and `fresh` before a level, and counts after it.
 *
 * Any number of threads may call fetch during a level. One thread makes all other calls, between
 * levels or before a part of a level.
 */
#ifndef TILEPDB_TABLE_STORE_H
#define TILEPDB_TABLE_STORE_H

#include "pattern/index.h"
#include "tilepdb_tables.h"

#define DISTANCE_PLANES 8

static inline unsigned distance_planes(int distance) {
    unsigned planes = 0;
    while ((1u + (unsigned)distance / 2) >> planes) planes++;
    return planes;
}

/* Entries that a level added, to owned masks; after level_end, to all. */
struct store_counts {
    uint64_t entries; /* of the table */
    uint64_t reached; /* arrangements of cohorts */
    bool cancelled;
};

struct distances {
    int levels; /* largest distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
};

/* A search between two levels: with the sets and `fresh`, all that resuming needs. */
struct store_snapshot {
    int level;        /* the last complete one */
    uint64_t reached; /* arrangements of cohorts */
    struct distances *distances;
    uint32_t *missing; /* [cohort] reachable arrangements not reached yet */
};

struct store;

/* Methods except `finish` and `release` may be NULL. A status other than OK ends the generation, so
 * all processes return it. `error` may be NULL. */
struct store_methods {
    /* Fills `snapshot`. Returns false if the sets are empty. */
    bool (*resume)(struct store *store, struct store_snapshot *snapshot);

    /* Makes the search resumable, after the goal and after each level. */
    tilepdb_status (*save)(struct store *store, const struct store_snapshot *snapshot,
                           tilepdb_error *error);

    /* Brings the sets of masks ranks[0 .. *staged - 1] that a level writes, and the sets that enter
     * them, into memory. Sets *staged to 1 .. `count`. Ends the previous stage. */
    tilepdb_status (*stage)(struct store *store, int level, const uint32_t *ranks, uint32_t count,
                            uint32_t *staged, tilepdb_error *error);

    tilepdb_status (*level_begin)(struct store *store, int level, tilepdb_error *error);

    /* Returns a set that is not owned, perhaps in `buffer`, which has space for a stride and
     * LANES_PADDING lanes. NULL on failure; level_end then returns the status. */
    const uint32_t *(*fetch)(struct store *store, unsigned side, uint32_t cohort, uint32_t *buffer);

    /* Adds the counts of other processes. */
    tilepdb_status (*level_end)(struct store *store, int level, struct store_counts *counts,
                                tilepdb_error *error);

    /* Frees what only the search needs, also after a failure. */
    void (*finish)(struct store *store);

    void (*release)(struct store *store);
};

struct store_place {
    uint32_t block;
    uint32_t at; /* in lanes */
};

/* First member of each implementation. LANES_PADDING lanes beyond the last set may be read. */
struct store {
    const struct store_methods *methods;
    const struct index *index;
    tilepdb_kind kind;
    uint32_t first_mask, end_mask;
    uint32_t first_cohort, end_cohort;
    uint32_t first_column, end_column;
    uint32_t lanes;
    uint32_t stride; /* lanes from one set to the next */
    unsigned plane_count;
    uint32_t *side[2]; /* [cohort - first_cohort][stride] */
    /* [column - first_column][stride]; NULL before `finish` if the encoding is bit */
    uint32_t *plane[DISTANCE_PLANES];
    uint8_t *fresh;  /* [cohort] of all masks, also not owned */
    uint64_t memory; /* bytes of sets in memory, for progress; 0: store_memory_need */

    /* Only of a store in scratch files, instead of `side` and `plane`. */
    const uint32_t *order;                  /* [mask - first_mask] owned masks in staging order */
    const struct store_place *place;        /* [cohort] */
    const struct store_place *column_place; /* [column] */
    uint32_t **side_blocks[2];              /* [block] staged blocks */
    uint32_t **plane_blocks[DISTANCE_PLANES];
};

static inline uint32_t *store_set(const struct store *store, unsigned side, uint32_t cohort) {
    if (store->place)
        return store->side_blocks[side][store->place[cohort].block] + store->place[cohort].at;
    return store->side[side] + (size_t)(cohort - store->first_cohort) * store->stride;
}

/* For reading; see the method fetch. */
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

/* Sets index (borrowed), kind, masks, cohorts, columns and sizes. */
void store_shape(struct store *store, const struct index *index, tilepdb_kind kind,
                 uint32_t first_mask, uint32_t end_mask);

/* ---- in memory ------------------------------------------------------------------------------- */

/* All sets are empty, all masks owned. Returns ERROR_MEMORY. */
tilepdb_status store_memory_create(struct store **store, const struct index *index,
                                   tilepdb_kind kind, tilepdb_error *error);

/* Allocates empty sets, after store_shape. Returns false without memory. store_memory_empty must
 * follow. */
bool store_memory_fill(struct store *store);

/* Frees sides and `fresh`; keeps the planes. */
void store_memory_finish(struct store *store);

/* Frees everything except the struct. */
void store_memory_empty(struct store *store);

/* Bytes of sets in memory, during the search and after `finish`. `index` may come from
 * index_measure. */
uint64_t store_memory_need(const struct index *index, tilepdb_kind kind);
uint64_t store_memory_kept(const struct index *index, tilepdb_kind kind);

#endif
