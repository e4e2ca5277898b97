/*
 * Boards side by side. See round.h.
 */
#include "far/round.h"

#include <stdlib.h>

#include "base/error.h"

/* One board has several searches, each by the result of the one before, so all of them run here. */
static bool trial_next(tilepdb_task *task, void *user) {
    const struct round *round = user;
    task->status = round->run(round->look, (struct trial *)task);
    return false;
}

static bool trial_answer(tilepdb_task *task, void *user) {
    struct round *round = user;
    if (!task->status) return true;
    if (!round->error.status) round->error = task->error;
    round->error.status = task->status;
    return false;
}

tilepdb_status round_open(struct round *round, const struct look *look, int threads,
                          tilepdb_error *error) {
    *round = (struct round){.look = look, .trials = calloc(ROUND_MAX, sizeof *round->trials)};
    const tilepdb_queue_options options = {.threads = threads,
                                           .room = ROUND_MAX,
                                           .next = trial_next,
                                           .answer = trial_answer,
                                           .user = round};
    if (round->trials) return tilepdb_queue_create(&options, &round->queue, error);
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

struct trial *round_add(struct round *round, const tilepdb_board *board, int distance) {
    struct trial *trial = &round->trials[round->count++];
    trial->task.board = *board;
    trial->task.status = TILEPDB_CANCELLED; /* unless it runs */
    trial->distance = distance;
    return trial;
}

tilepdb_status round_run(struct round *round, trial_fn run, tilepdb_error *error) {
    round->run = run;
    for (size_t i = 0; i < round->count; i++)
        if (!tilepdb_queue_put(round->queue, &round->trials[i].task)) break;
    tilepdb_queue_wait(round->queue);
    if (round->error.status && error) *error = round->error;
    return round->error.status;
}

void round_close(struct round *round) {
    tilepdb_queue_free(round->queue);
    free(round->trials);
}
