/* See units.h. */
#include "cli/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *cli_short_number(double number, char text[CLI_NUMBER_TEXT]) {
    static const char *const units[] = {"", " k", " M", " G", " T"};
    size_t unit = 0;
    for (; number >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++) number /= 1000;
    snprintf(text, CLI_NUMBER_TEXT, number < 99.95 && unit > 0 ? "%.1f%s" : "%.0f%s", number,
             units[unit]);
    return text;
}

const char *cli_bytes(uint64_t bytes, char text[CLI_NUMBER_TEXT]) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double amount = (double)bytes;
    size_t unit = 0;
    for (; amount >= 1023.95 && unit + 1 < sizeof units / sizeof *units; unit++) amount /= 1024;
    snprintf(text, CLI_NUMBER_TEXT, unit > 0 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
    return text;
}
