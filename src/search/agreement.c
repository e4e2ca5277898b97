/* See agreement.h. */
#include "search/agreement.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/deal.h"

#define ENDED (-1)

/* Where a rank is, and what it knows. */
struct stance {
    int32_t bound;  /* ENDED: its search has ended, */
    int32_t status; /* so */
    uint64_t done;
    uint64_t subtrees;
    int32_t threads;
    int32_t end; /* of the bound, if it is known */
    uint8_t known;
    double lasts;
    struct tally total, resumed;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    tilepdb_error error;
};

static struct stance *stances_gather(const tilepdb_company *company, const struct stance *mine) {
    size_t size;
    return company->gather(mine, sizeof *mine, &size, company->user);
}

/* The status of the first rank that does not go on as rank 0 does, or has ended otherwise. */
static tilepdb_status stances_part(const tilepdb_company *company, const struct stance *all,
                                   tilepdb_error *error) {
    for (int i = 0; i < company->ranks; i++) {
        if (all[i].bound != ENDED || !all[i].status) continue;
        return error_set(error, (tilepdb_status)all[i].status, "rank %d: %s", i,
                         all[i].error.message);
    }
    for (int i = 1; i < company->ranks; i++)
        if (all[i].bound != all[0].bound || all[i].done != all[0].done ||
            all[i].subtrees != all[0].subtrees)
            return error_set(error, TILEPDB_ERROR_INTERNAL,
                             "rank %d does not search what rank 0 does: it has another board, or "
                             "other tables or options",
                             i);
    return TILEPDB_OK;
}

/* What rank 0 knows, and what all have. */
static void stances_take(struct bound_search *search, const struct stance *all, bool *known) {
    search->workers = 0;
    for (int i = 0; i < search->company->ranks; i++) search->workers += (size_t)all[i].threads;
    search->lasts = all[0].lasts;
    *known = all[0].known;
    if (!*known) return;
    search->end = (enum pass_end)all[0].end;
    search->total = all[0].total;
    search->resumed = all[0].resumed;
    memcpy(search->path, all[0].path, sizeof search->path);
}

tilepdb_status agreement_bound(struct bound_search *search, uint64_t done, bool *known,
                               tilepdb_error *error) {
    const tilepdb_company *company = search->company;
    struct stance mine = {.bound = search->bound,
                          .done = done,
                          .subtrees = search->subtrees,
                          .threads = search->threads,
                          .end = (int32_t)search->end,
                          .known = *known,
                          .lasts = search->lasts,
                          .total = search->total,
                          .resumed = search->resumed};
    memcpy(mine.path, search->path, sizeof mine.path);
    if (company->rank == 0) deal_clear(company);
    struct stance *all = stances_gather(company, &mine);
    const tilepdb_status status = stances_part(company, all, error);
    if (!status) stances_take(search, all, known);
    free(all);
    return status;
}

tilepdb_status agreement_end(const tilepdb_company *company, tilepdb_status status,
                             tilepdb_error *error) {
    struct stance mine = {.bound = ENDED, .status = (int32_t)status};
    if (status && error) mine.error = *error;
    struct stance *all = stances_gather(company, &mine);
    const tilepdb_status agreed = status ? status : stances_part(company, all, error);
    free(all);
    return agreed;
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* What precedes a rank's paths. */
struct gathered {
    uint64_t count, kept;
    uint8_t full;
};

void agreement_solutions(const tilepdb_company *company, struct solutions *solutions) {
    const struct gathered mine = {solutions->count, solutions->kept, solutions->full};
    size_t size;
    struct gathered *all = company->gather(&mine, sizeof mine, &size, company->user);
    uint8_t *paths = company->gather(solutions->paths, solutions->kept * solutions->length, &size,
                                     company->user);
    struct solutions sum = {.length = solutions->length, .most = solutions->most};
    for (size_t at = 0; sum.length && at < size; at += sum.length) solutions_add(&sum, paths + at);
    sum.count = 0;
    for (int i = 0; i < company->ranks; i++) {
        sum.count += all[i].count;
        sum.full = sum.full || all[i].full;
    }
    free(solutions->paths);
    *solutions = sum;
    free(paths);
    free(all);
}
