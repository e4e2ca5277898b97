/*
 * Breadth-first search over line states.
 *
 * A level pushes: each line state of the frontier assigns the next level's entry to its neighbours
 * without an entry. The frontier is the states with this level's entry that were not yet expanded
 * (settled). An entry only loses bits, once, and all threads write the same value within a level.
 * So entries need no locks, and the result does not depend on the order of threads.
 *
 * Neighbours are scattered over a table larger than the caches. Hence first halves are processed in
 * groups, each with neighbours that are close together.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/colour_table.h"

#define LOW_BITS        UINT64_C(0x5555555555555555)
#define STATES_PER_WORD 32

/* A word of `settled` covers two words of entries: even bits the first, odd bits the second. */
#define STATES_PER_PAIR (2 * STATES_PER_WORD)

/* Each half of a sequence is cut into two parts, so that `sums` stays in the caches. */
enum { PARTS = 4 };

/* A half has at most 2^24 values, and a part has half the digits of a half. */
#define SUMS_BYTES (UINT64_C(1) << 23)

struct orientation {
    uint64_t *settled;
    size_t settled_bytes;
    /* [value of the part * cells + blank's place] number that the part adds to the packed
     * sequence of the other order */
    uint64_t *sums[PARTS];
    uint32_t *firsts; /* numbers of first halves, sorted by group */
    uint32_t *group;  /* [group] index of the group's first element in `firsts` */
};

struct second_half {
    uint16_t low, high;
};

struct search {
    struct colour_table *colours;
    tilepdb_table_info *info;
    const struct colour_index *index;
    struct orientation orientation[COLOUR_ORDERS];
    uint8_t digits[PARTS];
    uint32_t values[PARTS];
    struct second_half *second_halves;
    uint32_t groups;
    int level;
    int threads;
    struct progress progress;
};

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Line states that wait for their entries to be prefetched. */
#define PENDING 512
struct pending {
    uint64_t *entries;
    bool alone;
    unsigned count;
    uint64_t state[PENDING + STATES_PER_PAIR * TILEPDB_TABLE_MAX_SIDE];
};

struct first_half {
    enum colour_order order;
    uint32_t begin, end; /* ranks */
    const struct second_half *second_halves;
    const uint64_t *low, *high;
    uint64_t sums[TILEPDB_TABLE_MAX_CELLS];
};

/* A locked instruction takes as long as ten others. */
static inline void entries_and(uint64_t *word, uint64_t bits, bool alone) {
    if (alone)
        *word &= bits;
    else
        __atomic_fetch_and(word, bits, __ATOMIC_RELAXED);
}

/* Lists the states without an entry first, since a branch would often be mispredicted. */
static void pending_assign(struct pending *pending, unsigned value) {
    unsigned count = 0;
    for (unsigned i = 0; i < pending->count; i++) {
        const uint64_t state = pending->state[i];
        const uint64_t word =
            __atomic_load_n(&pending->entries[state / STATES_PER_WORD], __ATOMIC_RELAXED);
        pending->state[count] = state;
        count += (word >> colour_table_shift(state) & 3u) == COLOUR_TABLE_NONE;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint64_t state = pending->state[i];
        entries_and(&pending->entries[state / STATES_PER_WORD],
                    ~((uint64_t)(COLOUR_TABLE_NONE ^ value) << colour_table_shift(state)),
                    pending->alone);
    }
    pending->count = 0;
}

static inline __attribute__((always_inline)) void
neighbours_list(const struct colour_index *index, const struct first_half *run, uint64_t state,
                struct pending *pending, unsigned lines, unsigned length) {
    const uint32_t rank = (uint32_t)(state / lines);
    const unsigned line = (unsigned)(state % lines), cells = lines * length;
    const struct second_half second = run->second_halves[rank - run->begin];
    const uint64_t *first = run->sums + line * length;
    const uint64_t *low = run->low + second.low * cells + line * length;
    const uint64_t *high = run->high + second.high * cells + line * length;
    for (unsigned i = 0; i < length; i++) {
        const uint64_t code = first[i] + low[i] + high[i];
        const uint64_t neighbour = (uint64_t)colour_rank(index, code) * length + i;
        __builtin_prefetch(&pending->entries[neighbour / STATES_PER_WORD], 1);
        pending->state[pending->count++] = neighbour;
    }
}

static unsigned entry_next(const struct search *search) {
    return (unsigned)(search->level + 1) % 3;
}

