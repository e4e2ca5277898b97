#include "cli/progress_line.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "cli/terminal.h"

#define TERMINAL_INTERVAL 0.1 /* seconds */
#define PLAIN_INTERVAL    1.0
#define TRUSTED_SHARE     0.02 /* least share of the work for a prediction */
#define TRUSTED_SECONDS   1e8
#define FIRST_MOMENTS     0.3
#define BAR_WIDTH         16

/* columns of the line on the screen, guarded by the screen lock */
static int columns_in_use;

static void wipe(void) {
    if (columns_in_use == 0) return;
    const int width = cli_columns(STDERR_FILENO);
    fprintf(stderr, "\r%*s\r", columns_in_use < width ? columns_in_use : width - 1, "");
    columns_in_use = 0;
}

void cli_progress_init(struct cli_progress *progress, const struct cli_common *common) {
    *progress = (struct cli_progress){
        .shown = common->progress || (cli_on_terminal() && !common->quiet),
    };
    cli_before_message(wipe);
}

void cli_progress_title(struct cli_progress *progress, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(progress->title, sizeof progress->title, format, arguments);
    va_end(arguments);
}

void cli_progress_clear(void) {
    cli_screen_lock();
    wipe();
    cli_screen_unlock();
}

/* A narrow terminal omits the least important parts, since a wrapped line cannot be rewritten. */
enum part_kind { PART_TITLE, PART_SHARE, PART_LEFT, PART_AMOUNT, PART_RATE, PART_MEMORY };
#define MOST_PARTS 8

struct progress_line {
    size_t count;
    struct part {
        enum part_kind kind; /* greater kinds are omitted first */
        char text[256];
    } parts[MOST_PARTS];
};

static void add(struct progress_line *line, enum part_kind kind, const char *format, ...)
    CLI_PRINTF(3, 4);
