#include "verify/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "util/clock.h"

/* With fewer entries, threads spend more time waiting for each other than working. */
#define WORTH_THREADS (UINT64_C(1) << 20)

/* The last two levels, besides what the walk keeps. */
struct front {
    uint64_t *sets; /* [cohort * words] */
    uint8_t *any;   /* [cohort]: the set is not empty; only then does it mean anything */
};

struct walking {
    struct walk *walk;
    struct front now, next;
    uint32_t *left; /* [cohort]: placements that no level holds yet */
    int threads;
    double start;
    uint64_t done;
};

static bool is_projected(const struct walk *walk) {
    return walk->kind.blank == TILEPDB_BLANK_PROJECTED;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static uint64_t set_bytes(const struct walk *walk) {
    return (uint64_t)walk->placements->cohort_count * walk->words * sizeof(uint64_t);
}

static tilepdb_status memory_check(const struct walk *walk, uint64_t limit, tilepdb_error *error) {
    const double kibi = 1 << 10, mebi = 1 << 20;
    const uint64_t available = memory_available();
    const uint64_t most = limit && limit < available ? limit : available;
    if (walk->memory <= most) return TILEPDB_OK;
    const double unit = walk->memory < 1 << 20 ? kibi : mebi;
    return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                     "the proof needs %.1f %s, and %.1f are available", (double)walk->memory / unit,
                     unit > kibi ? "MiB" : "KiB", (double)most / unit);
}

static tilepdb_status walking_begin(struct walking *walking, uint64_t limit, tilepdb_error *error) {
    struct walk *walk = walking->walk;
    const struct placements *placements = walk->placements;
    const bool bit = walk->kind.encoding == TILEPDB_ENCODING_BIT;
    walk->memory = placements->bytes + set_bytes(walk) * (bit ? 4 : 3) + (bit ? 0 : walk->total);
    tilepdb_status status = memory_check(walk, limit, error);
    if (status) return status;
    const uint32_t cohorts = placements->cohort_count;
    walk->reached = memory_pages(set_bytes(walk));
    if (bit)
        walk->bits = memory_pages(set_bytes(walk));
    else
        walk->bytes = memory_pages(walk->total);
    walking->now = (struct front){memory_pages(set_bytes(walk)), calloc(cohorts, 1)};
    walking->next = (struct front){memory_pages(set_bytes(walk)), calloc(cohorts, 1)};
    walking->left = malloc(cohorts * sizeof *walking->left);
    if (!walk->reached || (bit ? (void *)walk->bits : walk->bytes) == NULL || !walking->now.sets ||
        !walking->now.any || !walking->next.sets || !walking->next.any || !walking->left)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for a proof of %llu entries",
                         (unsigned long long)walk->total);
    for (uint32_t i = 0; i < cohorts; i++) walking->left[i] = placements->code_count;
    if (!bit) memset(walk->bytes, WALK_UNREACHED, walk->total);
    return TILEPDB_OK;
}

static void walking_end(struct walking *walking) {
    const uint64_t bytes = set_bytes(walking->walk);
    memory_pages_free(walking->now.sets, bytes);
    memory_pages_free(walking->next.sets, bytes);
    free(walking->now.any);
    free(walking->next.any);
    free(walking->left);
}

void walk_free(struct walk *walk) {
    if (walk->placements == NULL) return;
    memory_pages_free(walk->reached, set_bytes(walk));
    memory_pages_free(walk->bits, set_bytes(walk));
    memory_pages_free(walk->bytes, walk->total);
}

/* ---- one level ------------------------------------------------------------------------------- */

/* Adds what the placements in `source` become along an edge. */
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
            const uint32_t to = moved != NULL
                                    ? moved[code]
                                    : placements_moved(placements, edge->from, edge->to, code);
            target[to >> 6] |= UINT64_C(1) << (to & 63);
        }
    }
}

