#include "antipodes/candidate_boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/threads.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"
#include "puzzle/solvable.h"
#include "verify/placements.h"

/* ---- sets of boards, and images of a board --------------------------------------------------- */

uint64_t board_key(const tilepdb_board *board) {
    uint64_t key = 0;
    for (int cell = 0; cell < board->width * board->height; cell++)
        key = key << 4 | board->cells[cell];
    return key;
}

tilepdb_board board_of_key(uint64_t key) {
    tilepdb_board board = {.width = 4, .height = 4};
    for (int cell = 15; cell >= 0; cell--, key >>= 4) board.cells[cell] = key & 15;
    return board;
}

static struct board_entry *entry_of(const struct board_set *set, uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (set->capacity - 1);
    while (set->entries[at].key != 0 && set->entries[at].key != key)
        at = (at + 1) & (set->capacity - 1);
    return &set->entries[at];
}

static bool grow(struct board_set *set) {
    const struct board_set old = *set;
    const size_t capacity = old.capacity > 0 ? 2 * old.capacity : 4096;
    struct board_entry *entries = calloc(capacity, sizeof *entries);
    set->failed |= !entries;
    if (!entries) return false;
    set->entries = entries;
    set->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].key != 0) *entry_of(set, old.entries[i].key) = old.entries[i];
    free(old.entries);
    return true;
}

static struct board_entry *find(const struct board_set *set, uint64_t key) {
    struct board_entry *entry = set->capacity > 0 ? entry_of(set, key) : NULL;
    return entry && entry->key != 0 ? entry : NULL;
}

bool board_set_add(struct board_set *set, const tilepdb_board *board, int distance) {
    if (4 * (set->count + 1) > 3 * set->capacity && !grow(set)) return false;
    const uint64_t key = board_key(board);
    struct board_entry *entry = entry_of(set, key);
    if (entry->key != 0) return false;
    *entry = (struct board_entry){.key = key, .distance = (uint8_t)distance};
    set->count++;
    return true;
}

bool board_set_has(const struct board_set *set, const tilepdb_board *board) {
    return find(set, board_key(board)) != NULL;
}

void board_set_mark(struct board_set *set, uint64_t key) {
    struct board_entry *entry = find(set, key);
    if (entry && !__atomic_load_n(&entry->marked, __ATOMIC_RELAXED))
        __atomic_store_n(&entry->marked, true, __ATOMIC_RELAXED);
}

bool board_set_is_marked(const struct board_set *set, const tilepdb_board *board) {
    const struct board_entry *entry = find(set, board_key(board));
    return entry && entry->marked;
}

void board_set_clear(struct board_set *set) {
    free(set->entries);
    *set = (struct board_set){0};
}

tilepdb_status images_init(struct images *images, int width, int height, int goal_blank,
                           tilepdb_error *error) {
    *images = (struct images){.goal_blank = goal_blank};
    struct geometry geometry;
    tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &images->goal, error);
    if (status) return status;
    struct view_map *reflection = &images->reflection;
    images->reflects = symmetry_reflection(&geometry, (uint8_t)goal_blank, &reflection->which);
    if (!images->reflects) return TILEPDB_OK;
    symmetry_init(&reflection->symmetry, &geometry, reflection->which);
    for (unsigned cell = 0; cell < geometry.cells; cell++)
        reflection->tile_to[images->goal.cells[cell]] =
            (uint8_t)images->goal.cells[reflection->symmetry.to[cell]];
    return TILEPDB_OK;
}

bool image_reflected(const struct images *images, const tilepdb_board *board,
                     tilepdb_board *image) {
    if (images->reflects) view_map_apply(&images->reflection, board, image);
    return images->reflects;
}

bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image) {
    struct view_map back;
    const tilepdb_board *goal = &images->goal;
    if (!view_map_init(&back, board, goal->width, goal->height, images->goal_blank)) return false;
    view_map_apply(&back, goal, image);
    return true;
}

