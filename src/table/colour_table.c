#include "table/colour_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "puzzle/board.h"
#include "table/container.h"

/* ---- generation ------------------------------------------------------------------------------ */

/*
 * Breadth-first search over line states. At each level, its line states first get their entries,
 * then mark their neighbours, line states of the other order. Marked line states without an entry
 * are the next level. A level clears no marks, so the order of threads does not matter.
 *
 * Neighbours are scattered over a table larger than the caches, so first halves are processed in
 * groups whose neighbours are close together; levels with few line states are scanned linearly.
 */

#define STATES_PER_WORD 64

/* A sequence has two parts for each half, so that the tables `sums` fit the caches. */
enum { PARTS = 4 };

/* A half has at most 2^24 values, and a part half its digits. */
#define SUMS_BYTES (UINT64_C(1) << 23)

/* A level is scanned linearly if the previous level has less than 1/SPARSE of all line states. */
#define SPARSE 128

/* One thread handles fewer words faster than it would wait for others. */
#define SERIAL 262144

#define CHUNK_WORDS 4096

struct orientation {
    uint64_t words; /* of a set with a bit for each line state */
    /* [2 * word + b] bit b of 64 entries; entries_make converts planes to entries in place */
    uint64_t *planes;
    /* [word] line states of the level, and marked line states; rows have one memory for both,
     * since they are marked after their frontier was pushed and cleared */
    uint64_t *frontier, *marks;
    /* [value of the part * cells + blank's place] what the part adds to the packed sequence of the
     * other order */
    uint64_t *sums[PARTS];
    uint32_t *firsts; /* [first_count] first halves by group */
    uint32_t *group;  /* [group] index of its first element in `firsts` */
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
    uint32_t *ranks; /* [first half] least rank of its sequences; [first_count] all sequences */
    struct second_half *second_halves;
    uint32_t groups;
    int level;
    int threads;
    struct progress progress;
};

/* ---- neighbours ------------------------------------------------------------------------------ */

/* A batch is pushed once it has this number of line states or first halves. */
#define BATCH_STATES 256
#define BATCH_HALVES 32

/* states_list writes up to 64 line states, and up to 3 elements behind them. */
#define BATCH_LIMIT (BATCH_STATES + STATES_PER_WORD + 3)

struct batch_state {
    uint32_t place; /* lines * index in `second_halves`, plus the line of the blank */
    uint32_t sums;  /* index in `sums` of the batch */
};

/* Line states whose neighbours are marked together, in three loops without unpredictable branches:
 * list line states, compute ranks and prefetch words, set bits. */
struct batch {
    unsigned count, halves;
    struct batch_state state[BATCH_LIMIT];
    uint64_t sums[BATCH_HALVES * TILEPDB_TABLE_MAX_CELLS]; /* [half][cell] sums of first halves */
    uint32_t rank[BATCH_LIMIT * TILEPDB_TABLE_MAX_SIDE];   /* of neighbours */
};

static inline __attribute__((always_inline)) void neighbours_rank(const struct search *search,
                                                                  enum colour_order order,
                                                                  struct batch *batch,
                                                                  unsigned lines, unsigned length) {
    const unsigned cells = lines * length;
    const uint64_t *lows = search->orientation[order].sums[2];
    const uint64_t *highs = search->orientation[order].sums[3];
    const uint32_t *base = search->index->base, *ranks = search->index->rank;
    const struct second_half *second_halves = search->second_halves;
    const uint64_t *marks = search->orientation[colour_order_other(order)].marks;
    uint32_t *to = batch->rank;
    for (unsigned n = 0; n < batch->count; n++) {
        const struct batch_state state = batch->state[n];
        const struct second_half second = second_halves[state.place / lines];
        const unsigned line = state.place % lines * length;
        const uint64_t *sums = batch->sums + state.sums + line;
        const uint64_t *low = lows + second.low * cells + line;
        const uint64_t *high = highs + second.high * cells + line;
        for (unsigned i = 0; i < length; i++) {
            const uint64_t packed = sums[i] + low[i] + high[i];
            const uint32_t rank = base[(uint32_t)packed] + ranks[packed >> 32];
            __builtin_prefetch(&marks[(uint64_t)rank * length / STATES_PER_WORD], 1);
            *to++ = rank;
        }
    }
}

