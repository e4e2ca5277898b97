/*
 * Counts, durations and lists of tiles in sentences, for people. See number.h.
 */
#include "base/number.h"

#include <stddef.h>
#include <stdio.h>

const char *number_grouped(uint64_t number, char text[NUMBER_TEXT]) {
    char digits[20];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    char *out = text;
    while (count-- > 0) {
        *out++ = digits[count];
        if (count > 0 && count % 3 == 0) *out++ = ',';
    }
    *out = '\0';
    return text;
}

const char *number_shortened(double number, char text[NUMBER_TEXT]) {
    static const char *const units[] = {"", " k", " M", " G", " T"};
    size_t unit = 0;
    for (; number >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++) number /= 1000;
    snprintf(text, NUMBER_TEXT, number < 99.95 && unit > 0 ? "%.1f%s" : "%.0f%s", number,
             units[unit]);
    return text;
}

const char *number_in_bytes(uint64_t bytes, char text[NUMBER_TEXT]) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double amount = (double)bytes;
    size_t unit = 0;
    for (; amount >= 1023.95 && unit + 1 < sizeof units / sizeof *units; unit++) amount /= 1024;
    snprintf(text, NUMBER_TEXT, unit > 0 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
    return text;
}

const char *number_in_time(double seconds, char text[NUMBER_TEXT]) {
    if (seconds < 99.5)
        snprintf(text, NUMBER_TEXT, "%.0f s", seconds);
    else if (seconds < 99.5 * 60)
        snprintf(text, NUMBER_TEXT, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600)
        snprintf(text, NUMBER_TEXT, "%.1f h", seconds / 3600);
    else
        snprintf(text, NUMBER_TEXT, "%.0f days", seconds / 86400);
    return text;
}

const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned first = 0; first < 32; first++) {
        if (!(tiles >> first & 1u)) continue;
        unsigned last = first;
        while (last < 31 && tiles >> (last + 1) & 1u) last++;
        if (used > 0) text[used++] = join;
        used += (size_t)snprintf(text + used, TILES_TEXT - used, last > first ? "%u-%u" : "%u",
                                 first, last);
        first = last;
    }
    return text;
}
