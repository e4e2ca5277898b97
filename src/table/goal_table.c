#include "table/goal_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"

/* Key of a term: tile * KEY_STRIDE + q, with tiles numbered from 0, colour by colour. */
#define KEY_STRIDE 32

/* Tiles of the last colour share a key in the second of three rows of zeros, so that a step to the
 * row before or after it also finds zero. */
#define TERMS ((TILEPDB_TABLE_MAX_CELLS + 3) * KEY_STRIDE)

/* Sequences that one thread takes at a time. */
#define CHUNK 4096

/* Most single steps of a walker; farther sequences are set faster by their number. */
#define WALKER_STEPS 8

/* For fewer states, two threads take longer than one, since they wait at every level. */
#define PARALLEL_STATES (UINT64_C(1) << 22)

/* A field has a bit for each cell of the blank: 16 bits for up to NARROW_CELLS cells, otherwise 32.
 * During generation a sequence has four fields, in one word or two: bit 0 of the entries, bit 1,
 * the frontier, the next frontier. */
#define NARROW_CELLS 16

struct goal_table {
    struct open_goal goal;
    struct move_set moves;
    unsigned width, cells, places;
    unsigned last;                            /* the last colour */
    uint8_t first[TILEPDB_TABLE_MAX_CELLS];   /* [colour] first tile */
    uint8_t room[TILEPDB_TABLE_MAX_CELLS];    /* [colour] number of places without lower colours */
    uint32_t weight[TILEPDB_TABLE_MAX_CELLS]; /* [colour] */
    uint32_t term[TERMS];                     /* [key] */
    uint32_t sequences;
    uint32_t all;     /* set of all cells */
    uint32_t line[2]; /* sets of cells: all but the first column, all but the last column */
    bool wide;
    uint64_t *word;  /* owned; NULL for entries of a file */
    uint64_t memory; /* bytes of `word` */
    const uint8_t *entries;
    uint64_t bytes; /* of `entries` */
    int levels;
    uint64_t histogram[TILEPDB_MAX_LEVELS];
};

/* ---- the index ------------------------------------------------------------------------------- */

/* C(n, k), or UINT64_MAX from 2^32 on */
static uint64_t binomial(unsigned n, unsigned k) {
    uint64_t result = 1;
    for (unsigned i = 1; i <= k; i++) {
        result = result * (n - k + i) / i;
        if (result > UINT32_MAX) return UINT64_MAX;
    }
    return result;
}

/* Writes the weights. Returns UINT64_MAX from 2^32 - 1 sequences on. */
static uint64_t sequences_count(const struct open_goal *goal, uint32_t *weight) {
    uint64_t count = 1;
    unsigned room = goal->colours > 0 ? goal->sizes[goal->colours - 1] : 0;
    for (unsigned colour = goal->colours; colour-- > 0;) {
        weight[colour] = (uint32_t)count;
        if (colour + 1 == goal->colours) continue;
        room += goal->sizes[colour];
        const uint64_t more = binomial(room, goal->sizes[colour]);
        if (more == UINT64_MAX || (count *= more) >= UINT32_MAX) return UINT64_MAX;
    }
    return count;
}

struct goal_table_need goal_table_need(const struct open_goal *goal) {
    uint32_t weight[TILEPDB_TABLE_MAX_CELLS];
    const uint64_t sequences = sequences_count(goal, weight);
    if (sequences == UINT64_MAX)
        return (struct goal_table_need){UINT64_MAX, UINT64_MAX, UINT64_MAX};
    const unsigned columns = goal_table_columns(goal->cells);
    const uint64_t rows = (sequences - 1) / columns + 1;
    return (struct goal_table_need){sequences * goal->cells,
                                    2 * sequences * (GOAL_TABLE_ROW_BYTES / columns),
                                    rows * GOAL_TABLE_ROW_BYTES};
}

static void index_fill(struct goal_table *table) {
    const struct open_goal *goal = &table->goal;
    unsigned room = table->places, tile = 0;
    for (unsigned colour = 0; colour < table->last; colour++) {
        table->first[colour] = (uint8_t)tile;
        table->room[colour] = (uint8_t)room;
        for (unsigned i = 0; i < goal->sizes[colour]; i++, tile++)
            for (unsigned q = i; q < room; q++)
                table->term[tile * KEY_STRIDE + q] =
                    (uint32_t)binomial(q, i + 1) * table->weight[colour];
        room -= goal->sizes[colour];
    }
    table->first[table->last] = (uint8_t)tile;
    for (unsigned cell = 0; cell < table->cells; cell++) {
        const unsigned column = cell % table->width;
        table->all |= UINT32_C(1) << cell;
        if (column > 0) table->line[0] |= UINT32_C(1) << cell;
        if (column + 1 < table->width) table->line[1] |= UINT32_C(1) << cell;
    }
}