/* For a single thread, which sets a bit in less time than it would test it. */
static inline __attribute__((always_inline)) void neighbours_mark(const struct search *search,
                                                                  enum colour_order order,
                                                                  const struct batch *batch,
                                                                  unsigned length) {
    uint64_t *marks = search->orientation[colour_order_other(order)].marks;
    const uint32_t *rank = batch->rank;
    for (unsigned n = 0; n < batch->count; n++)
        for (unsigned i = 0; i < length; i++) {
            const uint64_t state = (uint64_t)*rank++ * length + i;
            marks[state / STATES_PER_WORD] |= UINT64_C(1) << state % STATES_PER_WORD;
        }
}

/* Lists neighbours without a mark first: a locked instruction takes the time of ten others. */
static inline __attribute__((always_inline)) void
neighbours_mark_shared(const struct search *search, enum colour_order order,
                       const struct batch *batch, unsigned length) {
    uint64_t *marks = search->orientation[colour_order_other(order)].marks;
    const uint32_t *rank = batch->rank;
    uint64_t states[BATCH_LIMIT * TILEPDB_TABLE_MAX_SIDE];
    unsigned count = 0;
    for (unsigned n = 0; n < batch->count; n++)
        for (unsigned i = 0; i < length; i++) {
            const uint64_t state = (uint64_t)*rank++ * length + i, word = state / STATES_PER_WORD;
            const uint64_t unmarked = ~__atomic_load_n(&marks[word], __ATOMIC_RELAXED);
            states[count] = state;
            count += unmarked >> state % STATES_PER_WORD & 1u;
        }
    for (unsigned n = 0; n < count; n++)
        __atomic_fetch_or(&marks[states[n] / STATES_PER_WORD],
                          UINT64_C(1) << states[n] % STATES_PER_WORD, __ATOMIC_RELAXED);
}

static void batch_push(const struct search *search, enum colour_order order, struct batch *batch) {
    const unsigned lines = search->index->lines[order];
    const unsigned length = search->index->lines[colour_order_other(order)];
    const bool square = lines == 4 && length == 4, shared = search->threads > 1;
    if (square)
        neighbours_rank(search, order, batch, 4, 4);
    else
        neighbours_rank(search, order, batch, lines, length);
    if (square && shared)
        neighbours_mark_shared(search, order, batch, 4);
    else if (square)
        neighbours_mark(search, order, batch, 4);
    else if (shared)
        neighbours_mark_shared(search, order, batch, length);
    else
        neighbours_mark(search, order, batch, length);
    batch->count = batch->halves = 0;
}

/* ---- the frontier ---------------------------------------------------------------------------- */

struct first_half {
    uint32_t number;
    uint32_t place;      /* place of a line state minus its number, modulo 2^32 (batch_state) */
    uint64_t begin, end; /* line states begin .. end - 1 have this first half */
    uint32_t sums;       /* index in `sums` of the batch, or NO_SUMS */
};

#define NO_SUMS UINT32_MAX

static inline struct first_half first_half(const struct search *search, enum colour_order order,
                                           uint32_t number) {
    const unsigned lines = search->index->lines[order];
    const uint64_t begin = (uint64_t)search->ranks[number] * lines;
    return (struct first_half){.number = number,
                               .place =
                                   search->index->seconds_begin[number] * lines - (uint32_t)begin,
                               .begin = begin,
                               .end = (uint64_t)search->ranks[number + 1] * lines,
                               .sums = NO_SUMS};
}

