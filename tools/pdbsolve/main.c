/* pdbsolve: solves boards in the least number of moves. */
#include "cli/console.h"
#include "cli/output.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/options.h"

int main(int argc, char **argv) {
    cli_start("pdbsolve");
    struct solve_options options;
    int first;
    int code = solve_options_read(&options, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    struct goal_choice goal;
    code = goal_choice_read(&goal, &options);
    if (code != CLI_SUCCESS) return code;
    struct cli_output output;
    code = cli_output_open(&output, options.output);
    if (code == CLI_SUCCESS && options.scramble != 0) {
        code = mode_scramble(&options, &goal, &output);
    } else if (code == CLI_SUCCESS && options.method != METHOD_IDA) {
        code = mode_method(&options, &goal, argv + first, (size_t)(argc - first), &output);
    } else if (code == CLI_SUCCESS) {
        code = mode_batch(&options, &goal, argv + first, (size_t)(argc - first), &output);
    }
    return cli_worse(code, cli_output_end(&output, cli_signal() == 0));
}
