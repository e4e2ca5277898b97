/* A table that all ranks generate, encode in slices, and write together. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "mpi/slices.h"
#include "mpi/store_ranks.h"
#include "table/container.h"
#include "table/edges.h"
#include "table/generate.h"
#include "table/table.h"
#include "tilepdb_mpi.h"

tilepdb_status tilepdb_mpi_table_need(int ranks, const tilepdb_pattern *pattern, tilepdb_kind kind,
                                      const tilepdb_generate_options *options,
                                      tilepdb_generate_need *need, tilepdb_error *error) {
    if (ranks < 1)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the number of ranks is %d; it must be at least 1", ranks);
    struct index index;
    tilepdb_status status = table_pattern_need(pattern, kind, options, need, error);
    if (!status) status = index_measure(&index, pattern, error);
    if (status || ranks == 1) return status;
    const uint64_t foreign_edges = edge_list_need(&index) / (unsigned)ranks * (unsigned)(ranks - 1);
    const uint64_t search = store_ranks_need(&index, kind, ranks) - foreign_edges +
                            distances_need(&index, options ? options->threads : 0);
    const uint64_t encode =
        store_ranks_kept(&index, kind, ranks) + slices_need(&index, kind, ranks);
    need->memory_bytes = search > encode ? search : encode;
    return TILEPDB_OK;
}

static tilepdb_status memory_check(const struct ranks *ranks, const tilepdb_generate_need *need,
                                   uint64_t limit, tilepdb_error *error) {
    const double mebi = 1 << 20;
    const uint64_t available = memory_available(), here = (unsigned)ranks_on_node(ranks);
    tilepdb_status status = table_memory_check(need, limit, "choose smaller patterns", error);
    if (!status && need->memory_bytes > available / here)
        status = error_set(error, TILEPDB_ERROR_TOO_LARGE,
                           "generation needs %.0f MiB on each of the %llu ranks of this node, and "
                           "%.0f MiB are available: use more nodes",
                           (double)need->memory_bytes / mebi, (unsigned long long)here,
                           (double)available / mebi);
    return tilepdb_mpi_agree(ranks->comm, status, error);
}

static tilepdb_status slices_make(struct slices *slices, const struct ranks *ranks,
                                  struct store *store, const struct tilepdb_table *table,
                                  const tilepdb_generate_options *options, tilepdb_error *error) {
    const tilepdb_kind kind = table->info.kind;
    tilepdb_status status = slices_init(slices, ranks, store, table->index, kind, error);
    if (!status) {
        const struct row_sink sink = slices_sink(slices);
        status = entries_encode(store, table->info.levels, &sink, options, error);
        status = tilepdb_mpi_agree(ranks->comm, status, error);
    }
    store->methods->release(store);
    return status;
}

static tilepdb_status search(const struct ranks *ranks, struct tilepdb_table *table,
                             const tilepdb_generate_options *options, struct store **store,
                             tilepdb_error *error) {
    const tilepdb_kind kind = table->info.kind;
    struct distances distances;
    tilepdb_status status =
        store_ranks_create(store, ranks, table->index, &table->moves, kind, error);
    if (status) return status;
    status = distances_generate(*store, &table->moves, options, &distances, error);
    /* A rank that could not begin informs the ranks that wait in their first level. */
    if (!store_ranks_begun(*store)) status = tilepdb_mpi_agree(ranks->comm, status, error);
    if (status) (*store)->methods->release(*store);
    table->info.levels = distances.levels;
    memcpy(table->info.histogram, distances.histogram, sizeof distances.histogram);
    return status;
}

static tilepdb_status table_make(const struct ranks *ranks, struct tilepdb_table *table,
                                 const char *path, const tilepdb_generate_options *generate,
                                 const tilepdb_save_options *save, tilepdb_error *error) {
    struct store *store;
    struct slices slices = {0};
    tilepdb_status status = search(ranks, table, generate, &store, error);
    if (!status) status = slices_make(&slices, ranks, store, table, generate, error);
    if (!status) {
        const struct row_source source = slices_source(&slices);
        status = container_write(path, &table->info, &source, save, error);
    }
    slices_free(&slices);
    return status;
}

static void options_choose(const struct ranks *ranks, const tilepdb_generate_options *generate,
                           const tilepdb_save_options *save, tilepdb_generate_options *generate_own,
                           tilepdb_save_options *save_own) {
    tilepdb_generate_options_init(generate_own);
    tilepdb_save_options_init(save_own);
    if (generate) *generate_own = *generate;
    if (save) *save_own = *save;
    generate_own->threads = ranks_threads(ranks, generate_own->threads);
    save_own->threads = ranks_threads(ranks, save_own->threads);
}

static tilepdb_status table_prepare(const struct ranks *ranks, const tilepdb_pattern *pattern,
                                    tilepdb_kind kind, struct tilepdb_table **table,
                                    tilepdb_error *error) {
    *table = calloc(1, sizeof **table);
    const tilepdb_status status =
        *table ? table_begin(*table, pattern, kind, error)
               : error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    return tilepdb_mpi_agree(ranks->comm, status, error);
}

tilepdb_status tilepdb_mpi_table_make(MPI_Comm comm, const tilepdb_pattern *pattern,
                                      tilepdb_kind kind, const char *path,
                                      const tilepdb_generate_options *generate,
                                      const tilepdb_save_options *save, tilepdb_table_info *info,
                                      tilepdb_error *error) {
    struct ranks ranks;
    tilepdb_error own;
    if (!error) error = &own;
    ranks_open(&ranks, comm);
    tilepdb_generate_options generate_own;
    tilepdb_save_options save_own;
    options_choose(&ranks, generate, save, &generate_own, &save_own);
    tilepdb_generate_need need;
    tilepdb_status status =
        tilepdb_mpi_table_need(ranks.count, pattern, kind, &generate_own, &need, error);
    status = tilepdb_mpi_agree(ranks.comm, status, error);
    if (!status) status = memory_check(&ranks, &need, generate_own.memory_limit, error);
    struct tilepdb_table *table = NULL;
    if (!status) status = table_prepare(&ranks, pattern, kind, &table, error);
    if (!status) status = table_make(&ranks, table, path, &generate_own, &save_own, error);
    if (!status) *info = table->info;
    tilepdb_table_close(table);
    ranks_close(&ranks);
    return status;
}
