/*
 * The shuffles of lanes.h. Compiled once for each instruction set: TILEPDB_VARIANT is the name, and
 * VECTOR_LANES the lanes of a native vector. Only the speed depends on the instruction set.
 */
#include <string.h>

#include "base/bits.h"
#include "table/lanes.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)
#define TEXT_(a)     #a
#define TEXT(a)      TEXT_(a)

#if defined(__AVX512BW__)
#define VECTOR_LANES 16
#else
#define VECTOR_LANES 8
#endif

typedef uint32_t vector __attribute__((vector_size(4 * VECTOR_LANES)));

/* How a result reaches its set: merged into it, or replacing it. */
enum output { ADD, REPLACE };

static inline void emit(uint32_t *to, uint32_t value, enum output output) {
    *to = output == ADD ? *to | value : value;
}

/* ---- exchanges inside the lane --------------------------------------------------------------- */

/* Exchanges each bit i of `low` with bit i + distance. */
#define EXCHANGED(x, low, distance) (((x) & (low)) << (distance) | ((x) >> (distance) & (low)))

/* The exchange of places k-4+which and the next, for each lane of x. */
static inline uint32_t lane_exchange(uint32_t x, unsigned which) {
    if (which == 2) return EXCHANGED(x, 0x555555u, 1);
    if (which == 1) return EXCHANGED(x, 0x249249u, 2) | EXCHANGED(x, 0x082082u, 3);
    return EXCHANGED(x, 0x030303u, 6) | EXCHANGED(x, 0x000C0Cu, 10) | EXCHANGED(x, 0x000030u, 14);
}

/* Exchanges first, then on to last, each one a constant so that the loop becomes straight code. */
static inline void inner_pass(uint32_t *restrict to, const uint32_t *restrict source, size_t lanes,
                              unsigned first, unsigned last, enum output output) {
    for (size_t i = 0; i < lanes; i++) {
        uint32_t x = lane_exchange(source[i], first);
        if (first != last) {
            if (first + 2 == last || last + 2 == first) x = lane_exchange(x, 1);
            x = lane_exchange(x, last);
        }
        emit(&to[i], x, output);
    }
}

static inline void inner_select(uint32_t *to, const uint32_t *source, size_t lanes, unsigned first,
                                unsigned last, enum output output) {
    switch (3 * first + last) {
    case 0:
        inner_pass(to, source, lanes, 0, 0, output);
        break;
    case 1:
        inner_pass(to, source, lanes, 0, 1, output);
        break;
    case 2:
        inner_pass(to, source, lanes, 0, 2, output);
        break;
    case 3:
        inner_pass(to, source, lanes, 1, 0, output);
        break;
    case 4:
        inner_pass(to, source, lanes, 1, 1, output);
        break;
    case 5:
        inner_pass(to, source, lanes, 1, 2, output);
        break;
    case 6:
        inner_pass(to, source, lanes, 2, 0, output);
        break;
    case 7:
        inner_pass(to, source, lanes, 2, 1, output);
        break;
    default:
        inner_pass(to, source, lanes, 2, 2, output);
        break;
    }
}

/* ---- the exchange between five lanes and their quarters -------------------------------------- */

/* Lanes a = 0 .. 4 of a group have quarters b = 0 .. 3 of six bits. Quarter b of lane a comes from
 * lane b, quarter a-1, if b < a, otherwise from lane b+1, quarter a. Seen from lane a: each other
 * lane s gives one quarter. Four rounds, r = 1 .. 4, take the lane s = (a + r) mod 5. */
#define ROUND_SOURCE(a, r) (((a) + (r)) % 5)
#if VECTOR_LANES == 16
#define GROUPS 3
#define GROUP_LANES(f, r)                                                                          \
    f(0, r, 0), f(1, r, 0), f(2, r, 0), f(3, r, 0), f(4, r, 0), f(0, r, 5), f(1, r, 5),            \
        f(2, r, 5), f(3, r, 5), f(4, r, 5), f(0, r, 10), f(1, r, 10), f(2, r, 10), f(3, r, 10),    \
        f(4, r, 10)
#define IDLE_LANES(x) , x
#define IDLE_INDEX    , 15
#else
#define GROUPS            1
#define GROUP_LANES(f, r) f(0, r, 0), f(1, r, 0), f(2, r, 0), f(3, r, 0), f(4, r, 0)
#define IDLE_LANES(x)     , x, x, x
#define IDLE_INDEX        , 5, 6, 7
#endif

