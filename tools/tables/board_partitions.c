#include "tables/board_partitions.h"

#include <stdlib.h>

#include "base/message_text.h"
#include "cli/console.h"

static char *name_make(const tilepdb_instance_tables *tables) {
    char *name = NULL;
    for (unsigned direction = 0; direction < 2; direction++)
        for (size_t i = 0; i < tables->count; i++) {
            tilepdb_table_info info;
            tilepdb_table_info_get(tables->tables[direction][i], &info);
            const char *separator = i ? "/" : direction ? ":" : "";
            cli_append(&name, "%s%s", separator, TILES(info.pattern.tiles));
        }
    return name;
}

static tilepdb_status solver_make(const struct board_partitions *made,
                                  const struct board_partitions_request *request, bool backward,
                                  tilepdb_solver **solver) {
    tilepdb_solver_options options = request->options;
    options.tables = made->tables.tables[backward];
    options.table_count = made->tables.count;
    options.backward = backward;
    return tilepdb_solver_create(backward ? &request->board : &request->goal, &options, solver,
                                 NULL);
}

/* Selects the views for which the partitions were made: the views of request->solver, whose
 * directions have one partition each. */
static void plan_make(struct board_partitions *made,
                      const struct board_partitions_request *request) {
    unsigned views[2];
    tilepdb_solver_view_pair(request->solver, views);
    for (unsigned direction = 0; direction < 2; direction++)
        made->plan.pair[direction] = views[direction] > 0;
}

tilepdb_status board_partitions_make(struct board_partitions *made,
                                     const struct board_partitions_request *request) {
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = request->jobs;
    options.progress = cli_progress_report;
    options.user = request->progress;
    *made = (struct board_partitions){0};
    tilepdb_status status = tilepdb_instance_tables_make(request->solver, request->bound, &options,
                                                         &made->tables, NULL);
    if (!status) status = solver_make(made, request, false, &made->forward);
    if (!status) status = solver_make(made, request, true, &made->backward);
    if (!status) {
        made->name = name_make(&made->tables);
        plan_make(made, request);
    }
    if (status) board_partitions_free(made);
    return status;
}

void board_partitions_free(struct board_partitions *made) {
    tilepdb_solver_free(made->forward);
    tilepdb_solver_free(made->backward);
    for (size_t i = 0; i < made->tables.made_count; i++) tilepdb_table_close(made->tables.made[i]);
    free(made->name);
    *made = (struct board_partitions){0};
}
