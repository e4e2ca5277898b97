#include "pdbsolve/modes.h"

#include <string.h>

extern const struct mode scramble_mode, invert_mode, state_mode, judge_mode, improve_mode,
    anytime_mode, ida_mode;

static const struct mode *const modes[] = {
    &scramble_mode, &invert_mode, &state_mode, &judge_mode, &improve_mode, &anytime_mode, &ida_mode,
};

int mode_run(struct session *session) {
    const char *asked = session->options->common.mode;
    const char *name = asked ? asked : "ida";
    const int code = session_start(session);
    if (code != CLI_SUCCESS) return code;
    size_t i = 0;
    while (i + 1 < CLI_LENGTH(modes) && strcmp(modes[i]->name, name) != 0) i++;
    return modes[i]->run(session);
}
