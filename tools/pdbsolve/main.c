/* pdbsolve: solves boards in the fewest moves. */
#include <unistd.h>

#include "cli/console.h"
#include "cli/parse.h"
#include "pdbsolve/modes.h"

int mode_solve(struct session *session) {
    const struct solve_options *options = session->options;
    if (options->animate && isatty(STDIN_FILENO) &&
        board_source_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--animate takes its keys from the keyboard: give the board as an argument");
        return CLI_USAGE;
    }
    return options->method == METHOD_IDA ? mode_ida(session) : mode_method(session);
}

int mode_run(struct session *session) {
    const struct solve_options *options = session->options;
    if (options->scramble != 0) return mode_scramble(session);
    if (options->invert) return mode_invert(session);
    if (options->examples) return mode_examples(session);
    if (options->example) return mode_example(session);
    if (options->state) return mode_state(session);
    if (options->judge) return mode_judge(session);
    if (options->compare) return mode_compare(session);
    return mode_solve(session);
}

int main(int argc, char **argv) {
    struct solve_options options;
    struct session session;
    struct cli_output output;
    int first;
    int code = solve_options_read(&options, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    code = session_open(&session, &options, argv + first, (size_t)(argc - first), &output);
    if (code != CLI_SUCCESS) return code;
    code = cli_output_open_beside(&output, options.output,
                                  options.write_lp ? options.write_lp
                                  : options.plot   ? options.plot
                                                   : options.checkpoint);
    if (code == CLI_SUCCESS)
        code = argc == 1 && isatty(STDIN_FILENO) && cli_on_terminal() ? mode_menu(&session)
                                                                      : mode_run(&session);
    return cli_output_end(&output, session_close(&session, code));
}
