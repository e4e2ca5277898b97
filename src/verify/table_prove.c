/*
 * Proofs of tables. Integrity: checksums and content hash. Semantics: every entry equals a distance
 * that was found without the table (colour tables and goal tables: colours_prove.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/threads.h"
#include "table/container.h"
#include "table/table.h"
#include "tilepdb_tables.h"
#include "verify/colours_prove.h"
#include "verify/placements.h"

/* ---- integrity ------------------------------------------------------------------------------- */

void tilepdb_verify_options_init(tilepdb_verify_options *options) {
    *options = (tilepdb_verify_options){0};
}

tilepdb_status tilepdb_table_check(const tilepdb_table *table,
                                   const tilepdb_verify_options *options, uint64_t *content_hash,
                                   tilepdb_error *error) {
    tilepdb_verify_options defaults;
    tilepdb_verify_options_init(&defaults);
    if (!options) options = &defaults;
    const tilepdb_open_options load = {
        .threads = options->threads, .progress = options->progress, .user = options->user};
    tilepdb_status status = tilepdb_table_preload(table, &load, error);
    const struct row_source source = table_source(table);
    uint64_t hash = 0;
    if (!status)
        status = container_content_hash(
            &source, closure_threads(table->info.entries, options->threads), &hash, error);
    if (status) return status;
    if (content_hash) *content_hash = hash;
    const bool stated = table->info.file_bytes > 0 || table->colours;
    if (!stated || hash == table->info.content_hash) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_CHECKSUM,
                     "the entries have the content hash %016" PRIx64
                     ", and the header says %016" PRIx64 ": generate the table again",
                     hash, table->info.content_hash);
}

/* ---- semantics ------------------------------------------------------------------------------- */

#define BLOCK_ROWS 64 /* codes in a word of a set */

struct proving {
    const struct tilepdb_table *table;
    struct placements placements;
    struct closure closure;
    uint32_t columns;
    size_t row_bytes;
    const tilepdb_verify_options *options;
    bool encodable;
    tilepdb_proof *proof;
    struct progress progress;
};

static bool has_bits(const struct proving *proving) {
    return proving->table->info.kind.encoding == TILEPDB_ENCODING_BIT;
}

static bool is_projected(const struct proving *proving) {
    return proving->table->info.kind.blank == TILEPDB_BLANK_PROJECTED;
}

static size_t row_size(const struct proving *proving) {
    const size_t columns = proving->columns;
    const size_t bytes = has_bits(proving) ? (columns + 7) / 8 : (columns + 1) / 2;
    return bytes < 1024 ? bytes : (bytes + 63) / 64 * 64;
}

/* ---- expected rows --------------------------------------------------------------------- */

/* `labels` are in cell order. */
static int manhattan(const struct placements *placements, uint32_t mask, const uint8_t *labels) {
    int sum = 0;
    for (; mask != 0; mask &= mask - 1)
        sum += geometry_distance(&placements->moves.geometry, bits_lowest32(mask),
                                 placements->goal_cell[*labels++]);
    return sum;
}

/* Returns the entry of a distance; -1 if the distance cannot be encoded. */
static int encode(const struct proving *proving, int distance, uint32_t mask,
                  const uint8_t *labels) {
    if (distance < 0) return 0;
    if (has_bits(proving)) return distance / 2 % 2;
    const int above = distance - manhattan(&proving->placements, mask, labels);
    return above % 2 == 0 && above >= 0 && above / 2 <= 15 ? above / 2 : -1;
}

