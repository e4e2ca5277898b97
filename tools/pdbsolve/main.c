/* pdbsolve: solves boards in the fewest moves. */
#include <unistd.h>

#include "cli/console.h"
#include "cli/offer.h"
#include "cli/output.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/options.h"

/* What the options ask for. */
static int mode_run(const struct solve_options *options, const struct goal_choice *goal,
                    char *const *arguments, size_t count, struct cli_output *output) {
    if (options->scramble != 0) return mode_scramble(options, goal, output);
    if (options->invert != NULL) return mode_invert(options, goal, output);
    if (options->examples) return mode_examples(options, output);
    if (options->example != NULL) return mode_example(options, output);
    if (options->state) return mode_state(options, goal, arguments, count, output);
    if (options->judge != NULL) return mode_judge(options, goal, arguments, count, output);
    if (options->compare) return mode_compare(options, goal, arguments, count, output);
    return mode_solve(options, goal, arguments, count, output);
}

/* A partition that cannot be meant is a mistake before any board is read. */
static int partition_check(const struct solve_options *options, const struct goal_choice *goal) {
    const struct cli_board_size of_goal = {goal->board.width, goal->board.height};
    if (options->partition == NULL) return CLI_SUCCESS;
    return offer_check_name(options->partition, goal->is_board ? of_goal : options->board);
}

int main(int argc, char **argv) {
    cli_start("pdbsolve");
    struct solve_options options;
    int first;
    int code = solve_options_read(&options, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    struct goal_choice goal;
    code = goal_choice_read(&goal, &options);
    if (code == CLI_SUCCESS) code = partition_check(&options, &goal);
    if (code != CLI_SUCCESS) return code;
    struct cli_output output;
    code = cli_output_open_beside(&output, options.output,
                                  options.write_lp != NULL ? options.write_lp : options.plot);
    if (code == CLI_SUCCESS) {
        code = argc == 1 && isatty(STDIN_FILENO) && cli_on_terminal()
                   ? mode_menu(&options, &output)
                   : mode_run(&options, &goal, argv + first, (size_t)(argc - first), &output);
    }
    return cli_output_end(&output, code);
}
