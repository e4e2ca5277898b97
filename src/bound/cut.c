/* See cut.h. */
#include "bound/cut.h"

/* A unit is cut into at least so many subtrees, of which a part has some. */
#define SUBTREES          4096
#define SUBTREES_PER_PART 8

/* Fewer parts are no help. */
#define LEAST_PARTS 16

/* A unit with a solution this high up is not cut. */
static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static bool pass_ready(struct pass *pass, const struct bound_search *search) {
    if (!pass) return false;
    bound_pass_ready(pass, search, UINT64_MAX, SIZE_MAX);
    pass->on_solution = solution_ignore;
    return true;
}

bool cut_make(struct cut *cut, const struct bound_search *search, const struct pass *wide,
              size_t run, size_t first, size_t count) {
    if (cut->parts && cut->run == run) return true;
    cut->parts = 0;
    if (!cut->wide) cut->wide = solver_pass_take(search->solver, search->bound);
    if (!cut->spare) cut->spare = solver_pass_take(search->solver, search->bound);
    if (!cut->spare || !pass_ready(cut->wide, search) || !pass_adopt(cut->wide, wide, first, count))
        return false;
    if (!pass_widen(cut->wide, cut->spare, SUBTREES) || cut->wide->found) return false;
    const size_t subtrees = cut->wide->top - cut->wide->floor;
    const size_t parts = (subtrees + SUBTREES_PER_PART - 1) / SUBTREES_PER_PART;
    if (parts < LEAST_PARTS) return false;
    cut->run = run;
    cut->parts = parts;
    cut->rest = (struct tally){0};
    tally_add(&cut->rest, cut->wide->weight[cut->wide->floor - 1]);
    return true;
}

void cut_part(const struct cut *cut, size_t part, size_t *first, size_t *count) {
    const struct pass *wide = cut->wide;
    const size_t above = wide->top - part * SUBTREES_PER_PART, left = above - wide->floor;
    *count = left < SUBTREES_PER_PART ? left : SUBTREES_PER_PART;
    *first = above - *count;
}

void cut_free(struct cut *cut, const struct tilepdb_solver *solver) {
    solver_pass_give(solver, cut->spare);
    solver_pass_give(solver, cut->wide);
    *cut = (struct cut){0};
}
