/*
 * Random numbers by xoshiro256** (Blackman & Vigna, "Scrambled linear pseudorandom number
 * generators", 2018), seeded by splitmix64; the same on every machine. A generator belongs to one
 * thread, and must be seeded first.
 */
#ifndef TILEPDB_BASE_RANDOM_H
#define TILEPDB_BASE_RANDOM_H

#include <stdint.h>

#include "tilepdb.h"

uint64_t random_next(tilepdb_random *random);

/* Uniform in 0 .. n - 1; n >= 1. */
uint32_t random_below(tilepdb_random *random, uint32_t n);

#define RANDOM_STEP UINT64_C(0x9E3779B97F4A7C15) /* of the state of splitmix64 */

/* splitmix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014). */
static inline uint64_t random_mix(uint64_t number) {
    number += RANDOM_STEP;
    number = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ number >> 27) * UINT64_C(0x94D049BB133111EB);
    return number ^ number >> 31;
}

#endif
