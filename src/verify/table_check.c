/* Integrity: every byte of a table, checked against what its file states. */
#include <inttypes.h>

#include "base/error.h"
#include "table/container.h"
#include "table/table.h"
#include "tilepdb_verify.h"
#include "verify/closure.h"

void tilepdb_verify_options_init(tilepdb_verify_options *options) {
    *options = (tilepdb_verify_options){0};
}

tilepdb_status tilepdb_table_check(const tilepdb_table *table,
                                   const tilepdb_verify_options *options, uint64_t *content_hash,
                                   tilepdb_error *error) {
    tilepdb_verify_options defaults;
    tilepdb_verify_options_init(&defaults);
    if (!options) options = &defaults;
    const tilepdb_open_options load = {
        .threads = options->threads, .progress = options->progress, .user = options->user};
    tilepdb_status status = tilepdb_table_preload(table, &load, error);
    const struct row_source source = table_source(table);
    uint64_t hash = 0;
    if (!status)
        status = container_content_hash(
            &source, closure_threads(table->info.entries, options->threads), &hash, error);
    if (status) return status;
    if (content_hash) *content_hash = hash;
    if (table->info.file_bytes == 0 || hash == table->info.content_hash) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_CHECKSUM,
                     "the entries have the content hash %016" PRIx64
                     ", and the header says %016" PRIx64 ": generate the table again",
                     hash, table->info.content_hash);
}