static bool expect_nibbles(const struct proving *proving, uint32_t first, uint32_t rows,
                           uint8_t *expected) {
    const struct placements *placements = &proving->placements;
    uint8_t labels[BLOCK_ROWS][PLACEMENTS_MAX_TILES];
    for (uint32_t row = 0; row < rows; row++)
        placements_labels(placements, first + row, labels[row]);
    bool encodable = true;
    uint32_t rank = 0;
    for (uint32_t column = 0; column < proving->columns; column++) {
        if (is_projected(proving))
            rank = column;
        else if (column == placements->first_cohort[rank + 1])
            rank++;
        const uint8_t *bytes =
            proving->closure.bytes + (uint64_t)column * placements->code_count + first;
        for (uint32_t row = 0; row < rows; row++) {
            const int distance = bytes[row] == CLOSURE_UNREACHED ? -1 : bytes[row];
            const int nibble = encode(proving, distance, placements->masks[rank], labels[row]);
            encodable = encodable && nibble >= 0;
            expected[row * proving->row_bytes + column / 2] |=
                (uint8_t)((nibble & 15) << 4 * (column & 1));
        }
    }
    return encodable;
}

static void expect_bits(const struct proving *proving, uint32_t first, uint32_t rows,
                        uint8_t *expected) {
    const struct closure *closure = &proving->closure;
    for (uint32_t column = 0; column < proving->columns; column++) {
        const uint64_t word = closure->bits[column * closure->words + first / 64];
        for (uint32_t row = 0; row < rows; row++)
            expected[row * proving->row_bytes + column / 8] |=
                (uint8_t)((word >> row & 1u) << column % 8);
    }
}

static bool expect_rows(const struct proving *proving, uint32_t first, uint32_t rows,
                        uint8_t *expected) {
    memset(expected, 0, rows * proving->row_bytes);
    if (!has_bits(proving)) return expect_nibbles(proving, first, rows, expected);
    expect_bits(proving, first, rows, expected);
    return true;
}

/* ---- false entries --------------------------------------------------------------------------- */

static int entry_of(const struct proving *proving, const uint8_t *row, uint64_t column) {
    return has_bits(proving) ? row[column / 8] >> column % 8 & 1
                             : row[column / 2] >> 4 * (column % 2) & 15;
}

/* Draws the cells: a tile of the pattern, '_' for the blank's region, '-' elsewhere. */
static void draw(const struct proving *proving, const tilepdb_false_entry *entry, char *text,
                 size_t size) {
    const struct placements *placements = &proving->placements;
    uint8_t labels[PLACEMENTS_MAX_TILES];
    placements_labels(placements, (uint32_t)entry->row, labels);
    size_t used = 0, place = 0;
    for (unsigned cell = 0; cell < placements->moves.geometry.cells && used < size; cell++) {
        const char *before = cell == 0                                      ? ""
                             : cell % placements->moves.geometry.width == 0 ? " / "
                                                                            : " ";
        const bool tile = entry->mask >> cell & 1u;
        const char *other = entry->region >> cell & 1u ? "_" : "-";
        used += (size_t)(tile ? snprintf(text + used, size - used, "%s%d", before,
                                         placements->tile[labels[place++]])
                              : snprintf(text + used, size - used, "%s%s", before, other));
    }
}

static void describe(const struct proving *proving, tilepdb_false_entry *entry) {
    const char *unit = has_bits(proving) ? "bit" : "nibble";
    char cells[128], why[64];
    if (entry->column >= proving->columns) {
        snprintf(entry->text, sizeof entry->text,
                 "row %llu: after the last of %u columns is a %s %d, which should be 0",
                 (unsigned long long)entry->row, proving->columns, unit, entry->found);
        return;
    }
    draw(proving, entry, cells, sizeof cells);
    if (entry->distance < 0)
        snprintf(why, sizeof why, "it cannot be reached");
    else
        snprintf(why, sizeof why, "its distance is %d", entry->distance);
    snprintf(
        entry->text, sizeof entry->text,
        "row %llu, column %llu, cells %s with the blank on one of '_': the %s is %d and should "
        "be %d, for %s",
        (unsigned long long)entry->row, (unsigned long long)entry->column, cells, unit,
        entry->found, entry->expected, why);
}

