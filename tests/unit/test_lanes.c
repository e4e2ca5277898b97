/* src/table/lanes: every variant moves sets of arrangements like a plain permutation of bits. */
#include "twin.h"

#include "base/random.h"
#include "table/lanes.h"

#define MOST_PLACES 8

static uint32_t arrangements_of(unsigned places) {
    uint32_t count = 1;
    for (unsigned i = 2; i <= places; i++) count *= i;
    return count;
}

/* Converts between an arrangement and its lexicographic number. */
static uint32_t arrangement_number(unsigned places, const uint8_t *labels) {
    uint32_t number = 0;
    for (unsigned p = 0; p < places; p++) {
        unsigned smaller = 0;
        for (unsigned q = p + 1; q < places; q++) smaller += labels[q] < labels[p];
        number = number * (places - p) + smaller;
    }
    return number;
}

static void arrangement_of(unsigned places, uint32_t number, uint8_t *labels) {
    uint8_t left[MOST_PLACES];
    for (unsigned i = 0; i < places; i++) left[i] = (uint8_t)i;
    uint32_t weight = arrangements_of(places);
    for (unsigned p = 0; p < places; p++) {
        weight /= places - p;
        const unsigned digit = number / weight;
        number %= weight;
        labels[p] = left[digit];
        memmove(left + digit, left + digit + 1, places - p - 1 - digit);
    }
}

/* Compares the labels of every bit of a lane, and its code, with the index. */
static void lanes_mean_what_they_say(void **state) {
    (void)state;
    for (unsigned places = 1; places <= MOST_PLACES; places++) {
        struct index *index = twin_index(3, 4, 11, ((1u << places) - 1u) << 1);
        struct lane_order order;
        lane_order_init(&order, index);
        assert_int_equal(order.arrangements * lanes_for_places(places), arrangements_of(places));
        for (uint32_t lane = 0; lane < lanes_for_places(places); lane++) {
            uint32_t codes[LANE_ARRANGEMENTS], alone[LANE_ARRANGEMENTS];
            uint8_t labels[LANE_ARRANGEMENTS][INDEX_MAX_TILES], expected[MOST_PLACES];
            lane_order_read(&order, lane, codes, labels);
            lane_order_read(&order, lane, alone, NULL);
            assert_memory_equal(codes, alone, order.arrangements * sizeof *codes);
            for (unsigned q = 0; q < order.arrangements; q++) {
                arrangement_of(places, lane * LANE_ARRANGEMENTS + q, expected);
                assert_memory_equal(labels[q], expected, places);
                assert_memory_equal(labels[q], labels[0], order.fixed);
                assert_int_equal(codes[q], index_code(index, expected));
            }
        }
        uint32_t ascending = 0;
        uint8_t first[MOST_PLACES];
        lanes_add_ascending(&ascending);
        arrangement_of(places, bits_lowest32(ascending), first);
        assert_int_equal(bits_count32(ascending), 1);
        for (unsigned i = 0; i < places; i++) assert_int_equal(first[i], i);
        index_free(index);
    }
}

static bool set_has(const uint32_t *set, uint32_t number) {
    return set[number / LANE_ARRANGEMENTS] >> number % LANE_ARRANGEMENTS & 1u;
}

static void set_add(uint32_t *set, uint32_t number) {
    set[number / LANE_ARRANGEMENTS] |= 1u << number % LANE_ARRANGEMENTS;
}

static uint32_t *set_random(unsigned places, tilepdb_random *random, unsigned one_in) {
    const uint32_t stride = lanes_stride(places);
    uint32_t *set = calloc(stride + LANES_PADDING, sizeof *set);
    for (uint32_t number = 0; number < arrangements_of(places); number++)
        if (random_below(random, one_in) == 0) set_add(set, number);
    for (unsigned i = 0; i < LANES_PADDING; i++) /* bits behind the end must not enter */
        set[stride + i] = 0xFFFFFFFFu;
    return set;
}

