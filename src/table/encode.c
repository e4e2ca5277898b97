#include "table/encode.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/threads.h"
#include "table/lanes.h"
#include "util/clock.h"

/* The block that one task transposes: this many lanes by this many columns. */
#define BLOCK_LANES   16
#define BLOCK_ROWS    (BLOCK_LANES * LANE_ARRANGEMENTS)
#define STRIP_COLUMNS 32 /* transposed together, one bit of a word each */
#define BLOCK_BYTES   64 /* of each row that a block fills */

typedef uint32_t words __attribute__((vector_size(4 * BLOCK_LANES)));

struct encoder {
    const struct index *index;
    const struct distance_sets *sets;
    bool nibble;
    uint32_t arrangements; /* used bits of a lane */
    uint64_t row_bytes;
    uint8_t *entries;
    uint8_t *share; /* nibble: [place][label][padded column]: see share_fill */
    size_t padded_columns;
    uint64_t spread[256]; /* the bits of a byte as bytes */
    atomic_bool overflow;
    atomic_bool cancelled;
};

/* ---- lanes in words of the table's codes ----------------------------------------------------- */

/* The arrangement of a lane: the labels on its places, the last four in ascending order. */
static void lane_labels(const struct encoder *encoder, uint32_t lane, uint8_t *labels) {
    const unsigned places = encoder->index->tile_count;
    uint8_t left[INDEX_MAX_TILES];
    for (unsigned i = 0; i < places; i++) left[i] = (uint8_t)i;
    uint32_t number = lane * LANE_ARRANGEMENTS;
    for (unsigned place = 0; place + LANE_PLACES < places; place++) {
        const uint32_t weight = encoder->index->factorial[places - 1 - place];
        const uint32_t digit = number / weight;
        number %= weight;
        labels[place] = left[digit];
        memmove(left + digit, left + digit + 1, places - place - 1 - digit);
    }
    const unsigned rest = places < LANE_PLACES ? places : LANE_PLACES;
    memcpy(labels + places - rest, left, rest);
}

/* The arrangements of `rest` labels in lexicographic order: order[q][i] is which of them, by size,
 * is on the i-th of the last places. */
static void rest_orders(unsigned rest, uint8_t order[LANE_ARRANGEMENTS][LANE_PLACES]) {
    unsigned count = 1;
    for (unsigned i = 2; i <= rest; i++) count *= i;
    for (unsigned q = 0; q < count; q++) {
        uint8_t left[LANE_PLACES] = {0, 1, 2, 3};
        unsigned number = q, weight = count;
        for (unsigned i = 0; i < rest; i++) {
            weight /= rest - i;
            const unsigned digit = number / weight;
            number %= weight;
            order[q][i] = left[digit];
            memmove(left + digit, left + digit + 1, LANE_PLACES - 1 - digit);
        }
    }
}

/* The table's codes of a lane's arrangements. With the last labels in ascending order the code is
 * that of `labels`; each pair out of order subtracts the larger one's factorial. */
static void lane_codes(const struct encoder *encoder, const uint8_t *labels,
                       uint8_t order[LANE_ARRANGEMENTS][LANE_PLACES], uint32_t *codes) {
    const struct index *index = encoder->index;
    const unsigned rest = index->tile_count < LANE_PLACES ? index->tile_count : LANE_PLACES;
    const uint8_t *last = labels + index->tile_count - rest;
    const uint32_t rising = index_code(index, labels);
    for (unsigned q = 0; q < encoder->arrangements; q++) {
        codes[q] = rising;
        for (unsigned i = 0; i < rest; i++)
            for (unsigned j = i + 1; j < rest; j++)
                if (order[q][i] > order[q][j]) codes[q] -= index->factorial[last[order[q][i]]];
    }
}

/* ---- transposition --------------------------------------------------------------------------- */