/* The quarter of the source lane, and the quarter of lane a that it becomes. */
#define QUARTER_FROM(a, r) (ROUND_SOURCE(a, r) < (a) ? (a)-1u : (a) + 0u)
#define QUARTER_TO(a, r)                                                                           \
    (ROUND_SOURCE(a, r) < (a) ? ROUND_SOURCE(a, r) + 0u : ROUND_SOURCE(a, r) - 1u)
#define SHIFT_UP(a, r, at)                                                                         \
    (QUARTER_TO(a, r) > QUARTER_FROM(a, r) ? 6u * (QUARTER_TO(a, r) - QUARTER_FROM(a, r)) : 0u)
#define SHIFT_DOWN(a, r, at)                                                                       \
    (QUARTER_TO(a, r) < QUARTER_FROM(a, r) ? 6u * (QUARTER_FROM(a, r) - QUARTER_TO(a, r)) : 0u)
#define QUARTER_MASK(a, r, at) (63u << 6 * QUARTER_TO(a, r))
#define SOURCE_INDEX(a, r, at) (ROUND_SOURCE(a, r) + (at))

#define ROUND(x, r)                                                                                \
    ((__builtin_shufflevector(x, x, GROUP_LANES(SOURCE_INDEX, r) IDLE_INDEX)                       \
      << (vector){GROUP_LANES(SHIFT_UP, r) IDLE_LANES(0)}) >>                                      \
         (vector){GROUP_LANES(SHIFT_DOWN, r) IDLE_LANES(0)} &                                      \
     (vector){GROUP_LANES(QUARTER_MASK, r) IDLE_LANES(0)})

static inline void quarters_exchange(vector *x) {
    *x = ROUND(*x, 1) | ROUND(*x, 2) | ROUND(*x, 3) | ROUND(*x, 4);
}

/* A vector holds whole groups and idle lanes, which come out 0: merging them into the next lanes
 * does no harm, and replacing writes those lanes before their own turn. The tail goes through a
 * copy. */
static inline void quarters_pass(uint32_t *restrict to, const uint32_t *restrict source,
                                 size_t lanes, enum output output) {
    size_t i = 0;
    for (; i + VECTOR_LANES <= lanes; i += 5 * GROUPS) {
        vector x, sum;
        memcpy(&x, source + i, sizeof x);
        quarters_exchange(&x);
        if (output == ADD) {
            memcpy(&sum, to + i, sizeof sum);
            x |= sum;
        }
        memcpy(to + i, &x, sizeof x);
    }
    for (; i < lanes; i += 5) {
        uint32_t group[VECTOR_LANES] = {0};
        vector x;
        memcpy(group, source + i, 5 * sizeof *group);
        memcpy(&x, group, sizeof x);
        quarters_exchange(&x);
        memcpy(group, &x, sizeof x);
        for (unsigned a = 0; a < 5; a++) emit(&to[i + a], group[a], output);
    }
}

/* ---- runs of lanes --------------------------------------------------------------------------- */

static inline void runs_copy(uint32_t *restrict to, const uint32_t *restrict source,
                             const struct lane_run_table *table, size_t lanes, uint32_t block,
                             enum output output) {
    const size_t repetition = (size_t)table->blocks * block;
    for (size_t base = 0; base < lanes; base += repetition) {
        const uint32_t *from = source + base;
        for (uint32_t number = 0; number < table->blocks; number++) {
            const uint32_t *run = from + (size_t)table->source[number] * block;
            for (uint32_t i = 0; i < block; i++) emit(to++, run[i], output);
        }
    }
}

static inline void runs_pass(uint32_t *to, const uint32_t *source,
                             const struct lane_run_table *table, size_t lanes, enum output output) {
    switch (table->block) { /* known lengths unroll */
    case 1:
        runs_copy(to, source, table, lanes, 1, output);
        break;
    case 5:
        runs_copy(to, source, table, lanes, 5, output);
        break;
    case 30:
        runs_copy(to, source, table, lanes, 30, output);
        break;
    default:
        runs_copy(to, source, table, lanes, table->block, output);
        break;
    }
}

/* ---- the kernels ----------------------------------------------------------------------------- */

static void merge(uint32_t *sum, const uint32_t *source, size_t lanes) {
    for (size_t i = 0; i < lanes; i++) sum[i] |= source[i];
}

