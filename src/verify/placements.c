#include "verify/placements.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"

#define MOST_TABULATED_CODES 362880u /* 9!; for 10!, `moved` would take hundreds of megabytes */

/* ---- arrangements ---------------------------------------------------------------------------- */

uint32_t placements_code(const struct placements *placements, const uint8_t *labels) {
    uint32_t code = 0, factorial = 1;
    for (unsigned label = 0; label < placements->tile_count; label++) {
        uint32_t digit = 0;
        for (unsigned place = 0; labels[place] != label; place++) digit += labels[place] < label;
        if (label > 0) factorial *= label;
        code += digit * factorial;
    }
    return code;
}

void placements_labels(const struct placements *placements, uint32_t code, uint8_t *labels) {
    for (unsigned label = 0; label < placements->tile_count; label++) {
        const unsigned digit = code % (label + 1);
        code /= label + 1;
        memmove(labels + digit + 1, labels + digit, label - digit);
        labels[digit] = (uint8_t)label;
    }
}

static uint32_t move_label(const struct placements *placements, unsigned from, unsigned to,
                           uint32_t code) {
    uint8_t labels[PLACEMENTS_MAX_TILES];
    placements_labels(placements, code, labels);
    const uint8_t label = labels[from];
    if (from < to)
        memmove(labels + from, labels + from + 1, to - from);
    else
        memmove(labels + to + 1, labels + to, from - to);
    labels[to] = label;
    return placements_code(placements, labels);
}

static uint32_t placements_moved(const struct placements *placements, unsigned from, unsigned to,
                                 uint32_t code) {
    const uint32_t *moved = placements->moved[from][to];
    return moved ? moved[code] : move_label(placements, from, to, code);
}

static bool tabulate_moves(struct placements *placements) {
    if (placements->code_count > MOST_TABULATED_CODES) return true;
    const unsigned reach = placements->moves.geometry.width - 1u;
    for (unsigned from = 0; from < placements->tile_count; from++) {
        for (unsigned to = 0; to < placements->tile_count; to++) {
            if (from == to || (from < to ? to - from : from - to) > reach) continue;
            const size_t bytes = placements->code_count * sizeof(uint32_t);
            uint32_t *moved = placements->moved[from][to] = malloc(bytes);
            if (!moved) return false;
            placements->bytes += bytes;
            for (uint32_t code = 0; code < placements->code_count; code++)
                moved[code] = move_label(placements, from, to, code);
        }
    }
    return true;
}

/* ---- masks and regions ----------------------------------------------------------------------- */

/* The order of FORMAT.md: number of tiles on upper cells, then upper cells, then lower cells. */
static uint32_t mask_key(const struct placements *placements, uint32_t mask) {
    return bits_count32(mask >> placements->moves.geometry.cells / 2) << 26 | mask;
}