/* ---- boards with high estimates -------------------------------------------------------------- */

/*
 * A mask of one pattern and the blank's cell leave one mask to the other pattern. Each arrangement
 * of the larger pattern is paired with arrangements of the smaller pattern, found in buckets of
 * equal distance and parity, so that only candidates are visited.
 */
#define CHUNK 512

struct list_side {
    struct placements placements;
    struct closure closure;
    uint8_t *odd; /* [code] its permutation is odd */
};

struct listing {
    struct list_side side[2];
    struct images images;
    int least, least_reflected;
    int threads;
    uint64_t *first;
    uint64_t *kept; /* [mask] candidates; an upper limit in the first pass */
    struct board_candidate *candidates;
};

/* Codes of the smaller pattern on one mask: codes[first[2d + p]] .. codes[first[2d + p + 1] - 1]
 * have distance d and parity p. */
struct buckets {
    uint32_t *codes;
    uint32_t first[2 * TILEPDB_MAX_LEVELS + 1];
    int levels;
};

struct pairing {
    uint32_t mask[2];
    const uint8_t *distance[2];
    unsigned blank;
    bool odd; /* solvable boards need arrangements of different parity */
};

static const uint8_t *distances(const struct list_side *side, uint32_t mask, unsigned blank) {
    const uint32_t cohort = placements_cohort(&side->placements, mask, blank);
    return side->closure.bytes + (uint64_t)cohort * side->placements.code_count;
}

static int side_estimate(const struct list_side *side, const uint8_t *cells, unsigned blank) {
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

static uint64_t key_of(const uint8_t *cells, unsigned count) {
    uint64_t key = 0;
    for (unsigned cell = 0; cell < count; cell++) key = key << 4 | cells[cell];
    return key;
}

/* Returns false if the reflection is listed instead, or has too small an estimate. */
static bool represents(const struct listing *listing, unsigned blank, const uint8_t *cells,
                       struct board_candidate *candidate) {
    const unsigned count = listing->side[0].placements.moves.geometry.cells;
    const struct view_map *reflection = &listing->images.reflection;
    const uint8_t *to = reflection->symmetry.to;
    uint8_t image[CANDIDATE_MAX_CELLS];
    candidate->key = key_of(cells, count);
    if (!listing->images.reflects) return true;
    for (unsigned cell = 0; cell < count; cell++)
        image[to[cell]] = reflection->tile_to[cells[cell]];
    candidate->reflected = (uint8_t)(side_estimate(&listing->side[0], image, to[blank]) +
                                     side_estimate(&listing->side[1], image, to[blank]));
    if (candidate->reflected < listing->least_reflected) return false;
    return candidate->reflected < candidate->estimate ||
           (candidate->reflected == candidate->estimate && candidate->key <= key_of(image, count));
}

static void place(const struct list_side *side, uint32_t mask, uint32_t code, uint8_t *cells) {
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
    uint8_t cells[CANDIDATE_MAX_CELLS] = {0};
    for (int s = 0; s < 2; s++) {
        pairing->distance[s] = distances(&listing->side[s], pairing->mask[s], blank);
        place(&listing->side[s], pairing->mask[s], 0, cells);
    }
    tilepdb_board board = listing->images.goal;
    for (unsigned cell = 0; cell < geometry->cells; cell++) board.cells[cell] = cells[cell];
    const bool unsolvable = board_solvable(&board, &listing->images.goal, NULL) != TILEPDB_OK;
    pairing->odd = unsolvable ^ listing->side[0].odd[0] ^ listing->side[1].odd[0];
    return true;
}

static void buckets_fill(struct buckets *buckets, const struct list_side *side,
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

/* Returns the number of candidates with arrangement `code` of the larger pattern; an upper limit if
 * `candidates` is NULL. */
static uint64_t pair_code(const struct listing *listing, const struct pairing *pairing,
                          const struct buckets *buckets, uint32_t code,
                          struct board_candidate *candidates) {
    const struct list_side *side = listing->side;
    const int distance = pairing->distance[0][code];
    const int parity = side[0].odd[code] ^ pairing->odd;
    uint64_t count = 0;
    for (int other = buckets->levels - 1; other >= 0 && other + distance >= listing->least;
         other--) {
        const uint32_t from = buckets->first[2 * other + parity];
        const uint32_t to = buckets->first[2 * other + parity + 1];
        if (!candidates) count += to - from;
        for (uint32_t i = from; i < to && candidates; i++) {
            uint8_t cells[CANDIDATE_MAX_CELLS] = {0};
            place(&side[0], pairing->mask[0], code, cells);
            place(&side[1], pairing->mask[1], buckets->codes[i], cells);
            candidates[count] = (struct board_candidate){.estimate = (uint8_t)(distance + other)};
            count += represents(listing, pairing->blank, cells, &candidates[count]);
        }
    }
    return count;
}

static uint64_t pair_mask(const struct listing *listing, struct buckets *buckets, uint32_t rank,
                          struct board_candidate *candidates) {
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
            count +=
                pair_code(listing, &pairing, buckets, code, candidates ? candidates + count : NULL);
        }
    }
    return count;
}

