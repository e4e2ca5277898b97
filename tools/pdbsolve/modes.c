#include "pdbsolve/modes.h"

#include <string.h>
#include <unistd.h>

#include "cli/console.h"

extern const struct mode menu_mode, scramble_mode, invert_mode, examples_mode, example_mode,
    state_mode, judge_mode, improve_mode, compare_mode, method_mode, anytime_mode, ida_mode;

static const struct mode *const modes[] = {
    &menu_mode,  &scramble_mode, &invert_mode,  &examples_mode, &example_mode, &state_mode,
    &judge_mode, &improve_mode,  &compare_mode, &method_mode,   &anytime_mode, &ida_mode,
};

int mode_run(struct session *session) {
    const struct solve_options *options = session->options;
    if (options->animate && options->format != FORMAT_SVG && !options->example &&
        isatty(STDIN_FILENO) && board_input_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--animate takes its keys from the keyboard: give the board as an argument");
        return CLI_USAGE;
    }
    if (!session->engine) {
        const int code = session_engine_create(session, NULL, NULL);
        if (code != CLI_SUCCESS) return code;
    }
    const char *name = options->menu          ? "menu"
                       : options->example     ? "example"
                       : options->common.mode ? options->common.mode
                                              : "ida";
    size_t i = 0;
    while (i + 1 < CLI_LENGTH(modes) && strcmp(modes[i]->name, name) != 0) i++;
    return modes[i]->run(session);
}
