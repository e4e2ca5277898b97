/* An engine on several ranks: rank 0 solves boards, the other ranks search for it. */
#ifndef TILEPDB_ENGINE_RANK_SERVICE_H
#define TILEPDB_ENGINE_RANK_SERVICE_H

#include "base/comm.h"
#include "tilepdb_engine.h"

/* most bytes of a message between ranks, and of a reply */
#define RANK_MESSAGE 32768
#define RANK_REPLY   32768

/* Other processes of one program on machines of one kind, each with an engine of the same options,
 * that search for this one. */
typedef struct tilepdb_ranks {
    int count; /* this process included */
    /* Lets a free rank serve the message, and waits for its reply, which has room for RANK_REPLY
     * bytes. Returns false if no rank is free. */
    bool (*alone)(const void *message, size_t size, void *reply, void *user);
    /* Waits until no rank searches alone, lets all ranks serve the message together, and returns
     * their communicator. */
    const struct tilepdb_comm *(*together)(const void *message, size_t size, void *user);
    void (*together_end)(void *user);
    /* Lets all other ranks serve the message. No rank may search. */
    void (*all)(const void *message, size_t size, void *user);
    void *user;
} tilepdb_ranks;

/* Serves a message of rank 0's engine: searches alone, and writes a reply of `*reply_size` bytes;
 * or searches together or prepares tables, and sets `*reply_size` to 0. `request` has the limits of
 * all boards, cancel and progress. One thread at a time. Returns OK; ERROR_NOT_FOUND if this
 * process has no tables for a common search, for which the other processes wait; ERROR_ARGUMENT for
 * an unknown message; ERROR_MEMORY. */
tilepdb_status engine_serve(tilepdb_engine *engine, const tilepdb_engine_request *request,
                            const void *message, size_t size, const struct tilepdb_comm *comm,
                            void *reply, size_t *reply_size, tilepdb_error *error);

#endif
