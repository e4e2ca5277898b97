/* Partitions that are made for one board (tilepdb_choice.h), with a solver for each direction. */
#ifndef TILEPDB_TABLES_BOARD_PARTITIONS_H
#define TILEPDB_TABLES_BOARD_PARTITIONS_H

#include "cli/progress_line.h"
#include "tilepdb_choice.h"

/* Empty if zeroed. */
struct board_partitions {
    tilepdb_instance_tables tables;
    tilepdb_solver *forward, *backward; /* owned */
    tilepdb_bidirectional_plan plan;    /* views of `forward` and `backward` */
    char *name;                         /* FORWARD:BACKWARD, for --partition; owned */
};

struct board_partitions_request {
    const tilepdb_solver *solver; /* a bidirectional solver; its tables must outlive the result */
    tilepdb_board board, goal;
    int bound;
    int jobs;
    tilepdb_solver_options options; /* of the new solvers, without tables */
    struct cli_progress *progress;
};

/* Returns a status of tilepdb_instance_tables_make. Nothing remains after a failure. */
tilepdb_status board_partitions_make(struct board_partitions *made,
                                     const struct board_partitions_request *request);

/* Call after the bidirectional solver of `made` was freed. */
void board_partitions_free(struct board_partitions *made);

#endif
