/*
 * Counts in sentences. See number.h.
 */
#include "util/number.h"

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