/* Turns bit c of word r into bit r of word c, in all lanes at once. */
static void words_transpose(words x[STRIP_COLUMNS]) {
    uint32_t keep = 0x0000FFFFu;
    for (unsigned step = 16; step; step >>= 1, keep ^= keep << step)
        for (unsigned r = 0; r < STRIP_COLUMNS; r = (r + step + 1) & ~step) {
            const words moved = ((x[r] >> step) ^ x[r + step]) & keep;
            x[r + step] ^= moved;
            x[r] ^= moved << step;
        }
}

/* Reads a strip of columns of a plane, BLOCK_LANES lanes each (past the end of a column they are
 * the next one's, and unused), and transposes it: word q holds arrangement q for each column. */
static void strip_read(const struct encoder *encoder, unsigned plane, uint32_t lane,
                       uint32_t column, words x[STRIP_COLUMNS]) {
    const struct distance_sets *sets = encoder->sets;
    for (unsigned i = 0; i < STRIP_COLUMNS; i++) {
        if (column + i < sets->columns)
            memcpy(&x[i], sets->plane[plane] + (size_t)(column + i) * sets->lanes + lane,
                   sizeof x[i]);
        else
            memset(&x[i], 0, sizeof x[i]);
    }
    words_transpose(x);
}

/* ---- nibbles --------------------------------------------------------------------------------- */

/* share[place][label][column]: the Manhattan distance of the label when it is on that place of the
 * column's mask. Place 0 also carries 2 - bit 0 of the distance, so that half the sum over the
 * places is what separates the planes' number, 1 + distance / 2, from the entry. */
static bool share_fill(struct encoder *encoder, tilepdb_blank_policy blank) {
    const struct index *index = encoder->index;
    const unsigned k = index->tile_count;
    const uint32_t columns = encoder->sets->columns;
    encoder->padded_columns = (columns + STRIP_COLUMNS - 1) / STRIP_COLUMNS * STRIP_COLUMNS;
    encoder->share = calloc(encoder->padded_columns, (size_t)k * k);
    if (!encoder->share) return false;
    uint32_t rank = 0;
    for (uint32_t column = 0; column < columns; column++) {
        if (blank == TILEPDB_BLANK_PROJECTED)
            rank = column;
        else
            rank += column == index->first_cohort[rank + 1];
        uint32_t mask = index->mask_of_rank[rank];
        const unsigned extra = 2 - index_parity(index, mask);
        for (unsigned place = 0; place < k; place++, mask &= mask - 1)
            for (unsigned label = 0; label < k; label++)
                encoder->share[(place * k + label) * encoder->padded_columns + column] =
                    (uint8_t)(geometry_distance(&index->geometry, bits_lowest32(mask),
                                                index->goal_cell[label]) +
                              (place ? 0 : extra));
    }
    return true;
}

/* Adds the shares of a label on a place for a strip of columns, eight to a word. */
static void share_add(const struct encoder *encoder, unsigned place, unsigned label,
                      uint32_t column, uint64_t sum[STRIP_COLUMNS / 8]) {
    const size_t row = place * (size_t)encoder->index->tile_count + label;
    const uint8_t *share = encoder->share + row * encoder->padded_columns + column;
    for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) {
        uint64_t eight;
        memcpy(&eight, share + 8 * (size_t)i, 8);
        sum[i] += eight;
    }
}

