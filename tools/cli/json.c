/* See json.h. */
#include "cli/json.h"

#include <stdlib.h>
#include <string.h>

#define FORM (JSON_COMPACT | JSON_REAL_PRECISION(9))

json_t *cli_json_text(const char *text) {
    json_t *string = json_string(text);
    if (string) return string;
    char *ascii = strdup(text);
    if (!ascii) return json_null();
    for (char *at = ascii; *at != '\0'; at++)
        if ((unsigned char)*at >= 0x80) *at = '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

void cli_json_print(FILE *stream, json_t *object) {
    json_dumpf(object, stream, FORM);
    fputc('\n', stream);
    json_decref(object);
}

void cli_event_print(json_t *event) {
    char *line = json_dumps(event, FORM);
    if (line) fprintf(stderr, "%s\n", line);
    free(line);
    json_decref(event);
}
