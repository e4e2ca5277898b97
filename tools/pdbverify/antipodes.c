/* pdbverify antipodes: the boards at the maximum distance, each proven. */
#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "cli/screen.h"
#include "cli/units.h"
#include "pdbverify/antipodes.h"
#include "util/clock.h"
#include "util/number.h"

const char *const antipodes[ANTIPODES] = {
    "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "0 12 10 13 15 11 14 9 3 7 2 5 4 8 6 1",
    "0 11 9 13 12 15 10 14 3 7 6 2 4 8 5 1", "0 15 9 13 11 12 10 14 3 7 6 2 4 8 5 1",
    "0 12 9 13 15 11 10 14 3 7 6 2 4 8 5 1", "0 12 14 13 15 11 9 10 3 7 6 2 4 8 5 1",
    "0 12 10 13 15 11 14 9 3 7 6 2 4 8 5 1", "0 12 11 13 15 14 10 9 3 7 6 2 4 8 5 1",
    "0 12 10 13 15 11 9 14 7 3 6 2 4 8 5 1", "0 12 9 13 15 11 14 10 3 8 6 2 4 7 5 1",
    "0 12 9 13 15 11 10 14 8 3 6 2 4 7 5 1", "0 12 14 13 15 11 9 10 8 3 6 2 4 7 5 1",
    "0 12 9 13 15 11 10 14 7 8 6 2 4 3 5 1", "0 12 10 13 15 11 14 9 7 8 6 2 4 3 5 1",
    "0 12 9 13 15 8 10 14 11 7 6 2 4 3 5 1", "0 12 9 13 15 11 10 14 3 7 5 6 4 8 2 1",
    "0 12 9 13 15 11 10 14 7 8 5 6 4 3 2 1",
};

tilepdb_board antipode(size_t i) {
    tilepdb_board board;
    tilepdb_board_parse(antipodes[i], strlen(antipodes[i]), 4, 4, &board, NULL);
    return board;
}

/* What has been proven so far. */
struct tally {
    const struct task *task;
    const struct lab *lab;
    json_t *boards;
    size_t done, right;
    size_t right_corners; /* of these, boards at the maximum distance */
    uint64_t nodes;
    double seconds;
};

/* Counts one board and prints its line. */
static void account(struct tally *tally, const struct trial *trial) {
    const tilepdb_result *result = &trial->result;
    tally->done++;
    tally->right += result->length == trial->distance;
    tally->right_corners +=
        result->length == trial->distance && trial->distance == ANTIPODE_DISTANCE;
    tally->nodes += result->generated;
    char text[TILEPDB_BOARD_TEXT], number[CLI_NUMBER_TEXT];
    tilepdb_board_format(&trial->board, false, text);
    if (!tally->task->options->json)
        cli_print_line(tally->task->output->stream, 4, "  %2d  %12s nodes  %6.3f s  %s",
                       result->length, number_grouped(result->generated, number), result->seconds,
                       text);
    json_t *object = json_pack("{si sI sf ss}", "length", result->length, "generated",
                               (json_int_t)result->generated, "seconds", result->seconds, "moves",
                               result->moves);
    json_object_set_new(object, "board", cli_json_board(&trial->board));
    json_array_append_new(tally->boards, object);
}

static bool is_known(const tilepdb_board *boards, size_t count, const tilepdb_board *board) {
    for (size_t i = 0; i < count; i++)
        if (cli_same_board(&boards[i], board)) return true;
    return false;
}

/* All boards one move from the antipodes, each once. Returns their number. */
static size_t list_neighbours(tilepdb_board neighbours[4 * ANTIPODES]) {
    size_t count = 0;
    for (size_t i = 0; i < ANTIPODES; i++) {
        for (const char *way = "UDLR"; *way != '\0'; way++) {
            tilepdb_board board = antipode(i);
            if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) == TILEPDB_OK &&
                !is_known(neighbours, count, &board))
                neighbours[count++] = board;
        }
    }
    return count;
}

static tilepdb_status solve(const struct lab *lab, struct trial *trial, void *user) {
    (void)user;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    return trial_solve(lab, trial, &options);
}

static int prove_all(struct tally *tally) {
    tilepdb_board neighbours[4 * ANTIPODES];
    const size_t more = tally->task->options->neighbours ? list_neighbours(neighbours) : 0;
    struct trial *trials = cli_allocated(calloc(ANTIPODES + more, sizeof *trials));
    for (size_t i = 0; i < ANTIPODES + more; i++) {
        trials[i].board = i < ANTIPODES ? antipode(i) : neighbours[i - ANTIPODES];
        trials[i].distance = i < ANTIPODES ? ANTIPODE_DISTANCE : ANTIPODE_DISTANCE - 1;
    }
    const double start = clock_seconds();
    const int code = lab_try_all(tally->lab, tally->task, trials, ANTIPODES + more, solve, NULL);
    tally->seconds = clock_seconds() - start;
    for (size_t i = 0; i < ANTIPODES + more; i++)
        if (trials[i].done) account(tally, &trials[i]); /* also what an interrupt left */
    free(trials);
    return code;
}

static int conclude(const struct tally *tally) {
    json_t *object = object_for("antipodes");
    json_object_set(object, "boards", tally->boards);
    json_object_set_new(object, "generated", json_integer((json_int_t)tally->nodes));
    json_object_set_new(object, "seconds", json_real(tally->seconds));
    char number[CLI_NUMBER_TEXT];
    const bool all = tally->right == tally->done;
    number_grouped(tally->nodes, number);
    if (!tally->task->options->neighbours)
        return verdict(tally->task, object, all ? CLI_SUCCESS : CLI_NO,
                       "%zu of %d boards need exactly %d moves; %s nodes, %.2f s", tally->right,
                       ANTIPODES, ANTIPODE_DISTANCE, number, tally->seconds);
    return verdict(tally->task, object, all ? CLI_SUCCESS : CLI_NO,
                   "%zu of %d boards need exactly %d moves, and %zu of the %zu one move from them "
                   "exactly %d; %s nodes, %.2f s",
                   tally->right_corners, ANTIPODES, ANTIPODE_DISTANCE,
                   tally->right - tally->right_corners, tally->done - ANTIPODES,
                   ANTIPODE_DISTANCE - 1, number, tally->seconds);
}

int command_antipodes(const struct task *task) {
    tilepdb_board goal;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    const struct database_wish wish = wish_of(task->options);
    struct lab lab;
    int code = lab_open(&lab, task, &wish, &goal);
    struct tally tally = {.task = task, .lab = &lab, .boards = cli_allocated(json_array())};
    if (code != CLI_SUCCESS)
        code = without_tables(task, object_for("antipodes"), code);
    else
        code = prove_all(&tally);
    if (code == CLI_SUCCESS) code = conclude(&tally);
    json_decref(tally.boards);
    lab_close(&lab);
    return code;
}