static void naive_move(unsigned places, unsigned from, unsigned to, const uint32_t *source,
                       uint32_t *sum) {
    for (uint32_t number = 0; number < arrangements_of(places); number++) {
        uint8_t labels[MOST_PLACES];
        if (!set_has(source, number)) continue;
        arrangement_of(places, number, labels);
        const uint8_t moved = labels[from];
        memmove(labels + from, labels + from + 1, places - from - 1u);
        memmove(labels + to + 1, labels + to, places - to - 1u);
        labels[to] = moved;
        set_add(sum, arrangement_number(places, labels));
    }
}

static unsigned passed(const struct lane_source *source) {
    return (unsigned)abs(source->from - source->to);
}

/* Pulls random sets into a random cohort and compares with the naive move. */
static void pull_check(const struct lane_kernels *kernels, const struct lane_plan *plan,
                       const struct lane_source *moves, unsigned count, tilepdb_random *random) {
    const unsigned places = plan->places;
    const uint32_t stride = plan->stride;
    const size_t bytes = (stride + LANES_PADDING) * sizeof(uint32_t);
    struct lane_source sources[8];
    uint32_t *twin = calloc(1, bytes), *had = malloc(bytes), *held = malloc(bytes);
    uint32_t *sum = calloc(1, bytes), *scratch = calloc(2, bytes);
    uint32_t *plane = set_random(places, random, 5), *other = set_random(places, random, 5);
    uint64_t expected = 0;
    memcpy(had, plane, bytes);
    memcpy(held, other, bytes);
    memset(sum, 0x55, plan->lanes * sizeof *sum); /* contents before the pull */
    for (unsigned i = 0; i < count; i++) {
        sources[i] = moves[i];
        sources[i].set = set_random(places, random, 3);
        naive_move(places, moves[i].from, moves[i].to, sources[i].set, twin);
    }
    const uint64_t fresh = kernels->pull(plan, sources, count, plane, other, scratch, sum);
    for (uint32_t i = 0; i < stride; i++) {
        twin[i] &= ~(had[i] | held[i]);
        expected += bits_count32(twin[i]);
        assert_int_equal(sum[i], twin[i]);
        assert_int_equal(plane[i], had[i] | twin[i]);
    }
    assert_int_equal(fresh, expected);
    assert_memory_equal(plane + stride, had + stride, LANES_PADDING * sizeof *plane);
    assert_memory_equal(other, held, bytes);
    for (uint32_t i = plan->lanes; i < stride; i++)
        assert_int_equal(scratch[i] | scratch[stride + LANES_PADDING + i], 0);
    for (unsigned i = 0; i < count; i++) free((void *)sources[i].set);
    free(twin), free(had), free(held), free(sum), free(scratch), free(plane), free(other);
}

static void moves_check(const struct lane_kernels *kernels, const struct lane_plan *plan,
                        unsigned crossed, tilepdb_random *random) {
    struct lane_source moves[INDEX_MAX_TILES * INDEX_MAX_TILES];
    unsigned count = 0;
    for (uint8_t from = 0; from < plan->places; from++)
        for (uint8_t to = 0; to < plan->places; to++) {
            moves[count] = (struct lane_source){.from = from, .to = to};
            count += passed(&moves[count]) <= crossed;
        }
    for (unsigned i = 0; i < count; i++) pull_check(kernels, plan, &moves[i], 1, random);
    for (unsigned i = 0; i + 8 <= count; i += 8) pull_check(kernels, plan, &moves[i], 8, random);
}

