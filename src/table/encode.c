#include "table/encode.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/encoding.h"
#include "table/lanes.h"
#include "table/table.h"

#define BLOCK_LANES   16
#define BLOCK_ROWS    (BLOCK_LANES * LANE_ARRANGEMENTS)
#define STRIP_COLUMNS 32
#define BLOCK_BYTES   64 /* bytes of a block in each row */

typedef uint32_t lane_vector __attribute__((vector_size(4 * BLOCK_LANES)));

struct encoder {
    const struct index *index;
    const struct store *store;
    bool nibble;
    unsigned planes;
    struct lane_order order;
    uint64_t row_bytes;
    const struct row_sink *sink;
    uint8_t *manhattan; /* nibble: [place][label][column] */
    size_t padded_columns;
    uint64_t spread[256]; /* [byte] bit b of the byte becomes byte b */
    atomic_bool overflow;
    struct progress progress;
};

/* ---- transposition --------------------------------------------------------------------------- */

/* Exchanges bit c of x[r] with bit r of x[c], in all lanes. */
static void strip_transpose(lane_vector x[STRIP_COLUMNS]) {
    uint32_t keep = 0x0000FFFFu;
    for (unsigned step = 16; step; step >>= 1, keep ^= keep << step)
        for (unsigned r = 0; r < STRIP_COLUMNS; r = (r + step + 1) & ~step) {
            const lane_vector moved = ((x[r] >> step) ^ x[r + step]) & keep;
            x[r + step] ^= moved;
            x[r] ^= moved << step;
        }
}

/* Reads a strip: bit c of x[q] becomes arrangement q of column `column` + c. */
static void strip_read(const struct encoder *encoder, unsigned plane, uint32_t lane,
                       uint32_t column, lane_vector x[STRIP_COLUMNS]) {
    const struct store *store = encoder->store;
    for (uint32_t i = 0; i < STRIP_COLUMNS; i++, column++)
        if (column >= store->first_column && column < store->end_column)
            memcpy(&x[i], store_column(store, plane, column) + lane, sizeof x[i]);
        else
            memset(&x[i], 0, sizeof x[i]);
    strip_transpose(x);
}

/* ---- nibbles --------------------------------------------------------------------------------- */

/* manhattan[place][label][column] is the Manhattan distance of a label on a place of the column's
 * mask. Place 0 adds 2 - p, for the parity p of distance and mask: half the sum over all places is
 * 1 + (Manhattan distance - p) / 2, and 1 + distance / 2 minus this half is the entry. */
static bool manhattan_fill(struct encoder *encoder, tilepdb_blank_policy blank) {
    const struct index *index = encoder->index;
    const unsigned k = index->tile_count;
    const uint32_t columns = index_columns(index, blank);
    encoder->padded_columns = (columns + STRIP_COLUMNS - 1) / STRIP_COLUMNS * STRIP_COLUMNS;
    encoder->manhattan = calloc(encoder->padded_columns, (size_t)k * k);
    if (!encoder->manhattan) return false;
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
                encoder->manhattan[(place * k + label) * encoder->padded_columns + column] =
                    (uint8_t)(geometry_distance(&index->geometry, bits_lowest32(mask),
                                                index->goal_cell[label]) +
                              (place ? 0 : extra));
    }
    return true;
}

static void manhattan_add(const struct encoder *encoder, unsigned place, unsigned label,
                          uint32_t column, uint64_t sum[STRIP_COLUMNS / 8]) {
    const size_t row = place * (size_t)encoder->index->tile_count + label;
    const uint8_t *manhattan = encoder->manhattan + row * encoder->padded_columns + column;
    for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) sum[i] += load_le64(manhattan + 8 * (size_t)i);
}

/* Packs eight entries: byte i of `numbers` is 1 + distance / 2, or 0 if unreachable, and byte i of
 * `sum` the sum of manhattan_fill. Sets bits of *overflow if an entry exceeds 15. */
static uint32_t nibbles_pack(uint64_t numbers, uint64_t sum, uint64_t *overflow) {
    const uint64_t reached = (numbers + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    const uint64_t half = sum >> 1 & 0x7F7F7F7F7F7F7F7Fu & reached * 0xFF;
    uint64_t entry = numbers - half;
    *overflow |= entry & 0xF0F0F0F0F0F0F0F0u;
    entry = (entry | entry >> 4) & 0x00FF00FF00FF00FFu;
    entry = (entry | entry >> 8) & 0x0000FFFF0000FFFFu;
    return (uint32_t)(entry | entry >> 16);
}

struct encode_block {
    uint32_t lane;
    uint32_t lane_count;
    uint32_t codes[BLOCK_ROWS];
    uint8_t labels[BLOCK_ROWS][INDEX_MAX_TILES];
};

static void numbers_unpack(const struct encoder *encoder, const lane_vector *planes, uint32_t lane,
                           unsigned q, uint64_t numbers[STRIP_COLUMNS / 8]) {
    for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) numbers[i] = 0;
    for (unsigned p = 0; p < encoder->planes; p++) {
        const uint32_t word = planes[p * STRIP_COLUMNS + q][lane];
        for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++)
            numbers[i] |= encoder->spread[word >> 8 * i & 0xFF] << p;
    }
}

