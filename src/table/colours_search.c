/*
 * Breadth-first search over line states. See colours.h.
 *
 * A level is pushed: each line state of the frontier marks its neighbours that have none yet. Marks
 * are two bits. A mark only gains bits, so that threads need no locks, and what a line state
 * becomes does not depend on who comes first: within a level all write the same.
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/colours.h"

/* Marks: the frontiers of odd and of even levels take turns. */
enum { MARK_NONE, MARK_EVEN, MARK_ODD, MARK_DONE };

#define LOW_BITS        UINT64_C(0x5555555555555555)
#define STATES_PER_WORD 32

/* Sequences that a thread takes at once: whole words of entries. */
#define CHUNK 8192

struct search {
    struct tilepdb_colours *colours;
    const struct colour_index *index;
    uint64_t *marks[COLOUR_ORDERS]; /* as the entries */
    /* What a second word adds to the code of the other kind, by the blank's cell. */
    uint64_t *sums[COLOUR_ORDERS]; /* [second word * cells + cell] */
    int level;
    int threads;
    struct progress progress;
};

/* Where a thread is: the first word of a rank, and what it adds to codes of the other kind. */
struct cursor {
    uint32_t first; /* of the list of first words */
    uint32_t begin; /* its first rank */
    uint32_t end;   /* and the one after its last */
    bool summed;
    uint64_t sums[TILEPDB_TABLE_MAX_CELLS];
};

/* ---- neighbours ------------------------------------------------------------------------------ */

/* What the digits of a word, from a place on, add to the code of the other kind, by the blank. */
static void word_sums(const struct colour_index *index, enum colour_order order, uint32_t word,
                      unsigned place, unsigned digits, uint64_t *sums) {
    const enum colour_order other = colour_order_other(order);
    for (unsigned blank = 0; blank <= index->tiles; blank++) sums[blank] = 0;
    for (; digits > 0; digits--, place++) {
        const uint32_t colour = word % index->colouring.colours;
        word /= index->colouring.colours;
        for (unsigned blank = 0; blank <= index->tiles; blank++) {
            const unsigned read = place + (place >= index->place[order][blank]);
            const unsigned cell = index->cell[order][read];
            sums[blank] += index->weight[colour_place(index, other, cell, blank)] * colour;
        }
    }
}

static void cursor_seek(struct cursor *cursor, const struct colour_index *index, uint32_t rank) {
    while (rank >= cursor->end) {
        const uint32_t next = ++cursor->first + 1;
        cursor->begin = cursor->end;
        cursor->end = next < index->first_count ? index->base[index->first_words[next]]
                                                : index->size.sequences;
        cursor->summed = false;
    }
}

static struct cursor cursor_at(const struct colour_index *index, uint32_t rank) {
    const uint32_t word = (uint32_t)colour_unrank(index, rank);
    uint32_t low = 0, high = index->first_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->first_words[middle] <= word)
            low = middle;
        else
            high = middle;
    }
    struct cursor cursor = {.first = low, .begin = index->base[word]};
    cursor.end = low + 1 < index->first_count ? index->base[index->first_words[low + 1]]
                                              : index->size.sequences;
    return cursor;
}

/* Line states that wait for their mark: their words are being fetched meanwhile. */
struct waiting {
    uint64_t *marks;
    unsigned count;
    uint64_t state[STATES_PER_WORD * TILEPDB_TABLE_MAX_SIDE];
};

static void state_mark(uint64_t *marks, uint64_t state, unsigned mark) {
    uint64_t *word = &marks[state / STATES_PER_WORD];
    const unsigned shift = state % STATES_PER_WORD * 2;
    if ((__atomic_load_n(word, __ATOMIC_RELAXED) >> shift & 3u) == MARK_NONE)
        __atomic_fetch_or(word, (uint64_t)mark << shift, __ATOMIC_RELAXED);
}

