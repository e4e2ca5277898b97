/*
 * Decisions that the ranks of a communicator (base/comm.h) take together. tilepdb_solve ends with
 * consensus_end unless the ranks diverged, so a rank that stops by itself informs the others. In a
 * single process, `comm` is NULL.
 */
#ifndef TILEPDB_SEARCH_CONSENSUS_H
#define TILEPDB_SEARCH_CONSENSUS_H

#include "search/bound.h"
#include "search/frontier.h"
#include "search/solutions.h"

static inline bool consensus_leads(const tilepdb_comm *comm) {
    return !comm || comm->rank == 0;
}

/* The `*size` bytes of all ranks in order, which the caller frees; NULL without memory. */
void *consensus_gather(const tilepdb_comm *comm, const void *mine, size_t bytes, size_t *size);

/* Returns true if `mine` is true on all ranks; false without memory. */
bool consensus_all(const tilepdb_comm *comm, bool mine);

/* Called before the ranks search a prepared bound together; `done` counts the nodes of earlier
 * bounds. All ranks adopt *known and, if set, the result of rank 0. Returns OK if all ranks search
 * this bound. Otherwise consensus_end must not be called: ERROR_MEMORY, ERROR_INTERNAL if a rank
 * searches something else, or the status with which a rank has ended. */
tilepdb_status consensus_bound(struct bound_search *search, uint64_t done, bool *known,
                               tilepdb_error *error);

/* Called after the expansion of the root, which ended with `end`. Returns true if all ranks have
 * finished it with equal subtrees; otherwise sets the result of the search. */
bool consensus_subtrees(struct bound_search *search, const struct pass *roots, enum pass_end end);

/* Keeps each gathering far below INT_MAX bytes, the limit of MPI. */
#define CONSENSUS_BYTES ((size_t)1 << 26)

/* Gives all ranks all solutions, `most_bytes` at a time. Without memory, sets solutions->full. */
void consensus_solutions(const tilepdb_comm *comm, size_t most_bytes, struct solutions *solutions);

/* Gives all ranks all keys, `most_bytes` at a time. Returns false without memory. */
bool consensus_keys(const tilepdb_comm *comm, size_t most_bytes, struct frontier_keys *emitted);

/* Returns the status of the first rank that failed. If ranks were only stopped, returns `status`
 * unless it is OK, otherwise the status of the first stopped rank. If `status` is OK, also returns
 * ERROR_INTERNAL if a rank searches on, and ERROR_MEMORY. */
tilepdb_status consensus_end(const tilepdb_comm *comm, tilepdb_status status, tilepdb_error *error);

#endif