/* Returns the frontier among STATES_PER_PAIR line states, in the bit order of `settled`. */
static inline uint64_t frontier_of(const struct search *search, const uint64_t *entries,
                                   uint64_t settled) {
    const uint64_t value = (uint64_t)(search->level % 3);
    const uint64_t differ = LOW_BITS * value;
    const uint64_t even = bytes_little64(entries[0]) ^ differ;
    const uint64_t odd = bytes_little64(entries[1]) ^ differ;
    const uint64_t other = ((even | even >> 1) & LOW_BITS) | ((odd << 1 | odd) & ~LOW_BITS);
    return ~(other | settled);
}

/* Returns the bits of states begin .. end - 1 in the pair that begins with state `first`. */
static uint64_t pair_part(uint64_t first, uint64_t begin, uint64_t end) {
    uint64_t part = 0;
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t word = first + half * STATES_PER_WORD;
        const unsigned from = begin <= word ? 0 : begin - word < 32 ? (unsigned)(begin - word) : 32;
        const unsigned to = end <= word ? 0 : end - word < 32 ? (unsigned)(end - word) : 32;
        for (unsigned state = from; state < to; state++) part |= UINT64_C(1) << (2 * state + half);
    }
    return part;
}

static inline __attribute__((always_inline)) void
frontier_push(const struct search *search, const struct first_half *run, uint64_t frontier,
              uint64_t first, struct pending *pending, unsigned lines, unsigned length) {
    for (uint64_t left = frontier; left; left &= left - 1) {
        const unsigned bit = bits_lowest64(left);
        neighbours_list(search->index, run, first + bit / 2 + bit % 2 * STATES_PER_WORD, pending,
                        lines, length);
    }
    if (pending->count >= PENDING) pending_assign(pending, entry_next(search));
}

static void frontier_push_any(const struct search *search, const struct first_half *run,
                              uint64_t frontier, uint64_t first, struct pending *pending) {
    const unsigned lines = search->index->lines[run->order];
    const unsigned length = search->index->lines[colour_order_other(run->order)];
    if (lines == 4 && length == 4)
        frontier_push(search, run, frontier, first, pending, 4, 4);
    else
        frontier_push(search, run, frontier, first, pending, lines, length);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void run_begin(struct first_half *run, const struct search *search, uint32_t i) {
    const struct colour_index *index = search->index;
    const struct orientation *orientation = &search->orientation[run->order];
    const uint32_t half = index->first_halves[i];
    const unsigned cells = index->tiles + 1u;
    const uint64_t *low = orientation->sums[0] + (size_t)(half % search->values[0]) * cells;
    const uint64_t *high = orientation->sums[1] + (size_t)(half / search->values[0]) * cells;
    for (unsigned place = 0; place < cells; place++) run->sums[place] = low[place] + high[place];
    run->low = orientation->sums[2];
    run->high = orientation->sums[3];
    run->second_halves = search->second_halves + index->seconds_begin[i];
}

/* Settles the frontier in first half `i`. Returns the number of line states settled. */
static uint64_t first_settle(const struct search *search, enum colour_order order, uint32_t i,
                             struct pending *pending) {
    const struct colour_index *index = search->index;
    const struct orientation *orientation = &search->orientation[order];
    const uint64_t *entries = search->colours->entries[order];
    const uint32_t half = index->first_halves[i];
    struct first_half run; /* uninitialised: clearing would take longer than most halves */
    run.order = order;
    run.begin = index->base[half];
    run.end = i + 1 < index->first_count ? index->base[index->first_halves[i + 1]]
                                         : index->size.sequences;
    const uint64_t begin = (uint64_t)run.begin * index->lines[order];
    const uint64_t end = (uint64_t)run.end * index->lines[order];
    uint64_t settled = 0;
    for (uint64_t pair = begin / STATES_PER_PAIR; pair * STATES_PER_PAIR < end; pair++) {
        const uint64_t first = pair * STATES_PER_PAIR;
        uint64_t frontier =
            frontier_of(search, &entries[2 * pair],
                        __atomic_load_n(&orientation->settled[pair], __ATOMIC_RELAXED));
        if (frontier && (first < begin || first + STATES_PER_PAIR > end))
            frontier &= pair_part(first, begin, end);
        if (!frontier) continue;
        __atomic_fetch_or(&orientation->settled[pair], frontier, __ATOMIC_RELAXED);
        if (!settled) run_begin(&run, search, i);
        settled += bits_count64(frontier);
        frontier_push_any(search, &run, frontier, first, pending);
    }
    return settled;
}

static uint64_t level_settle(struct search *search, enum colour_order order) {
    const struct orientation *orientation = &search->orientation[order];
    uint64_t settled = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : settled) num_threads(search->threads)
    for (uint32_t group = 0; group < search->groups; group++) {
        if (progress_cancelled(&search->progress)) continue;
        struct pending pending;
        pending.entries = search->colours->filled[colour_order_other(order)];
        pending.alone = search->threads == 1;
        pending.count = 0;
        uint64_t count = 0;
        for (uint32_t i = orientation->group[group]; i < orientation->group[group + 1]; i++)
            count += first_settle(search, order, orientation->firsts[i], &pending);
        pending_assign(&pending, entry_next(search));
        progress_add(&search->progress, count);
        settled += count;
    }
    return settled;
}