static uint16_t key_of_last(const struct goal_table *table) {
    return (uint16_t)((table->first[table->last] + 1) * KEY_STRIDE + 1);
}

/* ---- vertical moves -------------------------------------------------------------------------- */

/* Rotates `width` places by one: down, the last tile becomes the first; up, the first becomes the
 * last. Returns the change of the sequence's number, modulo 2^32. Writes new colours and keys
 * unless `colours` is NULL. */
static inline __attribute__((always_inline)) uint32_t
places_turn(const struct goal_table *table, unsigned width, const uint8_t *colour,
            const uint16_t *key, bool down, uint8_t *colours, uint16_t *keys) {
    const uint32_t *term = table->term;
    const unsigned passed = width - 1;
    const unsigned from = down ? passed : 0, begin = down ? 0 : 1;
    const unsigned moved = colour[from];
    unsigned same = 0, higher = 0;
    uint32_t change = 0;
    for (unsigned i = begin; i < begin + passed; i++) {
        const unsigned alike = colour[i] == moved;
        const unsigned step = (unsigned)(colour[i] <= moved) + KEY_STRIDE * alike;
        const unsigned to = down ? key[i] + step : key[i] - step;
        same += alike;
        higher += colour[i] >= moved;
        change += term[to] - term[key[i]];
        if (!colours) continue;
        keys[down ? i + 1 : i - 1] = moved == table->last && alike ? key[i] : (uint16_t)to;
        colours[down ? i + 1 : i - 1] = colour[i];
    }
    unsigned to = key[from];
    if (moved != table->last) {
        const unsigned step = higher + KEY_STRIDE * same;
        to = down ? to - step : to + step;
        change += term[to] - term[key[from]];
    }
    if (!colours) return change;
    keys[down ? 0 : passed] = (uint16_t)to;
    colours[down ? 0 : passed] = (uint8_t)moved;
    return change;
}

/* ---- looking up ------------------------------------------------------------------------------ */

void goal_view_set(const struct goal_table *table, const uint8_t *seen, unsigned blank,
                   struct goal_view *view) {
    unsigned place = 0;
    memset(view, 0, sizeof *view);
    view->blank = (uint8_t)blank;
    for (unsigned cell = 0; cell < table->cells; cell++)
        if (cell != blank) view->colour[place++] = seen[cell];
    for (place = 0; place < table->places; place++) view->key[place] = key_of_last(table);
    for (unsigned colour = 0; colour < table->last; colour++) {
        unsigned q = 0, tile = table->first[colour];
        for (place = 0; place < table->places; place++) {
            if (view->colour[place] < colour) continue;
            if (view->colour[place] == colour) {
                view->key[place] = (uint16_t)(tile++ * KEY_STRIDE + q);
                view->sequence += table->term[view->key[place]];
            }
            q++;
        }
    }
}

static bool view_step(const struct goal_table *table, struct goal_view *view,
                      enum direction direction) {
    const uint8_t to = table->moves.geometry.neighbour[view->blank][direction];
    const unsigned passed = table->width - 1;
    if (to == NO_CELL) return false;
    if (direction == BLANK_UP || direction == BLANK_DOWN) {
        const bool down = direction == BLANK_DOWN;
        const unsigned first = down ? view->blank : to;
        uint8_t colours[TILEPDB_TABLE_MAX_SIDE];
        uint16_t keys[TILEPDB_TABLE_MAX_SIDE];
        view->sequence += places_turn(table, table->width, view->colour + first, view->key + first,
                                      down, colours, keys);
        memcpy(view->colour + first, colours, (passed + 1) * sizeof *colours);
        memcpy(view->key + first, keys, (passed + 1) * sizeof *keys);
    }
    view->blank = to;
    return true;
}

