/* JSON on stdout and stderr, one object per line. */
#ifndef TILEPDB_CLI_JSON_H
#define TILEPDB_CLI_JSON_H

#include <jansson.h>
#include <stdio.h>

/* Replaces bytes beyond ASCII by '?' if the text is not UTF-8. */
json_t *cli_json_text(const char *text);

/* Frees the object. */
void cli_json_print(FILE *stream, json_t *object);

/* Prints and frees an event, on stderr in one write, so that lines of threads do not mix. */
void cli_event_print(json_t *event);

#endif
