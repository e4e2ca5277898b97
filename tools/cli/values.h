/*
 * The values of options: text to value, with an error message that names the option.
 */
#ifndef TILEPDB_CLI_VALUES_H
#define TILEPDB_CLI_VALUES_H

#include "cli/options.h"

/* Writes the value of `text` (NULL for a flag) to its place in `values`. False after an error
 * message. */
bool cli_value_set(const struct cli_option *option, const char *text, void *values);

/* The index of a word of a choice. False after an error message that names the option, the words,
 * and the one that is most like the text. */
bool cli_choice_read(const char *option, const char *text, const char *const *words, int *value);

/* Whether boards of the size can be solved optimally; if not, an error names the option. */
bool cli_board_check(const char *option, struct cli_board_size size);

#endif
