#ifndef TILEPDB_VERIFY_COLOURS_PROVE_H
#define TILEPDB_VERIFY_COLOURS_PROVE_H

#include "tilepdb_tables.h"

/* See tilepdb_table_prove, for a colour table or goal table whose frames were checked. `proof` must
 * be zeroed. */
tilepdb_status colours_prove(const tilepdb_table *table, const tilepdb_verify_options *options,
                             tilepdb_proof *proof, tilepdb_error *error);

#endif