static void note_false(const struct proving *proving, uint32_t code, uint64_t column, int found,
                       int expected) {
    tilepdb_proof *proof = proving->proof;
    tilepdb_false_entry *entry = &proof->first[proof->first_count++];
    *entry = (tilepdb_false_entry){
        .row = code, .column = column, .distance = -1, .found = found, .expected = expected};
    if (column < proving->columns) {
        const struct placements *placements = &proving->placements;
        const bool projected = is_projected(proving);
        const uint32_t all = (UINT32_C(1) << placements->moves.geometry.cells) - 1;
        entry->mask =
            placements
                ->masks[projected ? column : placements_rank_of(placements, (uint32_t)column)];
        entry->region = projected ? all & ~entry->mask : placements->regions[column];
        entry->distance = closure_distance(&proving->closure, (uint32_t)column, code);
    }
    describe(proving, entry);
}

static uint64_t compare_row(const struct proving *proving, uint32_t code, const uint8_t *expected,
                            bool note) {
    const uint8_t *row = table_row(proving->table, code);
    uint64_t count = 0;
    if (memcmp(row, expected, proving->row_bytes) == 0) return 0;
    const uint64_t entries = proving->row_bytes * (has_bits(proving) ? 8 : 2);
    for (uint64_t column = 0; column < entries; column++) {
        const int found = entry_of(proving, row, column);
        const int wanted = entry_of(proving, expected, column);
        if (found == wanted) continue;
        count++;
        if (note && proving->proof->first_count < TILEPDB_MAX_FALSE)
            note_false(proving, code, column, found, wanted);
    }
    return count;
}

/* ---- all rows -------------------------------------------------------------------------------- */

static uint32_t rows_from(const struct proving *proving, uint32_t first) {
    const uint32_t left = proving->placements.code_count - first;
    return left < BLOCK_ROWS ? left : BLOCK_ROWS;
}

static void name_false(const struct proving *proving, uint8_t *expected) {
    for (uint32_t first = 0; first < proving->placements.code_count; first += BLOCK_ROWS) {
        expect_rows(proving, first, rows_from(proving, first), expected);
        for (uint32_t row = 0; row < rows_from(proving, first); row++) {
            compare_row(proving, first + row, expected + row * proving->row_bytes, true);
            if (proving->proof->first_count == TILEPDB_MAX_FALSE) return;
        }
    }
}

static void compare_rows(struct proving *proving, uint8_t *buffers, int threads) {
    const uint32_t codes = proving->placements.code_count;
    const size_t block_bytes = BLOCK_ROWS * proving->row_bytes;
    uint64_t count = 0;
    unsigned encodable = 1;
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(+ : count) reduction(& : encodable)
    for (uint32_t first = 0; first < codes; first += BLOCK_ROWS) {
        uint8_t *expected = buffers + (size_t)threads_index() * block_bytes;
        if (progress_cancelled(&proving->progress)) continue;
        if (threads_index() == 0) progress_report_sometimes(&proving->progress);
        encodable &= expect_rows(proving, first, rows_from(proving, first), expected);
        for (uint32_t row = 0; row < rows_from(proving, first); row++)
            count += compare_row(proving, first + row, expected + row * proving->row_bytes, false);
    }
    proving->proof->false_entries = count;
    proving->encodable = encodable != 0;
}

static tilepdb_status compare(struct proving *proving, tilepdb_error *error) {
    const int threads = closure_threads(proving->closure.total, proving->options->threads);
    uint8_t *buffers = malloc((size_t)threads * BLOCK_ROWS * proving->row_bytes);
    if (!buffers)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to compare rows");
    struct progress *progress = &proving->progress;
    progress_init(progress, proving->options->progress, proving->options->user, TILEPDB_STAGE_PROVE,
                  proving->closure.total);
    progress->now.level = proving->closure.levels - 1;
    progress->now.memory = proving->closure.memory;
    atomic_store(&progress->done, proving->closure.total);
    compare_rows(proving, buffers, threads);
    if (progress_cancelled(progress)) {
        free(buffers);
        return error_set(error, TILEPDB_CANCELLED,
                         "the proof was cancelled while rows were compared");
    }
    if (proving->proof->false_entries > 0) name_false(proving, buffers);
    free(buffers);
    return TILEPDB_OK;
}