/* Eight numbers of the planes (0: unreachable), a byte each, to eight nibbles. */
static uint32_t nibbles_pack(uint64_t numbers, uint64_t sum, uint64_t *overflow) {
    const uint64_t reached = (numbers + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    const uint64_t half = sum >> 1 & 0x7F7F7F7F7F7F7F7Fu & reached * 0xFF;
    uint64_t entry = numbers - half;
    *overflow |= entry & 0xF0F0F0F0F0F0F0F0u;
    entry = (entry | entry >> 4) & 0x00FF00FF00FF00FFu;
    entry = (entry | entry >> 8) & 0x0000FFFF0000FFFFu;
    return (uint32_t)(entry | entry >> 16);
}

/* The nibbles of a strip: 16 bytes for each row of the block, at `out`, BLOCK_BYTES apart. */
static void strip_nibbles(const struct encoder *encoder, uint32_t column, uint32_t lane_count,
                          uint8_t labels[BLOCK_LANES][INDEX_MAX_TILES],
                          uint8_t order[LANE_ARRANGEMENTS][LANE_PLACES], const words *planes,
                          unsigned plane_count, uint8_t *out, uint64_t *overflow) {
    const unsigned k = encoder->index->tile_count;
    const unsigned rest = k < LANE_PLACES ? k : LANE_PLACES;
    for (uint32_t lane = 0; lane < lane_count; lane++) {
        uint64_t base[STRIP_COLUMNS / 8] = {0};
        for (unsigned place = 0; place + rest < k; place++)
            share_add(encoder, place, labels[lane][place], column, base);
        for (unsigned q = 0; q < encoder->arrangements; q++) {
            uint64_t sum[STRIP_COLUMNS / 8], numbers[STRIP_COLUMNS / 8] = {0};
            memcpy(sum, base, sizeof sum);
            for (unsigned i = 0; i < rest; i++)
                share_add(encoder, k - rest + i, labels[lane][k - rest + order[q][i]], column, sum);
            for (unsigned p = 0; p < plane_count; p++) {
                const uint32_t word = planes[p * STRIP_COLUMNS + q][lane];
                for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++)
                    numbers[i] |= encoder->spread[word >> 8 * i & 0xFF] << p;
            }
            uint8_t *row = out + (size_t)(lane * LANE_ARRANGEMENTS + q) * BLOCK_BYTES;
            for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) {
                const uint32_t packed = nibbles_pack(numbers[i], sum[i], overflow);
                memcpy(row + 4 * (size_t)i, &packed, 4);
            }
        }
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void strip_bits(const struct encoder *encoder, uint32_t lane_count, const words *plane,
                       uint8_t *out) {
    for (uint32_t lane = 0; lane < lane_count; lane++)
        for (unsigned q = 0; q < encoder->arrangements; q++) {
            const uint32_t word = plane[q][lane];
            memcpy(out + (size_t)(lane * LANE_ARRANGEMENTS + q) * BLOCK_BYTES, &word, 4);
        }
}

/* Planes whose pages were never touched hold no numbers. */
static unsigned planes_used(const struct distance_sets *sets) {
    unsigned planes = 0;
    while ((1u + (unsigned)(sets->levels - 1) / 2) >> planes) planes++;
    return planes;
}

static void block_encode(struct encoder *encoder, uint32_t lane, uint32_t column) {
    const struct distance_sets *sets = encoder->sets;
    const uint32_t lane_count = sets->lanes - lane < BLOCK_LANES ? sets->lanes - lane : BLOCK_LANES;
    const unsigned strip_bytes = encoder->nibble ? STRIP_COLUMNS / 2 : STRIP_COLUMNS / 8;
    const unsigned planes = encoder->nibble ? planes_used(sets) : 1;
    _Alignas(64) words x[DISTANCE_PLANES * STRIP_COLUMNS];
    uint8_t rows[BLOCK_ROWS * BLOCK_BYTES];
    uint8_t order[LANE_ARRANGEMENTS][LANE_PLACES], labels[BLOCK_LANES][INDEX_MAX_TILES];
    uint32_t codes[BLOCK_ROWS];
    uint64_t overflow = 0;
    rest_orders(encoder->index->tile_count < LANE_PLACES ? encoder->index->tile_count : LANE_PLACES,
                order);
    for (uint32_t i = 0; i < lane_count; i++) {
        lane_labels(encoder, lane + i, labels[i]);
        lane_codes(encoder, labels[i], order, codes + i * LANE_ARRANGEMENTS);
    }
    uint32_t filled = 0;
    for (; filled < BLOCK_BYTES && column < sets->columns; column += STRIP_COLUMNS) {
        for (unsigned p = 0; p < planes; p++)
            strip_read(encoder, p, lane, column, x + p * STRIP_COLUMNS);
        if (encoder->nibble)
            strip_nibbles(encoder, column, lane_count, labels, order, x, planes, rows + filled,
                          &overflow);
        else
            strip_bits(encoder, lane_count, x, rows + filled);
        filled += strip_bytes;
    }
    const uint64_t at =
        ((uint64_t)(column - filled / strip_bytes * STRIP_COLUMNS)) * (encoder->nibble ? 4 : 1) / 8;
    const uint64_t bytes = encoder->row_bytes - at < filled ? encoder->row_bytes - at : filled;
    for (uint32_t i = 0; i < lane_count; i++)
        for (unsigned q = 0; q < encoder->arrangements; q++)
            memcpy(encoder->entries + codes[i * LANE_ARRANGEMENTS + q] * encoder->row_bytes + at,
                   rows + (size_t)(i * LANE_ARRANGEMENTS + q) * BLOCK_BYTES, bytes);
    if (overflow) atomic_store(&encoder->overflow, true);
}

static void blocks_run(struct encoder *encoder, const tilepdb_generate_options *options) {
    const uint32_t lane_blocks = (encoder->sets->lanes + BLOCK_LANES - 1) / BLOCK_LANES;
    const uint32_t wide = encoder->nibble ? BLOCK_BYTES * 2 : BLOCK_BYTES * 8;
    const uint32_t column_blocks = (encoder->sets->columns + wide - 1) / wide;
    const uint64_t tasks = (uint64_t)lane_blocks * column_blocks;
    const double start = clock_seconds();
    atomic_uint_fast64_t done = 0;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads_resolve(options->threads))
    for (uint64_t task = 0; task < tasks; task++) {
        if (atomic_load_explicit(&encoder->cancelled, memory_order_relaxed)) continue;
        block_encode(encoder, (uint32_t)(task / column_blocks) * BLOCK_LANES,
                     (uint32_t)(task % column_blocks) * wide);
        const uint64_t count = atomic_fetch_add(&done, 1) + 1;
        if (!options->progress || threads_index() != 0 || task % 64 != 0) continue;
        const uint64_t entries = (uint64_t)encoder->sets->columns * encoder->index->code_count;
        const tilepdb_progress progress = {
            .stage = TILEPDB_STAGE_ENCODE,
            .done = (uint64_t)((double)entries * (double)count / (double)tasks),
            .total = entries,
            .seconds = clock_seconds() - start};
        if (!options->progress(&progress, options->user)) atomic_store(&encoder->cancelled, true);
    }
}

