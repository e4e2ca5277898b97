#include "mpi/dispatcher.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/console.h"

static struct dispatcher *dispatcher_of(struct solver_dispatcher *hooks) {
    return (struct dispatcher *)(void *)hooks;
}

static void message_send(const struct dispatcher *dispatcher, int rank,
                         const struct message *message) {
    MPI_Send(message, (int)sizeof *message, MPI_BYTE, rank, MESSAGE_TAG, dispatcher->mpi_comm);
}

static void message_send_all(const struct dispatcher *dispatcher, const struct message *message) {
    for (int rank = 1; rank < dispatcher->hooks.ranks; rank++)
        message_send(dispatcher, rank, message);
}

/* Returns a free rank, now busy, or 0. */
static int rank_take(struct dispatcher *dispatcher) {
    int rank = dispatcher->together ? 0 : dispatcher->hooks.ranks - 1;
    while (rank > 0 && dispatcher->busy[rank]) rank--;
    if (rank > 0) {
        dispatcher->busy[rank] = true;
        dispatcher->searching++;
    }
    return rank;
}

static void rank_give(struct dispatcher *dispatcher, int rank) {
    dispatcher->busy[rank] = false;
    dispatcher->searching--;
    pthread_cond_broadcast(&dispatcher->changed);
}

static bool reply_came(struct dispatcher *dispatcher, int rank, struct reply *reply) {
    int came;
    pthread_mutex_lock(&dispatcher->lock);
    MPI_Iprobe(rank, REPLY_TAG, dispatcher->mpi_comm, &came, MPI_STATUS_IGNORE);
    if (came) {
        MPI_Recv(reply, (int)sizeof *reply, MPI_BYTE, rank, REPLY_TAG, dispatcher->mpi_comm,
                 MPI_STATUS_IGNORE);
        rank_give(dispatcher, rank);
    }
    pthread_mutex_unlock(&dispatcher->lock);
    return came;
}

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

/* Only rank 0 prints lists of solutions and has the checkpoint of a limited search. */
static bool is_for_rank_0(const struct solve_driver *driver) {
    const tilepdb_solve_options *search = &driver->search;
    return search->solutions == TILEPDB_SOLUTIONS_ALL || (search->max_nodes && search->checkpoint);
}

static bool dispatch_alone(struct solver_dispatcher *hooks, struct solve_driver *driver,
                           tilepdb_task *task) {
    struct dispatcher *dispatcher = dispatcher_of(hooks);
    if (is_for_rank_0(driver)) return false;
    const struct message message = {
        .kind = MESSAGE_ALONE, .board = task->board, .goal = driver->goal};
    pthread_mutex_lock(&dispatcher->lock);
    const int rank = rank_take(dispatcher);
    if (rank > 0) message_send(dispatcher, rank, &message);
    pthread_mutex_unlock(&dispatcher->lock);
    if (rank == 0) return false;
    struct reply *reply = cli_allocated(malloc(sizeof *reply));
    while (!reply_came(dispatcher, rank, reply)) clock_sleep(MESSAGE_POLL_SECONDS);
    const bool taken = reply_take(reply, driver, task);
    free(reply);
    return taken;
}

static struct message message_together(const struct solve_driver *driver,
                                       const tilepdb_task *task) {
    const tilepdb_solve_options *options = &task->options;
    struct message message = {.kind = MESSAGE_TOGETHER,
                              .board = driver->choice ? driver->board : task->board,
                              .goal = driver->goal,
                              .searched = task->board,
                              .candidate =
                                  driver->choice ? driver->candidate : MESSAGE_NO_CANDIDATE,
                              .goes_on = options->earlier != NULL};
    if (driver->choice)
        message.joined_for = candidates_bound(driver->candidates, driver->candidate);
    tilepdb_solve_options_init(&message.options);
    message.options.max_length = options->max_length;
    message.options.first_bound = options->first_bound;
    message.options.threads = options->threads;
    message.options.memory_limit = options->memory_limit;
    message.options.plain = options->plain;
    message.options.any = options->any;
    message.options.solutions = options->solutions;
    message.options.max_solutions = options->max_solutions;
    return message;
}

static void dispatch_together(struct solver_dispatcher *hooks, const struct solve_driver *driver,
                              tilepdb_task *task) {
    struct dispatcher *dispatcher = dispatcher_of(hooks);
    const struct message message = message_together(driver, task);
    pthread_mutex_lock(&dispatcher->lock);
    while (dispatcher->together) pthread_cond_wait(&dispatcher->changed, &dispatcher->lock);
    dispatcher->together = true;
    while (dispatcher->searching > 0) pthread_cond_wait(&dispatcher->changed, &dispatcher->lock);
    message_send_all(dispatcher, &message);
    for (int rank = 1; rank < hooks->ranks && message.goes_on; rank++)
        MPI_Send(task->options.earlier, (int)sizeof *task->options.earlier, MPI_BYTE, rank,
                 RESULT_TAG, dispatcher->mpi_comm);
    pthread_mutex_unlock(&dispatcher->lock);
    task->options.comm = dispatcher->comm;
}

static void dispatch_end(struct solver_dispatcher *hooks) {
    struct dispatcher *dispatcher = dispatcher_of(hooks);
    pthread_mutex_lock(&dispatcher->lock);
    dispatcher->together = false;
    pthread_cond_broadcast(&dispatcher->changed);
    pthread_mutex_unlock(&dispatcher->lock);
}

static void dispatch_improve(struct solver_dispatcher *hooks, const tilepdb_board *goal,
                             const char *name, size_t done) {
    struct dispatcher *dispatcher = dispatcher_of(hooks);
    struct message message = {.kind = MESSAGE_IMPROVE, .goal = *goal, .done = done};
    snprintf(message.tables, sizeof message.tables, "%s", name);
    pthread_mutex_lock(&dispatcher->lock);
    message_send_all(dispatcher, &message);
    pthread_mutex_unlock(&dispatcher->lock);
}

void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    *dispatcher = (struct dispatcher){.hooks = {.ranks = comm->ranks,
                                                .alone = dispatch_alone,
                                                .together = dispatch_together,
                                                .together_end = dispatch_end,
                                                .upgrade = dispatch_improve},
                                      .mpi_comm = mpi_comm,
                                      .comm = comm};
    dispatcher->busy = cli_allocated(calloc((size_t)comm->ranks, sizeof *dispatcher->busy));
    pthread_mutex_init(&dispatcher->lock, NULL);
    pthread_cond_init(&dispatcher->changed, NULL);
}

void dispatcher_end(struct dispatcher *dispatcher) {
    const struct message message = {.kind = MESSAGE_END};
    message_send_all(dispatcher, &message);
    pthread_cond_destroy(&dispatcher->changed);
    pthread_mutex_destroy(&dispatcher->lock);
    free(dispatcher->busy);
}
