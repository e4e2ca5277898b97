/*
 * The arguments of pdbsolve as texts and files: bare numbers are joined.
 */
#ifndef TILEPDB_PDBSOLVE_OPERANDS_H
#define TILEPDB_PDBSOLVE_OPERANDS_H

#include "pdbsolve/source.h"

/* Sorts the arguments into source->operands. Numbers that are arguments of their own are joined
 * into boards; source->options says how many belong to one, if known. */
void operands_sort(struct board_source *source, char *const *arguments, size_t count);

#endif
