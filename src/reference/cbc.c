#include "reference/cbc.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/process.h"

#define GRACE_SECONDS 2 /* seconds after `timeout` when CBC ends itself */
#define NUMBER_TEXT   32
#define LINE_TEXT     128

static const char missing[] = "cbc is not installed: apt install coinor-cbc";

const char *cbc_missing(void) {
    char path[PROCESS_PATH];
    return process_find("cbc", path) ? NULL : missing;
}

struct exchange {
    char directory[PROCESS_PATH];
    char mip[PROCESS_PATH + 16];
    char solution[PROCESS_PATH + 16];
};

static tilepdb_status write_failed(const char *path, tilepdb_error *error) {
    return error_set(
        error, TILEPDB_ERROR_IO,
        "cannot write the integer program to '%s': %s; set TMPDIR to another directory",
        error_path(path), strerror(errno));
}

static tilepdb_status exchange_begin(struct exchange *exchange, tilepdb_error *error) {
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] != '/' || strlen(parent) > PROCESS_PATH / 2) parent = "/tmp";
    snprintf(exchange->directory, sizeof exchange->directory, "%s/tilepdb-XXXXXX", parent);
    if (mkdtemp(exchange->directory) == NULL) return write_failed(parent, error);
    snprintf(exchange->mip, sizeof exchange->mip, "%s/program.lp", exchange->directory);
    snprintf(exchange->solution, sizeof exchange->solution, "%s/solution", exchange->directory);
    return TILEPDB_OK;
}

static void exchange_end(const struct exchange *exchange) {
    unlink(exchange->mip);
    unlink(exchange->solution);
    rmdir(exchange->directory);
}

static bool write_text(const char *text, size_t length, void *user) {
    return fwrite(text, 1, length, user) == length;
}

static tilepdb_status mip_save(const struct mip *mip, const char *path, tilepdb_error *error) {
    FILE *file = fopen(path, "wxe");
    if (file == NULL) return write_failed(path, error);
    const bool written = mip_write(mip, write_text, file);
    const bool closed = fclose(file) == 0;
    return written && closed ? TILEPDB_OK : write_failed(path, error);
}

static enum cbc_answer solution_load(const char *path, const struct mip *mip, double *values) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (file == NULL) {
        if (fd >= 0) close(fd);
        return CBC_UNREADABLE;
    }
    const enum cbc_answer answer = cbc_read(file, mip, values);
    fclose(file);
    return answer;
}

struct listener {
    struct cbc_call *call;
    char line[LINE_TEXT];
    size_t length;
};

static bool keep_on(void *user) {
    const struct listener *listener = user;
    return listener->call->check(listener->call->user);
}

static void hear(const char *text, size_t length, void *user) {
    struct listener *listener = user;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            if (listener->length + 1 < LINE_TEXT) listener->line[listener->length++] = text[i];
            continue;
        }
        listener->line[listener->length] = '\0';
        listener->length = 0;
        sscanf(listener->line, "Enumerated nodes: %18" SCNu64, &listener->call->nodes);
    }
}

static tilepdb_status cbc_run(struct cbc_call *call, const char *path,
                              const struct exchange *exchange, struct process_end *end,
                              tilepdb_error *error) {
    char seconds[NUMBER_TEXT], nodes[NUMBER_TEXT];
    const char *arguments[12] = {"cbc", exchange->mip};
    size_t count = 2;
    if (call->timeout > 0) {
        snprintf(seconds, sizeof seconds, "%.0f", call->timeout + GRACE_SECONDS);
        arguments[count++] = "-sec";
        arguments[count++] = seconds;
    }
    if (call->max_nodes > 0) {
        const uint64_t most = call->max_nodes < INT32_MAX ? call->max_nodes : INT32_MAX;
        snprintf(nodes, sizeof nodes, "%" PRIu64, most);
        arguments[count++] = "-maxNodes";
        arguments[count++] = nodes;
    }
    arguments[count++] = "-solve";
    arguments[count++] = "-solution";
    arguments[count++] = exchange->solution;
    struct listener listener = {.call = call};
    const struct process_watch watch = {.check = keep_on, .hear = hear, .user = &listener};
    /* posix_spawn does not change the arguments, though they are not const. */
    return process_run(path, (char *const *)(uintptr_t)arguments, &watch, end, error);
}

