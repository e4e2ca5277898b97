/*
 * See vectors_check.h. An operation with a vector as its result is a row of OPERATIONS; one that
 * accesses memory is a function in CHECKS.
 */
#include "vectors_check.h"
#include "base/processor.h"

#include <stddef.h>
#include <string.h>

#include "base/random.h"
#include "kernels/vectors.h"

#define MARK UINT64_C(0x5A5A5A5A5A5A5A5A) /* bytes that no operation may overwrite */

/* Inputs of the operations: one lane of each vector. */
struct lane {
    uint64_t a, b;
    uint64_t p, q;    /* below 2^63 */
    uint64_t shift;   /* below 64 */
    uint64_t index;   /* below 16 */
    uint64_t in, too; /* whether the lane is in the two sets: 1 or 0 */
    uint64_t r, t;    /* quarters below 2^15 */
    uint64_t each;    /* quarters below 16 */
};

struct values {
    struct lane lane[LANES];
    unsigned count; /* number of first lanes */
    unsigned bits;  /* shift of all lanes, 1 .. 63 */
    uint64_t words[16];
    uint32_t halves[16];
    uint16_t shorts[16];
    uint8_t bytes[16];
};

struct vectors {
    vec a, b, p, q, shift, index, r, t, each;
    lane_set in, too;
};

/* ---- random values --------------------------------------------------------------------------- */

static uint64_t number(tilepdb_random *random) {
    return random_next(random) >> random_below(random, 64);
}

static uint64_t number_like(tilepdb_random *random, uint64_t other) {
    uint64_t like = other;
    for (unsigned byte = 0; byte < 8; byte++)
        if (random_below(random, 2)) like ^= (random_next(random) & 0xFF) << 8 * byte;
    return random_below(random, 3) ? like : number(random);
}

static void values_draw(struct values *values, tilepdb_random *random) {
    for (unsigned i = 0; i < LANES; i++) {
        struct lane *lane = &values->lane[i];
        lane->a = number(random);
        lane->b = number_like(random, lane->a);
        lane->p = number(random) >> 1;
        lane->q = number_like(random, lane->p) & INT64_MAX;
        lane->shift = random_below(random, 64);
        lane->index = random_below(random, 16);
        lane->in = random_below(random, 2);
        lane->too = random_below(random, 2);
        lane->r = number(random) & 0x7FFF7FFF7FFF7FFF;
        lane->t = number_like(random, lane->r) & 0x7FFF7FFF7FFF7FFF;
        lane->each = random_next(random) & 0x000F000F000F000F;
    }
    values->count = random_below(random, LANES + 3);
    values->bits = 1 + random_below(random, 63);
    for (unsigned i = 0; i < 16; i++) {
        values->words[i] = random_next(random);
        values->halves[i] = (uint32_t)random_next(random);
        values->shorts[i] = (uint16_t)random_next(random);
        values->bytes[i] = (uint8_t)random_next(random);
    }
}

static vec field(const struct values *values, size_t offset) {
    uint64_t words[LANES];
    for (unsigned i = 0; i < LANES; i++)
        memcpy(&words[i], (const char *)&values->lane[i] + offset, sizeof words[i]);
    return load(words);
}
#define FIELD(name) field(values, offsetof(struct lane, name))

static struct vectors vectors_of(const struct values *values) {
    return (struct vectors){.a = FIELD(a),
                            .b = FIELD(b),
                            .p = FIELD(p),
                            .q = FIELD(q),
                            .shift = FIELD(shift),
                            .index = FIELD(index),
                            .r = FIELD(r),
                            .t = FIELD(t),
                            .each = FIELD(each),
                            .in = lanes_with(FIELD(in), all_lanes(1)),
                            .too = lanes_with(FIELD(too), all_lanes(1))};
}

static vec ones(lane_set set) {
    return choose(set, all_lanes(1), all_lanes(0));
}

static vec quarter_ones(quarter_set set) {
    return quarters_keep(set, all_lanes(0x0001000100010001));
}

static uint64_t quarter(uint64_t word, unsigned number) {
    return word >> 16 * number & 0xFFFF;
}

/* A 64-bit value from its quarters; EXPRESSION computes quarter q. */
#define QUARTERS(EXPRESSION)                                                                       \
    (QUARTER(0, EXPRESSION) | QUARTER(1, EXPRESSION) | QUARTER(2, EXPRESSION) |                    \
     QUARTER(3, EXPRESSION))
