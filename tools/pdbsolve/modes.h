/*
 * What pdbsolve can do: one function a mode. Each returns the exit code.
 */
#ifndef TILEPDB_PDBSOLVE_MODES_H
#define TILEPDB_PDBSOLVE_MODES_H

#include "cli/output.h"
#include "pdbsolve/options.h"

/* Solves the boards of the arguments, or of stdin if there are none. */
int mode_batch(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output);

/* Prints random boards. */
int mode_scramble(const struct solve_options *options, const struct goal_choice *goal,
                  struct cli_output *output);

/* As mode_batch, by the textbook method of --method. */
int mode_method(const struct solve_options *options, const struct goal_choice *goal,
                char *const *arguments, size_t count, struct cli_output *output);

#endif
