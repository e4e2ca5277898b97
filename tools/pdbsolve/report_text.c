/* Text: LENGTH MOVES, or a word. */
#include "pdbsolve/report.h"

bool answer_is_solved(const struct answer *answer) {
    return answer->status == TILEPDB_OK && answer->result != NULL;
}

const struct report *report_for(enum solve_format format) {
    switch (format) {
    case FORMAT_JSON:
        return &report_json;
    case FORMAT_CSV:
        return &report_csv;
    default:
        return &report_text;
    }
}

static void print_answer(FILE *stream, const struct answer *answer) {
    if (answer->result == NULL) {
        fputs("error\n", stream);
    } else if (answer->status == TILEPDB_OK) {
        const char *blank = answer->result->length > 0 ? " " : "";
        fprintf(stream, "%d%s%s\n", answer->result->length, blank, answer->moves);
    } else if (answer->status == TILEPDB_UNSOLVABLE) {
        fputs("unsolvable\n", stream);
    } else {
        fprintf(stream, ">=%d\n", answer->result->lower_bound);
    }
}

const struct report report_text = {.begin = NULL, .answer = print_answer};
