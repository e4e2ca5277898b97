/* See bounds_file.h. */
#include "answers/bounds_file.h"

#include <inttypes.h>
#include <stdlib.h>

#include "answers/record.h"

#define COLUMNS "line,board,bound,generated,expanded,resumed,seconds,backward,limit,level,"

void bounds_head_print(FILE *stream) {
    fputs(COLUMNS RECORD_COLUMNS "\n", stream);
}

static void bound_print(FILE *stream, const tilepdb_iteration *bound) {
    fprintf(stream, "%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,", bound->bound, bound->generated,
            bound->expanded, bound->resumed, bound->seconds);
    if (bound->level)
        fprintf(stream, "%" PRIu64 ",%d,%d", bound->backward, bound->limit, bound->level);
    else
        fputs(",,", stream);
}

void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record) {
    if (!answer->result) return;
    char board[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(answer->board, true, board);
    for (size_t i = 0; i < answer->result->iteration_count; i++) {
        char *own = record_of_bound(options, answer, i);
        fprintf(stream, "%zu,%s,", answer->number, board);
        bound_print(stream, &answer->result->iterations[i]);
        fprintf(stream, "%s\n", own ? own : record->columns);
        free(own);
    }
}
