/*
 * A question to the person at the terminal.
 */
#ifndef TILEPDB_CLI_QUESTION_H
#define TILEPDB_CLI_QUESTION_H

#include <stdbool.h>

/* Whether there is someone to ask: stdin and stderr are terminals, the process is in the
 * terminal's foreground, --quiet was not given, and nothing was asked yet. */
bool cli_can_ask(void);

/* Asks on stderr and reads a line from stdin. Whether the answer is yes: 'y', 'yes', or an empty
 * line. Input typed before the question is not an answer to it: then nothing is asked. Ends with no
 * at the end of the input, after a signal, or in the background. From one thread at a time, while
 * no other reads stdin. */
bool cli_ask(const char *question);

#endif
