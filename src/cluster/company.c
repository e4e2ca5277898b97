/*
 * A company over MPI: words in a window of rank 0, changed from one side. See tilepdb_mpi.h.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tilepdb_company.h"
#include "tilepdb_mpi.h"

#define MESSAGE_TAG 1

struct company {
    MPI_Comm mpi_comm; /* a duplicate */
    int rank, ranks;
    MPI_Win window;
    uint64_t *words; /* of rank 0 */
    MPI_Request meeting;
    bool meets;
    MPI_Request sending;
    uint8_t message[TILEPDB_COMPANY_MESSAGE];
};

static uint64_t company_word(size_t word, tilepdb_word_change change, uint64_t value, void *user) {
    const MPI_Op changes[] = {[TILEPDB_WORD_ADD] = MPI_SUM,
                              [TILEPDB_WORD_LEAST] = MPI_MIN,
                              [TILEPDB_WORD_SET] = MPI_REPLACE};
    struct company *company = user;
    uint64_t before = 0;
    MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, 0, (MPI_Aint)word, changes[change],
                     company->window);
    MPI_Win_flush(0, company->window);
    return before;
}

/* What no rank can go on without. */
static void *company_memory(const struct company *company, size_t bytes) {
    void *memory = malloc(bytes + 1);
    if (!memory) MPI_Abort(company->mpi_comm, TILEPDB_ERROR_MEMORY);
    return memory;
}

static void *company_gather(const void *bytes, size_t size, size_t *all, void *user) {
    struct company *company = user;
    const size_t ranks = (size_t)company->ranks;
    int *sizes = company_memory(company, ranks * sizeof *sizes);
    int *first = company_memory(company, ranks * sizeof *first);
    const int own = size <= INT_MAX ? (int)size : -1;
    MPI_Allgather(&own, 1, MPI_INT, sizes, 1, MPI_INT, company->mpi_comm);
    *all = 0;
    for (size_t i = 0; i < ranks; i++) {
        first[i] = (int)*all;
        *all += (size_t)sizes[i];
        if (sizes[i] < 0 || *all > INT_MAX) MPI_Abort(company->mpi_comm, TILEPDB_ERROR_TOO_LARGE);
    }
    void *joined = company_memory(company, *all);
    MPI_Allgatherv(bytes, own, MPI_BYTE, joined, sizes, first, MPI_BYTE, company->mpi_comm);
    free(first);
    free(sizes);
    return joined;
}

static bool company_meet(void *user) {
    struct company *company = user;
    int met = false;
    if (!company->meets) MPI_Ibarrier(company->mpi_comm, &company->meeting);
    MPI_Test(&company->meeting, &met, MPI_STATUS_IGNORE);
    company->meets = !met;
    return met;
}

/* Synchronous, so that what was sent has been received, and not only left. */
static bool company_send(const void *bytes, size_t size, void *user) {
    struct company *company = user;
    int sent = true;
    if (company->sending != MPI_REQUEST_NULL) MPI_Test(&company->sending, &sent, MPI_STATUS_IGNORE);
    if (!sent) return false;
    if (!size) return true;
    memcpy(company->message, bytes, size);
    MPI_Issend(company->message, (int)size, MPI_BYTE, 0, MESSAGE_TAG, company->mpi_comm,
               &company->sending);
    return true;
}

static size_t company_receive(void *bytes, void *user) {
    struct company *company = user;
    int there, size;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MESSAGE_TAG, company->mpi_comm, &there, &status);
    if (!there) return 0;
    MPI_Recv(bytes, TILEPDB_COMPANY_MESSAGE, MPI_BYTE, status.MPI_SOURCE, MESSAGE_TAG,
             company->mpi_comm, &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    return (size_t)size;
}

static void words_make(struct company *company) {
    const MPI_Aint bytes =
        company->rank == 0 ? TILEPDB_COMPANY_WORDS * (MPI_Aint)sizeof(uint64_t) : 0;
    MPI_Win_allocate(bytes, sizeof(uint64_t), MPI_INFO_NULL, company->mpi_comm, &company->words,
                     &company->window);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, company->window);
    if (company->rank == 0) memset(company->words, 0, (size_t)bytes);
    MPI_Win_sync(company->window);
    MPI_Barrier(company->mpi_comm);
}

tilepdb_status tilepdb_mpi_company_create(MPI_Comm mpi_comm, struct tilepdb_company *company,
                                          tilepdb_error *error) {
    int level;
    MPI_Query_thread(&level);
    tilepdb_status status = TILEPDB_OK;
    struct company *made = calloc(1, sizeof *made);
    if (!made) status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a company");
    if (level < MPI_THREAD_SERIALIZED)
        status = error_set(error, TILEPDB_ERROR_ARGUMENT,
                           "this MPI does not allow calls from several threads, one at a time");
    status = tilepdb_mpi_agree(mpi_comm, status, error);
    if (status) {
        free(made);
        return status;
    }
    MPI_Comm_dup(mpi_comm, &made->mpi_comm);
    MPI_Comm_rank(made->mpi_comm, &made->rank);
    MPI_Comm_size(made->mpi_comm, &made->ranks);
    made->sending = MPI_REQUEST_NULL;
    words_make(made);
    *company = (tilepdb_company){.rank = made->rank,
                                 .ranks = made->ranks,
                                 .word = company_word,
                                 .gather = company_gather,
                                 .meet = company_meet,
                                 .send = company_send,
                                 .receive = company_receive,
                                 .user = made};
    return TILEPDB_OK;
}

void tilepdb_mpi_company_free(struct tilepdb_company *company) {
    struct company *made = company->user;
    MPI_Win_unlock_all(made->window);
    MPI_Win_free(&made->window);
    MPI_Comm_free(&made->mpi_comm);
    free(made);
}
