/*
 * Compares every entry with the level of its state in the closure of the goal under moves, where
 * level d + 1 has the neighbours of level d that no earlier level has. States are line states of a
 * colour table, whose two kinds are neighbours of each other, or boards of a goal table.
 */
#include "verify/colours_prove.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/colour_table.h"

/* ---- boards of a goal table ------------------------------------------------------------------ */

/* The number of a board is sequence * cells + cell of the blank. */
struct goal_boards {
    unsigned width, height, cells, colours;
    tilepdb_metric metric;
    uint8_t order[TILEPDB_TABLE_MAX_CELLS];  /* [digit] colour, the fewest tiles first */
    uint8_t tiles[TILEPDB_TABLE_MAX_CELLS];  /* [digit] tiles of the colour */
    uint64_t radix[TILEPDB_TABLE_MAX_CELLS]; /* [digit] ways to place the colour's tiles */
    uint64_t sequences;
};

/* Returns the number of sets of k of n elements; each division is exact. */
static uint64_t sets_of(unsigned n, unsigned k) {
    uint64_t count = k <= n;
    for (unsigned i = 1; i <= k && k <= n; i++) count = count * (n - k + i) / i;
    return count;
}

static void goal_boards_init(struct goal_boards *boards, const tilepdb_pattern *pattern,
                             tilepdb_metric metric) {
    uint8_t size[TILEPDB_TABLE_MAX_CELLS] = {0};
    *boards = (struct goal_boards){.width = pattern->width,
                                   .height = pattern->height,
                                   .cells = (unsigned)pattern->width * pattern->height,
                                   .colours = pattern->colours,
                                   .metric = metric,
                                   .sequences = 1};
    for (unsigned tile = 1; tile < boards->cells; tile++) size[pattern->colour[tile]]++;
    unsigned digit = 0, places = boards->cells - 1;
    for (unsigned tiles = 1; tiles < boards->cells; tiles++)
        for (unsigned colour = 0; colour < boards->colours; colour++) {
            if (size[colour] != tiles) continue;
            boards->order[digit] = (uint8_t)colour;
            boards->tiles[digit] = (uint8_t)tiles;
            boards->radix[digit] = sets_of(places, tiles);
            boards->sequences *= boards->radix[digit++];
            places -= tiles;
        }
}

/* `colours` has the colour of each cell but the blank's. */
static uint64_t goal_boards_number(const struct goal_boards *boards, const uint8_t *colours,
                                   unsigned blank) {
    uint8_t left[TILEPDB_TABLE_MAX_CELLS];
    unsigned places = 0;
    uint64_t number = 0;
    for (unsigned cell = 0; cell < boards->cells; cell++)
        if (cell != blank) left[places++] = colours[cell];
    for (unsigned digit = 0; digit < boards->colours; digit++) {
        unsigned kept = 0, placed = 0;
        uint64_t rank = 0;
        for (unsigned place = 0; place < places; place++)
            if (left[place] == boards->order[digit])
                rank += sets_of(place, ++placed);
            else
                left[kept++] = left[place];
        places = kept;
        number = number * boards->radix[digit] + rank;
    }
    return number * boards->cells + blank;
}

/* Writes the colours of all cells but the blank's. Returns the cell of the blank. */
static unsigned goal_boards_at(const struct goal_boards *boards, uint64_t number,
                               uint8_t *colours) {
    const unsigned blank = (unsigned)(number % boards->cells);
    uint8_t free[TILEPDB_TABLE_MAX_CELLS];
    uint64_t ranks[TILEPDB_TABLE_MAX_CELLS], rest = number / boards->cells;
    unsigned places = 0;
    for (unsigned digit = boards->colours; digit-- > 0; rest /= boards->radix[digit])
        ranks[digit] = rest % boards->radix[digit];
    for (unsigned cell = 0; cell < boards->cells; cell++)
        if (cell != blank) free[places++] = (uint8_t)cell;
    for (unsigned digit = 0; digit < boards->colours; digit++) {
        unsigned place = places;
        for (unsigned placed = boards->tiles[digit]; placed > 0; placed--, places--) {
            do place--;
            while (sets_of(place, placed) > ranks[digit]);
            ranks[digit] -= sets_of(place, placed);
            colours[free[place]] = boards->order[digit];
            memmove(free + place, free + place + 1, places - place - 1);
        }
    }
    return blank;
}

