/*
 * Boards far from the goal, from the side of the tables.
 *
 * For a mask of one pattern and a cell of the blank, the other pattern's mask is what is left. The
 * arrangements of the one are paired with those of the other whose distance completes the estimate,
 * by lists of equal distance and parity. So the work is that of the boards that are listed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/threads.h"
#include "puzzle/board.h"
#include "puzzle/symmetry.h"
#include "util/clock.h"
#include "verify/closure.h"

/* Masks between two calls of the callback. */
#define CHUNK 512

struct side {
    struct placements placements;
    struct closure closure;
    uint8_t *odd; /* [code]: the parity of the arrangement */
};

struct listing {
    struct side side[2]; /* the larger pattern first */
    tilepdb_board goal;
    int least, least_reflected;
    bool reflects;
    uint8_t cell_to[TILEPDB_TABLE_MAX_CELLS],
        tile_to[TILEPDB_TABLE_MAX_CELLS]; /* of the reflection */
    int threads;
    uint64_t *first; /* [mask_count + 1]: where a mask's boards begin; how many there may be */
    uint64_t *kept;  /* [mask_count] */
    tilepdb_far_board *boards;
};

/* The codes of the smaller pattern on one mask by distance and parity: those of distance d and
 * parity p are codes[first[2d + p] .. first[2d + p + 1]]. */
struct buckets {
    uint32_t *codes;
    uint32_t first[2 * TILEPDB_MAX_LEVELS + 1];
    int levels;
};

/* One mask of the larger pattern with one cell of the blank. */
struct pairing {
    uint32_t mask[2];
    const uint8_t *distance[2]; /* [code] */
    unsigned blank;
    bool odd; /* arrangements of different parity give a solvable board */
};

/* ---- estimates ------------------------------------------------------------------------------- */

static const uint8_t *distances(const struct side *side, uint32_t mask, unsigned blank) {
    const uint32_t cohort = placements_cohort(&side->placements, mask, blank);
    return side->closure.bytes + (uint64_t)cohort * side->placements.code_count;
}

static int side_estimate(const struct side *side, const uint8_t *cells, unsigned blank) {
    const struct placements *placements = &side->placements;
    uint8_t labels[PLACEMENTS_MAX_TILES];
    uint32_t mask = 0;
    unsigned count = 0;
    for (unsigned cell = 0; cell < placements->moves.geometry.cells; cell++) {
        for (unsigned label = 0; label < placements->tile_count; label++) {
            if (cells[cell] != placements->tile[label]) continue;
            mask |= UINT32_C(1) << cell;
            labels[count++] = (uint8_t)label;
        }
    }
    return distances(side, mask, blank)[placements_code(placements, labels)];
}

static void reflect(const struct listing *listing, const uint8_t *cells, uint8_t *image) {
    const unsigned count = listing->side[0].placements.moves.geometry.cells;
    for (unsigned cell = 0; cell < count; cell++)
        image[listing->cell_to[cell]] = listing->tile_to[cells[cell]];
}

/* Notes the estimate of the reflection. False: the reflection is listed instead, or neither. */
static bool is_told(const struct listing *listing, unsigned blank, tilepdb_far_board *board) {
    if (!listing->reflects) return true;
    uint8_t image[TILEPDB_TABLE_MAX_CELLS] = {0};
    reflect(listing, board->cells, image);
    board->reflected = (uint8_t)(side_estimate(&listing->side[0], image, listing->cell_to[blank]) +
                                 side_estimate(&listing->side[1], image, listing->cell_to[blank]));
    if (board->reflected < listing->least_reflected) return false;
    return board->reflected < board->estimate ||
           (board->reflected == board->estimate && memcmp(board->cells, image, sizeof image) <= 0);
}

/* ---- one mask -------------------------------------------------------------------------------- */

static void place(const struct side *side, uint32_t mask, uint32_t code, uint8_t *cells) {
    uint8_t labels[PLACEMENTS_MAX_TILES];
    placements_labels(&side->placements, code, labels);
    const uint8_t *label = labels;
    for (unsigned cell = 0; cell < side->placements.moves.geometry.cells; cell++)
        if (mask >> cell & 1u) cells[cell] = side->placements.tile[*label++];
}