static uint32_t batch_sums(const struct search *search, enum colour_order order,
                           struct batch *batch, uint32_t number) {
    const struct orientation *orientation = &search->orientation[order];
    const uint32_t half = search->index->first_halves[number];
    const unsigned cells = search->index->tiles + 1u, at = batch->halves++ * cells;
    const uint64_t *low = orientation->sums[0] + (size_t)(half % search->values[0]) * cells;
    const uint64_t *high = orientation->sums[1] + (size_t)(half / search->values[0]) * cells;
    for (unsigned place = 0; place < cells; place++)
        batch->sums[at + place] = low[place] + high[place];
    return at;
}

/* Four at a time: the end of an exact loop would often be mispredicted. */
static void states_list(struct batch *batch, uint64_t states, uint32_t place, uint32_t sums) {
    const unsigned count = bits_count64(states);
    struct batch_state *to = batch->state + batch->count;
    for (unsigned n = 0; n < count; n += 4)
        for (unsigned i = 0; i < 4; i++, states &= states - 1) {
            const unsigned bit = bits_lowest64(states | UINT64_C(1) << (STATES_PER_WORD - 1));
            *to++ = (struct batch_state){place + bit, sums};
        }
    batch->count += count;
}

/* Returns the size of the frontier in this word. */
static inline unsigned word_push(const struct search *search, enum colour_order order,
                                 struct first_half *half, uint64_t word, struct batch *batch) {
    const uint64_t first = word * STATES_PER_WORD;
    uint64_t states = search->orientation[order].frontier[word];
    if (half->begin > first) states &= UINT64_MAX << (half->begin - first);
    if (half->end - first < STATES_PER_WORD) states &= ~(UINT64_MAX << (half->end - first));
    if (!states) return 0;
    if (half->sums == NO_SUMS) half->sums = batch_sums(search, order, batch, half->number);
    const unsigned before = batch->count;
    states_list(batch, states, half->place + (uint32_t)first, half->sums);
    const unsigned count = batch->count - before;
    if (batch->count >= BATCH_STATES || batch->halves == BATCH_HALVES) {
        batch_push(search, order, batch);
        half->sums = NO_SUMS;
    }
    return count;
}

static uint64_t group_push(const struct search *search, enum colour_order order, uint32_t group) {
    const struct orientation *orientation = &search->orientation[order];
    const uint32_t *firsts = orientation->firsts, end = orientation->group[group + 1];
    const uint64_t *frontier = orientation->frontier;
    const unsigned lines = search->index->lines[order], ahead = 8;
    struct batch batch;
    batch.count = batch.halves = 0;
    uint64_t count = 0;
    for (uint32_t i = orientation->group[group]; i < end; i++) {
        if (i + ahead < end)
            __builtin_prefetch(
                &frontier[(uint64_t)search->ranks[firsts[i + ahead]] * lines / STATES_PER_WORD]);
        struct first_half half = first_half(search, order, firsts[i]);
        for (uint64_t word = half.begin / STATES_PER_WORD; word * STATES_PER_WORD < half.end;
             word++)
            if (frontier[word]) count += word_push(search, order, &half, word, &batch);
    }
    batch_push(search, order, &batch);
    return count;
}

