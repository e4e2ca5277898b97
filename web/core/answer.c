#include "answer.h"

#include <stdarg.h>
#include <stdio.h>

/* A solution of TILEPDB_ANYTIME_MAX_MOVES moves takes most of the buffer. */
static char buffer[1 << 18];
static size_t used;

void answer_begin(void) {
    used = 0;
    buffer[0] = '\0';
}

void answer_add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int wrote = vsnprintf(buffer + used, sizeof buffer - used, format, arguments);
    va_end(arguments);
    if (wrote > 0) used += (size_t)wrote;
    if (used >= sizeof buffer) used = sizeof buffer - 1;
}

void answer_string(const char *text) {
    answer_add("\"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            answer_add("\\%c", *text);
        else if ((unsigned char)*text < ' ')
            answer_add("\\u%04x", (unsigned)*text);
        else
            answer_add("%c", *text);
    }
    answer_add("\"");
}

void answer_board(const tilepdb_board *board) {
    answer_add("{\"width\":%d,\"height\":%d,\"cells\":[", board->width, board->height);
    for (int cell = 0; cell < board->width * board->height; cell++) {
        const int tile = board->cells[cell];
        answer_add(tile == TILEPDB_ANY_TILE ? "%s\"*\"" : "%s%d", cell ? "," : "", tile);
    }
    answer_add("]}");
}

/* Appends the members `message`, `code`, `numbers` and `text`. */
static void answer_message(const tilepdb_error *error) {
    answer_add("\"message\":");
    answer_string(error->message);
    answer_add(",\"code\":");
    answer_string(tilepdb_message_name(error->code));
    answer_add(",\"numbers\":[%lld,%lld,%lld,%lld],\"text\":", (long long)error->number[0],
               (long long)error->number[1], (long long)error->number[2],
               (long long)error->number[3]);
    answer_string(error->text);
}

void answer_result(tilepdb_status status, const tilepdb_error *error, int length, int lower_bound,
                   bool optimal, const char *moves) {
    answer_begin();
    answer_add("{\"status\":%d,", (int)status);
    if (status) {
        answer_message(error);
        answer_add(",");
    } else {
        answer_add("\"message\":\"\",");
    }
    answer_add("\"length\":%d,\"lowerBound\":%d,\"optimal\":%s,\"moves\":\"%s\",", length,
               lower_bound, optimal ? "true" : "false", moves);
}

void answer_iterations(const tilepdb_iteration *iterations, size_t count) {
    answer_add("\"iterations\":[");
    for (size_t i = 0; i < count; i++)
        answer_add("%s{\"bound\":%d,\"generated\":%llu,\"expanded\":%llu,\"microseconds\":%llu}",
                   i ? "," : "", iterations[i].bound, (unsigned long long)iterations[i].generated,
                   (unsigned long long)iterations[i].expanded,
                   (unsigned long long)(1e6 * iterations[i].seconds));
    answer_add("]");
}

void answer_effort(uint64_t generated, uint64_t expanded, double seconds) {
    answer_add(",\"generated\":%llu,\"expanded\":%llu,\"microseconds\":%llu",
               (unsigned long long)generated, (unsigned long long)expanded,
               (unsigned long long)(1e6 * seconds));
}

int answer_error(const tilepdb_error *error) {
    answer_begin();
    answer_add("{\"status\":%d,\"column\":%lu,", (int)error->status, (unsigned long)error->column);
    answer_message(error);
    answer_add("}");
    return (int)error->status;
}

const char *answer_text(void) {
    return buffer;
}