static bool pairing_begin(const struct listing *listing, uint32_t rank, unsigned blank,
                          struct pairing *pairing) {
    const struct geometry *geometry = &listing->side[0].placements.moves.geometry;
    const uint32_t mask = listing->side[0].placements.masks[rank];
    if (mask >> blank & 1u) return false;
    const uint32_t all = (UINT32_C(1) << geometry->cells) - 1;
    *pairing =
        (struct pairing){.mask = {mask, all & ~mask & ~(UINT32_C(1) << blank)}, .blank = blank};
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS] = {0};
    for (int s = 0; s < 2; s++) {
        pairing->distance[s] = distances(&listing->side[s], pairing->mask[s], blank);
        place(&listing->side[s], pairing->mask[s], 0, cells);
    }
    tilepdb_board board = {.width = geometry->width, .height = geometry->height};
    for (unsigned cell = 0; cell < geometry->cells; cell++) board.cells[cell] = cells[cell];
    const bool unsolvable = tilepdb_board_solvable(&board, &listing->goal, NULL) != TILEPDB_OK;
    pairing->odd = unsolvable ^ listing->side[0].odd[0] ^ listing->side[1].odd[0];
    return true;
}

static void buckets_fill(struct buckets *buckets, const struct side *side,
                         const uint8_t *distance) {
    const uint32_t codes = side->placements.code_count;
    memset(buckets->first, 0, sizeof buckets->first);
    buckets->levels = 0;
    for (uint32_t code = 0; code < codes; code++) {
        if (distance[code] == CLOSURE_UNREACHED) continue;
        buckets->first[2 * distance[code] + side->odd[code] + 1]++;
        if (distance[code] >= buckets->levels) buckets->levels = distance[code] + 1;
    }
    for (int i = 0; i < 2 * TILEPDB_MAX_LEVELS; i++) buckets->first[i + 1] += buckets->first[i];
    uint32_t next[2 * TILEPDB_MAX_LEVELS];
    memcpy(next, buckets->first, sizeof next);
    for (uint32_t code = 0; code < codes; code++)
        if (distance[code] != CLOSURE_UNREACHED)
            buckets->codes[next[2 * distance[code] + side->odd[code]]++] = code;
}

/* How many boards one arrangement of the larger pattern makes; writes the listed ones to `boards`
 * unless that is NULL, and then returns their number. */
static uint64_t boards_of_code(const struct listing *listing, const struct pairing *pairing,
                               const struct buckets *buckets, uint32_t code,
                               tilepdb_far_board *boards) {
    const struct side *side = listing->side;
    const int distance = pairing->distance[0][code];
    const int parity = side[0].odd[code] ^ pairing->odd;
    uint64_t count = 0;
    for (int other = buckets->levels - 1; other >= 0 && other + distance >= listing->least;
         other--) {
        const uint32_t from = buckets->first[2 * other + parity];
        const uint32_t to = buckets->first[2 * other + parity + 1];
        if (boards == NULL) count += to - from;
        for (uint32_t i = from; i < to && boards != NULL; i++) {
            tilepdb_far_board *board = &boards[count];
            *board = (tilepdb_far_board){.estimate = (uint8_t)(distance + other)};
            place(&side[0], pairing->mask[0], code, board->cells);
            place(&side[1], pairing->mask[1], buckets->codes[i], board->cells);
            count += is_told(listing, pairing->blank, board);
        }
    }
    return count;
}

/* All boards of one mask of the larger pattern. */
static uint64_t boards_of_mask(const struct listing *listing, struct buckets *buckets,
                               uint32_t rank, tilepdb_far_board *boards) {
    const struct placements *placements = &listing->side[0].placements;
    uint64_t count = 0;
    for (unsigned blank = 0; blank < placements->moves.geometry.cells; blank++) {
        struct pairing pairing;
        if (!pairing_begin(listing, rank, blank, &pairing)) continue;
        buckets_fill(buckets, &listing->side[1], pairing.distance[1]);
        for (uint32_t code = 0; code < placements->code_count; code++) {
            const int distance = pairing.distance[0][code];
            if (distance == CLOSURE_UNREACHED || distance + buckets->levels <= listing->least)
                continue;
            count += boards_of_code(listing, &pairing, buckets, code,
                                    boards != NULL ? boards + count : NULL);
        }
    }
    return count;
}

