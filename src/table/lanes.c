#include "table/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/processor.h"

static uint32_t factorial(unsigned n) {
    uint32_t value = 1;
    for (unsigned i = 2; i <= n; i++) value *= i;
    return value;
}

uint32_t lanes_for_places(unsigned places) {
    return places <= LANE_PLACES ? 1 : factorial(places) / LANE_ARRANGEMENTS;
}

uint32_t lanes_stride(unsigned places) {
    return places == 6 ? 32 : lanes_for_places(places);
}

/* ---- the order ------------------------------------------------------------------------------- */

/* Writes the first `places` labels of arrangement `number`; the others ascend. */
static void arrangement_read(unsigned count, unsigned places, uint32_t number, uint8_t *labels) {
    /* The second condition is always true; without it GCC 11 warns of a write beyond the end. */
    for (unsigned i = 0; i < count && i < INDEX_MAX_TILES; i++) labels[i] = (uint8_t)i;
    for (unsigned place = 0; place < places; place++) {
        const uint32_t weight = factorial(count - 1 - place);
        const uint32_t digit = number / weight;
        const uint8_t label = labels[place + digit];
        number %= weight;
        memmove(labels + place + 1, labels + place, digit);
        labels[place] = label;
    }
}

void lane_order_init(struct lane_order *order, const struct index *index) {
    const unsigned places = index->tile_count, rest = places < LANE_PLACES ? places : LANE_PLACES;
    *order = (struct lane_order){
        .index = index, .arrangements = factorial(rest), .fixed = places - rest};
    for (unsigned q = 0; q < order->arrangements; q++)
        arrangement_read(rest, rest, q, order->rest[q]);
}

/* In the first arrangement of a lane, labels that are not fixed ascend. In others, each pair out of
 * order subtracts the factorial of its larger label from the code. */
void lane_order_read(const struct lane_order *order, uint32_t lane, uint32_t *codes,
                     uint8_t (*labels)[INDEX_MAX_TILES]) {
    const struct index *index = order->index;
    const unsigned places = index->tile_count, rest = places - order->fixed;
    uint8_t rising[INDEX_MAX_TILES];
    arrangement_read(places, order->fixed, lane * LANE_ARRANGEMENTS, rising);
    const uint8_t *last = rising + order->fixed;
    const uint32_t first = index_code(index, rising);
    for (unsigned q = 0; q < order->arrangements; q++) {
        const uint8_t *which = order->rest[q];
        codes[q] = first;
        for (unsigned i = 0; i < rest; i++)
            for (unsigned j = i + 1; j < rest; j++)
                if (which[i] > which[j]) codes[q] -= index->factorial[last[which[i]]];
        if (!labels) continue;
        memcpy(labels[q], rising, order->fixed);
        for (unsigned i = 0; i < rest; i++) labels[q][order->fixed + i] = last[which[i]];
    }
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void digits_exchange(unsigned *digit) {
    const unsigned a = digit[0], b = digit[1];
    digit[0] = a > b ? b : b + 1;
    digit[1] = a > b ? a - 1 : a;
}

/* The block that becomes block `number` when a label moves from `from` to `to`. */
static uint32_t run_source(unsigned places, unsigned from, unsigned to, uint32_t number) {
    const unsigned a = from < to ? from : to, c = from < to ? to : from;
    unsigned digit[INDEX_MAX_TILES];
    for (unsigned p = c + 1; p-- > a;) {
        digit[p] = number % (places - p);
        number /= places - p;
    }
    if (from < to)
        for (unsigned j = c; j-- > a;) digits_exchange(&digit[j]);
    else
        for (unsigned j = a; j < c; j++) digits_exchange(&digit[j]);
    uint32_t source = 0;
    for (unsigned p = a; p <= c; p++) source = source * (places - p) + digit[p];
    return source;
}

static bool run_table_init(struct lane_run_table *table, unsigned places, unsigned from,
                           unsigned to) {
    const unsigned a = from < to ? from : to, c = from < to ? to : from;
    const uint32_t below = factorial(places - 1 - c);
    table->blocks = factorial(places - a) / below;
    table->block = below / LANE_ARRANGEMENTS;
    table->source = malloc(table->blocks * sizeof *table->source);
    if (!table->source) return false;
    for (uint32_t number = 0; number < table->blocks; number++)
        table->source[number] = run_source(places, from, to, number);
    return true;
}

tilepdb_status lane_plan_init(struct lane_plan *plan, unsigned places, unsigned max_crossed,
                              tilepdb_error *error) {
    *plan = (struct lane_plan){
        .places = places, .lanes = lanes_for_places(places), .stride = lanes_stride(places)};
    for (unsigned a = 0; a + LANE_PLACES < places; a++) {
        for (unsigned c = a + 1; c + LANE_PLACES < places && c - a <= max_crossed; c++) {
            if (run_table_init(&plan->runs[a][c], places, a, c) &&
                run_table_init(&plan->runs[c][a], places, c, a))
                continue;
            lane_plan_free(plan);
            return error_set(error, TILEPDB_ERROR_MEMORY,
                             "not enough memory for the generator's tables");
        }
    }
    return TILEPDB_OK;
}

void lane_plan_free(struct lane_plan *plan) {
    for (unsigned from = 0; from < INDEX_MAX_TILES; from++)
        for (unsigned to = 0; to < INDEX_MAX_TILES; to++) free(plan->runs[from][to].source);
    memset(plan, 0, sizeof *plan);
}

/* ---- variants -------------------------------------------------------------------------------- */

extern const struct lane_kernels lane_kernels_portable;
extern const struct lane_kernels lane_kernels_avx2;
extern const struct lane_kernels lane_kernels_avx512;

struct lane_row {
    tilepdb_variant variant;
    const struct lane_kernels *kernels;
};

static const struct lane_row lane_rows[] = {
    {TILEPDB_VARIANT_PORTABLE, &lane_kernels_portable},
#ifdef TILEPDB_X86_VARIANTS
    {TILEPDB_VARIANT_AVX2, &lane_kernels_avx2},
    {TILEPDB_VARIANT_AVX512, &lane_kernels_avx512},
#endif
};

enum { LANE_ROWS = sizeof lane_rows / sizeof *lane_rows };
_Static_assert(LANE_ROWS <= LANE_VARIANTS, "a list holds all");

static unsigned lane_kernels_gather(tilepdb_variant wanted,
                                    const struct lane_kernels *variants[LANE_VARIANTS]) {
    unsigned count = 0;
    for (unsigned i = 0; i < LANE_ROWS; i++)
        if (processor_takes(wanted, lane_rows[i].variant)) variants[count++] = lane_rows[i].kernels;
    return count;
}

unsigned lane_kernels_list(const struct lane_kernels *variants[LANE_VARIANTS]) {
    return lane_kernels_gather(TILEPDB_VARIANT_BEST, variants);
}

const struct lane_kernels *lane_kernels_select(tilepdb_variant variant) {
    const struct lane_kernels *variants[LANE_VARIANTS];
    return variants[lane_kernels_gather(variant, variants) - 1];
}