/* Lists the neighbours of a line state: the blank on each cell of its line. */
static void neighbours_list(const struct search *search, enum colour_order order, uint64_t state,
                            struct cursor *cursor, struct waiting *waiting) {
    const struct colour_index *index = search->index;
    const enum colour_order other = colour_order_other(order);
    const unsigned lines = index->lines[order], cells = index->tiles + 1u, length = cells / lines;
    const uint32_t rank = (uint32_t)(state / lines);
    const unsigned line = (unsigned)(state % lines);
    cursor_seek(cursor, index, rank);
    if (!cursor->summed)
        word_sums(index, order, index->first_words[cursor->first], 0, index->first_tiles,
                  cursor->sums);
    cursor->summed = true;
    const uint32_t second =
        index->second_words[index->seconds_begin[cursor->first] + rank - cursor->begin];
    const uint64_t *sums = search->sums[order] + (size_t)second * cells;
    for (unsigned i = 0; i < length; i++) {
        const unsigned blank = index->cell[order][line * length + i];
        const uint64_t code = cursor->sums[blank] + sums[blank];
        const uint64_t neighbour = colour_state(index, other, code, blank);
        __builtin_prefetch(&waiting->marks[neighbour / STATES_PER_WORD], 1);
        waiting->state[waiting->count++] = neighbour;
    }
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* The line states of the frontier in a word of marks, as the lower bits of their pairs. */
static uint64_t frontier_of(uint64_t word, int level) {
    const uint64_t low = word & LOW_BITS, high = word >> 1 & LOW_BITS;
    return level % 2 ? high & ~low : low & ~high;
}

/* Settles the frontier of a word, and marks its neighbours. Returns the number of line states. */
static uint64_t word_settle(struct search *search, enum colour_order order, uint64_t word,
                            struct cursor *cursor) {
    uint64_t *marks = &search->marks[order][word];
    const uint64_t frontier = frontier_of(__atomic_load_n(marks, __ATOMIC_RELAXED), search->level);
    if (!frontier) return 0;
    __atomic_fetch_or(marks, frontier * MARK_DONE, __ATOMIC_RELAXED);
    uint64_t *entries = &search->colours->entries[order][word];
    const unsigned value = (unsigned)search->level % 3;
    *entries = (*entries & ~(frontier * COLOURS_NONE)) | frontier * value;
    struct waiting waiting;
    waiting.marks = search->marks[colour_order_other(order)];
    waiting.count = 0;
    for (uint64_t left = frontier; left; left &= left - 1)
        neighbours_list(search, order, word * STATES_PER_WORD + bits_lowest64(left) / 2, cursor,
                        &waiting);
    for (unsigned i = 0; i < waiting.count; i++)
        state_mark(waiting.marks, waiting.state[i], search->level % 2 ? MARK_EVEN : MARK_ODD);
    return bits_count64(frontier);
}

static uint64_t chunk_settle(struct search *search, enum colour_order order, uint32_t first) {
    const struct colour_index *index = search->index;
    const unsigned lines = index->lines[order];
    const uint64_t begin = (uint64_t)first * lines, all = colour_states(index, order);
    uint64_t end = begin + (uint64_t)CHUNK * lines;
    if (end > all) end = all;
    struct cursor cursor = cursor_at(index, first);
    uint64_t settled = 0;
    for (uint64_t word = begin / STATES_PER_WORD; word * STATES_PER_WORD < end; word++)
        settled += word_settle(search, order, word, &cursor);
    return settled;
}

static uint64_t level_settle(struct search *search, enum colour_order order) {
    const uint32_t chunks = (search->index->size.sequences + CHUNK - 1) / CHUNK;
    uint64_t settled = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : settled) num_threads(search->threads)
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        if (progress_cancelled(&search->progress)) continue;
        const uint64_t count = chunk_settle(search, order, chunk * CHUNK);
        progress_add(&search->progress, count);
        settled += count;
    }
    return settled;
}

static tilepdb_status levels_run(struct search *search, tilepdb_error *error) {
    tilepdb_colours_info *info = &search->colours->info;
    for (int level = 0; level < TILEPDB_MAX_LEVELS; level++) {
        uint64_t fresh = 0;
        search->level = search->progress.now.level = level;
        for (unsigned order = 0; order < COLOUR_ORDERS; order++)
            fresh += info->histogram[order][level] = level_settle(search, (enum colour_order)order);
        search->progress.now.fresh = fresh;
        if (!progress_tell(&search->progress))
            return error_set(error, TILEPDB_CANCELLED, "generation was stopped at distance %d",
                             level);
        if (!fresh) return TILEPDB_OK;
        info->levels = level + 1;
    }
    return error_set(error, TILEPDB_ERROR_ENCODING,
                     "the colouring has distances beyond %d, which no table can hold",
                     TILEPDB_MAX_LEVELS - 1);
}

/* ---- the whole search ------------------------------------------------------------------------ */

static bool search_prepare(struct search *search) {
    const struct colour_index *index = search->index;
    const unsigned cells = index->tiles + 1u, digits = index->tiles - index->first_tiles;
    const uint32_t words = index->size.second_words;
    for (unsigned o = 0; o < COLOUR_ORDERS; o++) {
        const enum colour_order order = (enum colour_order)o;
        search->marks[o] = memory_pages(search->colours->bytes[o]);
        search->sums[o] = malloc((size_t)words * cells * sizeof *search->sums[o]);
        if (!search->marks[o] || !search->sums[o]) return false;
        for (uint32_t word = 0; word < words; word++)
            if (index->rank[word] != COLOUR_NO_WORD)
                word_sums(index, order, word, index->first_tiles, digits,
                          search->sums[o] + (size_t)word * cells);
        state_mark(search->marks[o], search->colours->goal[o], MARK_EVEN);
    }
    return true;
}

tilepdb_status colours_search(struct tilepdb_colours *colours,
                              const tilepdb_generate_options *options, tilepdb_error *error) {
    struct search search = {
        .colours = colours, .index = &colours->index, .threads = threads_resolve(options->threads)};
    progress_init(&search.progress, options->progress, options->user, TILEPDB_STAGE_GENERATE,
                  colours->info.entries[0] + colours->info.entries[1]);
    tilepdb_status status;
    if (search_prepare(&search))
        status = levels_run(&search, error);
    else
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the colour table");
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        memory_pages_free(search.marks[order], colours->bytes[order]);
        free(search.sums[order]);
    }
    return status;
}

uint64_t colours_search_need(uint64_t states, const struct colour_size *size, unsigned cells) {
    return states / 4 + COLOUR_ORDERS * (uint64_t)size->second_words * cells * sizeof(uint64_t);
}
