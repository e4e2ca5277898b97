#include "cli/options.h"
#include "pdbsolve/modes.h"

int main(int argc, char **argv) {
    struct solve_options options;
    int first;
    const int code = solve_options_read(&options, "pdbsolve", argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    return session_run(&options, argv + first, (size_t)(argc - first), (struct document){0},
                       mode_run);
}
