/* See multi.h. */
#include "pdbsolve/multi.h"

#include "cli/console.h"

/* The cell of the goal's blank in a table: one with its blank last serves all corners. */
static int table_blank(const tilepdb_board *goal) {
    const int width = goal->width, last = width * goal->height - 1;
    int blank = 0;
    while (goal->cells[blank]) blank++;
    const bool corner = (blank % width == 0 || blank % width == width - 1) &&
                        (blank < width || blank > last - width);
    return corner ? last : blank;
}

static tilepdb_status colours_make(const struct solver_means *means, const tilepdb_board *goal,
                                   tilepdb_colours **colours, tilepdb_error *error) {
    tilepdb_colouring colouring;
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = means->wish.common->jobs;
    options.progress = cli_progress_report;
    options.user = means->progress;
    const tilepdb_status status =
        tilepdb_colouring_default(goal->width, goal->height, table_blank(goal), &colouring, error);
    if (status) return status;
    cli_progress_title(means->progress, "building the table for multi-tile moves");
    return tilepdb_colours_generate(&colouring, &options, colours, error);
}

int multi_open(const struct solver_means *means, const tilepdb_board *goal,
               tilepdb_colours **colours, tilepdb_solver **solver) {
    tilepdb_solver_options options;
    tilepdb_error error;
    tilepdb_status status = colours_make(means, goal, colours, &error);
    if (!status) {
        tilepdb_solver_options_init(&options);
        options.metric = TILEPDB_METRIC_MULTI;
        options.colours = (const struct tilepdb_colours *const *)colours;
        options.colour_count = 1;
        options.reflection = !means->no_reflection;
        options.variant = means->wish.common->variant;
        status = tilepdb_solver_create(goal, &options, solver, &error);
    }
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}
