/* pdbverify antipodes: the boards at the maximum distance, each proven. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tilepdb_many.h"

#define ANTIPODES         17
#define ANTIPODE_DISTANCE 80

/* The boards at distance 80 of the goal 1 2 3 ... 15 0. That these are all follows from the exact
 * depth distribution, which has 17 there; docs/verification.md names the sources. */
static const char *const antipodes[ANTIPODES] = {
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

static tilepdb_board antipode(size_t i) {
    tilepdb_board board;
    tilepdb_board_parse(antipodes[i], strlen(antipodes[i]), 4, 4, &board, NULL);
    return board;
}

/* What has been proven so far. */
struct proven_boards {
    const struct task *task;
    const struct verified_solver *verified;
    json_t *boards;
    size_t done, right;
    size_t right_corners; /* of these, boards at the maximum distance */
    uint64_t nodes;
    double seconds;
};

/* Counts one board that should be at a distance, and prints its line. */
static void count_board(struct proven_boards *tally, const tilepdb_task *trial, int distance) {
    const tilepdb_result *result = &trial->result;
    tally->done++;
    tally->right += result->length == distance;
    tally->right_corners += result->length == distance && distance == ANTIPODE_DISTANCE;
    tally->nodes += result->generated;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&trial->board, false, text);
    if (!tally->task->options->json)
        cli_print_line(tally->task->output->stream, 4, "  %2d  %12s nodes  %6.3f s  %s",
                       result->length, GROUPED(result->generated), result->seconds, text);
    json_array_append_new(
        tally->boards, json_pack("{si sI sf ss so}", "length", result->length, "generated",
                                 (json_int_t)result->generated, "seconds", result->seconds, "moves",
                                 result->moves, "board", cli_json_board(&trial->board)));
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
            if (!tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) &&
                !is_known(neighbours, count, &board))
                neighbours[count++] = board;
        }
    }
    return count;
}

/* Progress belongs to the main thread; here it only asks whether an interrupt came. */
static bool go_on(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (void)user;
    return cli_signal() == 0;
}

static bool answer(tilepdb_task *trial, void *user) {
    (void)user;
    return trial->status == TILEPDB_OK;
}

/* Solves all, one board per thread. CLI_SUCCESS, otherwise the exit code after an error message. */
static int solve_all(const struct proven_boards *tally, tilepdb_task *trials, size_t count) {
    tilepdb_queue *queue;
    tilepdb_error error;
    const tilepdb_queue_options options = {
        .threads = cli_jobs(&tally->task->options->common), .capacity = count, .answer = answer};
    if (tilepdb_queue_create(&options, &queue, &error)) return cli_fail(NULL, &error);
    for (size_t i = 0; i < count; i++) {
        trials[i].solver = tally->verified->solver;
        trials[i].status = TILEPDB_CANCELLED; /* unless it is solved */
        tilepdb_solve_options_init(&trials[i].options);
        trials[i].options.progress = go_on;
        tilepdb_queue_put(queue, &trials[i]);
    }
    tilepdb_queue_free(queue);
    for (size_t i = 0; i < count; i++)
        if (trials[i].status) return cli_fail(NULL, &trials[i].error);
    return CLI_SUCCESS;
}

static int prove_all(struct proven_boards *tally) {
    tilepdb_board neighbours[4 * ANTIPODES];
    const size_t more = tally->task->options->neighbours ? list_neighbours(neighbours) : 0;
    tilepdb_task *trials = cli_allocated(calloc(ANTIPODES + more, sizeof *trials));
    for (size_t i = 0; i < ANTIPODES + more; i++)
        trials[i].board = i < ANTIPODES ? antipode(i) : neighbours[i - ANTIPODES];
    const double start = clock_seconds();
    const int code = solve_all(tally, trials, ANTIPODES + more);
    tally->seconds = clock_seconds() - start;
    for (size_t i = 0; i < ANTIPODES + more; i++)
        if (!trials[i].status) /* also what an interrupt left */
            count_board(tally, &trials[i],
                        i < ANTIPODES ? ANTIPODE_DISTANCE : ANTIPODE_DISTANCE - 1);
    free(trials);
    return code;
}

static int conclude(const struct proven_boards *tally) {
    json_t *object = json_pack("{ss sO sI sf}", "command", "antipodes", "boards", tally->boards,
                               "generated", (json_int_t)tally->nodes, "seconds", tally->seconds);
    const bool all = tally->right == tally->done;
    const char *number = GROUPED(tally->nodes);
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
    const struct database_request request = request_of(task->options);
    struct verified_solver verified;
    tilepdb_error error;
    int code = verified_solver_open(&verified, task, &request, &goal, false, &error);
    struct proven_boards tally = {
        .task = task, .verified = &verified, .boards = cli_allocated(json_array())};
    if (code != CLI_SUCCESS)
        code = without_tables(task, object_for("antipodes"), code, &error);
    else
        code = prove_all(&tally);
    if (code == CLI_SUCCESS) code = conclude(&tally);
    json_decref(tally.boards);
    verified_solver_close(&verified);
    return code;
}
