/*
 * What a terminal can show: its size, colours, and lines that fit.
 */
#ifndef TILEPDB_CLI_SCREEN_H
#define TILEPDB_CLI_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/console.h"

enum cli_when { CLI_WHEN_AUTO, CLI_WHEN_ALWAYS, CLI_WHEN_NEVER };

/* The words of --color. */
extern const char *const cli_when_words[];

/* Whether to colour what goes to the stream. CLI_WHEN_AUTO: on a terminal that is not dumb, unless
 * the environment sets NO_COLOR to something (no-color.org). */
bool cli_colour(enum cli_when when, FILE *stream);

/* Says that another program passes on what is written to standard output, such as mpirun, and may
 * do so through a pseudo-terminal: from now on it is no terminal. */
void cli_output_is_relayed(void);

/* Whether a stream is a terminal. */
bool cli_is_terminal(FILE *stream);

/* The terminal's size now; 80 and 24 if it is not known. */
int cli_columns(int descriptor);
int cli_rows(int descriptor);

/* How many columns a text of `bytes` bytes takes: UTF-8 counts characters. */
int cli_text_columns(const char *text, size_t bytes);

/* Prints a line. On a terminal that is too narrow for it the line breaks at blanks, and its rest
 * is indented by `indent` columns; a word that is longer than a line stays whole. Elsewhere it
 * is one line. */
void cli_print_line(FILE *stream, int indent, const char *format, ...) CLI_PRINTF(3, 4);

#endif