/* ---- all masks ------------------------------------------------------------------------------- */

/* Counts the possible boards or, once there is room, lists the boards. */
static tilepdb_status all_masks(struct listing *listing, struct buckets *buckets,
                                const tilepdb_verify_options *options, tilepdb_error *error) {
    const uint32_t masks = listing->side[0].placements.mask_count;
    tilepdb_far_board *boards = listing->boards;
    const double start = clock_seconds();
    for (uint32_t begin = 0; begin < masks; begin += CHUNK) {
        const uint32_t end = masks - begin < CHUNK ? masks : begin + CHUNK;
#pragma omp parallel for num_threads(listing->threads) schedule(dynamic, 4)
        for (uint32_t rank = begin; rank < end; rank++)
            listing->kept[rank] =
                boards_of_mask(listing, &buckets[threads_index()], rank,
                               boards != NULL ? boards + listing->first[rank] : NULL);
        const tilepdb_progress progress = {.stage = TILEPDB_STAGE_LIST,
                                           .level = listing->least,
                                           .done = (boards != NULL ? masks : 0) + end,
                                           .total = 2 * (uint64_t)masks,
                                           .seconds = clock_seconds() - start};
        if (options->progress != NULL && !options->progress(&progress, options->user))
            return error_set(error, TILEPDB_CANCELLED, "the list of boards was cancelled");
    }
    return TILEPDB_OK;
}

/* Room for what was counted. */
static tilepdb_status boards_allocate(struct listing *listing, uint64_t limit,
                                      tilepdb_error *error) {
    const uint32_t masks = listing->side[0].placements.mask_count;
    uint64_t count = 0;
    for (uint32_t rank = 0; rank < masks; rank++) {
        listing->first[rank] = count;
        count += listing->kept[rank];
    }
    const uint64_t available = memory_available();
    const uint64_t most = limit != 0 && limit < available ? limit : available;
    if (count > most / sizeof *listing->boards)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "%llu boards have estimates of %d or more: too many for memory",
                         (unsigned long long)count, listing->least);
    listing->boards = malloc((size_t)(count + 1) * sizeof *listing->boards);
    if (listing->boards != NULL) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for %llu boards",
                     (unsigned long long)count);
}

static int compare_boards(const void *a, const void *b) {
    const tilepdb_far_board *x = a, *y = b;
    if (x->estimate != y->estimate) return y->estimate - x->estimate;
    if (x->reflected != y->reflected) return y->reflected - x->reflected;
    return memcmp(x->cells, y->cells, sizeof x->cells);
}

/* Moves the slices of the masks together and sorts all. Returns the number of boards. */
static size_t boards_gather(const struct listing *listing) {
    size_t count = 0;
    for (uint32_t rank = 0; rank < listing->side[0].placements.mask_count; rank++) {
        memmove(listing->boards + count, listing->boards + listing->first[rank],
                (size_t)listing->kept[rank] * sizeof *listing->boards);
        count += (size_t)listing->kept[rank];
    }
    qsort(listing->boards, count, sizeof *listing->boards, compare_boards);
    return count;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void reflection_prepare(struct listing *listing) {
    const struct geometry *geometry = &listing->side[0].placements.moves.geometry;
    const unsigned blank = board_blank(&listing->goal);
    unsigned which;
    listing->reflects = symmetry_reflection(geometry, (uint8_t)blank, &which);
    if (!listing->reflects) return;
    struct symmetry symmetry;
    symmetry_init(&symmetry, geometry, which);
    for (unsigned cell = 0; cell < geometry->cells; cell++) {
        listing->cell_to[cell] = symmetry.to[cell];
        listing->tile_to[goal_tile(cell, blank)] = goal_tile(symmetry.to[cell], blank);
    }
}

static tilepdb_status side_prepare(struct side *side, const tilepdb_pattern *pattern,
                                   const tilepdb_verify_options *options, tilepdb_error *error) {
    /* A byte a distance. */
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE};
    struct placements *placements = &side->placements;
    tilepdb_status status = placements_create(placements, pattern, error);
    if (!status) status = closure_run(&side->closure, placements, kind, options, error);
    if (status) return status;
    side->odd = calloc(placements->code_count, 1);
    if (side->odd == NULL)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the parities of a pattern");
    for (uint32_t code = 0; code < placements->code_count; code++) {
        uint8_t labels[PLACEMENTS_MAX_TILES];
        placements_labels(placements, code, labels);
        for (unsigned i = 0; i < placements->tile_count; i++)
            for (unsigned j = 0; j < i; j++) side->odd[code] ^= labels[j] > labels[i];
    }
    return TILEPDB_OK;
}