static tilepdb_status pair_all(struct listing *listing, struct buckets *buckets,
                               struct progress *progress, tilepdb_error *error) {
    const uint32_t masks = listing->side[0].placements.mask_count;
    struct board_candidate *candidates = listing->candidates;
    for (uint32_t begin = 0; begin < masks; begin += CHUNK) {
        const uint32_t end = masks - begin < CHUNK ? masks : begin + CHUNK;
#pragma omp parallel for num_threads(listing->threads) schedule(dynamic, 4)
        for (uint32_t rank = begin; rank < end; rank++)
            listing->kept[rank] = pair_mask(listing, &buckets[threads_index()], rank,
                                            candidates ? candidates + listing->first[rank] : NULL);
        atomic_fetch_add(&progress->done, end - begin);
        if (!progress_report(progress))
            return error_set(error, TILEPDB_CANCELLED, "the list of boards was cancelled");
    }
    return TILEPDB_OK;
}

static tilepdb_status candidates_allocate(struct listing *listing, uint64_t limit,
                                          tilepdb_error *error) {
    const uint32_t masks = listing->side[0].placements.mask_count;
    uint64_t count = 0;
    for (uint32_t rank = 0; rank < masks; rank++) {
        listing->first[rank] = count;
        count += listing->kept[rank];
    }
    const uint64_t available = memory_available();
    const uint64_t most = limit != 0 && limit < available ? limit : available;
    if (count > most / sizeof *listing->candidates)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "%llu boards have estimates of %d or more: too many for memory",
                         (unsigned long long)count, listing->least);
    listing->candidates = malloc((size_t)(count + 1) * sizeof *listing->candidates);
    if (listing->candidates) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for %llu boards",
                     (unsigned long long)count);
}

static int compare_candidates(const void *a, const void *b) {
    const struct board_candidate *x = a, *y = b;
    if (x->estimate != y->estimate) return y->estimate - x->estimate;
    if (x->reflected != y->reflected) return y->reflected - x->reflected;
    return (x->key > y->key) - (x->key < y->key);
}

static size_t candidates_gather(const struct listing *listing) {
    size_t count = 0;
    for (uint32_t rank = 0; rank < listing->side[0].placements.mask_count; rank++) {
        memmove(listing->candidates + count, listing->candidates + listing->first[rank],
                (size_t)listing->kept[rank] * sizeof *listing->candidates);
        count += (size_t)listing->kept[rank];
    }
    qsort(listing->candidates, count, sizeof *listing->candidates, compare_candidates);
    return count;
}