/* Towards higher places: the exchanges of the first places come first, runs, quarters, inside. */
static void move_up(const struct lane_plan *plan, unsigned from, unsigned to,
                    const uint32_t *source, uint32_t *scratch, uint32_t *sum) {
    const size_t lanes = plan->lanes;
    const unsigned inner = plan->places > LANE_PLACES ? plan->places - LANE_PLACES : 0;
    const unsigned offset = LANE_PLACES - plan->places + inner; /* for k < 4 the lane starts late */
    uint32_t *spare = scratch + lanes + LANES_SLACK;
    if (from + 1 < inner) {
        const unsigned end = to < inner ? to : inner - 1;
        if (end == to) {
            runs_pass(sum, source, &plan->runs[from][end], lanes, ADD);
            return;
        }
        runs_pass(scratch, source, &plan->runs[from][end], lanes, REPLACE);
        source = scratch;
        from = end;
    }
    if (from + 1 == inner) {
        if (to == inner) {
            quarters_pass(sum, source, lanes, ADD);
            return;
        }
        quarters_pass(spare, source, lanes, REPLACE);
        source = spare;
        from = inner;
    }
    inner_select(sum, source, lanes, from - inner + offset, to - 1 - inner + offset, ADD);
}

/* Towards lower places: the other way round. */
static void move_down(const struct lane_plan *plan, unsigned from, unsigned to,
                      const uint32_t *source, uint32_t *scratch, uint32_t *sum) {
    const size_t lanes = plan->lanes;
    const unsigned inner = plan->places > LANE_PLACES ? plan->places - LANE_PLACES : 0;
    const unsigned offset = LANE_PLACES - plan->places + inner;
    uint32_t *spare = scratch + lanes + LANES_SLACK;
    if (from > inner) {
        const unsigned end = to > inner ? to : inner, first = from - 1 - inner + offset;
        if (end == to) {
            inner_select(sum, source, lanes, first, to - inner + offset, ADD);
            return;
        }
        inner_select(scratch, source, lanes, first, offset, REPLACE);
        source = scratch;
        from = inner;
    }
    if (from == inner) {
        if (to + 1 == inner) {
            quarters_pass(sum, source, lanes, ADD);
            return;
        }
        quarters_pass(spare, source, lanes, REPLACE);
        source = spare;
        from = inner - 1;
    }
    runs_pass(sum, source, &plan->runs[from][to], lanes, ADD);
}

static void move(const struct lane_plan *plan, unsigned from, unsigned to, const uint32_t *source,
                 uint32_t *scratch, uint32_t *sum) {
    if (from < to)
        move_up(plan, from, to, source, scratch, sum);
    else if (from > to)
        move_down(plan, from, to, source, scratch, sum);
    else
        merge(sum, source, plan->lanes);
}

static uint64_t absorb(uint32_t *sum, uint32_t *plane, const uint32_t *other, size_t lanes) {
    uint64_t count = 0;
    size_t i = 0;
    for (; i + 2 <= lanes; i += 2) {
        uint64_t fresh, known, rest;
        memcpy(&fresh, sum + i, 8);
        memcpy(&known, plane + i, 8);
        memcpy(&rest, other + i, 8);
        fresh &= ~(known | rest);
        known |= fresh;
        memcpy(sum + i, &fresh, 8);
        memcpy(plane + i, &known, 8);
        count += bits_count64(fresh);
    }
    for (; i < lanes; i++) {
        sum[i] &= ~(plane[i] | other[i]);
        plane[i] |= sum[i];
        count += bits_count32(sum[i]);
    }
    return count;
}

static uint64_t record(uint32_t *restrict fresh, uint32_t *const *planes, unsigned plane_count,
                       unsigned value, size_t lanes) {
    for (unsigned p = 0; p < plane_count; p++) {
        const uint32_t *restrict plane = planes[p];
        for (size_t i = 0; i < lanes; i++) fresh[i] &= ~plane[i];
    }
    for (unsigned p = 0; p < plane_count; p++) {
        uint32_t *restrict plane = planes[p];
        if (value >> p & 1u)
            for (size_t i = 0; i < lanes; i++) plane[i] |= fresh[i];
    }
    uint64_t count = 0;
    for (size_t i = 0; i < lanes; i++) count += bits_count32(fresh[i]);
    return count;
}

const struct lane_kernels PASTE(lane_kernels_, TILEPDB_VARIANT) = {TEXT(TILEPDB_VARIANT), merge,
                                                                   move, absorb, record};