static tilepdb_status answer_load(struct cbc_call *call, const char *path,
                                  const struct exchange *exchange, const struct process_end *end,
                                  enum cbc_answer *answer, tilepdb_error *error) {
    *answer = end->stopped ? CBC_STOPPED : CBC_GAVE_UP;
    if (end->stopped || end->signal != 0) return TILEPDB_OK;
    if (end->exit_code != 0)
        return error_set(error, TILEPDB_ERROR_IO, "the program '%s' failed with exit code %d",
                         error_path(path), end->exit_code);
    *answer = solution_load(exchange->solution, call->mip, call->values);
    if (*answer != CBC_UNREADABLE) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_IO,
                     "the program '%s' gave no readable answer: is it CBC of COIN-OR?",
                     error_path(path));
}

tilepdb_status cbc_minimise(struct cbc_call *call, enum cbc_answer *answer, tilepdb_error *error) {
    char path[PROCESS_PATH];
    struct exchange exchange;
    struct process_end end;
    call->nodes = 0;
    if (!process_find("cbc", path)) return error_set(error, TILEPDB_ERROR_NOT_FOUND, "%s", missing);
    tilepdb_status status = exchange_begin(&exchange, error);
    if (status != TILEPDB_OK) return status;
    status = mip_save(call->mip, exchange.mip, error);
    if (status == TILEPDB_OK) status = cbc_run(call, path, &exchange, &end, error);
    if (status == TILEPDB_OK) status = answer_load(call, path, &exchange, &end, answer, error);
    exchange_end(&exchange);
    if (status == TILEPDB_OK && *answer == CBC_STOPPED) call->nodes = 0;
    return status;
}

#define SOLUTION_LINE 512
#define TOLERANCE     1e-5 /* more than CBC's tolerance for integers */

static bool is_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && *number - *number == 0;
}

static enum cbc_answer first_line_read(const char *line) {
    static const struct {
        const char *words;
        enum cbc_answer answer;
    } lines[] = {
        {"Optimal - objective value ", CBC_OPTIMAL},
        {"Infeasible - ", CBC_INFEASIBLE},
        {"Integer infeasible - ", CBC_INFEASIBLE},
        {"Optimal (within gap tolerance)", CBC_GAVE_UP},
        {"Stopped ", CBC_GAVE_UP},
        {"Unbounded", CBC_GAVE_UP}, /* impossible, so a numerical error */
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strncmp(line, lines[i].words, strlen(lines[i].words)) == 0) return lines[i].answer;
    return CBC_UNREADABLE;
}

static size_t column_find(const struct mip *mip, const char *name) {
    unsigned tile, cell = 0, step = 0;
    char own[MIP_NAME];
    if (sscanf(name, "%*1[xmvh]_%3u_%3u_%3u", &tile, &cell, &step) < 1) return SIZE_MAX;
    for (size_t c = 0; c < mip->column_count; c++) {
        const struct mip_column *column = &mip->columns[c];
        if (column->kind == name[0] && column->tile == tile && column->cell == cell &&
            column->step == step)
            return strcmp(mip_column_name(column, own), name) == 0 ? c : SIZE_MAX;
    }
    return SIZE_MAX;
}

static bool value_check(const struct mip_column *column, double *value) {
    if (*value < -TOLERANCE) return false;
    if (!mip_is_binary(column)) return true;
    const double nearest = *value < 0.5 ? 0 : 1;
    if (*value < nearest - TOLERANCE || *value > nearest + TOLERANCE) return false;
    *value = nearest;
    return true;
}

static bool line_read(char *line, const struct mip *mip, double *values) {
    enum { NUMBER, NAME, VALUE, COST, FIELDS };
    char *field[FIELDS], *rest = NULL;
    double number, value;
    for (int i = 0; i < FIELDS; i++) {
        field[i] = strtok_r(i == 0 ? line : NULL, " \t\r\n", &rest);
        if (field[i] == NULL) return false;
    }
    if (strtok_r(NULL, " \t\r\n", &rest) != NULL || !is_number(field[NUMBER], &number) ||
        !is_number(field[VALUE], &value) || !is_number(field[COST], &number))
        return false;
    const size_t column = column_find(mip, field[NAME]);
    if (column == SIZE_MAX || values[column] != 0) return false;
    if (!value_check(&mip->columns[column], &value)) return false;
    values[column] = value;
    return true;
}

enum cbc_answer cbc_read(FILE *file, const struct mip *mip, double *values) {
    char line[SOLUTION_LINE];
    if (fgets(line, sizeof line, file) == NULL) return CBC_UNREADABLE;
    const enum cbc_answer answer = first_line_read(line);
    if (answer != CBC_OPTIMAL) return answer;
    memset(values, 0, mip->column_count * sizeof *values);
    while (fgets(line, sizeof line, file) != NULL)
        if (strchr(line, '\n') == NULL || !line_read(line, mip, values)) return CBC_UNREADABLE;
    return ferror(file) ? CBC_UNREADABLE : CBC_OPTIMAL;
}