static tilepdb_status search_cancelled(const struct search *search, tilepdb_error *error) {
    return error_set(error, TILEPDB_CANCELLED, "generation was stopped at distance %d",
                     search->level);
}

static tilepdb_status levels_run(struct search *search, tilepdb_error *error) {
    tilepdb_table_info *info = search->info;
    for (int level = 0; level < TILEPDB_MAX_LEVELS; level++) {
        uint64_t fresh = 0;
        search->level = search->progress.now.level = level;
        for (unsigned order = 0; order < COLOUR_ORDERS; order++)
            fresh += info->axis_histogram[order][level] =
                level_settle(search, (enum colour_order)order);
        search->progress.now.fresh = fresh;
        if (!progress_report(&search->progress)) return search_cancelled(search, error);
        if (!fresh) return TILEPDB_OK;
        info->levels = level + 1;
    }
    return error_set(error, TILEPDB_ERROR_ENCODING,
                     "the colouring has distances beyond %d, which no table can hold",
                     TILEPDB_MAX_LEVELS - 1);
}

/* ---- what is prepared ------------------------------------------------------------------------ */

/* Computes, for each place of the blank, the number that a part adds to the packed sequence of
 * the other order. */
static void part_sum(const struct colour_index *index, enum colour_order order, uint32_t value,
                     unsigned place, unsigned digits, uint64_t *sums) {
    const enum colour_order other = colour_order_other(order);
    for (unsigned blank = 0; blank <= index->tiles; blank++) sums[blank] = 0;
    for (; digits > 0; digits--, place++) {
        const uint32_t colour = value % index->pattern.colours;
        value /= index->pattern.colours;
        for (unsigned blank = 0; blank <= index->tiles; blank++) {
            const unsigned cell = index->cell[order][place + (place >= blank)];
            sums[blank] +=
                index->weight[colour_place(index, other, cell, index->cell[order][blank])] * colour;
        }
    }
}

static bool sums_make(struct search *search, enum colour_order order) {
    const unsigned cells = search->index->tiles + 1u;
    unsigned place = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        uint64_t *sums = malloc((size_t)search->values[part] * cells * sizeof *sums);
        search->orientation[order].sums[part] = sums;
        if (!sums) return false;
        for (uint32_t value = 0; value < search->values[part]; value++, sums += cells)
            part_sum(search->index, order, value, place, search->digits[part], sums);
        place += search->digits[part];
    }
    return true;
}

static bool parts_make(struct search *search) {
    const struct colour_index *index = search->index;
    const uint8_t digits[COLOUR_ORDERS] = {index->first_tiles,
                                           (uint8_t)(index->tiles - index->first_tiles)};
    for (unsigned part = 0; part < PARTS; part++) {
        const uint8_t both = digits[part / 2];
        search->digits[part] = part % 2 ? (uint8_t)(both - both / 2) : both / 2;
        search->values[part] = 1;
        for (unsigned i = 0; i < search->digits[part]; i++)
            search->values[part] *= index->pattern.colours;
    }
    search->second_halves = malloc(index->second_count * sizeof *search->second_halves);
    if (!search->second_halves) return false;
    for (uint32_t i = 0; i < index->second_count; i++)
        search->second_halves[i] =
            (struct second_half){(uint16_t)(index->second_halves[i] % search->values[2]),
                                 (uint16_t)(index->second_halves[i] / search->values[2])};
    return true;
}

