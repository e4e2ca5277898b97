/*
 * The answer of a call, as JSON text in one buffer that the page reads after the call.
 *
 * The buffer lives until the next call. One thread: a page calls from one worker.
 */
#ifndef TILEPDB_WEB_ANSWER_H
#define TILEPDB_WEB_ANSWER_H

#include "tilepdb.h"

/* Empties the buffer. */
void answer_begin(void);

/* Appends as printf does. What does not fit is cut; the buffer holds the longest answer. */
__attribute__((format(printf, 1, 2))) void answer_add(const char *format, ...);

/* Appends a JSON string, quoted and escaped. */
void answer_string(const char *text);

/* Appends {"width": ..., "height": ..., "cells": [...]}. */
void answer_board(const tilepdb_board *board);

/* Begins an answer with the members that all results share; its object stays open. */
void answer_result(tilepdb_status status, const tilepdb_error *error, int length, int lower_bound,
                   bool optimal, const char *moves);

/* Appends the member `iterations`. It has microseconds, not seconds, since they are integers. */
void answer_iterations(const tilepdb_iteration *iterations, size_t count);

/* The whole answer for an error (core.h). Returns the status. */
int answer_error(const tilepdb_error *error);

const char *answer_text(void);

#endif
