/* See bounds.h. */
#include "anytime/bounds.h"

#include <stdlib.h>

#include "base/error.h"

/* A bound is exhausted: what it needs no longer is the next. */
static bool bound_ended(const tilepdb_result *so_far, void *user) {
    struct anytime *work = user;
    work_bound(work, so_far->lower_bound);
    return work_goes_on(work, 0);
}

static bool bound_progress(const tilepdb_progress *progress, void *user) {
    (void)progress;
    return work_goes_on(user, 0);
}

tilepdb_status bounds_search(struct anytime *work, uint64_t nodes) {
    tilepdb_anytime_result *result = work->result;
    tilepdb_result *found = malloc(sizeof *found);
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    if (!found)
        return error_set(work->error, TILEPDB_ERROR_MEMORY, "not enough memory for a search");
    options.any = true;
    options.max_nodes = nodes;
    options.earlier = work->exhausted;
    for (size_t i = 0; work->exhausted && i < tilepdb_result_exhausted(work->exhausted); i++)
        options.max_nodes += work->exhausted->iterations[i].generated;
    options.on_bound = bound_ended;
    options.bound_user = options.user = work;
    options.progress = bound_progress;
    tilepdb_status status =
        tilepdb_solve(work->options->solver, work->board, &options, found, work->error);
    if (!status) status = work_take(work, found->moves, 0);
    if (status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (!status) {
        work_bound(work, found->lower_bound);
        result->generated += found->generated - (work->exhausted ? options.max_nodes - nodes : 0);
        free(work->exhausted);
        work->exhausted = found;
        return status;
    }
    free(found);
    return status;
}
