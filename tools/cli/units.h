/*
 * Numbers for people.
 */
#ifndef TILEPDB_CLI_UNITS_H
#define TILEPDB_CLI_UNITS_H

#include <stdint.h>

#define CLI_NUMBER_TEXT 40

/* Each writes to `text` and returns it. */

/* "1.43 G" */
const char *cli_short_number(double number, char text[CLI_NUMBER_TEXT]);

/* "169.9 MiB" */
const char *cli_bytes(uint64_t bytes, char text[CLI_NUMBER_TEXT]);

#endif
