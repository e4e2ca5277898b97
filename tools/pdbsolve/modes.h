/*
 * What pdbsolve can do: one function per mode. Each returns the exit code.
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

/* --compare: all methods on the boards, or on built-in ones. */
int mode_compare(const struct solve_options *options, const struct goal_choice *goal,
                 char *const *arguments, size_t count, struct cli_output *output);

/* --judge: how far given moves, or those of a file, are from the optimum. */
int mode_judge(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output);

/* --state: prints the boards unchanged. */
int mode_state(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output);

/* --invert. */
int mode_invert(const struct solve_options *options, const struct goal_choice *goal,
                struct cli_output *output);

/* --examples: lists boards with names. */
int mode_examples(const struct solve_options *options, struct cli_output *output);

/* --example NAME, solved or judged. */
int mode_example(const struct solve_options *options, struct cli_output *output);

/* Without arguments on a terminal: asks what to solve, and solves it, until the user leaves. */
int mode_menu(const struct solve_options *options, struct cli_output *output);

/* By the method of --method. */
int mode_solve(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output);

#endif
