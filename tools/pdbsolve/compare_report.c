/* --compare: the table, and what each method reached. */
#include <inttypes.h>

#include <jansson.h>

#include "answers/report.h"
#include "base/message_text.h"
#include "cli/json.h"
#include "cli/output.h"
#include "pdbsolve/compare_mode.h"

static const char *result_name(const struct outcome *outcome) {
    switch (outcome->status) {
    case TILEPDB_OK:
        return outcome->optimal ? "optimal" : "solved";
    case TILEPDB_UNSOLVABLE:
        return "unsolvable";
    case TILEPDB_LIMIT:
        return "limit";
    case TILEPDB_ERROR_ARGUMENT:
    case TILEPDB_ERROR_NOT_FOUND:
        return "not there";
    default:
        return "failed";
    }
}

void compare_head(FILE *stream, enum solve_format format) {
    if (format == FORMAT_CSV) {
        fputs("board,method,result,optimal,length,lower_bound,generated,memory,seconds\n", stream);
    } else if (format == FORMAT_TEXT) {
        fprintf(stream, "%-9s %-15s %-10s %6s %13s %10s %11s\n", "board", "method", "result",
                "length", "nodes", "memory", "seconds");
    }
}

static void print_text(FILE *stream, const struct outcome *outcome) {
    char length[16] = "", memory[NUMBER_TEXT] = "";
    if (outcome->missing) {
        fprintf(stream, "%-9s %-15s %s\n", outcome->board, outcome->algorithm->name,
                outcome->missing);
        return;
    }
    if (outcome->length >= 0)
        snprintf(length, sizeof length, "%d", outcome->length);
    else if (outcome->lower_bound >= 0)
        snprintf(length, sizeof length, ">=%d", outcome->lower_bound);
    if (outcome->memory != 0) number_in_bytes(outcome->memory, memory);
    fprintf(stream, "%-9s %-15s %-10s %6s %13s %10s %11.6f\n", outcome->board,
            outcome->algorithm->name, result_name(outcome), length, GROUPED(outcome->nodes), memory,
            outcome->seconds);
}

static void print_json(FILE *stream, const struct outcome *outcome) {
    cli_json_print(stream, json_pack("{sosssssbsososIsIsf}", "board", cli_json_text(outcome->board),
                                     "method", outcome->algorithm->name, "result",
                                     result_name(outcome), "optimal", (int)outcome->optimal,
                                     "length", known_json(outcome->length), "lower_bound",
                                     known_json(outcome->lower_bound), "generated",
                                     (json_int_t)outcome->nodes, "memory",
                                     (json_int_t)outcome->memory, "seconds", outcome->seconds));
}

static void print_csv(FILE *stream, const struct outcome *outcome) {
    cli_csv_text(stream, outcome->board);
    fprintf(stream, ",%s,%s,%s,", outcome->algorithm->name, result_name(outcome),
            outcome->optimal ? "true" : "false");
    if (outcome->length >= 0) fprintf(stream, "%d", outcome->length);
    fputc(',', stream);
    if (outcome->lower_bound >= 0) fprintf(stream, "%d", outcome->lower_bound);
    fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%.6f\n", outcome->nodes, outcome->memory,
            outcome->seconds);
}

void compare_print(FILE *stream, enum solve_format format, const struct outcome *outcome) {
    if (format == FORMAT_JSON)
        print_json(stream, outcome);
    else if (format == FORMAT_CSV)
        print_csv(stream, outcome);
    else
        print_text(stream, outcome);
}

/* Of one board. */
static void print_board_summary(FILE *stream, const struct outcome *outcomes, size_t count) {
    const struct outcome *fastest = NULL;
    int proven = 0, bound = -1;
    for (size_t i = 0; i < count; i++) {
        const struct outcome *outcome = &outcomes[i];
        if (outcome->lower_bound > bound) bound = outcome->lower_bound;
        if (!outcome->optimal) continue;
        proven++;
        if (!fastest || outcome->seconds < fastest->seconds) fastest = outcome;
    }
    if (fastest)
        fprintf(stream, "%d move%s, proven by %d of %zu methods; the fastest was %s, in %.6f s\n",
                fastest->length, plural((uint64_t)fastest->length), proven, count,
                fastest->algorithm->name, fastest->seconds);
    else if (bound >= 0)
        fprintf(stream, "at least %d move%s; no method has proven an optimum\n", bound,
                plural((uint64_t)bound));
}

void compare_summary(FILE *stream, const struct outcome *outcomes, size_t count,
                     const struct algorithm *algorithms, size_t algorithm_count) {
    fputc('\n', stream);
    if (count <= algorithm_count) {
        print_board_summary(stream, outcomes, count);
        return;
    }
    for (size_t c = 0; c < algorithm_count; c++) {
        int solved = 0, boards = 0, longest = -1;
        for (size_t i = 0; i < count; i++) {
            const struct outcome *outcome = &outcomes[i];
            if (outcome->algorithm != &algorithms[c]) continue;
            boards++;
            if (!outcome->optimal) continue;
            solved++;
            if (outcome->length > longest) longest = outcome->length;
        }
        fprintf(stream, "%-15s  optimal on %d of %d board%s", algorithms[c].name, solved, boards,
                plural((uint64_t)boards));
        if (longest >= 0) fprintf(stream, ", up to %d move%s", longest, plural((uint64_t)longest));
        fputc('\n', stream);
    }
}
