/*
 * The answer of a call: JSON text in one buffer, which the page reads before the next call. Only
 * the page's worker calls.
 */
#ifndef TILEPDB_WEB_ANSWER_H
#define TILEPDB_WEB_ANSWER_H

#include "tilepdb.h"

void answer_begin(void);

/* Appends like printf. The buffer is large enough for every answer. */
__attribute__((format(printf, 1, 2))) void answer_add(const char *format, ...);

void answer_string(const char *text);

/* Appends {"width": ..., "height": ..., "cells": [...]}, where open cells of a goal are "*". */
void answer_board(const tilepdb_board *board);

/* Begins an answer with the members that all results have; its object stays open. */
void answer_result(tilepdb_status status, const tilepdb_error *error, int length, int lower_bound,
                   bool optimal, const char *moves);

/* Appends the member `iterations`, with times in integer microseconds. */
void answer_iterations(const tilepdb_iteration *iterations, size_t count);

/* Appends `generated`, `expanded` and `microseconds`, after other members. */
void answer_effort(uint64_t generated, uint64_t expanded, double seconds);

/* Writes the whole answer of an error (core.h). Returns its status. */
int answer_error(const tilepdb_error *error);

const char *answer_text(void);

#endif