/* Writes the boards that one move leads to. Returns their number. */
static unsigned goal_boards_neighbours(const struct goal_boards *boards, uint64_t number,
                                       uint64_t neighbours[2 * TILEPDB_TABLE_MAX_SIDE]) {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS] = {0}, moved[TILEPDB_TABLE_MAX_CELLS];
    const int blank = (int)goal_boards_at(boards, number, board);
    const int width = (int)boards->width, height = (int)boards->height;
    unsigned count = 0;
    for (int direction = 0; direction < 4; direction++) {
        const int right = direction < 2 ? 2 * direction - 1 : 0;
        const int down = direction < 2 ? 0 : 2 * direction - 5;
        int x = blank % width, y = blank / width, at = blank;
        memcpy(moved, board, sizeof moved);
        for (;;) {
            x += right;
            y += down;
            if (x < 0 || y < 0 || x >= width || y >= height) break;
            moved[at] = moved[y * width + x];
            at = y * width + x;
            neighbours[count++] = goal_boards_number(boards, moved, (unsigned)at);
            if (boards->metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
    return count;
}

/* Writes the boards of the goal. Returns their number. */
static unsigned goal_boards_goals(const struct goal_boards *boards, const tilepdb_pattern *pattern,
                                  uint64_t goals[TILEPDB_TABLE_MAX_CELLS]) {
    uint8_t goal[TILEPDB_TABLE_MAX_CELLS] = {0}, exchanged[TILEPDB_TABLE_MAX_CELLS];
    const unsigned blank = pattern->goal_blank;
    unsigned count = 0;
    for (unsigned cell = 0, tile = 1; cell < boards->cells; cell++)
        if (cell != blank) goal[cell] = pattern->colour[tile++];
    goals[count++] = goal_boards_number(boards, goal, blank);
    for (unsigned cell = 0; cell < boards->cells && pattern->open; cell++) {
        if (cell == blank || goal[cell] + 1u != pattern->open) continue;
        memcpy(exchanged, goal, sizeof exchanged);
        exchanged[blank] = goal[cell];
        goals[count++] = goal_boards_number(boards, exchanged, cell);
    }
    return count;
}

/* ---- ranks of sequences ---------------------------------------------------------------------- */

/* The order of FORMAT.md: by first half, then second half, of which the last place is most
 * significant. */
static void places_order(struct sequences *sequences) {
    const unsigned places = sequences->cells - 1, half = (places + 1) / 2;
    unsigned at = 0;
    for (unsigned place = half; place-- > 0;) sequences->order[at++] = (uint8_t)place;
    for (unsigned place = places; place-- > half;) sequences->order[at++] = (uint8_t)place;
}

/* For `quotient`: if n divides x, x / n is x, shifted right by the number of twos in n, times the
 * inverse of n's odd part. Newton's iteration doubles the correct bits. */
static void inverses_fill(struct sequences *sequences) {
    for (unsigned n = 1; n < TILEPDB_TABLE_MAX_CELLS; n++) {
        uint64_t odd = n, inverse;
        for (; odd % 2 == 0; odd /= 2) sequences->twos[n]++;
        inverse = odd; /* three bits are correct */
        for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
        sequences->inverse[n] = inverse;
    }
}

static inline uint64_t quotient(const struct sequences *sequences, uint64_t multiple, unsigned n) {
    return (multiple >> sequences->twos[n]) * sequences->inverse[n];
}

static uint64_t multinomial(const struct sequences *sequences) {
    uint64_t count = 1, placed = 0;
    for (unsigned colour = 0; colour < sequences->colours; colour++)
        for (unsigned i = 1; i <= sequences->tiles_of[colour]; i++) count = count * ++placed / i;
    return count;
}

uint64_t sequences_rank(const struct sequences *sequences, const uint8_t *sequence) {
    uint8_t left[TILEPDB_TABLE_MAX_CELLS];
    memcpy(left, sequences->tiles_of, sizeof left);
    uint64_t rank = 0, ways = sequences->count; /* arrangements of the remaining tiles */
    for (unsigned i = 0, places = sequences->cells - 1; places > 0; i++, places--) {
        const unsigned colour = sequence[sequences->order[i]];
        unsigned smaller = 0;
        for (unsigned other = 0; other < colour; other++) smaller += left[other];
        rank += quotient(sequences, ways * smaller, places);
        ways = quotient(sequences, ways * left[colour]--, places);
    }
    return rank;
}

void sequences_unrank(const struct sequences *sequences, uint64_t rank, uint8_t *sequence) {
    uint8_t left[TILEPDB_TABLE_MAX_CELLS];
    memcpy(left, sequences->tiles_of, sizeof left);
    uint64_t ways = sequences->count;
    for (unsigned i = 0, places = sequences->cells - 1; places > 0; i++, places--) {
        unsigned colour = 0;
        uint64_t with;
        for (;; colour++, rank -= with) {
            with = quotient(sequences, ways * left[colour], places);
            if (rank < with) break;
        }
        left[colour]--;
        ways = with;
        sequence[sequences->order[i]] = (uint8_t)colour;
    }
}

/* ---- line states ----------------------------------------------------------------------------- */

static unsigned sequences_lines(const struct sequences *sequences, unsigned kind) {
    return kind == 0 ? sequences->height : sequences->width;
}

/* Returns the cell at `place` of the reading order, which includes the blank. */
static unsigned cell_read(const struct sequences *sequences, unsigned kind, unsigned place) {
    if (kind == 0) return place;
    return place % sequences->height * sequences->width + place / sequences->height;
}

/* `board` has the colour of each cell but the blank's. */
static uint64_t board_state(const struct sequences *sequences, unsigned kind, const uint8_t *board,
                            unsigned blank) {
    uint8_t sequence[TILEPDB_TABLE_MAX_CELLS];
    unsigned length = 0;
    for (unsigned place = 0; place < sequences->cells; place++) {
        const unsigned cell = cell_read(sequences, kind, place);
        if (cell != blank) sequence[length++] = board[cell];
    }
    const unsigned line = kind == 0 ? blank / sequences->width : blank % sequences->width;
    return sequences_rank(sequences, sequence) * sequences_lines(sequences, kind) + line;
}

/* Writes the line states of the other kind that share a board with `state`. Returns their
 * number. */
static unsigned sequences_neighbours(const struct sequences *sequences, unsigned kind,
                                     uint64_t state, uint64_t neighbours[TILEPDB_TABLE_MAX_SIDE]) {
    const unsigned lines = sequences_lines(sequences, kind), length = sequences->cells / lines;
    const unsigned line = (unsigned)(state % lines);
    uint8_t sequence[TILEPDB_TABLE_MAX_CELLS], board[TILEPDB_TABLE_MAX_CELLS] = {0};
    sequences_unrank(sequences, state / lines, sequence);
    for (unsigned i = 0; i < length; i++) {
        const unsigned hole = line * length + i;
        for (unsigned place = 0; place < sequences->cells; place++)
            if (place != hole)
                board[cell_read(sequences, kind, place)] = sequence[place - (place > hole)];
        neighbours[i] = board_state(sequences, 1 - kind, board, cell_read(sequences, kind, hole));
    }
    return length;
}

void sequences_init(struct sequences *sequences, const tilepdb_pattern *pattern) {
    *sequences = (struct sequences){.width = pattern->width,
                                    .height = pattern->height,
                                    .cells = (unsigned)pattern->width * pattern->height,
                                    .colours = pattern->colours};
    for (unsigned tile = 1; tile < sequences->cells; tile++) {
        sequences->colour_of[tile] = pattern->colour[tile];
        sequences->tiles_of[pattern->colour[tile]]++;
    }
    places_order(sequences);
    inverses_fill(sequences);
    sequences->count = multinomial(sequences);
    uint8_t board[TILEPDB_TABLE_MAX_CELLS] = {0};
    for (unsigned cell = 0, tile = 1; cell < sequences->cells; cell++)
        if (cell != pattern->goal_blank) board[cell] = sequences->colour_of[tile++];
    for (unsigned kind = 0; kind < SEQUENCES_KINDS; kind++)
        sequences->goal[kind] = board_state(sequences, kind, board, pattern->goal_blank);
}

#define WORD 64
/* By FORMAT.md: entry of unreachable states, and of padding in colour tables; columns of a colour
 * table; bytes of a row; bits of half a goal table's sequence. */
#define NONE      3
#define COLUMNS   16384
#define ROW_BYTES 4096
#define NARROW    16
#define WIDE      32

#define PADDING (-2) /* distance of a bit that belongs to no entry */

struct proving {
    const struct colour_table *colours; /* NULL for a goal table */
    const uint8_t *entries;             /* of a goal table */
    const tilepdb_table_info *info;
    struct sequences sequences;
    struct goal_boards boards;
    unsigned kinds; /* 1 for a goal table */
    tilepdb_proof *proof;
    uint64_t states[SEQUENCES_KINDS];
    size_t bytes[SEQUENCES_KINDS];
    uint64_t *reached[SEQUENCES_KINDS];
    uint64_t *now[SEQUENCES_KINDS];
    uint64_t *next[SEQUENCES_KINDS];
    uint64_t histogram[SEQUENCES_KINDS][TILEPDB_MAX_LEVELS];
    int level;
    int threads;
    struct progress progress;
};

/* ---- what is false --------------------------------------------------------------------------- */

static bool is_before(const tilepdb_false_entry *a, const tilepdb_false_entry *b) {
    return a->row != b->row ? a->row < b->row : a->column < b->column;
}

static unsigned goal_set_bits(const struct proving *proving) {
    return proving->boards.cells > NARROW ? WIDE : NARROW;
}

static char colour_sign(unsigned colour) {
    return (char)(colour < 9 ? '1' + colour : 'a' + colour - 9);
}

static void goal_text(const struct proving *proving, uint64_t state, tilepdb_false_entry *entry) {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    char text[TILEPDB_TABLE_MAX_CELLS + 1], distance[40] = "cannot reach the goal";
    const unsigned cells = proving->boards.cells;
    if (entry->distance == PADDING) {
        snprintf(entry->text, sizeof entry->text,
                 "row %" PRIu64 ", column %" PRIu64 ": a bit that belongs to no cell is 1, not 0",
                 entry->row, entry->column);
        return;
    }
    const unsigned blank = goal_boards_at(&proving->boards, state, board);
    for (unsigned cell = 0; cell < cells; cell++)
        text[cell] = cell == blank ? '.' : colour_sign(board[cell]);
    text[cells] = '\0';
    if (entry->distance >= 0)
        snprintf(distance, sizeof distance, "needs %d moves", entry->distance);
    snprintf(entry->text, sizeof entry->text,
             "row %" PRIu64 ", column %" PRIu64 ": colours %.25s %s, so the entry is %d, not %d",
             entry->row, entry->column, text, distance, entry->expected, entry->found);
}

static void false_text(const struct proving *proving, unsigned kind, uint64_t state,
                       tilepdb_false_entry *entry) {
    if (!proving->colours) {
        goal_text(proving, state, entry);
        return;
    }
    const struct sequences *sequences = &proving->sequences;
    const unsigned lines = sequences_lines(sequences, kind);
    uint8_t sequence[TILEPDB_TABLE_MAX_CELLS];
    char text[TILEPDB_TABLE_MAX_CELLS] = "", distance[40] = "cannot reach the goal";
    if (state < proving->states[kind]) {
        sequences_unrank(sequences, state / lines, sequence);
        for (unsigned i = 0; i + 1 < sequences->cells; i++) text[i] = colour_sign(sequence[i]);
    }
    if (entry->distance >= 0)
        snprintf(distance, sizeof distance, "needs %d more slides", entry->distance);
    snprintf(entry->text, sizeof entry->text,
             "row %" PRIu64 ", column %" PRIu64 ": %s %.24s with the blank in %s %" PRIu64
             " %s, so the entry is %d, not %d",
             entry->row, entry->column, *text ? "colours" : "padding", text,
             kind == 0 ? "row" : "column", state % lines, distance, entry->expected, entry->found);
}

static void false_add(struct proving *proving, unsigned kind, uint64_t state, int distance,
                      int expected, int found) {
    const uint64_t before = kind == 0 ? 0 : (proving->states[0] + COLUMNS - 1) / COLUMNS;
    const uint64_t at = proving->colours ? state : state / proving->boards.cells;
    const uint64_t columns = proving->colours ? COLUMNS : ROW_BYTES * 4 / goal_set_bits(proving);
    tilepdb_false_entry entry = {.row = before + at / columns,
                                 .column = at % columns,
                                 .distance = distance,
                                 .found = found,
                                 .expected = expected};
    tilepdb_proof *proof = proving->proof;
#pragma omp critical(colours_false_add)
    {
        proof->false_entries++;
        size_t place = proof->first_count;
        while (place > 0 && is_before(&entry, &proof->first[place - 1])) place--;
        if (place < TILEPDB_MAX_FALSE) {
            if (proof->first_count < TILEPDB_MAX_FALSE) proof->first_count++;
            memmove(&proof->first[place + 1], &proof->first[place],
                    (proof->first_count - place - 1) * sizeof entry);
            false_text(proving, kind, state, &entry);
            proof->first[place] = entry;
        }
    }
}

static int entry_read(const struct proving *proving, unsigned kind, uint64_t state) {
    if (proving->colours) {
        const uint8_t *bytes = (const uint8_t *)proving->colours->entries[kind];
        return bytes[state / 4] >> 2 * (state % 4) & 3;
    }
    const unsigned field = goal_set_bits(proving),
                   blank = (unsigned)(state % proving->boards.cells);
    const uint8_t *low = proving->entries + state / proving->boards.cells * (field / 4);
    const uint8_t *high = low + field / 8;
    return (low[blank / 8] >> blank % 8 & 1) | (high[blank / 8] >> blank % 8 & 1) << 1;
}

static void entry_compare(struct proving *proving, unsigned kind, uint64_t state, int distance) {
    const int expected = distance < 0 ? NONE : distance % 3;
    const int found = entry_read(proving, kind, state);
    if (found != expected) false_add(proving, kind, state, distance, expected, found);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void state_reach(struct proving *proving, unsigned kind, uint64_t state) {
    const uint64_t bit = UINT64_C(1) << state % WORD;
    if (!(__atomic_load_n(&proving->reached[kind][state / WORD], __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(&proving->next[kind][state / WORD], bit, __ATOMIC_RELAXED);
}

static uint64_t word_expand(struct proving *proving, unsigned kind, uint64_t word) {
    const uint64_t set = proving->now[kind][word];
    uint64_t neighbours[2 * TILEPDB_TABLE_MAX_SIDE];
    for (uint64_t left = set; left; left &= left - 1) {
        const uint64_t state = word * WORD + bits_lowest64(left);
        entry_compare(proving, kind, state, proving->level);
        const unsigned count =
            proving->colours ? sequences_neighbours(&proving->sequences, kind, state, neighbours)
                             : goal_boards_neighbours(&proving->boards, state, neighbours);
        for (unsigned i = 0; i < count; i++)
            state_reach(proving, proving->kinds - 1 - kind, neighbours[i]);
    }
    return bits_count64(set);
}

#define CHUNK 256

static uint64_t level_expand(struct proving *proving, unsigned kind) {
    const uint64_t words = proving->states[kind] / WORD + 1;
    uint64_t expanded = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : expanded) num_threads(proving->threads)
    for (uint64_t first = 0; first < words; first += CHUNK) {
        if (progress_cancelled(&proving->progress)) continue;
        uint64_t count = 0;
        for (uint64_t word = first; word < words && word < first + CHUNK; word++)
            if (proving->now[kind][word]) count += word_expand(proving, kind, word);
        if (count) progress_add(&proving->progress, count);
        expanded += count;
    }
    return expanded;
}

static void level_step(struct proving *proving, unsigned kind) {
    uint64_t *now = proving->now[kind], *next = proving->next[kind];
    for (uint64_t word = 0; word <= proving->states[kind] / WORD; word++) {
        now[word] = next[word] & ~proving->reached[kind][word];
        proving->reached[kind][word] |= now[word];
        next[word] = 0;
    }
}

static void goals_reach(struct proving *proving) {
    uint64_t goals[TILEPDB_TABLE_MAX_CELLS];
    if (proving->colours) {
        for (unsigned kind = 0; kind < proving->kinds; kind++)
            state_reach(proving, kind, proving->sequences.goal[kind]);
        return;
    }
    unsigned count = goal_boards_goals(&proving->boards, &proving->info->pattern, goals);
    while (count > 0) state_reach(proving, 0, goals[--count]);
}

static tilepdb_status levels_run(struct proving *proving, tilepdb_error *error) {
    goals_reach(proving);
    for (proving->level = 0; proving->level < TILEPDB_MAX_LEVELS; proving->level++) {
        uint64_t fresh = 0;
        proving->progress.now.level = proving->level;
        for (unsigned kind = 0; kind < proving->kinds; kind++) level_step(proving, kind);
        for (unsigned kind = 0; kind < proving->kinds; kind++)
            fresh += proving->histogram[kind][proving->level] = level_expand(proving, kind);
        proving->progress.now.fresh = fresh;
        if (!progress_report(&proving->progress))
            return error_set(error, TILEPDB_CANCELLED, "the proof was stopped at %d moves",
                             proving->level);
        if (!fresh) return TILEPDB_OK;
        proving->proof->levels = proving->level + 1;
        proving->proof->histogram[proving->level] = fresh;
        proving->proof->reachable += fresh;
    }
    return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                     "the goal has distances that no table can hold");
}

/* The end of the last row, and in a goal table also bits beyond the cells. */
static void padding_compare(struct proving *proving, unsigned kind) {
    const uint64_t states = proving->states[kind];
    if (proving->colours) {
        for (uint64_t state = states; state < proving->colours->bytes[kind] * 4; state++)
            entry_compare(proving, kind, state, -1);
        return;
    }
    const unsigned field = goal_set_bits(proving), cells = proving->boards.cells;
    const uint64_t halves = proving->info->table_bytes * 8 / field;
    for (uint64_t half = 0; half < halves; half++) {
        const uint8_t *at = proving->entries + half * (field / 8);
        const uint32_t bits = field == WIDE ? load_le32(at) : load_le16(at);
        const uint32_t used = half / 2 < proving->boards.sequences ? (UINT32_C(1) << cells) - 1 : 0;
        if (bits & ~used) false_add(proving, kind, half / 2 * cells, PADDING, 0, 1);
    }
}

static void rest_compare(struct proving *proving, unsigned kind) {
    for (uint64_t state = 0; state < proving->states[kind]; state++)
        if (!(proving->reached[kind][state / WORD] >> state % WORD & 1))
            entry_compare(proving, kind, state, -1);
    padding_compare(proving, kind);
}

/* ---- the whole proof ------------------------------------------------------------------------- */

static tilepdb_status sets_make(struct proving *proving, uint64_t limit, tilepdb_error *error) {
    const struct sequences *sequences = &proving->sequences;
    tilepdb_generate_need need = {0};
    for (unsigned kind = 0; kind < proving->kinds; kind++) {
        proving->states[kind] = proving->colours
                                    ? sequences->count * sequences_lines(sequences, kind)
                                    : proving->boards.sequences * proving->boards.cells;
        proving->bytes[kind] = (proving->states[kind] / WORD + 1) * sizeof(uint64_t);
        need.memory_bytes += 3 * proving->bytes[kind];
        need.entries += proving->states[kind];
        if (proving->states[kind] !=
            (proving->colours ? proving->info->axis_entries[kind] : proving->info->entries))
            return error_set(error, TILEPDB_ERROR_INTERNAL,
                             "the table should have %" PRIu64
                             " states: the library's index is wrong",
                             proving->states[kind]);
    }
    proving->proof->entries = need.entries;
    proving->proof->memory_bytes = need.memory_bytes;
    const uint64_t available = memory_available();
    if ((limit && need.memory_bytes > limit) || need.memory_bytes > available)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "the proof needs %.0f MiB, and %.0f MiB are %s",
                         (double)need.memory_bytes / (1 << 20),
                         (double)(limit && limit < available ? limit : available) / (1 << 20),
                         limit && limit < available ? "allowed" : "available");
    for (unsigned kind = 0; kind < proving->kinds; kind++) {
        proving->reached[kind] = memory_pages(proving->bytes[kind]);
        proving->now[kind] = memory_pages(proving->bytes[kind]);
        proving->next[kind] = memory_pages(proving->bytes[kind]);
        if (!proving->reached[kind] || !proving->now[kind] || !proving->next[kind])
            return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the proof");
    }
    return TILEPDB_OK;
}

static tilepdb_status verdict(const struct proving *proving, tilepdb_error *error) {
    tilepdb_proof *proof = proving->proof;
    const tilepdb_table_info *info = proving->info;
    const uint64_t(*stated)[TILEPDB_MAX_LEVELS] =
        proving->colours ? info->axis_histogram : &info->histogram;
    proof->histogram_holds =
        info->levels == proof->levels &&
        memcmp(stated, proving->histogram, proving->kinds * sizeof info->histogram) == 0;
    if (proof->false_entries > 0)
        return error_set(error, TILEPDB_REFUTED,
                         "%" PRIu64 " of %" PRIu64 " entries %s false; the first: %s",
                         proof->false_entries, proof->entries,
                         proof->false_entries == 1 ? "is" : "are", proof->first[0].text);
    if (!proof->histogram_holds)
        return error_set(error, TILEPDB_REFUTED,
                         "all entries are right, but a histogram in the header is wrong");
    return TILEPDB_OK;
}

tilepdb_status colours_prove(const tilepdb_table *table, const tilepdb_verify_options *options,
                             tilepdb_proof *proof, tilepdb_error *error) {
    struct proving proving = {.colours = table->colours,
                              .entries = table->entries,
                              .info = &table->info,
                              .kinds = table->colours ? SEQUENCES_KINDS : 1,
                              .proof = proof,
                              .threads = threads_prepare(options->threads)};
    if (table->colours)
        sequences_init(&proving.sequences, &table->info.pattern);
    else
        goal_boards_init(&proving.boards, &table->info.pattern, table->info.kind.metric);
    tilepdb_status status = sets_make(&proving, options->memory_limit, error);
    if (!status) {
        progress_begin(&proving.progress, options->progress, options->user, TILEPDB_STAGE_PROVE,
                       proof->entries);
        status = levels_run(&proving, error);
    }
    for (unsigned kind = 0; kind < proving.kinds && !status; kind++) rest_compare(&proving, kind);
    if (!status) status = verdict(&proving, error);
    for (unsigned kind = 0; kind < proving.kinds; kind++) {
        memory_pages_free(proving.reached[kind], proving.bytes[kind]);
        memory_pages_free(proving.now[kind], proving.bytes[kind]);
        memory_pages_free(proving.next[kind], proving.bytes[kind]);
    }
    return status;
}