static uint32_t first_find(const struct search *search, enum colour_order order, uint64_t state) {
    const uint64_t rank = state / search->index->lines[order];
    uint32_t low = 0, high = search->index->first_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (search->ranks[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint64_t chunk_push(const struct search *search, enum colour_order order, uint64_t chunk) {
    const struct orientation *orientation = &search->orientation[order];
    const uint64_t begin = chunk * CHUNK_WORDS, left = orientation->words - begin;
    const uint64_t end = begin + (left < CHUNK_WORDS ? left : CHUNK_WORDS);
    struct batch batch;
    batch.count = batch.halves = 0;
    uint64_t count = 0;
    uint32_t number = first_find(search, order, begin * STATES_PER_WORD);
    struct first_half half = first_half(search, order, number);
    for (uint64_t word = begin; word < end; word++) {
        if (!orientation->frontier[word]) continue;
        while (half.end <= word * STATES_PER_WORD) half = first_half(search, order, ++number);
        count += word_push(search, order, &half, word, &batch);
        while (half.end < (word + 1) * STATES_PER_WORD && number + 1 < search->index->first_count) {
            half = first_half(search, order, ++number);
            count += word_push(search, order, &half, word, &batch);
        }
    }
    batch_push(search, order, &batch);
    return count;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Makes marked line states without an entry the frontier, and sets their entries. */
static void level_settle(struct search *search, enum colour_order order) {
    struct orientation *orientation = &search->orientation[order];
    uint64_t *frontier = orientation->marks, *planes = orientation->planes;
    const uint64_t low = search->level % 3 == 1 ? 0 : UINT64_MAX;
    const uint64_t high = search->level % 3 == 2 ? 0 : UINT64_MAX;
    orientation->marks = orientation->frontier;
    orientation->frontier = frontier;
#pragma omp parallel for schedule(static)                                                          \
    num_threads(search->threads) if (orientation->words > SERIAL)
    for (uint64_t word = 0; word < orientation->words; word++) {
        if (!frontier[word]) continue;
        const uint64_t states = frontier[word] & planes[2 * word] & planes[2 * word + 1];
        frontier[word] = states;
        planes[2 * word] &= ~(states & low);
        planes[2 * word + 1] &= ~(states & high);
    }
}

static bool bytes_set(struct search *search, void *pages, int value, uint64_t bytes) {
    const uint64_t units = (bytes + MEMORY_UNIT - 1) / MEMORY_UNIT;
#pragma omp parallel for schedule(static) num_threads(search->threads) if (units > 1)
    for (uint64_t unit = 0; unit < units; unit++) {
        if (progress_cancelled(&search->progress)) continue;
        const uint64_t first = unit * MEMORY_UNIT, left = bytes - first;
        memset((char *)pages + first, value, left < MEMORY_UNIT ? left : MEMORY_UNIT);
        progress_add(&search->progress, 0);
    }
    return !progress_cancelled(&search->progress);
}

/* Pushes and clears the frontier. Returns its size. */
static uint64_t level_push(struct search *search, enum colour_order order, bool sparse) {
    const struct orientation *orientation = &search->orientation[order];
    const uint64_t tasks = sparse ? (orientation->words - 1) / CHUNK_WORDS + 1 : search->groups;
    uint64_t pushed = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : pushed) num_threads(search->threads)
    for (uint64_t task = 0; task < tasks; task++) {
        if (progress_cancelled(&search->progress)) continue;
        const uint64_t count =
            sparse ? chunk_push(search, order, task) : group_push(search, order, (uint32_t)task);
        progress_add(&search->progress, count);
        pushed += count;
    }
    bytes_set(search, orientation->frontier, 0, orientation->words * sizeof(uint64_t));
    return pushed;
}

static tilepdb_status search_cancelled(const struct search *search, tilepdb_error *error) {
    return error_set(error, TILEPDB_CANCELLED, "generation was stopped at distance %d",
                     search->level);
}

static tilepdb_status levels_run(struct search *search, tilepdb_error *error) {
    tilepdb_table_info *info = search->info;
    uint64_t fresh = 0;
    for (int level = 0; level < TILEPDB_MAX_LEVELS; level++) {
        const bool sparse = fresh < info->entries / SPARSE;
        fresh = 0;
        search->level = search->progress.now.level = level;
        for (unsigned order = 0; order < COLOUR_ORDERS; order++)
            level_settle(search, (enum colour_order)order);
        for (unsigned order = 0; order < COLOUR_ORDERS; order++)
            fresh += info->axis_histogram[order][level] =
                level_push(search, (enum colour_order)order, sparse);
        search->progress.now.fresh = fresh;
        if (!progress_report(&search->progress)) return search_cancelled(search, error);
        if (!fresh) return TILEPDB_OK;
        info->levels = level + 1;
    }
    return error_set(error, TILEPDB_ERROR_ENCODING,
                     "the colouring has distances beyond %d, which no table can hold",
                     TILEPDB_MAX_LEVELS - 1);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Moves each bit i to bit 2 * i. */
static uint64_t bits_spread(uint32_t bits) {
    uint64_t spread = bits;
    spread = (spread | spread << 16) & UINT64_C(0x0000FFFF0000FFFF);
    spread = (spread | spread << 8) & UINT64_C(0x00FF00FF00FF00FF);
    spread = (spread | spread << 4) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    spread = (spread | spread << 2) & UINT64_C(0x3333333333333333);
    return (spread | spread << 1) & UINT64_C(0x5555555555555555);
}

static void entries_make(struct search *search, enum colour_order order) {
    const struct orientation *orientation = &search->orientation[order];
    uint64_t *planes = orientation->planes;
#pragma omp parallel for schedule(static) num_threads(search->threads)
    for (uint64_t word = 0; word < orientation->words; word++) {
        const uint64_t low = planes[2 * word], high = planes[2 * word + 1];
        planes[2 * word] =
            bytes_little64(bits_spread((uint32_t)low) | bits_spread((uint32_t)high) << 1);
        planes[2 * word + 1] = bytes_little64(bits_spread((uint32_t)(low >> 32)) |
                                              bits_spread((uint32_t)(high >> 32)) << 1);
    }
}

/* ---- preparation ----------------------------------------------------------------------------- */

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
    search->ranks = malloc((index->first_count + 1u) * sizeof *search->ranks);
    if (!search->second_halves || !search->ranks) return false;
    for (uint32_t i = 0; i < index->first_count; i++)
        search->ranks[i] = index->base[index->first_halves[i]];
    search->ranks[index->first_count] = index->size.sequences;
    for (uint32_t i = 0; i < index->second_count; i++)
        search->second_halves[i] =
            (struct second_half){(uint16_t)(index->second_halves[i] % search->values[2]),
                                 (uint16_t)(index->second_halves[i] / search->values[2])};
    return true;
}

/* The digits on cells of the first half in both reading orders, as a number. */
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
    const uint64_t goal = search->colours->goal[order];
    orientation->words = (search->info->axis_entries[order] - 1) / STATES_PER_WORD + 1;
    orientation->planes = search->colours->filled[order];
    orientation->frontier = memory_pages(orientation->words * sizeof(uint64_t));
    orientation->marks = order == COLOUR_ROWS ? orientation->frontier
                                              : memory_pages(orientation->words * sizeof(uint64_t));
    if (!orientation->frontier || !orientation->marks || !sums_make(search, order)) return false;
    orientation->marks[goal / STATES_PER_WORD] = UINT64_C(1) << goal % STATES_PER_WORD;
    return groups_make(search, order);
}

static void orientation_free(struct orientation *orientation) {
    if (orientation->marks != orientation->frontier)
        memory_pages_free(orientation->marks, orientation->words * sizeof(uint64_t));
    memory_pages_free(orientation->frontier, orientation->words * sizeof(uint64_t));
    for (unsigned part = 0; part < PARTS; part++) free(orientation->sums[part]);
    free(orientation->firsts);
    free(orientation->group);
}

/* ---- the whole search ------------------------------------------------------------------------ */

static tilepdb_status colour_search(struct tilepdb_table *table,
                                    const tilepdb_generate_options *options, tilepdb_error *error) {
    const struct colour_index *index = &table->colours->index;
    struct search search = {.colours = table->colours,
                            .info = &table->info,
                            .index = index,
                            .threads = threads_prepare(options->threads)};
    search.groups = first_group(index, COLOUR_ROWS, index->size.first_halves - 1) + 1;
    progress_init(&search.progress, options->progress, options->user, TILEPDB_STAGE_GENERATE,
                  table->info.entries);
    tilepdb_status status;
    if (!bytes_set(&search, table->pages, UINT8_MAX, table->info.table_bytes))
        status = search_cancelled(&search, error);
    else if (parts_make(&search) && orientation_prepare(&search, COLOUR_ROWS) &&
             orientation_prepare(&search, COLOUR_COLUMNS))
        status = levels_run(&search, error);
    else
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the colour table");
    for (unsigned order = 0; order < COLOUR_ORDERS && !status; order++)
        entries_make(&search, (enum colour_order)order);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        orientation_free(&search.orientation[order]);
    free(search.second_halves);
    free(search.ranks);
    return status;
}

static uint64_t colour_search_need(const tilepdb_pattern *pattern, const struct colour_size *size) {
    const uint64_t sequences = size->sequences;
    const uint64_t sets = sequences * pattern->height + 2 * sequences * pattern->width;
    const uint64_t lists =
        (COLOUR_ORDERS * 2 + 1) * sizeof(uint32_t) * (uint64_t)size->first_halves;
    return sets / 8 + lists + size->second_halves * sizeof(struct second_half) + SUMS_BYTES;
}

/* ---- what a table needs ---------------------------------------------------------------------- */

tilepdb_status colour_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                 tilepdb_generate_need *need, tilepdb_error *error) {
    struct colour_size size;
    if (!pattern->colours)
        return error_set(
            error, TILEPDB_ERROR_ARGUMENT,
            "a table for multi-tile moves needs a colour pattern, and this pattern has no colours");
    if (kind.blank != TILEPDB_BLANK_AWARE || kind.encoding != TILEPDB_ENCODING_MOD3)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "colour tables are blank-aware and have the encoding mod3, no other");
    const tilepdb_status status = colouring_measure(pattern, &size, error);
    if (status) return status;
    const uint64_t words = 3 * (uint64_t)size.first_halves + 2 * (uint64_t)size.second_halves;
    need->entries = size.sequences * (pattern->width + (uint64_t)pattern->height);
    need->table_bytes = (container_colour_rows(size.sequences * (uint64_t)pattern->height) +
                         container_colour_rows(size.sequences * (uint64_t)pattern->width)) *
                        CONTAINER_COLOUR_ROW_BYTES;
    need->memory_bytes =
        need->table_bytes + words * sizeof(uint32_t) + colour_search_need(pattern, &size);
    return TILEPDB_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void goal_find(struct colour_table *colours) {
    const struct colour_index *index = &colours->index;
    const unsigned blank = index->pattern.goal_blank;
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned cell = 0; cell < index->geometry.cells; cell++)
        board[cell] = goal_tile(cell, blank);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->goal[order] =
            colour_state(index, (enum colour_order)order,
                         colour_pack(index, (enum colour_order)order, board), blank);
}

