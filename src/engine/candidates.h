/*
 * The candidates of a board: sets of tables and directions, among which search/choice.h chooses.
 *
 * - The first has the tables that every board of its size begins with.
 * - If the user named no tables: larger partitions of the catalogue, from small to large, then the
 *   strongest default partition, which the catalogue may lack, then partitions with patterns of the
 *   same sizes. By default, a partition of the catalogue, except between the first and the
 *   strongest, is followed by its backward candidate, with tables for the board's blank cell.
 * - Bidirectional candidates combine partitions of the catalogue that are also searched backward:
 *   the first, the first two, and at the end up to six. After the first come partitions made for
 *   the board (instance_tables_make), which replace the untried candidates after them, except
 *   larger partitions than the first.
 *
 * Missing tables are made in memory when a candidate is tried, unless the options refuse it. One
 * thread at a time.
 */
#ifndef TILEPDB_ENGINE_CANDIDATES_H
#define TILEPDB_ENGINE_CANDIDATES_H

#include "engine/tables.h"
#include "search/choice.h"

/* How an engine searches, for all boards. */
struct search_config {
    struct tables_config tables;
    const char *partition; /* NULL: chosen for each board */
    tilepdb_directions directions;
    bool bidirectional; /* bidirectional candidates also with DIRECTIONS_DEFAULT and _AUTO */
    bool reflection;
};

/* A solver and its tables, which a struct tables owns. */
struct loaded_solver {
    tilepdb_solver *solver; /* owned; may be NULL */
    struct table_list list;
};

/* Tables and solvers of a goal, shared by all its boards. Empty if zeroed. */
struct solver_tier {
    struct tables tables;
    tilepdb_solver *solver;                             /* with the first tables; owned */
    struct loaded_solver others[CHOICE_MAX_CANDIDATES]; /* [candidate] */
    bool failed[CHOICE_MAX_CANDIDATES];                 /* [candidate] has no tables */
    uint64_t entries[TILEPDB_TABLE_MAX_CELLS + 1];      /* [number of tiles] of a blank-aware table;
                                                         * 0 until counted */
};

tilepdb_solver_options solver_options_of(const struct search_config *config, tilepdb_metric metric,
                                         const struct table_list *list);

void solver_tier_free(struct solver_tier *tier);

struct candidates;

/* Tables of backward searches, shared by boards with blanks on symmetric cells. */
struct backward_tables;

/* `list` may be NULL. */
uint64_t backward_tables_bytes(const struct backward_tables *list);

void backward_tables_close_unused(struct backward_tables **list);

/* Called after the release of all candidates. */
void backward_tables_free_all(struct backward_tables **list);

/* Sets *candidates to NULL if there is nothing to choose. All other pointers must outlive the
 * candidates. The costs of forward candidates are divided among `boards` boards. Returns OK or
 * ERROR_MEMORY. */
tilepdb_status candidates_create(const struct search_config *config, struct engine_call *call,
                                 struct backward_tables **backward_list, struct solver_tier *tier,
                                 const tilepdb_board *board, const tilepdb_board *goal,
                                 size_t boards, struct candidates **candidates);

const struct choice_candidate *candidates_list(const struct candidates *candidates, size_t *count);

/* Returns the solver for the next search, valid until candidates_release. Drops candidates whose
 * tables are missing or take too long. Returns NULL once the choice has ended, and to pause before
 * an expensive candidate (candidates_paused), so that the caller may pass a solution to the choice,
 * which may then decide otherwise. */
const tilepdb_solver *candidates_next(struct candidates *candidates, struct choice *choice,
                                      struct choice_search *search);

/* Ends the choice after a cancellation or at the deadline, with CANCELLED or LIMIT. */
void candidates_stop(const struct candidates *candidates, struct choice *choice);

/* If the last candidates_next has paused, returns a width of beams that cost little beside the
 * candidate, otherwise 0. The next candidates_next goes on. */
uint64_t candidates_paused(const struct candidates *candidates);

/* Returns NULL if the candidate exceeds the memory limit or cannot be made. A bidirectional solver
 * is made for `bound`, unless it exists. */
const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound);

/* Returns the bound for which the bidirectional solver was made. */
int candidates_bound(const struct candidates *candidates, size_t i);

/* Frees the bidirectional solver, so that it can be made for another bound. */
void candidates_drop_bidirectional(struct candidates *candidates, size_t i);

/* Describes candidate i without its tables. Texts and kinds are valid until candidates_free, the
 * name of partitions made for the board until they are made. The kernel may be NULL before the
 * first search. */
tilepdb_searcher candidates_name(const struct candidates *candidates, size_t i);

/* Like candidates_name, but also lists the tables of candidate i, whose solver must exist. */
tilepdb_searcher candidates_describe(const struct candidates *candidates, size_t i);

/* Returns true if a candidate lacked memory. Call before candidates_release. */
bool candidates_short_of_memory(const struct candidates *candidates);

/* Frees what no other board uses. Shared tables stay open. */
void candidates_release(struct candidates *candidates);

/* Also releases the candidates, which may be NULL. */
void candidates_free(struct candidates *candidates);

/* Writes the kind of each partition of the tables. Returns their number, at most `most`. */
size_t partition_kinds(const struct table_list *list, tilepdb_kind *kinds, size_t most);

#endif