static void side_free(struct side *side) {
    closure_free(&side->closure);
    placements_free(&side->placements);
    free(side->odd);
}

static tilepdb_status listing_prepare(struct listing *listing, const tilepdb_partition *partition,
                                      const tilepdb_verify_options *options, tilepdb_error *error) {
    tilepdb_pattern pattern[2];
    for (unsigned i = 0; i < 2; i++) pattern[i] = tilepdb_partition_pattern(partition, i);
    const unsigned larger = bits_count32(pattern[1].tiles) > bits_count32(pattern[0].tiles);
    tilepdb_status status = tilepdb_goal(partition->width, partition->height, partition->goal_blank,
                                         &listing->goal, error);
    for (unsigned i = 0; i < 2 && !status; i++)
        status = side_prepare(&listing->side[i], &pattern[i ^ larger], options, error);
    if (status) return status;
    reflection_prepare(listing);
    const uint32_t masks = listing->side[0].placements.mask_count;
    listing->first = calloc(masks, sizeof *listing->first);
    listing->kept = calloc(masks, sizeof *listing->kept);
    if (listing->first != NULL && listing->kept != NULL) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to list boards");
}

static tilepdb_status list(struct listing *listing, const tilepdb_verify_options *options,
                           tilepdb_error *error) {
    struct buckets *buckets = calloc((size_t)listing->threads, sizeof *buckets);
    bool room = buckets != NULL;
    for (int i = 0; room && i < listing->threads; i++) {
        buckets[i].codes =
            malloc(listing->side[1].placements.code_count * sizeof *buckets[i].codes);
        room = buckets[i].codes != NULL;
    }
    tilepdb_status status = TILEPDB_OK;
    if (!room) status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to list boards");
    if (!status) status = all_masks(listing, buckets, options, error);
    if (!status) status = boards_allocate(listing, options->memory_limit, error);
    if (!status) status = all_masks(listing, buckets, options, error);
    for (int i = 0; buckets != NULL && i < listing->threads; i++) free(buckets[i].codes);
    free(buckets);
    return status;
}

tilepdb_status tilepdb_far_boards(const tilepdb_partition *partition, int least,
                                  int least_reflected, const tilepdb_verify_options *options,
                                  tilepdb_far_board **boards, size_t *count, tilepdb_error *error) {
    tilepdb_verify_options defaults;
    tilepdb_verify_options_init(&defaults);
    if (options == NULL) options = &defaults;
    *boards = NULL;
    *count = 0;
    tilepdb_board goal;
    tilepdb_status status = limits_threads(options->threads, error);
    if (!status) status = tilepdb_size_check(partition->width, partition->height, error);
    if (!status)
        status =
            tilepdb_goal(partition->width, partition->height, partition->goal_blank, &goal, error);
    if (status) return status;
    const uint32_t all = (UINT32_C(1) << partition->width * partition->height) - 2;
    const uint32_t one = partition->tiles[0], other = partition->tiles[1];
    if (partition->count != 2 || one == 0 || other == 0 || (one & other) != 0 ||
        (one | other) != all)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "listing boards needs two patterns that split the tiles");
    struct listing listing = {.goal = goal,
                              .least = least,
                              .least_reflected = least_reflected,
                              .threads = threads_resolve(options->threads)};
    status = listing_prepare(&listing, partition, options, error);
    if (!status) status = list(&listing, options, error);
    if (!status) {
        *count = boards_gather(&listing);
        *boards = listing.boards;
    } else {
        free(listing.boards);
    }
    for (int s = 0; s < 2; s++) side_free(&listing.side[s]);
    free(listing.first);
    free(listing.kept);
    return status;
}

void tilepdb_far_boards_free(tilepdb_far_board *boards) {
    free(boards);
}
