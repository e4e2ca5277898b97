/* JSON on stdout and stderr, one object per line. */
#ifndef TILEPDB_CLI_JSON_H
#define TILEPDB_CLI_JSON_H

#include <jansson.h>
#include <stdio.h>

/* If the text is not UTF-8, bytes beyond ASCII become '?'. */
json_t *cli_json_text(const char *text);

/* Frees `object`. */
void cli_json_print(FILE *stream, json_t *object);

/* Frees `event`. Lines of threads do not mix. */
void cli_event_print(json_t *event);

#endif