static inline __attribute__((always_inline)) unsigned
entry_read(const struct goal_table *table, uint32_t sequence, unsigned blank) {
    if (table->wide) {
        const uint64_t word = load_le64(table->entries + 8 * (uint64_t)sequence) >> blank;
        return (unsigned)(word & 1) | (unsigned)(word >> 31 & 2);
    }
    const uint32_t word = load_le32(table->entries + 4 * (uint64_t)sequence) >> blank;
    return (word & 1) | (word >> 15 & 2);
}

unsigned goal_view_entry(const struct goal_table *table, const struct goal_view *view) {
    return entry_read(table, view->sequence, view->blank);
}

static bool is_goal(const struct goal_table *table, const struct goal_view *view) {
    for (unsigned cell = 0, place = 0; cell < table->cells; cell++) {
        const unsigned seen = cell == view->blank ? OPEN_GOAL_BLANK : view->colour[place++];
        const unsigned wanted = table->goal.wanted[cell];
        if (wanted != OPEN_GOAL_ANY && wanted != seen) return false;
    }
    return true;
}

bool goal_view_play(const struct goal_table *table, struct goal_view *view, unsigned move) {
    const struct move *played = &table->moves.move[move];
    if (table->moves.blank_after[view->blank][move] == NO_CELL) return false;
    for (unsigned i = 0; i < played->tiles; i++)
        view_step(table, view, (enum direction)played->direction);
    return true;
}

/* Plays the first move that leads nearer to the goal. Returns its number, or MOVE_SET_MAX. */
static unsigned walk_down(const struct goal_table *table, struct goal_view *view) {
    const unsigned nearer = (goal_view_entry(table, view) + 2) % 3;
    for (unsigned move = 0; move < table->moves.count; move++) {
        struct goal_view next = *view;
        if (!goal_view_play(table, &next, move) || goal_view_entry(table, &next) != nearer)
            continue;
        *view = next;
        return move;
    }
    return MOVE_SET_MAX;
}

int goal_table_walk(const struct goal_table *table, const struct goal_view *view, uint8_t *path) {
    struct goal_view at = *view;
    int length = 0;
    if (goal_view_entry(table, view) == GOAL_TABLE_NONE) return -1;
    for (; !is_goal(table, &at); length++) {
        const unsigned move = length + 1 < table->levels ? walk_down(table, &at) : MOVE_SET_MAX;
        if (move == MOVE_SET_MAX) return -1;
        if (path) path[length] = (uint8_t)move;
    }
    return length;
}

/* ---- walkers: all sequences in ascending order ----------------------------------------------- */

struct walker {
    const struct goal_table *table;
    uint32_t sequence;
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS]; /* [place] */
    uint16_t key[TILEPDB_TABLE_MAX_CELLS];   /* [place] */
    uint8_t q[TILEPDB_TABLE_MAX_CELLS];      /* [tile] */
    uint32_t places;                         /* set of places without tiles of the last colour */
    /* [colour][q] the q-th place, from 0, that lower colours leave free */
    uint8_t free[TILEPDB_TABLE_MAX_CELLS][TILEPDB_TABLE_MAX_CELLS];
};

/* Puts the tiles of `colour` and of all higher colours but the last on their places. */
static void walker_put(struct walker *walker, unsigned colour) {
    const struct goal_table *table = walker->table;
    for (; colour < table->last; colour++) {
        const uint8_t *free = walker->free[colour];
        const unsigned first = table->first[colour], end = table->first[colour + 1];
        for (unsigned tile = first; tile < end; tile++) {
            const unsigned place = free[walker->q[tile]];
            walker->colour[place] = (uint8_t)colour;
            walker->key[place] = (uint16_t)(tile * KEY_STRIDE + walker->q[tile]);
            walker->places |= UINT32_C(1) << place;
        }
        if (colour + 1 == table->last) return;
        uint8_t *next = walker->free[colour + 1];
        for (unsigned q = 0; q < table->room[colour]; q++)
            if (walker->colour[free[q]] != colour) *next++ = free[q];
    }
}

static void walker_lift(struct walker *walker, unsigned colour) {
    const struct goal_table *table = walker->table;
    for (unsigned tile = table->first[colour]; tile < table->first[colour + 1]; tile++) {
        const unsigned place = walker->free[colour][walker->q[tile]];
        walker->colour[place] = (uint8_t)table->last;
        walker->key[place] = key_of_last(table);
        walker->places &= ~(UINT32_C(1) << place);
    }
}

