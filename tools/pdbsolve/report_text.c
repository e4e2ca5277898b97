/* Text: LENGTH MOVES, <=LENGTH MOVES, >=LOWER_BOUND, or a word. */
#include <inttypes.h>

#include "cli/console.h"
#include "pdbsolve/report.h"

static void print_solution(FILE *stream, int length, const char *moves) {
    fprintf(stream, "%d%s%s\n", length, length > 0 ? " " : "", moves);
}

static void print_line(FILE *stream, const struct answer *answer, bool counted) {
    if (!answer->result) {
        fputs("error\n", stream);
    } else if (!answer->status && answer->solutions) {
        for (size_t i = 0; i < answer->solutions->count; i++)
            print_solution(stream, answer->result->length, answer->solutions->moves[i]);
    } else if (!answer->status && counted) {
        fprintf(stream, "%d %" PRIu64 "\n", answer->result->length, answer->result->solution_count);
    } else if (!answer->status) {
        if (answer->may_be_shorter) fputs("<=", stream);
        print_solution(stream, answer->result->length, answer->moves);
    } else if (answer->status == TILEPDB_UNSOLVABLE) {
        fputs("unsolvable\n", stream);
    } else {
        fprintf(stream, ">=%d\n", answer->result->lower_bound);
    }
}

/* Steps are indented. */
static void print_steps(FILE *stream, const json_t *steps) {
    size_t i;
    const json_t *step;
    json_array_foreach(steps, i, step) {
        const char *moves = json_string_value(json_object_get(step, "moves"));
        const bool moved = moves && moves[0] != '\0';
        cli_print_line(stream, 4, "  %s%s%s", json_string_value(json_object_get(step, "text")),
                       moved ? ": " : "", moved ? moves : "");
    }
}

void report_text(FILE *stream, const struct solve_options *options, const struct answer *answer) {
    print_line(stream, answer, report_counts(options));
    print_steps(stream, answer->steps);
}