/* qsort passes no context, so keys are sorted. */
static int compare_keys(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#define MASK_BITS ((UINT32_C(1) << 26) - 1)

static bool list_masks(struct placements *placements) {
    const uint32_t end = UINT32_C(1) << placements->moves.geometry.cells;
    uint32_t count = 0;
    for (uint32_t mask = 0; mask < end; mask++)
        count += bits_count32(mask) == placements->tile_count;
    uint32_t *masks = placements->masks = malloc(count * sizeof *masks);
    if (!masks) return false;
    placements->mask_count = count;
    count = 0;
    for (uint32_t mask = 0; mask < end; mask++)
        if (bits_count32(mask) == placements->tile_count)
            masks[count++] = mask_key(placements, mask);
    qsort(masks, count, sizeof *masks, compare_keys);
    for (uint32_t i = 0; i < count; i++) masks[i] &= MASK_BITS;
    return true;
}

static uint32_t mask_rank(const struct placements *placements, uint32_t mask) {
    const uint32_t key = mask_key(placements, mask);
    uint32_t low = 0, high = placements->mask_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (mask_key(placements, placements->masks[middle]) <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t flood(const struct move_set *moves, uint32_t mask, unsigned cell) {
    uint32_t region = UINT32_C(1) << cell;
    for (uint32_t before = 0; region != before;) {
        before = region;
        for (unsigned at = 0; at < moves->geometry.cells; at++) {
            if (!(region >> at & 1u)) continue;
            for (unsigned move = 0; move < moves->count; move++) {
                const uint8_t next = moves->blank_after[at][move];
                if (next != NO_CELL && !(mask >> next & 1u)) region |= UINT32_C(1) << next;
            }
        }
    }
    return region;
}

static unsigned list_regions(const struct move_set *moves, uint32_t mask, uint32_t *regions) {
    unsigned count = 0;
    uint32_t seen = mask;
    for (unsigned cell = 0; cell < moves->geometry.cells; cell++) {
        if (seen >> cell & 1u) continue;
        const uint32_t region = flood(moves, mask, cell);
        if (regions) regions[count] = region;
        seen |= region;
        count++;
    }
    return count;
}

static bool list_cohorts(struct placements *placements) {
    const uint32_t masks = placements->mask_count;
    uint32_t *first = placements->first_cohort = malloc((masks + 1) * sizeof *first);
    if (!first) return false;
    first[0] = 0;
    for (uint32_t rank = 0; rank < masks; rank++)
        first[rank + 1] =
            first[rank] + list_regions(&placements->moves, placements->masks[rank], NULL);
    placements->cohort_count = first[masks];
    placements->regions = malloc(first[masks] * sizeof *placements->regions);
    if (!placements->regions) return false;
    for (uint32_t rank = 0; rank < masks; rank++)
        list_regions(&placements->moves, placements->masks[rank],
                     placements->regions + first[rank]);
    return true;
}

uint32_t placements_cohort(const struct placements *placements, uint32_t mask, unsigned blank) {
    uint32_t cohort = placements->first_cohort[mask_rank(placements, mask)];
    while (!(placements->regions[cohort] >> blank & 1u)) cohort++;
    return cohort;
}

uint32_t placements_rank_of(const struct placements *placements, uint32_t cohort) {
    uint32_t low = 0, high = placements->mask_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (placements->first_cohort[middle] <= cohort)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static unsigned tiles_before(uint32_t mask, unsigned cell) {
    return bits_count32(mask & ((UINT32_C(1) << cell) - 1u));
}

/* Returns the number of edges into a cohort; writes them unless `edges` is NULL. */
static uint32_t list_edges(const struct placements *placements, uint32_t mask, uint32_t region,
                           struct placement_edge *edges) {
    uint32_t count = 0;
    for (unsigned free = 0; free < placements->moves.geometry.cells; free++) {
        if (!(region >> free & 1u)) continue;
        for (unsigned move = 0; move < placements->moves.count; move++) {
            const uint8_t tile = placements->moves.blank_after[free][move];
            if (tile == NO_CELL || !(mask >> tile & 1u)) continue;
            if (edges) {
                const uint32_t other = mask ^ UINT32_C(1) << tile ^ UINT32_C(1) << free;
                edges[count] = (struct placement_edge){
                    .source = placements_cohort(placements, other, tile),
                    .from = (uint8_t)tiles_before(other, free),
                    .to = (uint8_t)tiles_before(mask, tile),
                };
            }
            count++;
        }
    }
    return count;
}

static bool list_all_edges(struct placements *placements) {
    const uint32_t cohorts = placements->cohort_count;
    uint32_t *first = placements->first_edge = malloc((cohorts + 1) * sizeof *first);
    if (!first) return false;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t cohort = 0, count = 0;
        for (uint32_t rank = 0; rank < placements->mask_count; rank++) {
            for (; cohort < placements->first_cohort[rank + 1]; cohort++) {
                first[cohort] = count;
                count +=
                    list_edges(placements, placements->masks[rank], placements->regions[cohort],
                               pass == 0 ? NULL : placements->edges + count);
            }
        }
        first[cohorts] = count;
        if (pass == 1) break;
        placements->edges = malloc((count + 1) * sizeof *placements->edges);
        if (!placements->edges) return false;
    }
    return true;
}

/* ---- life ------------------------------------------------------------------------------------ */

static uint32_t place_tiles(struct placements *placements, const tilepdb_pattern *pattern) {
    uint32_t mask = 0;
    unsigned tile = 0;
    for (unsigned cell = 0; cell < placements->moves.geometry.cells; cell++) {
        if (cell == pattern->goal_blank) continue;
        tile++;
        if (!(pattern->tiles >> tile & 1u)) continue;
        placements->tile[placements->tile_count] = (uint8_t)tile;
        placements->goal_cell[placements->tile_count++] = (uint8_t)cell;
        placements->code_count *= placements->tile_count;
        mask |= UINT32_C(1) << cell;
    }
    return mask;
}

tilepdb_status placements_create(struct placements *placements, const tilepdb_pattern *pattern,
                                 tilepdb_error *error) {
    *placements = (struct placements){.code_count = 1};
    const tilepdb_status status = move_set_init(&placements->moves, pattern->width, pattern->height,
                                                TILEPDB_METRIC_SINGLE, error);
    if (status) return status;
    if (bits_count32(pattern->tiles) > PLACEMENTS_MAX_TILES)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE, "a proof supports at most %d tiles",
                         PLACEMENTS_MAX_TILES);
    const uint32_t goal_mask = place_tiles(placements, pattern);
    if (!list_masks(placements) || !list_cohorts(placements) || !list_all_edges(placements) ||
        !tabulate_moves(placements))
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the placements of a pattern");
    /* In the goal, labels ascend in cell order. */
    uint8_t labels[PLACEMENTS_MAX_TILES];
    for (unsigned label = 0; label < placements->tile_count; label++)
        labels[label] = (uint8_t)label;
    placements->goal_code = placements_code(placements, labels);
    placements->goal_cohort = placements_cohort(placements, goal_mask, pattern->goal_blank);
    placements->bytes +=
        (placements->mask_count * 2ull + placements->cohort_count * 2ull) * 4 +
        placements->first_edge[placements->cohort_count] * (uint64_t)sizeof(struct placement_edge);
    return TILEPDB_OK;
}

void placements_free(struct placements *placements) {
    free(placements->masks);
    free(placements->first_cohort);
    free(placements->regions);
    free(placements->first_edge);
    free(placements->edges);
    for (unsigned from = 0; from < PLACEMENTS_MAX_TILES; from++)
        for (unsigned to = 0; to < PLACEMENTS_MAX_TILES; to++) free(placements->moved[from][to]);
}

/* ---- memory of a closure --------------------------------------------------------------------- */

#define WORTH_THREADS (UINT64_C(1) << 20) /* entries; with fewer, threads mostly wait */

struct closure_level {
    uint64_t *sets; /* [cohort * words] */
    uint8_t *any;   /* [cohort] false: the set is empty, its bits undefined */
};

struct closing {
    struct closure *closure;
    struct closure_level now, next;
    uint32_t *unreached; /* [cohort] placements not reached yet */
    int threads;
    struct progress progress;
};

static uint64_t set_bytes(const struct closure *closure) {
    return (uint64_t)closure->placements->cohort_count * closure->words * sizeof(uint64_t);
}

static tilepdb_status memory_check(const struct closure *closure, uint64_t limit,
                                   tilepdb_error *error) {
    const double kibi = 1 << 10, mebi = 1 << 20;
    const uint64_t available = memory_available();
    const uint64_t most = limit && limit < available ? limit : available;
    if (closure->memory <= most) return TILEPDB_OK;
    const double unit = closure->memory < 1 << 20 ? kibi : mebi;
    return error_set(
        error, TILEPDB_ERROR_TOO_LARGE, "the proof needs %.1f %s, and %.1f are available",
        (double)closure->memory / unit, unit > kibi ? "MiB" : "KiB", (double)most / unit);
}

static tilepdb_status closing_begin(struct closing *closing, uint64_t limit, tilepdb_error *error) {
    struct closure *closure = closing->closure;
    const struct placements *placements = closure->placements;
    const bool bit = closure->kind.encoding == TILEPDB_ENCODING_BIT;
    closure->memory =
        placements->bytes + set_bytes(closure) * (bit ? 4 : 3) + (bit ? 0 : closure->total);
    tilepdb_status status = memory_check(closure, limit, error);
    if (status) return status;
    const uint32_t cohorts = placements->cohort_count;
    closure->reached = memory_pages(set_bytes(closure));
    if (bit)
        closure->bits = memory_pages(set_bytes(closure));
    else
        closure->bytes = memory_pages(closure->total);
    closing->now = (struct closure_level){memory_pages(set_bytes(closure)), calloc(cohorts, 1)};
    closing->next = (struct closure_level){memory_pages(set_bytes(closure)), calloc(cohorts, 1)};
    closing->unreached = malloc(cohorts * sizeof *closing->unreached);
    if (!closure->reached || !(bit ? (void *)closure->bits : closure->bytes) ||
        !closing->now.sets || !closing->now.any || !closing->next.sets || !closing->next.any ||
        !closing->unreached)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for a proof of %llu entries",
                         (unsigned long long)closure->total);
    for (uint32_t i = 0; i < cohorts; i++) closing->unreached[i] = placements->code_count;
    if (!bit) memset(closure->bytes, CLOSURE_UNREACHED, closure->total);
    return TILEPDB_OK;
}

static void closing_end(struct closing *closing) {
    const uint64_t bytes = set_bytes(closing->closure);
    memory_pages_free(closing->now.sets, bytes);
    memory_pages_free(closing->next.sets, bytes);
    free(closing->now.any);
    free(closing->next.any);
    free(closing->unreached);
}

void closure_free(struct closure *closure) {
    if (!closure->placements) return;
    memory_pages_free(closure->reached, set_bytes(closure));
    memory_pages_free(closure->bits, set_bytes(closure));
    memory_pages_free(closure->bytes, closure->total);
}

/* ---- one level ------------------------------------------------------------------------------- */

static void pull(const struct placements *placements, const struct placement_edge *edge,
                 const uint64_t *source, uint64_t *target, size_t words) {
    if (edge->from == edge->to) {
        for (size_t i = 0; i < words; i++) target[i] |= source[i];
        return;
    }
    const uint32_t *moved = placements->moved[edge->from][edge->to];
    for (size_t i = 0; i < words; i++) {
        for (uint64_t set = source[i]; set != 0; set &= set - 1) {
            const uint32_t code = (uint32_t)(64 * i + bits_lowest64(set));
            const uint32_t to =
                moved ? moved[code] : placements_moved(placements, edge->from, edge->to, code);
            target[to >> 6] |= UINT64_C(1) << (to & 63);
        }
    }
}

/* Stores the distance `level` of the codes in `set` (in `bits`, its bit 1); a projected entry keeps
 * an earlier distance. Returns the number of new table entries. */
static uint64_t keep(struct closure *closure, uint32_t rank, uint32_t cohort, const uint64_t *set,
                     int level) {
    const uint32_t codes = closure->placements->code_count;
    uint64_t fresh = 0;
    if (closure->bits) {
        uint64_t *bits = closure->bits + (uint64_t)cohort * closure->words;
        for (size_t i = 0; i < closure->words; i++) {
            fresh += bits_count64(set[i]);
            if ((level & 2) != 0) bits[i] |= set[i];
        }
        return fresh;
    }
    const uint32_t column = closure->kind.blank == TILEPDB_BLANK_PROJECTED ? rank : cohort;
    uint8_t *bytes = closure->bytes + (uint64_t)column * codes;
    for (size_t i = 0; i < closure->words; i++) {
        for (uint64_t word = set[i]; word != 0; word &= word - 1) {
            uint8_t *byte = &bytes[64 * i + bits_lowest64(word)];
            if (*byte != CLOSURE_UNREACHED) continue;
            *byte = (uint8_t)level;
            fresh++;
        }
    }
    return fresh;
}

/* Removes placements reached before from `set`, and marks the others as reached. Returns their
 * number. */
static uint32_t admit(struct closure *closure, uint32_t cohort, uint64_t *set) {
    uint64_t *reached = closure->reached + (uint64_t)cohort * closure->words;
    uint32_t count = 0;
    for (size_t i = 0; i < closure->words; i++) {
        set[i] &= ~reached[i];
        reached[i] |= set[i];
        count += bits_count64(set[i]);
    }
    return count;
}

static uint64_t advance(struct closing *closing, uint32_t rank, uint32_t cohort, int level) {
    struct closure *closure = closing->closure;
    const struct placements *placements = closure->placements;
    closing->next.any[cohort] = 0;
    if (closing->unreached[cohort] == 0) return 0;
    uint64_t *set = closing->next.sets + (uint64_t)cohort * closure->words;
    bool any = false;
    for (uint32_t i = placements->first_edge[cohort]; i < placements->first_edge[cohort + 1]; i++) {
        const struct placement_edge *edge = &placements->edges[i];
        if (!closing->now.any[edge->source]) continue;
        if (!any) memset(set, 0, closure->words * sizeof *set);
        any = true;
        pull(placements, edge, closing->now.sets + (uint64_t)edge->source * closure->words, set,
             closure->words);
    }
    const uint32_t count = any ? admit(closure, cohort, set) : 0;
    if (count == 0) return 0;
    closing->unreached[cohort] -= count;
    closing->next.any[cohort] = 1;
    return keep(closure, rank, cohort, set, level);
}

/* One thread has all regions of a mask, since they share entries of a projected table. */
static uint64_t advance_all(struct closing *closing, int level, bool *any) {
    const struct placements *placements = closing->closure->placements;
    uint64_t fresh = 0;
    int found = 0;
#pragma omp parallel for num_threads(closing->threads) schedule(dynamic, 16)                       \
    reduction(+ : fresh) reduction(| : found)
    for (uint32_t rank = 0; rank < placements->mask_count; rank++) {
        const uint32_t end = placements->first_cohort[rank + 1];
        if (progress_cancelled(&closing->progress)) continue;
        if (threads_index() == 0) progress_report_sometimes(&closing->progress);
        for (uint32_t cohort = placements->first_cohort[rank]; cohort < end; cohort++) {
            fresh += advance(closing, rank, cohort, level);
            found |= closing->next.any[cohort];
        }
    }
    /* the next level reports a cancellation */
    *any = found != 0 || progress_cancelled(&closing->progress);
    return fresh;
}

/* ---- all levels ------------------------------------------------------------------------------ */

static uint64_t start_at_goal(struct closing *closing) {
    const struct placements *placements = closing->closure->placements;
    const uint32_t goal = placements->goal_cohort, code = placements->goal_code;
    uint64_t *set = closing->now.sets + (uint64_t)goal * closing->closure->words;
    set[code >> 6] = UINT64_C(1) << (code & 63);
    closing->now.any[goal] = 1;
    closing->unreached[goal] -= admit(closing->closure, goal, set);
    return keep(closing->closure, placements_rank_of(placements, goal), goal, set, 0);
}

static tilepdb_status close_levels(struct closing *closing, const tilepdb_verify_options *options,
                                   tilepdb_error *error) {
    struct closure *closure = closing->closure;
    struct progress *progress = &closing->progress;
    progress_init(progress, options->progress, options->user, TILEPDB_STAGE_PROVE, closure->total);
    progress->now.memory = closure->memory;
    uint64_t fresh = start_at_goal(closing);
    bool any = true;
    for (int level = 0; any; level++) {
        if (level >= TILEPDB_MAX_LEVELS - 1)
            return error_set(error, TILEPDB_ERROR_TOO_LARGE, "distances beyond %d",
                             TILEPDB_MAX_LEVELS - 1);
        closure->histogram[level] = fresh;
        if (fresh > 0) closure->levels = level + 1;
        progress->now.level = level;
        progress->now.fresh = fresh;
        atomic_fetch_add(&progress->done, fresh);
        if (!progress_report(progress))
            return error_set(error, TILEPDB_CANCELLED, "the proof was cancelled at distance %d",
                             level);
        fresh = advance_all(closing, level + 1, &any);
        const struct closure_level now = closing->now;
        closing->now = closing->next;
        closing->next = now;
    }
    return TILEPDB_OK;
}

int closure_threads(uint64_t entries, int requested) {
    return entries < WORTH_THREADS ? 1 : threads_prepare(requested);
}

tilepdb_status closure_run(struct closure *closure, const struct placements *placements,
                           tilepdb_kind kind, const tilepdb_verify_options *options,
                           tilepdb_error *error) {
    const bool projected = kind.blank == TILEPDB_BLANK_PROJECTED;
    const uint64_t columns = projected ? placements->mask_count : placements->cohort_count;
    *closure = (struct closure){
        .placements = placements,
        .kind = kind,
        .words = (placements->code_count + 63) / 64,
        .total = columns * placements->code_count,
    };
    struct closing closing = {.closure = closure,
                              .threads = closure_threads(closure->total, options->threads)};
    tilepdb_status status = closing_begin(&closing, options->memory_limit, error);
    if (!status) status = close_levels(&closing, options, error);
    closing_end(&closing);
    return status;
}

/* ---- one distance ---------------------------------------------------------------------------- */

static bool is_reached(const struct closure *closure, uint32_t cohort, uint32_t code) {
    return closure->reached[(uint64_t)cohort * closure->words + (code >> 6)] >> (code & 63) & 1u;
}

/* Steps from distance d to a neighbour at distance d - 1. Bit 1 of d and of d - 1 are equal if and
 * only if d is odd; for d + 1 it is the reverse. */
static bool step_down(const struct closure *closure, uint32_t *cohort, uint32_t *code, bool odd) {
    const struct placements *placements = closure->placements;
    const uint64_t *bits = closure->bits;
    const uint64_t bit =
        bits[(uint64_t)*cohort * closure->words + (*code >> 6)] >> (*code & 63) & 1u;
    for (uint32_t i = placements->first_edge[*cohort]; i < placements->first_edge[*cohort + 1];
         i++) {
        const struct placement_edge *edge = &placements->edges[i];
        const uint32_t from = placements_moved(placements, edge->to, edge->from, *code);
        const uint64_t other =
            bits[(uint64_t)edge->source * closure->words + (from >> 6)] >> (from & 63) & 1u;
        if ((other == bit) != odd) continue;
        *cohort = edge->source;
        *code = from;
        return true;
    }
    return false;
}

/* A move takes a tile to a cell of the other colour, so it changes the parity. */
static unsigned parity_of(const struct placements *placements, uint32_t cohort) {
    const uint32_t mask = placements->masks[placements_rank_of(placements, cohort)];
    unsigned sum = 0;
    for (unsigned cell = 0; cell < placements->moves.geometry.cells; cell++)
        if (mask >> cell & 1u) sum += geometry_cell_parity(&placements->moves.geometry, cell);
    return sum & 1u;
}

int closure_distance(const struct closure *closure, uint32_t column, uint32_t code) {
    const struct placements *placements = closure->placements;
    if (closure->bytes) {
        const uint8_t byte = closure->bytes[(uint64_t)column * placements->code_count + code];
        return byte == CLOSURE_UNREACHED ? -1 : byte;
    }
    if (!is_reached(closure, column, code)) return -1;
    bool odd = parity_of(placements, column) != parity_of(placements, placements->goal_cohort);
    int distance = 0;
    while (column != placements->goal_cohort || code != placements->goal_code) {
        if (distance == TILEPDB_MAX_LEVELS || !step_down(closure, &column, &code, odd)) return -1;
        odd = !odd;
        distance++;
    }
    return distance;
}
