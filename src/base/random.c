#include "base/random.h"

static uint64_t rotate_left(uint64_t value, unsigned by) {
    return value << by | value >> (64 - by);
}

void tilepdb_random_seed(tilepdb_random *random, uint64_t seed) {
    for (int i = 0; i < 4; i++, seed += RANDOM_STEP) random->state[i] = random_mix(seed);
}

uint64_t random_next(tilepdb_random *random) {
    uint64_t *state = random->state;
    uint64_t result = rotate_left(state[1] * 5, 7) * 9;
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate_left(state[3], 45);
    return result;
}

uint32_t random_below(tilepdb_random *random, uint32_t n) {
    /* Lemire, "Fast random integer generation in an interval", 2019: the high half of a product is
     * uniform if the lowest 2^32 mod n values of the low half are rejected. */
    uint32_t rejected = (0u - n) % n;
    uint64_t product;
    do {
        product = (random_next(random) >> 32) * n;
    } while ((uint32_t)product < rejected);
    return (uint32_t)(product >> 32);
}
