/*
 * The values of options: text to value, with a complaint that names the option.
 */
#ifndef TILEPDB_CLI_VALUES_H
#define TILEPDB_CLI_VALUES_H

#include "cli/options.h"

/* Writes the value of `text` (NULL for a flag) to its place in `values`. False after a complaint.
 */
bool cli_value_set(const struct cli_option *option, const char *text, void *values);

#endif