static tilepdb_status side_prepare(struct list_side *side, const tilepdb_pattern *pattern,
                                   const tilepdb_verify_options *options, tilepdb_error *error) {
    /* This kind makes the closure keep whole distances as bytes. */
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE};
    struct placements *placements = &side->placements;
    tilepdb_status status = placements_create(placements, pattern, error);
    if (!status) status = closure_run(&side->closure, placements, kind, options, error);
    if (status) return status;
    side->odd = calloc(placements->code_count, 1);
    if (!side->odd)
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

static void side_free(struct list_side *side) {
    closure_free(&side->closure);
    placements_free(&side->placements);
    free(side->odd);
}

static tilepdb_status listing_prepare(struct listing *listing, const tilepdb_partition *partition,
                                      const tilepdb_verify_options *options, tilepdb_error *error) {
    tilepdb_pattern pattern[2];
    for (unsigned i = 0; i < 2; i++) pattern[i] = tilepdb_partition_pattern(partition, i);
    const unsigned larger = bits_count32(pattern[1].tiles) > bits_count32(pattern[0].tiles);
    tilepdb_status status = TILEPDB_OK;
    for (unsigned i = 0; i < 2 && !status; i++)
        status = side_prepare(&listing->side[i], &pattern[i ^ larger], options, error);
    if (status) return status;
    const uint32_t masks = listing->side[0].placements.mask_count;
    listing->first = calloc(masks, sizeof *listing->first);
    listing->kept = calloc(masks, sizeof *listing->kept);
    if (listing->first && listing->kept) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to list boards");
}

static tilepdb_status listing_run(struct listing *listing, const tilepdb_verify_options *options,
                                  tilepdb_error *error) {
    struct buckets *buckets = calloc((size_t)listing->threads, sizeof *buckets);
    bool allocated = buckets != NULL;
    for (int i = 0; allocated && i < listing->threads; i++) {
        buckets[i].codes =
            malloc(listing->side[1].placements.code_count * sizeof *buckets[i].codes);
        allocated = buckets[i].codes != NULL;
    }
    tilepdb_status status = TILEPDB_OK;
    if (!allocated)
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to list boards");
    struct progress progress;
    progress_begin(&progress, options->progress, options->user, TILEPDB_STAGE_LIST,
                   2 * (uint64_t)listing->side[0].placements.mask_count);
    progress.now.level = listing->least;
    if (!status) status = pair_all(listing, buckets, &progress, error);
    if (!status) status = candidates_allocate(listing, options->memory_limit, error);
    if (!status) status = pair_all(listing, buckets, &progress, error);
    for (int i = 0; buckets && i < listing->threads; i++) free(buckets[i].codes);
    free(buckets);
    return status;
}

static tilepdb_status partition_check(const tilepdb_partition *partition, tilepdb_error *error) {
    const int cells = partition->width * partition->height;
    if (cells > CANDIDATE_MAX_CELLS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "boards beyond %d cells are not listed",
                         CANDIDATE_MAX_CELLS);
    const uint32_t all = (UINT32_C(1) << cells) - 2;
    const uint32_t one = partition->tiles[0], other = partition->tiles[1];
    if (partition->count == 2 && one != 0 && other != 0 && (one & other) == 0 &&
        (one | other) == all)
        return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "listing boards needs two patterns that split the tiles");
}

tilepdb_status high_estimates_list(const tilepdb_partition *partition, int least,
                                   int least_reflected, const tilepdb_verify_options *options,
                                   struct candidate_list *list, tilepdb_error *error) {
    tilepdb_verify_options defaults;
    tilepdb_verify_options_init(&defaults);
    if (!options) options = &defaults;
    *list = (struct candidate_list){0};
    struct listing listing = {.least = least, .least_reflected = least_reflected};
    tilepdb_status status = limits_threads(options->threads, error);
    if (!status) status = tilepdb_size_check(partition->width, partition->height, error);
    if (!status)
        status = images_init(&listing.images, partition->width, partition->height,
                             partition->goal_blank, error);
    if (!status) status = partition_check(partition, error);
    if (status) return status;
    listing.threads = threads_prepare(options->threads);
    status = listing_prepare(&listing, partition, options, error);
    if (!status) status = listing_run(&listing, options, error);
    if (!status)
        *list = (struct candidate_list){listing.candidates, candidates_gather(&listing)};
    else
        free(listing.candidates);
    for (int s = 0; s < 2; s++) side_free(&listing.side[s]);
    free(listing.first);
    free(listing.kept);
    return status;
}