#define QUARTER(NUMBER, EXPRESSION) (((uint64_t)(EXPRESSION(NUMBER)) & 0xFFFF) << 16 * (NUMBER))
#define LOWEST(q)                   x.a
#define SUM(q)                      (quarter(x.a, q) + quarter(x.b, q))
#define ABOVE(q)                    (quarter(x.r, q) > quarter(x.t, q))
#define SAME(q)                     (quarter(x.r, q) == quarter(x.t, q))
#define CHOSEN(q)                   quarter(ABOVE(q) ? x.a : x.b, q)
#define KEPT(q)                     (ABOVE(q) ? quarter(x.a, q) : 0)
#define SHORT(q)                    values->shorts[quarter(x.each, q)]
#define BYTE(q)                     values->bytes[quarter(x.each, q)]

static unsigned count_in(const struct values *values) {
    unsigned count = 0;
    for (unsigned i = 0; i < LANES; i++) count += values->lane[i].in != 0;
    return count;
}

/* ---- the operations -------------------------------------------------------------------------- */

/* ROW(operation, its result on vectors v, the same on scalars x in lane i). */
#define OPERATIONS(ROW)                                                                            \
    ROW(all_lanes, all_lanes(values->words[0]), values->words[0])                                  \
    ROW(iota, iota(), i)                                                                           \
    ROW(load, load(values->words + 3), values->words[3 + i])                                       \
    ROW(load32, load32(values->halves + 5), values->halves[5 + i])                                 \
    ROW(load8, load8(values->bytes + 5), values->bytes[5 + i])                                     \
    ROW(lanes_with, ones(lanes_with(v.a, shift_up_by(all_lanes(1), v.shift))), x.a >> x.shift & 1) \
    ROW(lanes_without, ones(lanes_without(v.a, v.b)), (x.a & x.b) == 0)                            \
    ROW(lanes_above, ones(lanes_above(v.p, v.q)), x.p > x.q)                                       \
    ROW(lanes_below, ones(lanes_below(values->count)), i < values->count)                          \
    ROW(lanes_both, ones(lanes_both(v.in, v.too)), x.in &x.too)                                    \
    ROW(lanes_differ, ones(lanes_differ(v.in, v.too)), x.in ^ x.too)                               \
    ROW(lanes_other, ones(lanes_other(v.in)), !x.in)                                               \
    ROW(lanes_any, all_lanes(lanes_any(v.in)), count_in(values) > 0)                               \
    ROW(lanes_count, all_lanes(lanes_count(v.in)), count_in(values))                               \
    ROW(both, both(v.a, v.b), x.a &x.b)                                                            \
    ROW(either, either(v.a, v.b), x.a | x.b)                                                       \
    ROW(differ, differ(v.a, v.b), x.a ^ x.b)                                                       \
    ROW(add, add(v.a, v.b), x.a + x.b)                                                             \
    ROW(subtract, subtract(v.a, v.b), x.a - x.b)                                                   \
    ROW(multiply32, multiply32(v.a, v.b), (uint64_t)(uint32_t)x.a *(uint32_t)x.b)                  \
    ROW(smaller, smaller(shift_down(v.a, 32), shift_down(v.b, 32)), (x.a < x.b ? x.a : x.b) >> 32) \
    ROW(shift_up, shift_up(v.a, values->bits), x.a << values->bits)                                \
    ROW(shift_down, shift_down(v.a, values->bits), x.a >> values->bits)                            \
    ROW(shift_up_by, shift_up_by(v.a, v.shift), x.a << x.shift)                                    \
    ROW(shift_down_by, shift_down_by(v.a, v.shift), x.a >> x.shift)                                \
    ROW(choose, choose(v.in, v.a, v.b), x.in ? x.a : x.b)                                          \
    ROW(keep, keep(v.in, v.a), x.in ? x.a : 0)                                                     \
    ROW(either_where, either_where(v.in, v.a, v.b), x.in ? x.a | x.b : x.a)                        \
    ROW(differ_where, differ_where(v.in, v.a, v.b), x.in ? x.a ^ x.b : x.a)                        \
    ROW(negate_where, negate_where(v.in, v.a), x.in ? 0 - x.a : x.a)                               \
    ROW(bytes16_at, bytes16_at(bytes16_load(values->bytes), v.index), values->bytes[x.index])      \
    ROW(shorts16_each, shorts16_each(shorts16_load(values->shorts), v.each), QUARTERS(SHORT))      \
    ROW(bytes16_each, bytes16_each(bytes16_load(values->bytes), v.each), QUARTERS(BYTE))           \
    ROW(quarters_repeat, quarters_repeat(v.a), QUARTERS(LOWEST))                                   \
    ROW(quarters_add, quarters_add(v.a, v.b), QUARTERS(SUM))                                       \
    ROW(quarters_above, quarter_ones(quarters_above(v.r, v.t)), QUARTERS(ABOVE))                   \
    ROW(quarters_same, quarter_ones(quarters_same(v.r, v.t)), QUARTERS(SAME))                      \
    ROW(quarters_choose, quarters_choose(quarters_above(v.r, v.t), v.a, v.b), QUARTERS(CHOSEN))    \
    ROW(quarters_keep, quarters_keep(quarters_above(v.r, v.t), v.a), QUARTERS(KEPT))               \
    ROW(quarters_sum, quarters_sum(v.a),                                                           \
        (quarter(x.a, 0) + quarter(x.a, 1) + quarter(x.a, 2) + quarter(x.a, 3)) & 0xFFFF)