/* Records the level of a set of placements. Returns the number of new entries of the table. */
static uint64_t keep(struct walk *walk, uint32_t rank, uint32_t cohort, const uint64_t *set,
                     int level) {
    const uint32_t codes = walk->placements->code_count;
    uint64_t fresh = 0;
    if (walk->bits != NULL) {
        uint64_t *bits = walk->bits + (uint64_t)cohort * walk->words;
        for (size_t i = 0; i < walk->words; i++) {
            fresh += bits_count64(set[i]);
            if ((level & 2) != 0) bits[i] |= set[i];
        }
        return fresh;
    }
    uint8_t *bytes = walk->bytes + (uint64_t)(is_projected(walk) ? rank : cohort) * codes;
    for (size_t i = 0; i < walk->words; i++) {
        for (uint64_t word = set[i]; word != 0; word &= word - 1) {
            uint8_t *byte = &bytes[64 * i + bits_lowest64(word)];
            if (*byte != WALK_UNREACHED) continue;
            *byte = (uint8_t)level;
            fresh++;
        }
    }
    return fresh;
}

/* Removes what an earlier level holds and adds the rest to `reached`. Returns the size of the rest.
 */
static uint32_t admit(struct walk *walk, uint32_t cohort, uint64_t *set) {
    uint64_t *reached = walk->reached + (uint64_t)cohort * walk->words;
    uint32_t count = 0;
    for (size_t i = 0; i < walk->words; i++) {
        set[i] &= ~reached[i];
        reached[i] |= set[i];
        count += bits_count64(set[i]);
    }
    return count;
}

/* Fills the next level's set of a cohort. Returns the new entries of the table. */
static uint64_t advance(struct walking *walking, uint32_t rank, uint32_t cohort, int level) {
    struct walk *walk = walking->walk;
    const struct placements *placements = walk->placements;
    walking->next.any[cohort] = 0;
    if (walking->left[cohort] == 0) return 0;
    uint64_t *set = walking->next.sets + (uint64_t)cohort * walk->words;
    bool any = false;
    for (uint32_t i = placements->first_edge[cohort]; i < placements->first_edge[cohort + 1]; i++) {
        const struct placement_edge *edge = &placements->edges[i];
        if (!walking->now.any[edge->source]) continue;
        if (!any) memset(set, 0, walk->words * sizeof *set);
        any = true;
        pull(placements, edge, walking->now.sets + (uint64_t)edge->source * walk->words, set,
             walk->words);
    }
    const uint32_t count = any ? admit(walk, cohort, set) : 0;
    if (count == 0) return 0;
    walking->left[cohort] -= count;
    walking->next.any[cohort] = 1;
    return keep(walk, rank, cohort, set, level);
}

/* One thread has all regions of a mask, which share the entries of a projected table. */
static uint64_t advance_all(struct walking *walking, int level, bool *any) {
    const struct placements *placements = walking->walk->placements;
    uint64_t fresh = 0;
    int found = 0;
#pragma omp parallel for num_threads(walking->threads) schedule(dynamic, 16)                       \
    reduction(+ : fresh) reduction(| : found)
    for (uint32_t rank = 0; rank < placements->mask_count; rank++) {
        const uint32_t end = placements->first_cohort[rank + 1];
        for (uint32_t cohort = placements->first_cohort[rank]; cohort < end; cohort++) {
            fresh += advance(walking, rank, cohort, level);
            found |= walking->next.any[cohort];
        }
    }
    *any = found != 0;
    return fresh;
}

/* ---- all levels ------------------------------------------------------------------------------ */

static uint64_t start_at_goal(struct walking *walking) {
    const struct placements *placements = walking->walk->placements;
    const uint32_t goal = placements->goal_cohort, code = placements->goal_code;
    uint64_t *set = walking->now.sets + (uint64_t)goal * walking->walk->words;
    set[code >> 6] = UINT64_C(1) << (code & 63);
    walking->now.any[goal] = 1;
    walking->left[goal] -= admit(walking->walk, goal, set);
    return keep(walking->walk, placements_rank_of(placements, goal), goal, set, 0);
}

static bool report(const struct walking *walking, const tilepdb_verify_options *options, int level,
                   uint64_t fresh) {
    if (options->progress == NULL) return true;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_PROVE,
                                       .level = level,
                                       .fresh = fresh,
                                       .done = walking->done,
                                       .total = walking->walk->total,
                                       .memory = walking->walk->memory,
                                       .seconds = clock_seconds() - walking->start};
    return options->progress(&progress, options->user);
}

