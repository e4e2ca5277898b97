/* See lower_bounds.h. */
#include "anytime/lower_bounds.h"

#include <stdlib.h>

#include "base/error.h"

/* A bound is exhausted: what it needs no longer is the next. */
static bool bound_ended(const tilepdb_result *so_far, void *user) {
    struct anytime_run *run = user;
    anytime_raise_bound(run, so_far->lower_bound);
    return anytime_goes_on(run, 0);
}

static bool bound_progress(const tilepdb_progress *progress, void *user) {
    (void)progress;
    return anytime_goes_on(user, 0);
}

tilepdb_status lower_bounds_search(struct anytime_run *run, uint64_t nodes) {
    tilepdb_anytime_result *result = run->result;
    tilepdb_result *found = malloc(sizeof *found);
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    if (!found)
        return error_set(run->error, TILEPDB_ERROR_MEMORY, "not enough memory for a search");
    options.any = true;
    options.max_nodes = nodes;
    options.earlier = run->exhausted;
    for (size_t i = 0; run->exhausted && i < tilepdb_result_exhausted(run->exhausted); i++)
        options.max_nodes += run->exhausted->iterations[i].generated;
    options.on_bound = bound_ended;
    options.bound_user = options.user = run;
    options.progress = bound_progress;
    tilepdb_status status =
        tilepdb_solve(run->options->solver, run->board, &options, found, run->error);
    if (!status) status = anytime_submit(run, found->moves, 0);
    if (status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (!status) {
        anytime_raise_bound(run, found->lower_bound);
        result->generated += found->generated - (run->exhausted ? options.max_nodes - nodes : 0);
        free(run->exhausted);
        run->exhausted = found;
        return status;
    }
    free(found);
    return status;
}
