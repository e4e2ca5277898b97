/* Cohorts by number, for tests only. */
#ifndef TILEPDB_TESTS_COHORTS_H
#define TILEPDB_TESTS_COHORTS_H

#include "pattern/index.h"

static inline uint32_t index_rank_of_cohort(const struct index *index, uint32_t cohort) {
    uint32_t low = 0, high = index->mask_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->first_cohort[middle] <= cohort)
            low = middle;
        else
            high = middle;
    }
    return low;
}

#endif
