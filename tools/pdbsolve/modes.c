/* See modes.h. */
#include "pdbsolve/modes.h"

#include <unistd.h>

#include "cli/console.h"

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
