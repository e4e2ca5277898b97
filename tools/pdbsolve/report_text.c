/* Text: LENGTH MOVES, <=LENGTH MOVES, >=LOWER_BOUND, or a word. */
#include <inttypes.h>

#include "pdbsolve/report.h"

bool answer_is_solved(const struct answer *answer) {
    return answer->status == TILEPDB_OK && answer->result != NULL;
}

void report_answer(FILE *stream, enum solve_format format, const struct answer *answer) {
    void (*const print[])(FILE *, const struct answer *) = {report_text, report_json, report_csv};
    print[format](stream, answer);
}

static void print_solution(FILE *stream, int length, const char *moves) {
    fprintf(stream, "%d%s%s\n", length, length > 0 ? " " : "", moves);
}

void report_text(FILE *stream, const struct answer *answer) {
    if (answer->result == NULL) {
        fputs("error\n", stream);
    } else if (answer->status == TILEPDB_OK && answer->solutions != NULL) {
        for (size_t i = 0; i < answer->solutions->count; i++)
            print_solution(stream, answer->result->length, answer->solutions->moves[i]);
    } else if (answer->status == TILEPDB_OK && answer->counted) {
        fprintf(stream, "%d %" PRIu64 "\n", answer->result->length, answer->result->solution_count);
    } else if (answer->status == TILEPDB_OK) {
        if (answer->may_be_shorter) fputs("<=", stream);
        print_solution(stream, answer->result->length, answer->moves);
    } else if (answer->status == TILEPDB_UNSOLVABLE) {
        fputs("unsolvable\n", stream);
    } else {
        fprintf(stream, ">=%d\n", answer->result->lower_bound);
    }
}