static tilepdb_status walk_levels(struct walking *walking, const tilepdb_verify_options *options,
                                  tilepdb_error *error) {
    struct walk *walk = walking->walk;
    uint64_t fresh = start_at_goal(walking);
    bool any = true;
    for (int level = 0; any; level++) {
        if (level >= TILEPDB_MAX_LEVELS - 1)
            return error_set(error, TILEPDB_ERROR_TOO_LARGE, "distances beyond %d",
                             TILEPDB_MAX_LEVELS - 1);
        walk->histogram[level] = fresh;
        if (fresh > 0) walk->levels = level + 1;
        walking->done += fresh;
        if (!report(walking, options, level, fresh))
            return error_set(error, TILEPDB_CANCELLED, "the proof was cancelled at distance %d",
                             level);
        fresh = advance_all(walking, level + 1, &any);
        const struct front now = walking->now;
        walking->now = walking->next;
        walking->next = now;
    }
    return TILEPDB_OK;
}

int walk_threads(uint64_t entries, int requested) {
    return entries < WORTH_THREADS ? 1 : threads_resolve(requested);
}

tilepdb_status walk_run(struct walk *walk, const struct placements *placements, tilepdb_kind kind,
                        const tilepdb_verify_options *options, tilepdb_error *error) {
    const bool projected = kind.blank == TILEPDB_BLANK_PROJECTED;
    const uint64_t columns = projected ? placements->mask_count : placements->cohort_count;
    *walk = (struct walk){
        .placements = placements,
        .kind = kind,
        .words = (placements->code_count + 63) / 64,
        .total = columns * placements->code_count,
    };
    struct walking walking = {.walk = walk,
                              .threads = walk_threads(walk->total, options->threads),
                              .start = clock_seconds()};
    tilepdb_status status = walking_begin(&walking, options->memory_limit, error);
    if (!status) status = walk_levels(&walking, options, error);
    walking_end(&walking);
    return status;
}

/* ---- one distance ---------------------------------------------------------------------------- */

static bool is_reached(const struct walk *walk, uint32_t cohort, uint32_t code) {
    return walk->reached[(uint64_t)cohort * walk->words + (code >> 6)] >> (code & 63) & 1u;
}

/* Of neighbours one is a step nearer, and bit 1 of the distance shows which: over two steps it
 * changes, so it is the neighbour whose bit is this one's if the distance is odd, otherwise the
 * other.
 */
static bool step_down(const struct walk *walk, uint32_t *cohort, uint32_t *code, bool odd) {
    const struct placements *placements = walk->placements;
    const uint64_t *bits = walk->bits;
    const uint64_t bit = bits[(uint64_t)*cohort * walk->words + (*code >> 6)] >> (*code & 63) & 1u;
    for (uint32_t i = placements->first_edge[*cohort]; i < placements->first_edge[*cohort + 1];
         i++) {
        const struct placement_edge *edge = &placements->edges[i];
        const uint32_t from = placements_moved(placements, edge->to, edge->from, *code);
        const uint64_t other =
            bits[(uint64_t)edge->source * walk->words + (from >> 6)] >> (from & 63) & 1u;
        if ((other == bit) != odd) continue;
        *cohort = edge->source;
        *code = from;
        return true;
    }
    return false;
}

/* A move takes one tile to the other colour of the chessboard. */
static unsigned colour(const struct placements *placements, uint32_t cohort) {
    const uint32_t mask = placements->masks[placements_rank_of(placements, cohort)];
    unsigned sum = 0;
    for (unsigned cell = 0; cell < placements->geometry.cells; cell++)
        if (mask >> cell & 1u) sum += geometry_cell_parity(&placements->geometry, cell);
    return sum & 1u;
}

int walk_distance(const struct walk *walk, uint32_t column, uint32_t code) {
    const struct placements *placements = walk->placements;
    if (walk->bytes != NULL) {
        const uint8_t byte = walk->bytes[(uint64_t)column * placements->code_count + code];
        return byte == WALK_UNREACHED ? -1 : byte;
    }
    if (!is_reached(walk, column, code)) return -1;
    bool odd = colour(placements, column) != colour(placements, placements->goal_cohort);
    int distance = 0;
    while (column != placements->goal_cohort || code != placements->goal_code) {
        if (distance == TILEPDB_MAX_LEVELS || !step_down(walk, &column, &code, odd)) return -1;
        odd = !odd;
        distance++;
    }
    return distance;
}