static tilepdb_status colours_make(struct tilepdb_table *table, tilepdb_error *error) {
    struct colour_table *colours = table->colours = calloc(1, sizeof *colours);
    if (!colours) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    colours->info = &table->info;
    const tilepdb_status status = colour_index_init(&colours->index, &table->info.pattern, error);
    if (status) return status;
    goal_find(colours);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        colours->bytes[order] =
            container_colour_rows(colour_states(&colours->index, (enum colour_order)order)) *
            CONTAINER_COLOUR_ROW_BYTES;
    return TILEPDB_OK;
}

static void entries_place(struct tilepdb_table *table) {
    struct colour_table *colours = table->colours;
    const size_t rows = colours->bytes[COLOUR_ROWS] / sizeof(uint64_t);
    colours->entries[COLOUR_ROWS] = (const uint64_t *)(const void *)table->entries;
    colours->entries[COLOUR_COLUMNS] = colours->entries[COLOUR_ROWS] + rows;
    colours->filled[COLOUR_ROWS] = table->pages;
    colours->filled[COLOUR_COLUMNS] = table->pages ? colours->filled[COLOUR_ROWS] + rows : NULL;
}

tilepdb_status colour_table_begin(struct tilepdb_table *table, tilepdb_error *error) {
    const tilepdb_status status = colours_make(table, error);
    if (!status) entries_place(table);
    return status;
}