/* ---- three-cycles of boards ------------------------------------------------------------------ */

struct cycling {
    const struct board_set *found;
    const struct images *images;
    struct board_set listed;
    struct candidate_list *list;
    size_t capacity;
    bool failed;
};

/* Returns the parity of the distance, since each move changes the colour of the blank's cell. */
static unsigned parity_of(const tilepdb_board *board, const struct images *images) {
    const unsigned blank = board_blank(board), goal = (unsigned)images->goal_blank;
    return (blank + blank / board->width + goal + goal / board->width) & 1;
}

static tilepdb_board representative(const tilepdb_board *board, const struct images *images) {
    tilepdb_board image;
    const bool first =
        !image_reflected(images, board, &image) || board_key(board) <= board_key(&image);
    return first ? *board : image;
}

static void list_board(struct cycling *cycling, const tilepdb_board *board) {
    struct candidate_list *list = cycling->list;
    const tilepdb_board shown = representative(board, cycling->images);
    if (board_set_has(cycling->found, &shown) || !board_set_add(&cycling->listed, &shown, 0))
        return;
    struct board_candidate *boards =
        memory_grown(list->boards, list->count, &cycling->capacity, sizeof *boards);
    cycling->failed |= !boards;
    if (!boards) return;
    list->boards = boards;
    list->boards[list->count++] = (struct board_candidate){
        .key = board_key(&shown), .estimate = (uint8_t)parity_of(&shown, cycling->images)};
}

/* Moves the pieces from `a` to `b`, `b` to `c`, `c` to `a`. A three-cycle is an even permutation,
 * so the board stays solvable if the blank's cell keeps its colour. */
static void list_cycle(struct cycling *cycling, const tilepdb_board *board, int a, int b, int c) {
    tilepdb_board other = *board;
    other.cells[b] = board->cells[a];
    other.cells[c] = board->cells[b];
    other.cells[a] = board->cells[c];
    if (parity_of(&other, cycling->images) == parity_of(board, cycling->images))
        list_board(cycling, &other);
}

static void list_around(struct cycling *cycling, const tilepdb_board *board) {
    const int cells = board->width * board->height;
    for (int a = 0; a < cells; a++) {
        for (int b = a + 1; b < cells; b++) {
            for (int c = b + 1; c < cells; c++) {
                list_cycle(cycling, board, a, b, c);
                list_cycle(cycling, board, a, c, b);
            }
        }
    }
}

tilepdb_status three_cycles_list(struct board_set *found, const struct images *images,
                                 const struct cycle_request *request, struct candidate_list *list,
                                 bool *more, tilepdb_error *error) {
    struct cycling cycling = {.found = found, .images = images, .list = list};
    size_t taken = 0;
    *list = (struct candidate_list){0};
    for (size_t i = 0; i < found->capacity && taken < request->most; i++) {
        struct board_entry *entry = &found->entries[i];
        if (entry->key == 0 || entry->distance < request->least ||
            entry->cycled_factor >= request->factor)
            continue;
        const tilepdb_board board = board_of_key(entry->key);
        const tilepdb_board shown = representative(&board, images);
        entry->cycled_factor = (uint8_t)request->factor;
        if (entry->key != board_key(&shown))
            continue; /* `found` also has the reflection, whose three-cycles are listed */
        list_around(&cycling, &board);
        taken++;
    }
    *more = taken > 0;
    const bool failed = cycling.failed || cycling.listed.failed;
    board_set_clear(&cycling.listed);
    if (!failed) return TILEPDB_OK;
    free(list->boards);
    *list = (struct candidate_list){0};
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}
