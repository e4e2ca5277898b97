/*
 * Random numbers: xoshiro256** (Blackman & Vigna, "Scrambled linear pseudorandom number
 * generators", 2018), its state filled by splitmix64. The same seed gives the same numbers on every
 * machine.
 *
 * This unit implements tilepdb_random_seed.
 * Thread safety: a generator belongs to one thread. It must be seeded before it is used.
 */
#ifndef TILEPDB_BASE_RANDOM_H
#define TILEPDB_BASE_RANDOM_H

#include <stdint.h>

#include "tilepdb.h"

/* The next 64 random bits. */
uint64_t random_next(tilepdb_random *random);

/* A number of 0 .. n-1, each exactly equally likely; n >= 1. */
uint32_t random_below(tilepdb_random *random, uint32_t n);

#endif
