/*
 * The instruction set of the kernels: --variant, its place in the environment, and what --version
 * reports.
 */
#ifndef TILEPDB_CLI_VARIANT_H
#define TILEPDB_CLI_VARIANT_H

#include <stdio.h>

#include "cli/options.h"

/* The variable that chooses a variant if the option is not given. */
#define CLI_VARIANT_ENVIRONMENT "TILEPDB_VARIANT"

/* Sets common->variant: what --variant names, else the environment, else the best. False after an
 * error message with the names of those that this machine runs. */
bool cli_variant_choose(struct cli_common *common);

/* The lines of --version: what the build has, what the processor runs, and what was chosen. */
void cli_variant_print(FILE *stream, const struct cli_common *common);

#endif