static void walker_set(struct walker *walker, uint32_t sequence) {
    const struct goal_table *table = walker->table;
    const uint16_t last = key_of_last(table);
    uint32_t left = sequence;
    walker->sequence = sequence;
    walker->places = 0;
    for (unsigned place = 0; place < table->places; place++) {
        walker->free[0][place] = (uint8_t)place;
        walker->colour[place] = (uint8_t)table->last;
        walker->key[place] = last;
    }
    for (unsigned colour = 0; colour < table->last; colour++) {
        unsigned q = table->room[colour];
        for (unsigned tile = table->first[colour + 1]; tile-- > table->first[colour];) {
            const uint32_t *term = table->term + tile * KEY_STRIDE;
            do q--;
            while (term[q] > left);
            left -= term[q];
            walker->q[tile] = (uint8_t)q;
        }
    }
    walker_put(walker, 0);
}

/* Increments the digit of a colour. Returns false, with the digit 0, after the largest. */
static bool digit_next(struct walker *walker, unsigned colour) {
    uint8_t *q = walker->q + walker->table->first[colour];
    const unsigned size = walker->table->goal.sizes[colour];
    unsigned i = 0;
    while (i + 1 < size && q[i] + 1 == q[i + 1]) i++;
    const bool more = i + 1 < size || q[i] + 1u < walker->table->room[colour];
    if (more) q[i]++;
    for (unsigned k = 0; k < (more ? i : size); k++) q[k] = (uint8_t)k;
    return more;
}

static void walker_next(struct walker *walker) {
    unsigned colour = walker->table->last;
    bool more = false;
    while (!more && colour > 0) {
        walker_lift(walker, --colour);
        more = digit_next(walker, colour);
    }
    walker_put(walker, colour);
    walker->sequence++;
}

/* `sequence` is not below the current sequence. */
static void walker_go(struct walker *walker, uint32_t sequence) {
    if (sequence - walker->sequence > WALKER_STEPS) walker_set(walker, sequence);
    while (walker->sequence < sequence) walker_next(walker);
}

/* ---- levels ---------------------------------------------------------------------------------- */

struct search {
    struct goal_table *table;
    struct progress progress;
    int threads;
};

/* Adds a board to the next frontier, unless its distance is known. */
static inline __attribute__((always_inline)) void board_push(struct goal_table *table, bool wide,
                                                             uint32_t sequence, unsigned blank) {
    uint64_t *word = table->word + (wide ? 2 * (uint64_t)sequence : sequence);
    const uint64_t entry = __atomic_load_n(word, __ATOMIC_RELAXED) >> blank;
    if (wide) {
        if ((entry & entry >> 32 & 1) == 0) return;
        const uint64_t bit = UINT64_C(1) << (32 + blank);
        if (!(__atomic_load_n(word + 1, __ATOMIC_RELAXED) & bit))
            __atomic_fetch_or(word + 1, bit, __ATOMIC_RELAXED);
    } else {
        if ((entry & entry >> 16 & ~(entry >> 48) & 1) == 0) return;
        __atomic_fetch_or(word, UINT64_C(1) << (48 + blank), __ATOMIC_RELAXED);
    }
}

static inline __attribute__((always_inline)) uint32_t frontier_of(const struct goal_table *table,
                                                                  bool wide, uint32_t sequence) {
    if (wide)
        return (uint32_t)__atomic_load_n(table->word + 2 * (uint64_t)sequence + 1,
                                         __ATOMIC_RELAXED);
    return __atomic_load_n(table->word + sequence, __ATOMIC_RELAXED) >> 32 & 0xFFFF;
}

static inline __attribute__((always_inline)) void blank_move(struct goal_table *table,
                                                             unsigned width, bool wide,
                                                             const struct walker *walker,
                                                             unsigned blank, bool down) {
    const unsigned first = down ? blank : blank - width, moved = down ? width - 1 : 0;
    const uint16_t *key = walker->key + first;
    uint32_t change = 0, places = walker->places >> first & ((UINT32_C(1) << width) - 1);
    if (places >> moved & 1)
        change = places_turn(table, width, walker->colour + first, key, down, NULL, NULL);
    else /* the last colour passes other tiles, whose q changes by one */
        for (; places != 0; places &= places - 1) {
            const uint32_t *term = table->term + key[__builtin_ctz(places)];
            change += (down ? term[1] : term[-1]) - term[0];
        }
    board_push(table, wide, walker->sequence + change, down ? blank + width : blank - width);
}