static tilepdb_status pages_make(struct tilepdb_table *table, tilepdb_error *error) {
    tilepdb_table_info *info = &table->info;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        info->axis_entries[order] = colour_states(&table->colours->index, (enum colour_order)order);
        info->entries += info->axis_entries[order];
        info->table_bytes += table->colours->bytes[order];
    }
    table->row_bytes = CONTAINER_COLOUR_ROW_BYTES;
    table->pages = memory_pages(info->table_bytes);
    table->entries = table->pages;
    if (!table->pages)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the colour table");
    entries_place(table);
    return TILEPDB_OK;
}

static void histogram_sum(tilepdb_table_info *info) {
    for (int i = 0; i < info->levels; i++) {
        info->histogram[i] =
            info->axis_histogram[COLOUR_ROWS][i] + info->axis_histogram[COLOUR_COLUMNS][i];
        info->reachable += info->histogram[i];
    }
}

/* For smaller tables, two threads take twice the CPU time of one. */
#define PARALLEL_ENTRIES (UINT64_C(1) << 25)

tilepdb_status colour_table_make(struct tilepdb_table *table, const tilepdb_pattern *pattern,
                                 const tilepdb_generate_options *options, tilepdb_error *error) {
    tilepdb_table_info *info = &table->info;
    info->pattern = *pattern;
    info->kind = tilepdb_kind_default(TILEPDB_METRIC_MULTI);
    tilepdb_status status = colours_make(table, error);
    if (!status) status = pages_make(table, error);
    tilepdb_generate_options chosen = *options;
    if (chosen.threads == 0 && info->entries < PARALLEL_ENTRIES) chosen.threads = 1;
    if (!status) status = colour_search(table, &chosen, error);
    if (status) return status;
    histogram_sum(info);
    const struct row_source source = table_source(table);
    return container_content_hash(&source, chosen.threads, &info->content_hash, error);
}

