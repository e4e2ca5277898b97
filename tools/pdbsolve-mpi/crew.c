/* Rank 0. See crew.h. */
#include "pdbsolve-mpi/crew.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/console.h"
#include "pdbsolve-mpi/orders.h"
#include "util/clock.h"

static struct crew *crew_of(struct solver_crew *hooks) {
    return (struct crew *)(void *)hooks;
}

/* ---- one rank -------------------------------------------------------------------------------- */

/* A rank that is free, which is busy then; 0: none. */
static int rank_take(struct crew *crew) {
    int rank = crew->together ? 0 : crew->hooks.ranks - 1;
    while (rank > 0 && crew->busy[rank]) rank--;
    if (rank > 0) {
        crew->busy[rank] = true;
        crew->searching++;
    }
    return rank;
}

static void rank_give(struct crew *crew, int rank) {
    crew->busy[rank] = false;
    crew->searching--;
    pthread_cond_broadcast(&crew->changed);
}

static bool reply_came(struct crew *crew, int rank, struct reply *reply) {
    int came;
    pthread_mutex_lock(&crew->lock);
    MPI_Iprobe(rank, REPLY_TAG, crew->mpi_comm, &came, MPI_STATUS_IGNORE);
    if (came) {
        MPI_Recv(reply, (int)sizeof *reply, MPI_BYTE, rank, REPLY_TAG, crew->mpi_comm,
                 MPI_STATUS_IGNORE);
        rank_give(crew, rank);
    }
    pthread_mutex_unlock(&crew->lock);
    return came;
}

/* What the driver goes on with. False: the rank could not search. */
static bool reply_take(const struct reply *reply, struct solve_driver *driver, tilepdb_task *task) {
    if (!reply->reached) return false;
    task->status = reply->status;
    task->error = reply->error;
    task->result = reply->result;
    driver->hard = reply->hard;
    driver->step = reply->step;
    driver->spent = reply->spent;
    driver->proven = reply->proven;
    driver->tables = reply->tables;
    return true;
}

/* Lists of solutions stay where they are printed; and limited searches where their checkpoint is.
 */
static bool is_for_rank_0(const struct solve_driver *driver) {
    const tilepdb_solve_options *search = &driver->search;
    return search->solutions == TILEPDB_SOLUTIONS_ALL || (search->max_nodes && search->checkpoint);
}

static bool crew_alone(struct solver_crew *hooks, struct solve_driver *driver, tilepdb_task *task) {
    struct crew *crew = crew_of(hooks);
    if (is_for_rank_0(driver)) return false;
    const struct order order = {.kind = ORDER_ALONE, .board = task->board, .goal = driver->goal};
    pthread_mutex_lock(&crew->lock);
    const int rank = rank_take(crew);
    if (rank > 0) MPI_Send(&order, (int)sizeof order, MPI_BYTE, rank, ORDER_TAG, crew->mpi_comm);
    pthread_mutex_unlock(&crew->lock);
    if (rank == 0) return false;
    struct reply *reply = cli_allocated(malloc(sizeof *reply));
    while (!reply_came(crew, rank, reply)) clock_sleep(ORDER_LOOK_SECONDS);
    const bool taken = reply_take(reply, driver, task);
    free(reply);
    return taken;
}

/* ---- all ranks ------------------------------------------------------------------------------- */

static struct order order_together(const struct solve_driver *driver, const tilepdb_task *task) {
    const tilepdb_solve_options *options = &task->options;
    struct order order = {.kind = ORDER_TOGETHER,
                          .board = driver->choice ? driver->board : task->board,
                          .goal = driver->goal,
                          .searched = task->board,
                          .candidate = driver->choice ? driver->candidate : ORDER_NO_CANDIDATE,
                          .goes_on = options->earlier != NULL};
    if (driver->choice) order.joined_for = candidates_bound(driver->candidates, driver->candidate);
    tilepdb_solve_options_init(&order.options);
    order.options.max_length = options->max_length;
    order.options.first_bound = options->first_bound;
    order.options.threads = options->threads;
    order.options.memory_limit = options->memory_limit;
    order.options.plain = options->plain;
    order.options.any = options->any;
    order.options.solutions = options->solutions;
    order.options.max_solutions = options->max_solutions;
    return order;
}

static void crew_together(struct solver_crew *hooks, const struct solve_driver *driver,
                          tilepdb_task *task) {
    struct crew *crew = crew_of(hooks);
    const struct order order = order_together(driver, task);
    pthread_mutex_lock(&crew->lock);
    while (crew->together) pthread_cond_wait(&crew->changed, &crew->lock);
    crew->together = true;
    while (crew->searching > 0) pthread_cond_wait(&crew->changed, &crew->lock);
    for (int rank = 1; rank < hooks->ranks; rank++) {
        MPI_Send(&order, (int)sizeof order, MPI_BYTE, rank, ORDER_TAG, crew->mpi_comm);
        if (order.goes_on)
            MPI_Send(task->options.earlier, (int)sizeof *task->options.earlier, MPI_BYTE, rank,
                     RESULT_TAG, crew->mpi_comm);
    }
    pthread_mutex_unlock(&crew->lock);
    task->options.comm = crew->comm;
}

static void crew_apart(struct solver_crew *hooks) {
    struct crew *crew = crew_of(hooks);
    pthread_mutex_lock(&crew->lock);
    crew->together = false;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static void crew_improve(struct solver_crew *hooks, const tilepdb_board *goal, const char *name,
                         size_t done) {
    struct crew *crew = crew_of(hooks);
    struct order order = {.kind = ORDER_IMPROVE, .goal = *goal, .done = done};
    snprintf(order.tables, sizeof order.tables, "%s", name);
    pthread_mutex_lock(&crew->lock);
    for (int rank = 1; rank < hooks->ranks; rank++)
        MPI_Send(&order, (int)sizeof order, MPI_BYTE, rank, ORDER_TAG, crew->mpi_comm);
    pthread_mutex_unlock(&crew->lock);
}

void crew_begin(struct crew *crew, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    *crew = (struct crew){.hooks = {.ranks = comm->ranks,
                                    .alone = crew_alone,
                                    .together = crew_together,
                                    .apart = crew_apart,
                                    .upgrade = crew_improve},
                          .mpi_comm = mpi_comm,
                          .comm = comm};
    crew->busy = cli_allocated(calloc((size_t)comm->ranks, sizeof *crew->busy));
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
}

void crew_end(struct crew *crew) {
    const struct order order = {.kind = ORDER_END};
    for (int rank = 1; rank < crew->hooks.ranks; rank++)
        MPI_Send(&order, (int)sizeof order, MPI_BYTE, rank, ORDER_TAG, crew->mpi_comm);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    free(crew->busy);
}