/* Pushes all vertical slides of the metric multi in one direction. */
static void blank_slide(struct goal_table *table, bool wide, const struct walker *walker,
                        unsigned blank, enum direction direction) {
    struct goal_view view = {.sequence = walker->sequence, .blank = (uint8_t)blank};
    memcpy(view.colour, walker->colour, sizeof view.colour);
    memcpy(view.key, walker->key, sizeof view.key);
    while (view_step(table, &view, direction)) board_push(table, wide, view.sequence, view.blank);
}

static inline __attribute__((always_inline)) void sequence_expand(struct goal_table *table,
                                                                  unsigned width, bool wide,
                                                                  const struct walker *walker,
                                                                  uint32_t frontier) {
    for (; frontier != 0; frontier &= frontier - 1) {
        const unsigned blank = (unsigned)__builtin_ctz(frontier);
        if (table->moves.metric == TILEPDB_METRIC_MULTI) {
            blank_slide(table, wide, walker, blank, BLANK_UP);
            blank_slide(table, wide, walker, blank, BLANK_DOWN);
            continue;
        }
        if (blank >= width) blank_move(table, width, wide, walker, blank, false);
        if (blank + width < table->cells) blank_move(table, width, wide, walker, blank, true);
    }
}

static inline __attribute__((always_inline)) void sequences_expand(struct goal_table *table,
                                                                   unsigned width, bool wide,
                                                                   uint32_t begin, uint32_t end) {
    struct walker walker = {.table = table};
    bool set = false;
    for (uint32_t sequence = begin; sequence < end; sequence++) {
        const uint32_t frontier = frontier_of(table, wide, sequence);
        if (frontier == 0) continue;
        if (set)
            walker_go(&walker, sequence);
        else
            walker_set(&walker, sequence);
        set = true;
        sequence_expand(table, width, wide, &walker, frontier);
    }
}

/* Loops over places are unrolled for the usual widths. */
static void chunk_expand(struct goal_table *table, uint32_t begin, uint32_t end) {
    if (table->width == 4 && !table->wide)
        sequences_expand(table, 4, false, begin, end);
    else if (table->width == 5 && table->wide)
        sequences_expand(table, 5, true, begin, end);
    else
        sequences_expand(table, table->width, table->wide, begin, end);
}

/* `cells`, and the cells to which one horizontal move leads from there. */
static uint32_t horizontal(const struct goal_table *table, uint32_t cells) {
    uint32_t all = cells, before;
    do {
        before = all;
        all |= (all << 1 & table->line[0]) | (all >> 1 & table->line[1]);
    } while (table->moves.metric == TILEPDB_METRIC_MULTI && all != before);
    return all;
}

/* The new frontier of a sequence is the pushed boards and horizontal moves from the old one,
 * without boards of known distance. Sets entries to `level` modulo 3. Returns the number of
 * boards. */
static inline __attribute__((always_inline)) unsigned
sequence_settle(struct goal_table *table, bool wide, uint32_t sequence, unsigned level) {
    uint64_t *word = table->word + (wide ? 2 * (uint64_t)sequence : sequence);
    const unsigned field = wide ? 32 : 16;
    const uint64_t ahead = wide ? word[1] : word[0] >> 32;
    const uint32_t mask = wide ? UINT32_MAX : 0xFFFF;
    if (ahead == 0) return 0;
    const uint64_t low = word[0] & mask, high = word[0] >> field & mask;
    const uint64_t fresh =
        (ahead >> field | horizontal(table, (uint32_t)ahead & mask)) & low & high;
    const uint64_t entry =
        (level % 3 & 1 ? low : low & ~fresh) | (level % 3 & 2 ? high : high & ~fresh) << field;
    if (wide)
        word[0] = entry, word[1] = fresh;
    else
        word[0] = entry | fresh << 32;
    return fresh == 0 ? 0 : (unsigned)__builtin_popcountll(fresh);
}

static inline __attribute__((always_inline)) unsigned
chunk_settle(struct goal_table *table, bool wide, uint32_t begin, uint32_t end, unsigned level) {
    unsigned fresh = 0;
    for (uint32_t sequence = begin; sequence < end; sequence++)
        fresh += sequence_settle(table, wide, sequence, level);
    return fresh;
}