/* Returns the group of a first half, given by its digits on cells that belong to the first half
 * in both reading orders. */
static uint32_t first_group(const struct colour_index *index, enum colour_order order,
                            uint32_t half) {
    uint32_t group = 0, weight = 1;
    for (unsigned place = 0; place < index->first_tiles; place++) {
        const uint32_t colour = half % index->pattern.colours;
        half /= index->pattern.colours;
        const unsigned cell = index->cell[order][place];
        if (index->place[colour_order_other(order)][cell] >= index->first_tiles) continue;
        group += weight * colour;
        weight *= index->pattern.colours;
    }
    return group;
}

static bool groups_make(struct search *search, enum colour_order order) {
    const struct colour_index *index = search->index;
    struct orientation *orientation = &search->orientation[order];
    orientation->firsts = malloc(index->first_count * sizeof *orientation->firsts);
    orientation->group = calloc(search->groups + 2u, sizeof *orientation->group);
    if (!orientation->firsts || !orientation->group) return false;
    uint32_t *begin = orientation->group + 1;
    for (uint32_t i = 0; i < index->first_count; i++)
        begin[first_group(index, order, index->first_halves[i]) + 1]++;
    for (uint32_t group = 0; group < search->groups; group++) begin[group + 1] += begin[group];
    for (uint32_t i = 0; i < index->first_count; i++)
        orientation->firsts[begin[first_group(index, order, index->first_halves[i])]++] = i;
    return true;
}

static bool orientation_prepare(struct search *search, enum colour_order order) {
    struct orientation *orientation = &search->orientation[order];
    const uint64_t pairs = (search->info->axis_entries[order] - 1) / STATES_PER_PAIR + 1;
    orientation->settled_bytes = pairs * sizeof *orientation->settled;
    orientation->settled = memory_pages(orientation->settled_bytes);
    if (!orientation->settled || !sums_make(search, order)) return false;
    struct pending goal = {search->colours->filled[order], true, 1, {search->colours->goal[order]}};
    pending_assign(&goal, 0);
    return groups_make(search, order);
}

static void orientation_free(struct orientation *orientation) {
    memory_pages_free(orientation->settled, orientation->settled_bytes);
    for (unsigned part = 0; part < PARTS; part++) free(orientation->sums[part]);
    free(orientation->firsts);
    free(orientation->group);
}

static bool entries_clear(struct search *search, void *pages, uint64_t bytes) {
    const uint64_t units = (bytes + MEMORY_UNIT - 1) / MEMORY_UNIT;
#pragma omp parallel for schedule(static) num_threads(search->threads)
    for (uint64_t unit = 0; unit < units; unit++) {
        if (progress_cancelled(&search->progress)) continue;
        const uint64_t first = unit * MEMORY_UNIT, left = bytes - first;
        memset((char *)pages + first, 0xFF, left < MEMORY_UNIT ? left : MEMORY_UNIT);
        progress_add(&search->progress, 0);
    }
    return !progress_cancelled(&search->progress);
}

/* ---- the whole search ------------------------------------------------------------------------ */

tilepdb_status colour_search(struct tilepdb_table *table, const tilepdb_generate_options *options,
                             tilepdb_error *error) {
    const struct colour_index *index = &table->colours->index;
    struct search search = {.colours = table->colours,
                            .info = &table->info,
                            .index = index,
                            .threads = threads_prepare(options->threads)};
    search.groups = first_group(index, COLOUR_ROWS, index->size.first_halves - 1) + 1;
    progress_init(&search.progress, options->progress, options->user, TILEPDB_STAGE_GENERATE,
                  table->info.entries);
    tilepdb_status status;
    if (!entries_clear(&search, table->pages, table->info.table_bytes))
        status = search_cancelled(&search, error);
    else if (parts_make(&search) && orientation_prepare(&search, COLOUR_ROWS) &&
             orientation_prepare(&search, COLOUR_COLUMNS))
        status = levels_run(&search, error);
    else
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the colour table");
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        orientation_free(&search.orientation[order]);
    free(search.second_halves);
    return status;
}

uint64_t colour_search_need(uint64_t states, const struct colour_size *size) {
    const uint64_t lists = COLOUR_ORDERS * 2 * sizeof(uint32_t) * (uint64_t)size->first_halves;
    return states / 8 + lists + size->second_halves * sizeof(struct second_half) + SUMS_BYTES;
}
