/* pdbsolve: solves boards in the least number of moves. */
#include <unistd.h>

#include "cli/console.h"
#include "cli/output.h"
#include "pdbsolve/examples.h"
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
    } else if (code == CLI_SUCCESS && options.examples) {
        examples_print(output.stream, &options);
    } else if (code == CLI_SUCCESS && options.example != NULL) {
        code = mode_example(&options, &output);
    } else if (code == CLI_SUCCESS && options.compare) {
        code = mode_compare(&options, &goal, argv + first, (size_t)(argc - first), &output);
    } else if (code == CLI_SUCCESS && argc == 1 && isatty(STDIN_FILENO) && cli_on_terminal()) {
        code = mode_menu(&options, &output);
    } else if (code == CLI_SUCCESS) {
        code = mode_solve(&options, &goal, argv + first, (size_t)(argc - first), &output);
    }
    return cli_worse(code, cli_output_end(&output, cli_signal() == 0));
}
