/*
 * The values of options: text to value, with a complaint that names the option.
 */
#ifndef TILEPDB_CLI_VALUES_H
#define TILEPDB_CLI_VALUES_H

#include "cli/options.h"

/* Writes the value of `text` (NULL for a flag) to its place in `values`. False after a complaint.
 */
bool cli_value_set(const struct cli_option *option, const char *text, void *values);

/* The index of a word of a choice. False after a complaint that names the option, the words, and
 * the one that is most like the text. */
bool cli_choice_read(const char *option, const char *text, const char *const *words, int *value);

/* Whether boards of the size can be solved optimally; complains, naming the option, if not. */
bool cli_board_check(const char *option, struct cli_board_size size);

#endif