static bool histogram_holds(const tilepdb_table_info *info, const struct closure *closure) {
    return info->levels == closure->levels &&
           memcmp(info->histogram, closure->histogram,
                  (size_t)closure->levels * sizeof *closure->histogram) == 0;
}

static tilepdb_status verdict(const struct proving *proving, tilepdb_error *error) {
    const tilepdb_table_info *info = &proving->table->info;
    tilepdb_proof *proof = proving->proof;
    proof->entries = proving->closure.total;
    proof->levels = proving->closure.levels;
    memcpy(proof->histogram, proving->closure.histogram, sizeof proof->histogram);
    for (int level = 0; level < proof->levels; level++) proof->reachable += proof->histogram[level];
    proof->histogram_holds = histogram_holds(info, &proving->closure);
    proof->memory_bytes = proving->closure.memory;
    if (!proving->encodable)
        return error_set(
            error, TILEPDB_REFUTED,
            "this pattern has distances that nibbles cannot hold, so the table is false");
    if (proof->false_entries > 0)
        return error_set(error, TILEPDB_REFUTED, "%llu of %llu entries %s false; the first: %s",
                         (unsigned long long)proof->false_entries,
                         (unsigned long long)proof->entries,
                         proof->false_entries == 1 ? "is" : "are", proof->first[0].text);
    if (!proof->histogram_holds)
        return error_set(error, TILEPDB_REFUTED,
                         "all entries are right, but the histogram in the header is wrong");
    return TILEPDB_OK;
}

static tilepdb_status shape_check(struct proving *proving, tilepdb_error *error) {
    const struct placements *placements = &proving->placements;
    const struct tilepdb_table *table = proving->table;
    proving->columns = is_projected(proving) ? placements->mask_count : placements->cohort_count;
    proving->row_bytes = row_size(proving);
    if (table->row_bytes == proving->row_bytes &&
        table->info.entries == (uint64_t)proving->columns * placements->code_count)
        return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_INTERNAL,
                     "the table should have %u columns and %u rows: the library's index is wrong",
                     proving->columns, placements->code_count);
}

static tilepdb_status prove(struct proving *proving, tilepdb_error *error) {
    const tilepdb_table_info *info = &proving->table->info;
    tilepdb_status status = placements_create(&proving->placements, &info->pattern, error);
    if (!status) status = shape_check(proving, error);
    if (!status)
        status = closure_run(&proving->closure, &proving->placements, info->kind, proving->options,
                             error);
    if (!status) status = compare(proving, error);
    return status ? status : verdict(proving, error);
}

static tilepdb_status pattern_prove(const tilepdb_table *table,
                                    const tilepdb_verify_options *options, tilepdb_proof *proof,
                                    tilepdb_error *error) {
    struct proving proving = {.table = table, .options = options, .proof = proof};
    const tilepdb_status status = prove(&proving, error);
    closure_free(&proving.closure);
    placements_free(&proving.placements);
    return status;
}

tilepdb_status tilepdb_table_prove(const tilepdb_table *table,
                                   const tilepdb_verify_options *options, tilepdb_proof *proof,
                                   tilepdb_error *error) {
    tilepdb_verify_options defaults;
    tilepdb_verify_options_init(&defaults);
    if (!options) options = &defaults;
    *proof = (tilepdb_proof){0};
    const double start = clock_seconds();
    tilepdb_status status = tilepdb_table_check(table, options, NULL, error);
    if (!status)
        status = table->colours || table->goal ? colours_prove(table, options, proof, error)
                                               : pattern_prove(table, options, proof, error);
    proof->seconds = clock_seconds() - start;
    return status;
}
