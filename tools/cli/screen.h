/*
 * What a terminal can show: its size, colours, and characters beyond ASCII.
 */
#ifndef TILEPDB_CLI_SCREEN_H
#define TILEPDB_CLI_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

enum cli_when { CLI_WHEN_AUTO, CLI_WHEN_ALWAYS, CLI_WHEN_NEVER };

/* The words of --color. */
extern const char *const cli_when_words[];

/* Whether to colour what goes to the stream. By itself: on a terminal that is not dumb, unless the
 * environment sets NO_COLOR to something (no-color.org). */
bool cli_colour(enum cli_when when, FILE *stream);

/* Whether a stream is a terminal. */
bool cli_is_terminal(FILE *stream);

/* The terminal's size now; 80 and 24 where it does not tell. */
int cli_columns(int descriptor);
int cli_rows(int descriptor);

#endif