static void strip_nibbles(const struct encoder *encoder, const struct encode_block *block,
                          uint32_t column, const lane_vector *planes, uint8_t *out,
                          uint64_t *overflow) {
    const struct lane_order *order = &encoder->order;
    const unsigned k = encoder->index->tile_count;
    for (uint32_t lane = 0; lane < block->lane_count; lane++) {
        const uint32_t first = lane * LANE_ARRANGEMENTS;
        uint64_t base[STRIP_COLUMNS / 8] = {0};
        for (unsigned place = 0; place < order->fixed; place++)
            manhattan_add(encoder, place, block->labels[first][place], column, base);
        for (unsigned q = 0; q < order->arrangements; q++) {
            uint64_t sum[STRIP_COLUMNS / 8], numbers[STRIP_COLUMNS / 8];
            memcpy(sum, base, sizeof sum);
            for (unsigned place = order->fixed; place < k; place++)
                manhattan_add(encoder, place, block->labels[first + q][place], column, sum);
            numbers_unpack(encoder, planes, lane, q, numbers);
            uint8_t *row = out + (size_t)(first + q) * BLOCK_BYTES;
            for (unsigned i = 0; i < STRIP_COLUMNS / 8; i++) {
                const uint32_t packed = nibbles_pack(numbers[i], sum[i], overflow);
                store_le32(row + 4 * (size_t)i, packed);
            }
        }
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void strip_bits(const struct encoder *encoder, const struct encode_block *block,
                       const lane_vector *plane, uint8_t *out) {
    for (uint32_t lane = 0; lane < block->lane_count; lane++)
        for (unsigned q = 0; q < encoder->order.arrangements; q++)
            store_le32(out + (size_t)(lane * LANE_ARRANGEMENTS + q) * BLOCK_BYTES, plane[q][lane]);
}

/* Only patterns of fewer than LANE_PLACES labels leave gaps in a lane, and have one lane, so
 * `codes` has no gaps. */
static void block_begin(const struct encoder *encoder, struct encode_block *block, uint32_t lane) {
    const uint32_t left = encoder->store->lanes - lane;
    block->lane = lane;
    block->lane_count = left < BLOCK_LANES ? left : BLOCK_LANES;
    for (uint32_t i = 0; i < block->lane_count; i++)
        lane_order_read(&encoder->order, lane + i, block->codes + i * LANE_ARRANGEMENTS,
                        encoder->nibble ? block->labels + i * LANE_ARRANGEMENTS : NULL);
}

static void block_encode(struct encoder *encoder, uint32_t lane, uint32_t first_column) {
    const struct store *store = encoder->store;
    const unsigned strip_bytes = STRIP_COLUMNS * (encoder->nibble ? 4u : 1u) / 8;
    _Alignas(64) lane_vector x[DISTANCE_PLANES * STRIP_COLUMNS];
    uint8_t rows[BLOCK_ROWS * BLOCK_BYTES];
    struct encode_block block;
    uint64_t overflow = 0;
    block_begin(encoder, &block, lane);
    uint32_t filled = 0, column = first_column;
    for (; filled < BLOCK_BYTES && column < store->end_column; column += STRIP_COLUMNS) {
        for (unsigned p = 0; p < encoder->planes; p++)
            strip_read(encoder, p, lane, column, x + p * STRIP_COLUMNS);
        if (encoder->nibble)
            strip_nibbles(encoder, &block, column, x, rows + filled, &overflow);
        else
            strip_bits(encoder, &block, x, rows + filled);
        filled += strip_bytes;
    }
    const uint64_t at = first_column / STRIP_COLUMNS * (uint64_t)strip_bytes;
    const struct row_pieces pieces = {
        .codes = block.codes,
        .count = block.lane_count * encoder->order.arrangements,
        .at = at,
        .bytes = encoder->row_bytes - at < filled ? encoder->row_bytes - at : filled,
        .pieces = rows,
        .stride = BLOCK_BYTES};
    encoder->sink->put(encoder->sink->user, &pieces);
    if (overflow) atomic_store(&encoder->overflow, true);
    if (first_column < store->first_column) first_column = store->first_column;
    if (column > store->end_column) column = store->end_column;
    progress_add(&encoder->progress, pieces.count * (uint64_t)(column - first_column));
}

static void blocks_run(struct encoder *encoder, int threads) {
    const struct store *store = encoder->store;
    const uint32_t first = store->first_column / STRIP_COLUMNS * STRIP_COLUMNS;
    const uint32_t lane_blocks = (store->lanes + BLOCK_LANES - 1) / BLOCK_LANES;
    const uint32_t wide = encoder->nibble ? BLOCK_BYTES * 2 : BLOCK_BYTES * 8;
    const uint32_t column_blocks = (store->end_column - first + wide - 1) / wide;
    const uint64_t tasks = (uint64_t)lane_blocks * column_blocks;
    (void)threads;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads_prepare(threads))
    for (uint64_t task = 0; task < tasks; task++)
        if (!progress_cancelled(&encoder->progress))
            block_encode(encoder, (uint32_t)(task / column_blocks) * BLOCK_LANES,
                         first + (uint32_t)(task % column_blocks) * wide);
}

tilepdb_status entries_encode(const struct store *store, int levels, const struct row_sink *sink,
                              const tilepdb_generate_options *options, tilepdb_error *error) {
    const struct index *index = store->index;
    const tilepdb_kind kind = store->kind;
    struct encoder encoder = {.index = index,
                              .store = store,
                              .nibble = kind.encoding == TILEPDB_ENCODING_NIBBLE,
                              .planes =
                                  encoding_has_distances(kind) ? distance_planes(levels - 1) : 1,
                              .row_bytes = table_row_bytes(index, kind),
                              .sink = sink};
    lane_order_init(&encoder.order, index);
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            encoder.spread[byte] |= (uint64_t)(byte >> bit & 1u) << 8 * bit;
    if (encoder.nibble && !manhattan_fill(&encoder, kind.blank))
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to encode the table");
    progress_begin(&encoder.progress, options->progress, options->user, TILEPDB_STAGE_ENCODE,
                   (uint64_t)(store->end_column - store->first_column) * index->code_count);
    blocks_run(&encoder, options->threads);
    free(encoder.manhattan);
    if (progress_cancelled(&encoder.progress))
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
