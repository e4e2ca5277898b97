/*
 * A build without precomputed automata, to be small: all are built when they are needed. See
 * automaton.h.
 */
#include "kernels/automaton.h"

const struct automaton_shipped automaton_shipped[1] = {{0}};

const unsigned automaton_shipped_count = 0;
