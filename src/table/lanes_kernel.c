/* See lanes.h. Compiled for each instruction set. */
#include <string.h>

#include "base/bytes.h"
#include "base/processor.h"
#include "table/lanes.h"

#define TEXT_(a) #a
#define TEXT(a)  TEXT_(a)

#if defined(__AVX512BW__)
#define VECTOR_LANES 16
#else
#define VECTOR_LANES 8
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))

typedef uint32_t vector __attribute__((vector_size(4 * VECTOR_LANES)));

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLED(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLED(a, b, ...) __builtin_shuffle(a, b, (vector){__VA_ARGS__})
#endif

enum output { ADD, REPLACE };

static inline void emit(uint32_t *to, uint32_t value, enum output output) {
    *to = output == ADD ? *to | value : value;
}

/* ---- exchanges inside the lane --------------------------------------------------------------- */

/* Exchanges each bit i of `low` with bit i + distance; all other bits of the result are 0. */
#define EXCHANGED(x, low, distance) (((x) & (low)) << (distance) | ((x) >> (distance) & (low)))

/* Exchanges the labels on places k-4+which and k-3+which in each lane of x. */
#define LANE_EXCHANGED(x, which)                                                                   \
    ((which) == 2   ? EXCHANGED(x, 0x555555u, 1)                                                   \
     : (which) == 1 ? (EXCHANGED(x, 0x249249u, 2) | EXCHANGED(x, 0x082082u, 3))                    \
                    : (EXCHANGED(x, 0x030303u, 6) | EXCHANGED(x, 0x000C0Cu, 10) |                  \
                       EXCHANGED(x, 0x000030u, 14)))

/* Exchanges `first` .. `last` are constants at each call, so that the loop has no branches. */
static inline void inner_pass(uint32_t *restrict to, const uint32_t *restrict source, size_t lanes,
                              unsigned first, unsigned last, enum output output) {
    for (size_t i = 0; i < lanes; i++) {
        uint32_t x = LANE_EXCHANGED(source[i], first);
        if (first != last) {
            if (first + 2 == last || last + 2 == first) x = LANE_EXCHANGED(x, 1);
            x = LANE_EXCHANGED(x, last);
        }
        emit(&to[i], x, output);
    }
}

static inline void inner_last(uint32_t *to, const uint32_t *source, size_t lanes, unsigned first,
                              unsigned last, enum output output) {
    if (last == 0)
        inner_pass(to, source, lanes, first, 0, output);
    else if (last == 1)
        inner_pass(to, source, lanes, first, 1, output);
    else
        inner_pass(to, source, lanes, first, 2, output);
}

static inline void inner_select(uint32_t *to, const uint32_t *source, size_t lanes, unsigned first,
                                unsigned last, enum output output) {
    if (first == 0)
        inner_last(to, source, lanes, 0, last, output);
    else if (first == 1)
        inner_last(to, source, lanes, 1, last, output);
    else
        inner_last(to, source, lanes, 2, last, output);
}

/* ---- exchange of quarters between five lanes ------------------------------------------------- */

/* Lanes a = 0 .. 4 of a group have quarters b = 0 .. 3 of six bits. Quarter b of lane a comes from
 * lane b, quarter a-1, if b < a, otherwise from lane b+1, quarter a. Round r = 1 .. 4 takes the
 * quarter from lane (a + r) mod 5. */
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
    ((SHUFFLED(x, x, GROUP_LANES(SOURCE_INDEX, r) IDLE_INDEX)                                      \
      << (vector){GROUP_LANES(SHIFT_UP, r) IDLE_LANES(0)}) >>                                      \
         (vector){GROUP_LANES(SHIFT_DOWN, r) IDLE_LANES(0)} &                                      \
     (vector){GROUP_LANES(QUARTER_MASK, r) IDLE_LANES(0)})

static inline void quarters_exchange(vector *x) {
    *x = ROUND(*x, 1) | ROUND(*x, 2) | ROUND(*x, 3) | ROUND(*x, 4);
}

/* Idle lanes of a result are 0: ADD keeps the old lanes, and with REPLACE the next groups overwrite
 * the zeros. The last vector reads and writes beyond the set. */
static inline void quarters_pass(uint32_t *restrict to, const uint32_t *restrict source,
                                 size_t lanes, enum output output) {
    for (size_t i = 0; i < lanes; i += 5 * GROUPS) {
        vector x, sum;
        memcpy(&x, source + i, sizeof x);
        quarters_exchange(&x);
        if (output == ADD) {
            memcpy(&sum, to + i, sizeof sum);
            x |= sum;
        }
        memcpy(to + i, &x, sizeof x);
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
    if (table->block == 1) /* loops of constant length are unrolled */
        runs_copy(to, source, table, lanes, 1, output);
    else if (table->block == 5)
        runs_copy(to, source, table, lanes, 5, output);
    else if (table->block == 30)
        runs_copy(to, source, table, lanes, 30, output);
    else
        runs_copy(to, source, table, lanes, table->block, output);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static inline void merge_lanes(uint32_t *restrict sum, const uint32_t *restrict source,
                               size_t lanes) {
    for (size_t i = 0; i < lanes; i++) sum[i] |= source[i];
}

static unsigned first_inside(const struct lane_plan *plan) {
    return plan->places > LANE_PLACES ? plan->places - LANE_PLACES : 0;
}

/* A section of a move: before the last four places, inside them, or the exchange of k-5 and k-4. */
static ALWAYS_INLINE void stretch_pass(const struct lane_plan *plan, size_t lanes, unsigned from,
                                       unsigned to, const uint32_t *source, uint32_t *sum,
                                       enum output output) {
    const unsigned inner = first_inside(plan);
    const unsigned late = LANE_PLACES - plan->places; /* place p is p + late of a lane's four */
    if (from < inner && to < inner)
        runs_pass(sum, source, &plan->runs[from][to], lanes, output);
    else if (from < inner || to < inner)
        quarters_pass(sum, source, lanes, output);
    else
        inner_select(sum, source, lanes, from - (from > to) + late, to - (from < to) + late,
                     output);
}

static unsigned stretch_end(unsigned inner, unsigned from, unsigned to) {
    if (from < to) return from >= inner || to < inner ? to : from + 1 == inner ? inner : inner - 1;
    return from < inner || to >= inner ? to : from == inner ? inner - 1 : inner;
}

static ALWAYS_INLINE void source_add(const struct lane_plan *plan, size_t lanes, size_t stride,
                                     const struct lane_source *source, uint32_t *scratch,
                                     uint32_t *sum) {
    uint32_t *spare = scratch + plan->stride + LANES_PADDING;
    const uint32_t *set = source->set;
    unsigned from = source->from;
    const unsigned to = source->to;
    if (from == to) merge_lanes(sum, set, stride);
    while (from != to) {
        const unsigned end = stretch_end(first_inside(plan), from, to);
        uint32_t *between = set == scratch ? spare : scratch;
        if (end == to)
            stretch_pass(plan, lanes, from, end, set, sum, ADD);
        else
            stretch_pass(plan, lanes, from, end, set, between, REPLACE);
        set = between;
        from = end;
    }
}

/* ---- a cohort -------------------------------------------------------------------------------- */

static inline uint64_t absorb(uint32_t *restrict sum, uint32_t *restrict plane,
                              const uint32_t *restrict other, size_t lanes) {
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

static ALWAYS_INLINE uint64_t pull_lanes(const struct lane_plan *plan, size_t lanes, size_t stride,
                                         const struct lane_source *sources, unsigned count,
                                         uint32_t *plane, const uint32_t *other, uint32_t *scratch,
                                         uint32_t *sum) {
    memset(sum, 0, stride * sizeof *sum);
    for (unsigned i = 0; i < count; i++) source_add(plan, lanes, stride, &sources[i], scratch, sum);
    return absorb(sum, plane, other, stride);
}

/* ---- sets of six labels ---------------------------------------------------------------------- */

enum { SIX_LANES = 30, SIX_STRIDE = 32 };

#if VECTOR_LANES == 16

/* A set in registers. Lane i is lane i % 5 of group i / 5; the last two of 32 lanes are idle. */
struct six {
    vector low, high;
};

#define SIX_VECTOR(f, r, at)                                                                       \
    f((at) + 0, r), f((at) + 1, r), f((at) + 2, r), f((at) + 3, r), f((at) + 4, r),                \
        f((at) + 5, r), f((at) + 6, r), f((at) + 7, r), f((at) + 8, r), f((at) + 9, r),            \
        f((at) + 10, r), f((at) + 11, r), f((at) + 12, r), f((at) + 13, r), f((at) + 14, r),       \
        f((at) + 15, r)
#define SIX_IDLE(i) ((i) >= SIX_LANES)

/* Exchange of places 0 and 1, whose digits in lane i are i / 5 and i % 5. */
#define RUN_INDEX(i, r)                                                                            \
    (SIX_IDLE(i)         ? (i)                                                                     \
     : (i) / 5 > (i) % 5 ? (i) % 5 * 5 + (i) / 5 - 1                                               \
                         : ((i) % 5 + 1) * 5 + (i) / 5)
#define SIX_RUNS(x, at) SHUFFLED((x).low, (x).high, SIX_VECTOR(RUN_INDEX, 0, at))

/* Exchange of places 1 and 2: the rounds of quarters_exchange in six groups. */
#define SIX_INDEX(i, r) (SIX_IDLE(i) ? (i) : (i) / 5 * 5 + ROUND_SOURCE((i) % 5, r))
#define SIX_UP(i, r)    SHIFT_UP((i) % 5, r, 0)
#define SIX_DOWN(i, r)  SHIFT_DOWN((i) % 5, r, 0)
#define SIX_MASK(i, r)  (SIX_IDLE(i) ? 0u : QUARTER_MASK((i) % 5, r, 0))
#define SIX_ROUND(x, r, at)                                                                        \
    ((SHUFFLED((x).low, (x).high, SIX_VECTOR(SIX_INDEX, r, at))                                    \
      << (vector){SIX_VECTOR(SIX_UP, r, at)}) >>                                                   \
         (vector){SIX_VECTOR(SIX_DOWN, r, at)} &                                                   \
     (vector){SIX_VECTOR(SIX_MASK, r, at)})
#define SIX_QUARTERS(x, at)                                                                        \
    (SIX_ROUND(x, 1, at) | SIX_ROUND(x, 2, at) | SIX_ROUND(x, 3, at) | SIX_ROUND(x, 4, at))

static ALWAYS_INLINE struct six six_exchange(struct six x, unsigned j) {
    switch (j) {
    case 0:
        return (struct six){SIX_RUNS(x, 0), SIX_RUNS(x, 16)};
    case 1:
        return (struct six){SIX_QUARTERS(x, 0), SIX_QUARTERS(x, 16)};
    case 2:
        return (struct six){LANE_EXCHANGED(x.low, 0), LANE_EXCHANGED(x.high, 0)};
    case 3:
        return (struct six){LANE_EXCHANGED(x.low, 1), LANE_EXCHANGED(x.high, 1)};
    default:
        return (struct six){LANE_EXCHANGED(x.low, 2), LANE_EXCHANGED(x.high, 2)};
    }
}

static ALWAYS_INLINE struct six six_load(const uint32_t *set) {
    struct six x;
    memcpy(&x.low, set, sizeof x.low);
    memcpy(&x.high, set + VECTOR_LANES, sizeof x.high);
    return x;
}

static ALWAYS_INLINE void six_store(uint32_t *set, struct six x) {
    memcpy(set, &x.low, sizeof x.low);
    memcpy(set + VECTOR_LANES, &x.high, sizeof x.high);
}

static inline uint64_t six_count(const uint32_t *set) {
    uint64_t count = 0;
    for (unsigned i = 0; i < SIX_STRIDE; i += 2) {
        uint64_t two;
        memcpy(&two, set + i, sizeof two);
        count += bits_count64(two);
    }
    return count;
}

static uint64_t pull_six(const struct lane_source *source, unsigned count, uint32_t *plane,
                         const uint32_t *other, uint32_t *fresh) {
    const struct lane_source *end = source + count;
    vector low = {0}, high = {0};
    for (; source < end; source++) {
        struct six x = six_load(source->set);
        for (unsigned at = source->from; at != source->to;)
            x = six_exchange(x, at < source->to ? at++ : --at);
        low |= x.low;
        high |= x.high;
    }
    const struct six known = six_load(plane), rest = six_load(other);
    low &= ~(known.low | rest.low);
    high &= ~(known.high | rest.high);
    six_store(fresh, (struct six){low, high});
    six_store(plane, (struct six){known.low | low, known.high | high});
    return six_count(fresh);
}

#endif

/* ---- the kernels ----------------------------------------------------------------------------- */

static uint64_t pull(const struct lane_plan *plan, const struct lane_source *sources,
                     unsigned count, uint32_t *plane, const uint32_t *other, uint32_t *scratch,
                     uint32_t *sum) {
#if VECTOR_LANES == 16
    if (plan->places == 6) return pull_six(sources, count, plane, other, sum);
#else
    if (plan->places == 6)
        return pull_lanes(plan, SIX_LANES, SIX_STRIDE, sources, count, plane, other, scratch, sum);
#endif
    return pull_lanes(plan, plan->lanes, plan->stride, sources, count, plane, other, scratch, sum);
}

static void merge(uint32_t *sum, const uint32_t *source, size_t lanes) {
    merge_lanes(sum, source, lanes);
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

const struct lane_kernels PASTE(lane_kernels_, TILEPDB_VARIANT) = {TEXT(TILEPDB_VARIANT), pull,
                                                                   merge, record};
