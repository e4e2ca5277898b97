/* --stats: a table on stderr. */
#include "cli/console.h"
#include "cli/progress.h"
#include "pdbsolve/report.h"
#include "util/number.h"

static void print_line(const char *bound, uint64_t generated, uint64_t expanded, double seconds) {
    double rate = seconds > 0 ? (double)generated / seconds : 0;
    fprintf(stderr, "  %5s  %17s  %17s  %10.4f  %8s\n", bound, GROUPED(generated),
            GROUPED(expanded), seconds, SHORTENED(rate));
}

void print_stats(const char *name, const tilepdb_result *result, const tilepdb_solver *solver) {
    cli_progress_clear();
    if (!result->solvable) {
        fprintf(stderr, "%s: unsolvable\n", name);
        return;
    }
    fprintf(stderr, "%s: ", name);
    if (result->optimal) {
        fprintf(stderr, "%d move%s", result->length, plural((uint64_t)result->length));
    } else if (result->upper_bound >= 0) {
        fprintf(stderr, "%d to %d moves", result->lower_bound, result->upper_bound);
    } else {
        fprintf(stderr, "at least %d move%s", result->lower_bound,
                plural((uint64_t)result->lower_bound));
    }
    tilepdb_solver_info info = {.kernel = NULL};
    if (solver) tilepdb_solver_info_get(solver, &info);
    fprintf(stderr, ", first estimate %d%s%s%s\n", result->root_h, solver ? ", kernel " : "",
            solver ? info.kernel : "", result->any ? ", any solution" : "");
    fprintf(stderr, "  %5s  %17s  %17s  %10s  %8s\n", "bound", "generated", "expanded", "seconds",
            "nodes/s");
    for (size_t i = 0; i < result->iteration_count; i++) {
        const tilepdb_iteration *iteration = &result->iterations[i];
        char bound[16];
        snprintf(bound, sizeof bound, "%d", iteration->bound);
        print_line(bound, iteration->generated, iteration->expanded, iteration->seconds);
    }
    print_line("all", result->generated, result->expanded, result->seconds);
}
