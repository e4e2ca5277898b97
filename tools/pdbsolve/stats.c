/* --stats: a table on stderr. */
#include "cli/console.h"
#include "cli/progress.h"
#include "pdbsolve/report.h"
#include "util/number.h"

/* What came from a checkpoint took no time. */
static void print_line(const char *bound, const tilepdb_iteration *counts, const char *by) {
    const uint64_t searched = counts->generated - counts->resumed;
    const double rate = counts->seconds > 0 ? (double)searched / counts->seconds : 0;
    fprintf(stderr, "  %5s  %17s  %17s  %10.4f  %8s%s%s\n", bound, GROUPED(counts->generated),
            GROUPED(counts->expanded), counts->seconds, searched ? SHORTENED(rate) : "-",
            *by ? "  " : "", by);
}

static void print_head(const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    fprintf(stderr, "%s: ", answer->name);
    if (result->optimal) {
        fprintf(stderr, "%d move%s", result->length, plural((uint64_t)result->length));
    } else if (result->upper_bound >= 0) {
        fprintf(stderr, "%d to %d moves", result->lower_bound, result->upper_bound);
    } else {
        fprintf(stderr, "at least %d move%s", result->lower_bound,
                plural((uint64_t)result->lower_bound));
    }
    tilepdb_solver_info info = {.kernel = NULL};
    const bool alone = answer->solver && !answer_was_chosen(answer);
    if (alone) tilepdb_solver_info_get(answer->solver, &info);
    fprintf(stderr, ", first estimate %d%s%s%s\n", result->root_h, alone ? ", kernel " : "",
            alone ? info.kernel : "", result->any ? ", any solution" : "");
}

/* By whom a bound was searched, if there was a choice. */
static void print_iteration(const struct answer *answer, size_t i) {
    const tilepdb_iteration *iteration = &answer->result->iterations[i];
    char bound[16], by[64] = "";
    snprintf(bound, sizeof bound, "%d", iteration->bound);
    if (answer_was_chosen(answer)) {
        const size_t candidate = tilepdb_choice_candidate(answer->choice, i);
        snprintf(by, sizeof by, "%s%s", candidates_name(answer->candidates, candidate),
                 candidates_backward(answer->candidates, candidate) ? " backward" : "");
    }
    print_line(bound, iteration, by);
}

void print_stats(const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    cli_progress_clear();
    if (!result->solvable) {
        fprintf(stderr, "%s: unsolvable\n", answer->name);
        return;
    }
    print_head(answer);
    fprintf(stderr, "  %5s  %17s  %17s  %10s  %8s\n", "bound", "generated", "expanded", "seconds",
            "nodes/s");
    for (size_t i = 0; i < result->iteration_count; i++) print_iteration(answer, i);
    const tilepdb_iteration all = {.generated = result->generated,
                                   .expanded = result->expanded,
                                   .resumed = result->resumed,
                                   .seconds = result->seconds};
    print_line("all", &all, "");
    if (result->resumed > 0)
        fprintf(stderr, "  of these, %s from the checkpoint\n", GROUPED(result->resumed));
    if (answer_was_chosen(answer) && tilepdb_choice_compared(answer->choice) > 0)
        fprintf(stderr, "  and %s to compare databases and directions\n",
                GROUPED(tilepdb_choice_compared(answer->choice)));
}