/* Returns the number of boards on the level; 0 also after a cancellation. */
static uint64_t level_make(struct search *search, int level, bool expands) {
    struct goal_table *table = search->table;
    const uint32_t chunks = (table->sequences - 1) / CHUNK + 1;
    uint64_t fresh = 0;
#pragma omp parallel num_threads(search->threads) if (search->threads > 1)
    {
#pragma omp for schedule(dynamic)
        for (uint32_t chunk = 0; chunk < chunks; chunk++) {
            const uint32_t begin = chunk * CHUNK;
            const uint32_t end = chunk + 1 < chunks ? begin + CHUNK : table->sequences;
            if (!expands || progress_cancelled(&search->progress)) continue;
            chunk_expand(table, begin, end);
            progress_add(&search->progress, 0);
        }
#pragma omp for schedule(static) reduction(+ : fresh)
        for (uint32_t chunk = 0; chunk < chunks; chunk++) {
            const uint32_t begin = chunk * CHUNK;
            const uint32_t end = chunk + 1 < chunks ? begin + CHUNK : table->sequences;
            fresh += table->wide ? chunk_settle(table, true, begin, end, (unsigned)level)
                                 : chunk_settle(table, false, begin, end, (unsigned)level);
        }
    }
    progress_add(&search->progress, fresh);
    search->progress.now.level = level;
    search->progress.now.fresh = fresh;
    return progress_report_sometimes(&search->progress) ? fresh : 0;
}

/* ---- the boards of the goal ------------------------------------------------------------------ */

/* Pushes all boards of the goal that agree with `seen` below `cell`; `left` counts the tiles of
 * each colour without a cell. */
static void goals_push(struct goal_table *table, uint8_t *seen, uint8_t *left, unsigned blank,
                       unsigned cell) {
    struct goal_view view;
    if (cell == table->cells) {
        goal_view_set(table, seen, blank, &view);
        board_push(table, table->wide, view.sequence, blank);
        return;
    }
    const unsigned wanted = table->goal.wanted[cell];
    if (wanted < OPEN_GOAL_BLANK) { /* `left` does not count this tile */
        seen[cell] = (uint8_t)wanted;
        goals_push(table, seen, left, blank, cell + 1);
        return;
    }
    if (wanted == OPEN_GOAL_BLANK || (blank == NO_CELL && wanted == OPEN_GOAL_ANY)) {
        seen[cell] = OPEN_GOAL_BLANK;
        goals_push(table, seen, left, cell, cell + 1);
    }
    if (wanted == OPEN_GOAL_BLANK) return;
    for (unsigned colour = 0; colour <= table->last; colour++) {
        if (left[colour] == 0) continue;
        left[colour]--;
        seen[cell] = (uint8_t)colour;
        goals_push(table, seen, left, blank, cell + 1);
        left[colour]++;
    }
}

static void goals_begin(struct goal_table *table) {
    uint8_t seen[TILEPDB_TABLE_MAX_CELLS], left[TILEPDB_TABLE_MAX_CELLS];
    unsigned blank = NO_CELL;
    memcpy(left, table->goal.sizes, sizeof left);
    for (unsigned cell = 0; cell < table->cells; cell++) {
        const unsigned wanted = table->goal.wanted[cell];
        if (wanted < OPEN_GOAL_BLANK) left[wanted]--;
        if (wanted == OPEN_GOAL_BLANK) blank = cell;
    }
    goals_push(table, seen, left, blank, 0);
}

/* ---- a table --------------------------------------------------------------------------------- */

static void words_fill(struct goal_table *table) {
    const uint64_t unknown = table->wide ? (uint64_t)table->all << 32 | table->all
                                         : (uint64_t)table->all << 16 | table->all;
    const unsigned step = table->wide ? 2 : 1;
    for (uint32_t i = 0; i < table->sequences; i++) table->word[(uint64_t)i * step] = unknown;
}

static tilepdb_status levels_run(struct goal_table *table, const tilepdb_generate_options *options,
                                 tilepdb_error *error) {
    struct search search = {.table = table, .threads = 1};
    const uint64_t states = (uint64_t)table->sequences * table->cells;
    if (states >= PARALLEL_STATES) search.threads = threads_prepare(options->threads);
    progress_begin(&search.progress, options->progress, options->user, TILEPDB_STAGE_GENERATE,
                   states);
    search.progress.now.memory = table->memory;
    words_fill(table);
    goals_begin(table);
    uint64_t fresh = level_make(&search, 0, false);
    while (fresh > 0 && table->levels < TILEPDB_MAX_LEVELS) {
        table->histogram[table->levels++] = fresh;
        fresh = level_make(&search, table->levels, true);
    }
    if (progress_cancelled(&search.progress))
        return error_set(error, TILEPDB_CANCELLED, "making the table of the goal was cancelled");
    if (fresh == 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ENCODING,
                     "the goal has distances of %d moves, which no table can hold",
                     TILEPDB_MAX_LEVELS);
}

