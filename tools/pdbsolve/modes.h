/*
 * What pdbsolve can do: one function per mode, of a session. Each returns the worst exit code.
 */
#ifndef TILEPDB_PDBSOLVE_MODES_H
#define TILEPDB_PDBSOLVE_MODES_H

#include "pdbsolve/session.h"

/* What the options ask for. */
int mode_run(struct session *session);

/* Solves the boards of the arguments, or of stdin if there are none, by the method of --method. */
int mode_solve(struct session *session);

/* The same by IDA*, several boards at a time. */
int mode_ida(struct session *session);

/* The same by a textbook method. */
int mode_method(struct session *session);

/* Prints random boards. */
int mode_scramble(struct session *session);

/* --compare: all methods on the boards, or on built-in ones. */
int mode_compare(struct session *session);

/* --judge: how far given moves, or those of a file, are from the optimum. */
int mode_judge(struct session *session);

/* --state: prints the boards unchanged. */
int mode_state(struct session *session);

/* --invert. */
int mode_invert(struct session *session);

/* --examples: lists boards with names. */
int mode_examples(struct session *session);

/* --example NAME, solved or judged. */
int mode_example(struct session *session);

/* Without arguments on a terminal: asks what to solve, and solves it, until the user leaves. */
int mode_menu(struct session *session);

#endif
