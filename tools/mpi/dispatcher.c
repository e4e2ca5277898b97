/* See dispatcher.h. */
#include "mpi/dispatcher.h"

#include <stdlib.h>

#include "base/clock.h"
#include "cli/console.h"

static void message_send(const struct dispatcher *dispatcher, int rank, const void *message,
                         size_t size) {
    MPI_Send(message, (int)size, MPI_BYTE, rank, MESSAGE_TAG, dispatcher->mpi_comm);
}

static void message_send_all(const struct dispatcher *dispatcher, const void *message,
                             size_t size) {
    for (int rank = 1; rank < dispatcher->ranks.count; rank++)
        message_send(dispatcher, rank, message, size);
}

/* Returns a free rank, now busy, or 0. */
static int rank_take(struct dispatcher *dispatcher) {
    int rank = dispatcher->together ? 0 : dispatcher->ranks.count - 1;
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

static bool reply_came(struct dispatcher *dispatcher, int rank, void *reply) {
    int came;
    pthread_mutex_lock(&dispatcher->lock);
    MPI_Iprobe(rank, REPLY_TAG, dispatcher->mpi_comm, &came, MPI_STATUS_IGNORE);
    if (came) {
        MPI_Recv(reply, RANK_REPLY, MPI_BYTE, rank, REPLY_TAG, dispatcher->mpi_comm,
                 MPI_STATUS_IGNORE);
        rank_give(dispatcher, rank);
    }
    pthread_mutex_unlock(&dispatcher->lock);
    return came;
}

static bool dispatch_alone(const void *message, size_t size, void *reply, void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    const int rank = rank_take(dispatcher);
    if (rank > 0) message_send(dispatcher, rank, message, size);
    pthread_mutex_unlock(&dispatcher->lock);
    if (rank == 0) return false;
    while (!reply_came(dispatcher, rank, reply)) clock_sleep(MESSAGE_POLL_SECONDS);
    return true;
}

static const tilepdb_comm *dispatch_together(const void *message, size_t size, void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    while (dispatcher->together) pthread_cond_wait(&dispatcher->changed, &dispatcher->lock);
    dispatcher->together = true;
    while (dispatcher->searching > 0) pthread_cond_wait(&dispatcher->changed, &dispatcher->lock);
    message_send_all(dispatcher, message, size);
    pthread_mutex_unlock(&dispatcher->lock);
    return dispatcher->comm;
}

static void dispatch_end(void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    dispatcher->together = false;
    pthread_cond_broadcast(&dispatcher->changed);
    pthread_mutex_unlock(&dispatcher->lock);
}

static void dispatch_all(const void *message, size_t size, void *user) {
    struct dispatcher *dispatcher = user;
    pthread_mutex_lock(&dispatcher->lock);
    message_send_all(dispatcher, message, size);
    pthread_mutex_unlock(&dispatcher->lock);
}

void dispatcher_begin(struct dispatcher *dispatcher, MPI_Comm mpi_comm, const tilepdb_comm *comm) {
    *dispatcher = (struct dispatcher){.ranks = {.count = comm->ranks,
                                                .alone = dispatch_alone,
                                                .together = dispatch_together,
                                                .together_end = dispatch_end,
                                                .all = dispatch_all,
                                                .user = dispatcher},
                                      .mpi_comm = mpi_comm,
                                      .comm = comm};
    dispatcher->busy = cli_allocated(calloc((size_t)comm->ranks, sizeof *dispatcher->busy));
    pthread_mutex_init(&dispatcher->lock, NULL);
    pthread_cond_init(&dispatcher->changed, NULL);
}

void dispatcher_end(struct dispatcher *dispatcher) {
    message_send_all(dispatcher, NULL, 0);
    pthread_cond_destroy(&dispatcher->changed);
    pthread_mutex_destroy(&dispatcher->lock);
    free(dispatcher->busy);
}