static void all_variants_move_alike(void **state) {
    (void)state;
    const struct lane_kernels *variants[LANE_VARIANTS];
    const unsigned count = lane_kernels_list(variants);
    tilepdb_random random;
    tilepdb_random_seed(&random, 5);
    assert_true(count >= 1);
    for (unsigned places = 1; places <= MOST_PLACES; places++) {
        struct lane_plan plan;
        assert_int_equal(lane_plan_init(&plan, places, MOST_PLACES, NULL), TILEPDB_OK);
        for (unsigned v = 0; v < count; v++) moves_check(variants[v], &plan, MOST_PLACES, &random);
        lane_plan_free(&plan);
    }
    for (unsigned v = 0; v < count; v++) print_message("variant %s\n", variants[v]->name);
}

/* A plan for moves over few tiles, as on narrow boards, gives the same as one plan for all
 * moves. */
static void short_plans_move_alike(void **state) {
    (void)state;
    const struct lane_kernels *variants[LANE_VARIANTS];
    const unsigned count = lane_kernels_list(variants);
    tilepdb_random random;
    tilepdb_random_seed(&random, 8);
    for (unsigned places = 2; places <= MOST_PLACES; places++)
        for (unsigned crossed = 0; crossed < places; crossed++) {
            struct lane_plan plan;
            assert_int_equal(lane_plan_init(&plan, places, crossed, NULL), TILEPDB_OK);
            for (unsigned v = 0; v < count; v++) moves_check(variants[v], &plan, crossed, &random);
            lane_plan_free(&plan);
        }
}

static void merge_joins_sets(void **state) {
    (void)state;
    const struct lane_kernels *variants[LANE_VARIANTS];
    const unsigned count = lane_kernels_list(variants);
    tilepdb_random random;
    tilepdb_random_seed(&random, 9);
    for (unsigned places = 1; places <= MOST_PLACES; places++)
        for (unsigned v = 0; v < count; v++) {
            const uint32_t lanes = lanes_for_places(places);
            uint32_t *sum = set_random(places, &random, 3),
                     *source = set_random(places, &random, 3);
            uint32_t *was = malloc(lanes * sizeof *was);
            memcpy(was, sum, lanes * sizeof *was);
            variants[v]->merge(sum, source, lanes);
            for (uint32_t i = 0; i < lanes; i++) assert_int_equal(sum[i], was[i] | source[i]);
            for (uint32_t i = 0; i < LANES_PADDING; i++)
                assert_int_equal(sum[lanes_stride(places) + i], 0xFFFFFFFFu);
            free(sum);
            free(source);
            free(was);
        }
}

static void record_gives_a_number_once(void **state) {
    (void)state;
    const struct lane_kernels *variants[LANE_VARIANTS];
    const unsigned count = lane_kernels_list(variants), places = 6, planes = 3;
    const uint32_t lanes = lanes_for_places(places);
    tilepdb_random random;
    tilepdb_random_seed(&random, 7);
    for (unsigned v = 0; v < count; v++) {
        uint8_t twin[720] = {0};
        uint32_t *plane[3];
        for (unsigned p = 0; p < planes; p++) plane[p] = calloc(lanes, sizeof **plane);
        for (unsigned value = 1; value < 8; value++) {
            uint32_t *fresh = set_random(places, &random, 4);
            uint64_t expected = 0;
            for (uint32_t number = 0; number < 720; number++) {
                if (!set_has(fresh, number) || twin[number]) continue;
                twin[number] = (uint8_t)value;
                expected++;
            }
            assert_int_equal(variants[v]->record(fresh, plane, planes, value, lanes), expected);
            for (uint32_t number = 0; number < 720; number++) {
                unsigned holds = 0;
                for (unsigned p = 0; p < planes; p++)
                    holds |= (unsigned)set_has(plane[p], number) << p;
                assert_int_equal(holds, twin[number]);
            }
            free(fresh);
        }
        for (unsigned p = 0; p < planes; p++) free(plane[p]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_mean_what_they_say),   cmocka_unit_test(all_variants_move_alike),
        cmocka_unit_test(short_plans_move_alike),     cmocka_unit_test(merge_joins_sets),
        cmocka_unit_test(record_gives_a_number_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
