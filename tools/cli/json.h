/*
 * JSON on stdout and stderr: one object a line.
 */
#ifndef TILEPDB_CLI_JSON_H
#define TILEPDB_CLI_JSON_H

#include <jansson.h>
#include <stdio.h>

/* A string, in which '?' replaces bytes beyond ASCII if the text is not UTF-8. */
json_t *cli_json_text(const char *text);

/* Prints the object as one line and frees it. */
void cli_json_print(FILE *stream, json_t *object);

/* Prints an event on stderr as one line, in one write, so that lines of several threads do not mix,
 * and frees it. */
void cli_event_print(json_t *event);

#endif