static void add(struct progress_line *line, enum part_kind kind, const char *format, ...) {
    struct part *part = &line->parts[line->count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(part->text, sizeof part->text, format, arguments);
    va_end(arguments);
    part->kind = kind;
}

static void leave_out(struct progress_line *line) {
    size_t least = 0;
    for (size_t i = 1; i < line->count; i++)
        if (line->parts[i].kind >= line->parts[least].kind) least = i;
    line->count--;
    memmove(&line->parts[least], &line->parts[least + 1],
            (line->count - least) * sizeof *line->parts);
}

static int join(struct progress_line *line, int width, char text[sizeof(struct progress_line)]) {
    for (;; leave_out(line)) {
        text[0] = '\0';
        for (size_t i = 0; i < line->count; i++) strcat(text, line->parts[i].text);
        if (line->count == 1 || cli_text_columns(text, strlen(text)) <= width) break;
    }
    while (cli_text_columns(text, strlen(text)) > width) text[strlen(text) - 1] = '\0';
    return cli_text_columns(text, strlen(text));
}

static bool rewrites(void) {
    return cli_on_terminal() && !cli_events();
}

static void show(struct progress_line *line) {
    char text[sizeof *line];
    if (!rewrites()) {
        join(line, INT_MAX, text);
        fprintf(stderr, "%s\n", text);
        return;
    }
    const int width = cli_columns(STDERR_FILENO) - 1, columns = join(line, width, text);
    cli_screen_lock();
    const int before = columns_in_use < width ? columns_in_use : width; /* of a wider window */
    fprintf(stderr, "\r%s%*s", text, before > columns ? before - columns : 0, "");
    columns_in_use = columns;
    cli_screen_unlock();
}

static void add_share(struct progress_line *line, double share) {
    char bar[BAR_WIDTH + 1];
    if (share > 1) share = 1;
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i + 0.5 < share * BAR_WIDTH ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    add(line, PART_SHARE, " [%s] %3.0f%%", bar, share * 100);
}

static void add_amount(struct progress_line *line, const tilepdb_progress *report) {
    bool bytes = report->stage == TILEPDB_STAGE_WRITE || report->stage == TILEPDB_STAGE_READ;
    if (bytes) {
        add(line, PART_AMOUNT, ", %s", IN_BYTES(report->done));
    } else {
        add(line, PART_AMOUNT, ", %s %s", SHORTENED((double)report->done),
            report->stage == TILEPDB_STAGE_SEARCH ? "nodes" : "entries");
    }
}

/* Only the recent rate predicts the rest, since levels differ by orders of magnitude. */
static void measure_rate(struct cli_progress *progress, const tilepdb_progress *report) {
    const tilepdb_progress *last = &progress->last;
    double seconds = report->seconds - last->seconds;
    if (report->stage != last->stage || seconds <= 0 || report->done < last->done) {
        progress->rate = 0;
    } else {
        double rate = (double)(report->done - last->done) / seconds;
        progress->rate = progress->rate > 0 ? (progress->rate + rate) / 2 : rate;
    }
    progress->last = *report;
}

static void add_pace(struct progress_line *line, const tilepdb_progress *report, double rate) {
    const double left = rate > 0 ? (double)(report->total - report->done) / rate : 0;
    const bool ends = rate > 0 && report->done < report->total && left < TRUSTED_SECONDS;
    if (rate > 0) add(line, PART_RATE, ", %s/s", SHORTENED(rate));
    if (report->stage == TILEPDB_STAGE_SEARCH) {
        add(line, PART_AMOUNT, ", %.1f s", report->seconds);
        if (ends) add(line, PART_LEFT, ", bound ends in about %s", IN_TIME(left));
    } else if (ends && (double)report->done > TRUSTED_SHARE * (double)report->total) {
        add(line, PART_LEFT, ", %s left", IN_TIME(left));
    }
}

static const char *stage_word(tilepdb_stage stage) {
    static const char *const words[] = {"level",   "encoding",       "writing",
                                        "reading", "bound",          "proving level",
                                        "listing", "sampling bound", "waiting"};
    return (size_t)stage < sizeof words / sizeof *words ? words[stage] : "working";
}

static void describe_stage(const tilepdb_progress *report, char text[32]) {
    const char *word = stage_word(report->stage);
    if (report->stage == TILEPDB_STAGE_GENERATE || report->stage == TILEPDB_STAGE_SEARCH ||
        report->stage == TILEPDB_STAGE_PROVE || report->stage == TILEPDB_STAGE_SAMPLE)
        snprintf(text, 32, "%s %d", word, report->level);
    else
        snprintf(text, 32, "%s", word);
}

static void describe(const struct cli_progress *progress, const tilepdb_progress *report,
                     struct progress_line *line) {
    char stage[32];
    describe_stage(report, stage);
    add(line, PART_TITLE, "%s: %s", progress->title, stage);
    if (report->total > 0 && report->stage != TILEPDB_STAGE_SEARCH)
        add_share(line, (double)report->done / (double)report->total);
    add_amount(line, report);
    add_pace(line, report, progress->rate);
    if (report->memory > 0) add(line, PART_MEMORY, ", %s of memory", IN_BYTES(report->memory));
}

static void report_event(const struct cli_progress *progress, const tilepdb_progress *report) {
    json_t *event =
        json_pack("{ss so ss si sI sf}", "event", "progress", "title",
                  cli_json_text(progress->title), "stage", stage_word(report->stage), "level",
                  report->level, "done", (json_int_t)report->done, "seconds", report->seconds);
    if (report->total > 0)
        json_object_set_new(event, "total", json_integer((json_int_t)report->total));
    if (progress->rate > 0) json_object_set_new(event, "rate", json_real(progress->rate));
    if (report->memory > 0)
        json_object_set_new(event, "memory", json_integer((json_int_t)report->memory));
    cli_event_print(event);
}

static void count_event(const char *thing, uint64_t done, double share, double seconds) {
    json_t *event = json_pack("{ss ss sI sf sf}", "event", "progress", "stage", thing, "done",
                              (json_int_t)done, "seconds", seconds, "rate", (double)done / seconds);
    if (share >= 0) json_object_set_new(event, "share", json_real(share > 1 ? 1 : share));
    cli_event_print(event);
}

static bool is_due(struct cli_progress *progress) {
    if (!progress->shown) return false;
    const double now = clock_seconds();
    if (now < progress->next) return false;
    progress->next = now + (rewrites() ? TERMINAL_INTERVAL : PLAIN_INTERVAL);
    return true;
}

bool cli_progress_report(const tilepdb_progress *report, void *user) {
    struct cli_progress *progress = user;
    if (cli_signal() != 0) return false;
    if (!is_due(progress)) return true;
    measure_rate(progress, report);
    if (cli_events()) {
        report_event(progress, report);
        return true;
    }
    struct progress_line line = {0};
    describe(progress, report, &line);
    show(&line);
    return true;
}

bool cli_progress_silent(const tilepdb_progress *report, void *user) {
    (void)report;
    (void)user;
    return cli_signal() == 0;
}

void cli_progress_count(struct cli_progress *progress, const char *thing, uint64_t done,
                        double share) {
    const double now = clock_seconds();
    if (progress->began <= 0) progress->began = now;
    const double seconds = now - progress->began;
    if (seconds < FIRST_MOMENTS || !is_due(progress)) return;
    if (cli_events()) {
        count_event(thing, done, share, seconds);
        return;
    }
    struct progress_line line = {0};
    add(&line, PART_TITLE, "%s %s%s", GROUPED(done), thing, plural(done));
    if (share >= 0) add_share(&line, share);
    add(&line, PART_RATE, ", %s/s", SHORTENED((double)done / seconds));
    if (share > TRUSTED_SHARE && share < 1)
        add(&line, PART_LEFT, ", %s left", IN_TIME(seconds * (1 - share) / share));
    show(&line);
}

void cli_progress_line(struct cli_progress *progress, bool news, const char *format, ...) {
    struct progress_line line = {.count = 1};
    if (!progress->shown || cli_events() || (!news && (!cli_on_terminal() || !is_due(progress))))
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line.parts[0].text, sizeof line.parts[0].text, format, arguments);
    va_end(arguments);
    show(&line);
}
