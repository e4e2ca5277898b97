/*
 * Colour tables and solvers for multi-tile moves: files of the directory, otherwise made.
 */
#ifndef TILEPDB_TABLES_MULTI_H
#define TILEPDB_TABLES_MULTI_H

#include "tables/database.h"

#define MULTI_TABLES 4 /* of a solver */

/* Tables that are open. Starts zeroed. */
struct multi_tables {
    tilepdb_table *tables[MULTI_TABLES]; /* owned */
    char *paths[MULTI_TABLES];           /* owned; where it was read from, NULL: made in memory */
    size_t count;
};

/* Opens what the wish names: one colouring, or several with '+' between them; what has no file is
 * generated into the directory, unless the wish forbids it. Without a name it is the largest of the
 * catalogue that has a file, else the small one, made in memory; or, if the wish asks to generate,
 * the largest. The wish's blank, encoding and cell have no effect. Returns CLI_SUCCESS, otherwise
 * the exit code after an error message. To be closed in any case. */
int multi_open(struct multi_tables *tables, const struct database_wish *wish,
               const tilepdb_board *goal, struct cli_progress *progress);

/* A solver with all of them. As tilepdb_solver_create. */
tilepdb_status multi_solver(const struct multi_tables *tables, const tilepdb_board *goal,
                            bool reflection, tilepdb_variant variant, tilepdb_solver **solver,
                            tilepdb_error *error);

/* Their colourings, as --partition takes them: "large", "small+1111/1111/1222/222.". The caller
 * frees it. */
char *multi_name(const struct multi_tables *tables);

void multi_close(struct multi_tables *tables);

#endif
