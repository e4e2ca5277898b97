/*
 * What the ranks of a communicator decide together: which bound they share, how it is known to end,
 * and the status with which all of them end. See tilepdb_comm.h.
 *
 * Each call of tilepdb_solve ends with consensus_end, so a rank that stops locally, as by an
 * interrupt, informs those that are about to share a bound.
 */
#ifndef TILEPDB_SEARCH_CONSENSUS_H
#define TILEPDB_SEARCH_CONSENSUS_H

#include "search/bound.h"
#include "search/frontier.h"
#include "search/solutions.h"

/* ---- exchange: without a communicator (NULL) a rank is alone ----------------------------------
 */

static inline bool consensus_leads(const tilepdb_comm *comm) {
    return !comm || comm->rank == 0;
}

/* The bytes of all ranks, one rank after the other, which the caller frees; of this rank alone a
 * copy, or NULL without memory. */
void *consensus_gather(const tilepdb_comm *comm, const void *mine, size_t bytes, size_t *size);

/* Whether something holds on all ranks. */
bool consensus_all(const tilepdb_comm *comm, bool mine);

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Before a bound that is shared, and otherwise prepared; `done` are the nodes of all bounds before.
 * Whether rank 0 knows how the bound ends (*known), and the result if so, become those of all. OK:
 * all ranks search this bound, unless it is known. Otherwise none searches on or calls
 * consensus_end. ERROR_INTERNAL: a rank searches something else, as by other tables, or is another
 * program. */
tilepdb_status consensus_bound(struct bound_search *search, uint64_t done, bool *known,
                               tilepdb_error *error);

/* After the root was expanded, with the end EXHAUSTED, NO_MEMORY, or STOPPED if a row was missing:
 * whether all ranks have the same subtrees, so that a unit is the same on all. Otherwise the search
 * has its result. */
bool consensus_subtrees(struct bound_search *search, const struct pass *roots, enum pass_end end);

/* The bytes that are gathered at once: far fewer than MPI counts in an int. */
#define CONSENSUS_BYTES ((size_t)1 << 26)

/* Collects the solutions of all ranks on each rank, at most `most_bytes` at a time. If a rank has
 * no memory for them, `solutions->full` is set. */
void consensus_solutions(const tilepdb_comm *comm, size_t most_bytes, struct solutions *solutions);

/* Collects the frontier keys of all ranks on each rank, at most `most_bytes` at a time. False: this
 * rank has no memory for them; the other ranks continue. */
bool consensus_keys(const tilepdb_comm *comm, size_t most_bytes, struct frontier_keys *emitted);

/* At the end of a search: returns the status of the first rank that failed. If none did, a rank's
 * own status, or if that is OK, the status of the first rank that has another. */
tilepdb_status consensus_end(const tilepdb_comm *comm, tilepdb_status status, tilepdb_error *error);

#endif