void colour_table_free(struct colour_table *colours) {
    if (!colours) return;
    colour_index_free(&colours->index);
    free(colours);
}

/* ---- look-ups -------------------------------------------------------------------------------- */

struct walk {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    unsigned blank;
};

static uint64_t walk_state(const struct colour_index *index, enum colour_order order,
                           const struct walk *walk) {
    return colour_state(index, order, colour_pack(index, order, walk->board), walk->blank);
}

static void walk_slide(struct walk *walk, const struct colour_index *index, enum colour_order order,
                       unsigned place) {
    const unsigned length = (index->tiles + 1u) / index->lines[order];
    const uint8_t *line = index->cell[order] + index->line[order][walk->blank] * length;
    unsigned from = 0;
    while (line[from] != walk->blank) from++;
    for (; from < place; from++) walk->board[line[from]] = walk->board[line[from + 1]];
    for (; from > place; from--) walk->board[line[from]] = walk->board[line[from - 1]];
    walk->blank = line[place];
    walk->board[walk->blank] = 0;
}

static bool walk_down(const struct colour_table *colours, enum colour_order order,
                      struct walk *walk) {
    const struct colour_index *index = &colours->index;
    const enum colour_order other = colour_order_other(order);
    const unsigned entry = colour_table_entry(colours, order, walk_state(index, order, walk));
    for (unsigned place = 0; place < index->lines[other]; place++) {
        walk_slide(walk, index, order, place);
        if (colour_table_entry(colours, other, walk_state(index, other, walk)) == (entry + 2) % 3)
            return true;
    }
    return false;
}

int colour_table_slides(const struct colour_table *colours, enum colour_order order,
                        const uint8_t *board) {
    const struct colour_index *index = &colours->index;
    struct walk walk = {0};
    memcpy(walk.board, board, index->geometry.cells);
    while (walk.board[walk.blank]) walk.blank++;
    if (colour_table_entry(colours, order, walk_state(index, order, &walk)) == COLOUR_TABLE_NONE)
        return -1;
    int slides = 0;
    for (; walk_state(index, order, &walk) != colours->goal[order]; slides++) {
        if (slides == TILEPDB_MAX_LEVELS || !walk_down(colours, order, &walk)) return -1;
        order = colour_order_other(order);
    }
    return slides;
}