/* Compares a vector with the scalars, lane by lane. */
#define VECTOR_CHECK(NAME, VECTOR, SCALAR)                                                         \
    static bool NAME##_same(const struct values *values) {                                         \
        const struct vectors v = vectors_of(values);                                               \
        uint64_t made[LANES];                                                                      \
        store(made, VECTOR);                                                                       \
        (void)v;                                                                                   \
        for (unsigned i = 0; i < LANES; i++) {                                                     \
            const struct lane x = values->lane[i];                                                 \
            const uint64_t wanted = (uint64_t)(SCALAR);                                            \
            (void)x;                                                                               \
            if (made[i] != wanted) return false;                                                   \
        }                                                                                          \
        return true;                                                                               \
    }
OPERATIONS(VECTOR_CHECK)

static bool store_same(const struct values *values) {
    uint64_t made[LANES + 1] = {[LANES] = MARK};
    store(made, load(values->words));
    return memcmp(made, values->words, LANES * sizeof *made) == 0 && made[LANES] == MARK;
}

static bool store_repeated4_same(const struct values *values) {
    uint64_t made[5] = {[4] = MARK};
    store_repeated4(made, values->words[0]);
    for (unsigned i = 0; i < 4; i++)
        if (made[i] != values->words[0]) return false;
    return made[4] == MARK;
}

static bool store32_same(const struct values *values) {
    uint32_t made[LANES + 1] = {[LANES] = (uint32_t)MARK};
    store32(made, load(values->words));
    for (unsigned i = 0; i < LANES; i++)
        if (made[i] != (uint32_t)values->words[i]) return false;
    return made[LANES] == (uint32_t)MARK;
}

static bool compress_same(const struct values *values) {
    uint64_t made[LANES + 1] = {[LANES] = MARK};
    const struct vectors v = vectors_of(values);
    unsigned kept = 0;
    compress(made, v.in, v.a);
    for (unsigned i = 0; i < LANES; i++)
        if (values->lane[i].in && made[kept++] != values->lane[i].a) return false;
    return made[LANES] == MARK;
}

static bool compress32_same(const struct values *values) {
    uint32_t made[LANES + 1] = {[LANES] = (uint32_t)MARK};
    const struct vectors v = vectors_of(values);
    unsigned kept = 0;
    compress32(made, v.in, v.a);
    for (unsigned i = 0; i < LANES; i++)
        if (values->lane[i].in && made[kept++] != (uint32_t)values->lane[i].a) return false;
    return made[LANES] == (uint32_t)MARK;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*same)(const struct values *values);
} checks[] = {
#define CHECK(NAME, VECTOR, SCALAR) {#NAME, NAME##_same},
    {"store", store_same},
    {"store32", store32_same},
    {"store_repeated4", store_repeated4_same},
    {"compress", compress_same},
    {"compress32", compress32_same},
    OPERATIONS(CHECK)};

const char *PASTE(vectors_check_, TILEPDB_VARIANT)(tilepdb_random *random) {
    struct values values;
    values_draw(&values, random);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (!checks[i].same(&values)) return checks[i].name;
    return NULL;
}
