/*
 * What the ranks of a communicator agree on: which bound they share, how it is known to end, and
 * with which status all of them end. See tilepdb_comm.h.
 *
 * Each call of tilepdb_solve ends with a consensus. A rank that ends for a reason of its own, such
 * as an interrupt, so tells those that are about to share a bound.
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

/* Before a bound that is shared, and otherwise prepared; `done` are the nodes of all before. On
 * rank 0 `*known` says whether its end is known, and afterwards all ranks have it. OK: all ranks
 * are to search this bound, unless it is known. Otherwise none searches on, nor calls
 * consensus_end. ERROR_INTERNAL: a rank searches something else, such as by tables with other
 * contents, or is another program. */
tilepdb_status consensus_bound(struct bound_search *search, uint64_t done, bool *known,
                               tilepdb_error *error);

/* Once the root is expanded, which ended as EXHAUSTED if all is well, with NO_MEMORY, or as STOPPED
 * where a row was missing: whether all ranks of a communicator, if there is one, have the same
 * subtrees, so that the number of a unit means the same to all. Otherwise the search has its end.
 */
bool consensus_subtrees(struct bound_search *search, const struct pass *roots, enum pass_end end);

/* How many bytes of solutions a communicator gathers at once: far fewer than MPI counts in an int.
 */
#define CONSENSUS_BYTES ((size_t)1 << 26)

/* After a bound that was shared: all ranks have the solutions of all, or, if a rank has no memory
 * for them, they are `full`. They are gathered in rounds of `most_bytes`, or a solution each if
 * that is more. */
void consensus_solutions(const tilepdb_comm *comm, size_t most_bytes, struct solutions *solutions);

/* After a side that was shared: all ranks have the frontier nodes that any of them emitted, in
 * rounds of `most_bytes`. False: this rank has no memory for them; the others go on. */
bool consensus_keys(const tilepdb_comm *comm, size_t most_bytes, struct frontier_keys *emitted);

/* At the end of a search: the status of the first rank that failed; if none did, a rank's own
 * status, and where that is OK, that of the first rank that has another. */
tilepdb_status consensus_end(const tilepdb_comm *comm, tilepdb_status status, tilepdb_error *error);

#endif