tilepdb_status entries_encode(const struct index *index, tilepdb_kind kind,
                              const struct distance_sets *sets, uint64_t row_bytes,
                              uint8_t *entries, const tilepdb_generate_options *options,
                              tilepdb_error *error) {
    struct encoder encoder = {.index = index,
                              .sets = sets,
                              .nibble = kind.encoding == TILEPDB_ENCODING_NIBBLE,
                              .row_bytes = row_bytes,
                              .entries = entries};
    encoder.arrangements =
        index->code_count < LANE_ARRANGEMENTS ? index->code_count : LANE_ARRANGEMENTS;
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            encoder.spread[byte] |= (uint64_t)(byte >> bit & 1u) << 8 * bit;
    if (encoder.nibble && !share_fill(&encoder, kind.blank))
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to encode the table");
    blocks_run(&encoder, options);
    free(encoder.share);
    if (atomic_load(&encoder.cancelled))
        return error_set(error, TILEPDB_CANCELLED, "generation was stopped while encoding");
    if (atomic_load(&encoder.overflow))
        return error_set(error, TILEPDB_ERROR_ENCODING,
                         "the distances of this pattern exceed the Manhattan distance by more than "
                         "30 and do not fit the encoding nibble: use %s",
                         kind.blank == TILEPDB_BLANK_AWARE
                             ? "the encoding bit"
                             : "blank-aware distances with the encoding bit");
    return TILEPDB_OK;
}
