#include "search/solver.h"

#include <stdlib.h>

#include "search/table_warmup.h"

#define IDLE_PASSES 64

/* Largest capacity of an idle pass in nodes; samples may need larger passes, which are freed. */
#define IDLE_CAPACITY 8192

struct solver_pool {
    struct pass *idle[IDLE_PASSES]; /* passes for `kernel`; atomic */
    uint64_t worked;                /* nodes of all searches; atomic */
    struct table_warmup *warmup;    /* owned */
};

static void pass_release(struct pass *pass) {
    if (pass) pass_free(pass);
    free(pass);
}

struct pass *solver_pass_take(const struct tilepdb_solver *solver, int bound) {
    const bool preferred = bound <= solver->kernel.kernel->max_bound;
    for (int i = 0; preferred && i < IDLE_PASSES; i++) {
        struct pass *idle = __atomic_exchange_n(&solver->pool->idle[i], NULL, __ATOMIC_ACQUIRE);
        if (idle) return idle;
    }
    struct pass *made = malloc(sizeof *made);
    if (made && pass_init(made, preferred ? &solver->kernel : &solver->fallback)) return made;
    free(made);
    return NULL;
}

void solver_pass_give(const struct tilepdb_solver *solver, struct pass *pass) {
    if (!pass) return;
    const bool kept = pass->kernel == solver->kernel.kernel && pass->capacity <= IDLE_CAPACITY;
    for (int i = 0; kept && i < IDLE_PASSES; i++) {
        struct pass *none = NULL;
        if (__atomic_compare_exchange_n(&solver->pool->idle[i], &none, pass, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            return;
    }
    pass_release(pass);
}

static void kernels_release(struct tilepdb_solver *solver) {
    for (int i = 0; solver->pool && i < IDLE_PASSES; i++) {
        pass_release(solver->pool->idle[i]);
        solver->pool->idle[i] = NULL;
    }
    kernel_release(&solver->kernel);
    kernel_release(&solver->fallback);
}

const struct kernel_row *solver_kernel_select(struct tilepdb_solver *solver,
                                              const struct kernel_row *row) {
    struct kernel_instance kernel, far = {0};
    const struct kernel_setup *setup = &solver->setup;
    if (!kernel_select(&kernel, setup, row, solver->variant, 0)) return NULL;
    if (kernel.kernel->max_bound < TILEPDB_MAX_MOVES &&
        !kernel_select(&far, setup, kernel.row, solver->variant, TILEPDB_MAX_MOVES)) {
        kernel_release(&kernel);
        return NULL;
    }
    kernels_release(solver);
    solver->kernel = kernel;
    solver->fallback = far;
    return kernel.row;
}

bool solver_pool_make(struct tilepdb_solver *solver) {
    const size_t tables = (size_t)solver->partition_count * KERNEL_MAX_PATTERNS;
    solver->pool = calloc(1, sizeof *solver->pool);
    if (solver->pool) solver->pool->warmup = table_warmup_create(solver->tables, tables);
    return solver->pool && solver->pool->warmup;
}

void tilepdb_solver_free(tilepdb_solver *solver) {
    if (!solver) return;
    if (solver->bidirectional) tilepdb_solver_free(solver->bidirectional->back);
    if (solver->bidirectional) free(solver->bidirectional->bounds);
    free(solver->bidirectional);
    if (solver->pool) table_warmup_free(solver->pool->warmup);
    kernels_release(solver);
    automaton_free(&solver->plain);
    automaton_free(&solver->reduced);
    free(solver->pool);
    free(solver->partitions);
    free(solver->tables);
    for (size_t i = 0; i < solver->owned_count; i++) tilepdb_table_close(solver->owned[i]);
    free(solver->owned);
    free(solver);
}

void tilepdb_solver_info_get(const tilepdb_solver *solver, tilepdb_solver_info *info) {
    const struct kernel_row *row = solver->kernel.row;
    *info = (tilepdb_solver_info){.kernel = row->name,
                                  .variant = row->variant,
                                  .metric = solver->setup.moves.metric,
                                  .goal = &solver->goal,
                                  .backward = solver->backward};
}

void solver_count_nodes(const struct tilepdb_solver *solver, uint64_t generated,
                        uint64_t expected) {
    struct solver_pool *pool = solver->pool;
    const uint64_t worked = __atomic_add_fetch(&pool->worked, generated, __ATOMIC_RELAXED);
    table_warmup_consider(pool->warmup, worked + expected);
}

tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error) {
    for (unsigned i = 0; i < solver->partition_count * KERNEL_MAX_PATTERNS; i++) {
        const tilepdb_table *table = solver->tables[i];
        const tilepdb_status status = table ? table_failure(table, error) : TILEPDB_OK;
        if (status) return status;
    }
    return TILEPDB_OK;
}
