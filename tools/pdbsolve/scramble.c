/* Random boards: each that can be solved equally likely, or some moves from the goal. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/report.h"

#define FLUSH_INTERVAL 256 /* boards */

/* A seed that can be named again, so that the boards can be generated again. */
static int choose_seed(const struct solve_options *options, uint64_t *seed) {
    *seed = options->seed.value;
    if (options->seed.given) return CLI_SUCCESS;
    uint32_t drawn;
    if (getentropy(&drawn, sizeof drawn) != 0) {
        cli_complain("the system has no random number: %s; choose one with --seed",
                     strerror(errno));
        return CLI_FAILURE;
    }
    *seed = drawn;
    cli_note("--seed %" PRIu64 " gives these boards again", *seed);
    return CLI_SUCCESS;
}

static tilepdb_status board_draw(const struct solve_options *options, const tilepdb_board *goal,
                                 tilepdb_random *random, tilepdb_board *board) {
    if (options->walk == 0) return tilepdb_board_scramble(random, goal, board);
    *board = *goal;
    return tilepdb_board_walk(random, options->walk, board);
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    const struct cli_board_size size = cli_board_size(session_size(session));
    const tilepdb_board goal = session_goal(session, size.width, size.height);
    uint64_t seed;
    int code = choose_seed(options, &seed);
    if (code != CLI_SUCCESS) return code;
    tilepdb_random random;
    tilepdb_random_seed(&random, seed);
    session_head(session, "board");
    for (uint64_t i = 0; i < options->scramble && !session_stopped(session); i++) {
        if (cli_signal()) break;
        tilepdb_board board;
        tilepdb_status status = board_draw(options, &goal, &random, &board);
        if (status) {
            cli_complain("%s", tilepdb_status_message(status));
            return cli_exit_code(status);
        }
        /* Without rows, a board that is not square could not be read again. */
        board_print(session->output->stream, &board, (enum solve_format)options->format,
                    board.width != board.height ? " / " : NULL);
        if (i % FLUSH_INTERVAL == 0) session_answer(session);
    }
    return CLI_SUCCESS;
}

const struct mode scramble_mode = {"scramble", run};