/* Moves the entries to the front of the memory, and releases the rest. */
static void entries_keep(struct goal_table *table) {
    uint8_t *entries = (uint8_t *)table->word;
    const unsigned bytes = table->wide ? 8 : 4;
    for (uint32_t sequence = 0; sequence < table->sequences; sequence++) {
        const uint64_t word = table->word[table->wide ? 2 * (uint64_t)sequence : sequence];
        if (table->wide)
            store_le64(entries + 8 * (uint64_t)sequence, word);
        else
            store_le32(entries + 4 * (uint64_t)sequence, (uint32_t)word);
    }
    const uint64_t end = (uint64_t)bytes * table->sequences;
    memset(entries + end, 0, table->bytes - end);
    table->entries = entries;
    const uint64_t kept = (table->bytes + MEMORY_UNIT - 1) / MEMORY_UNIT * MEMORY_UNIT;
    if (kept < table->memory) memory_pages_forget(entries + kept, table->memory - kept);
}

static tilepdb_status table_init(struct goal_table *table, const struct open_goal *goal,
                                 tilepdb_metric metric, tilepdb_error *error) {
    table->goal = *goal;
    table->width = goal->width;
    table->cells = goal->cells;
    table->places = goal->cells - 1u;
    table->last = goal->colours - 1u;
    table->wide = goal->cells > NARROW_CELLS;
    const uint64_t sequences = sequences_count(goal, table->weight);
    if (sequences == UINT64_MAX)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "a table for this goal would have more than 2^32 sequences of tiles");
    table->sequences = (uint32_t)sequences;
    table->bytes = goal_table_need(goal).table_bytes;
    index_fill(table);
    return move_set_init(&table->moves, goal->width, goal->height, metric, error);
}

tilepdb_status goal_table_make(const struct open_goal *goal, tilepdb_metric metric,
                               const tilepdb_generate_options *options, struct goal_table **table,
                               tilepdb_error *error) {
    struct goal_table *made = calloc(1, sizeof *made);
    *table = made;
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    tilepdb_status status = table_init(made, goal, metric, error);
    if (status) return status;
    made->memory = goal_table_need(goal).bytes;
    if (made->memory < made->bytes) made->memory = made->bytes;
    made->word = made->memory <= SIZE_MAX ? memory_pages((size_t)made->memory) : NULL;
    if (!made->word)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the table of a goal");
    status = levels_run(made, options, error);
    if (!status) entries_keep(made);
    return status;
}

tilepdb_status goal_table_of(const struct open_goal *goal, const tilepdb_table_info *info,
                             const uint8_t *entries, struct goal_table **table,
                             tilepdb_error *error) {
    struct goal_table *made = calloc(1, sizeof *made);
    *table = made;
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    made->entries = entries;
    made->levels = info->levels;
    memcpy(made->histogram, info->histogram, sizeof made->histogram);
    return table_init(made, goal, info->kind.metric, error);
}

void goal_table_free(struct goal_table *table) {
    if (!table) return;
    memory_pages_free(table->word, (size_t)table->memory);
    free(table);
}

const uint8_t *goal_table_entries(const struct goal_table *table) {
    return table->entries;
}

void goal_table_info(const struct goal_table *table, tilepdb_table_info *info) {
    info->entries = (uint64_t)table->sequences * table->cells;
    info->table_bytes = table->bytes;
    info->levels = table->levels;
    memcpy(info->histogram, table->histogram, sizeof info->histogram);
    for (int level = 0; level < table->levels; level++) info->reachable += table->histogram[level];
}

uint64_t goal_table_bytes(const struct goal_table *table) {
    return goal_table_need(&table->goal).bytes / 2;
}

const struct move_set *goal_table_moves(const struct goal_table *table) {
    return &table->moves;
}

int goal_table_depth(const struct goal_table *table) {
    return table->levels - 1;
}
