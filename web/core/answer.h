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

/* Appends as printf does. What does not fit is cut; the room is for the longest answer. */
__attribute__((format(printf, 1, 2))) void answer_add(const char *format, ...);

/* Appends a JSON string, quoted and escaped. */
void answer_string(const char *text);

/* Appends {"width": ..., "height": ..., "cells": [...]}. */
void answer_board(const tilepdb_board *board);

/* The members of a result that all methods share, without braces. Microseconds, not seconds, since
 * they are integers. */
void answer_iterations(const tilepdb_iteration *iterations, size_t count);

/* The whole answer is {"status": ..., "message": ..., "column": ...}. Returns the status. */
int answer_error(const tilepdb_error *error);

const char *answer_text(void);

#endif
