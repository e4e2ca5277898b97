#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/screen.h"
#include "cli/units.h"

#define TERMINAL_INTERVAL 0.1 /* seconds between lines */
#define PLAIN_INTERVAL    1.0
#define TRUSTED_SHARE     0.02 /* before, a rate says little about the rest */
#define FIRST_MOMENTS     0.3  /* seconds without a line: what is done soon needs none */
#define BAR_WIDTH         16

/* Columns of the line that is on the screen. There is one screen, so one of these. */
static int columns_in_use;

void cli_progress_init(struct cli_progress *progress, const struct cli_common *common) {
    *progress = (struct cli_progress){
        .shown = common->progress || (cli_on_terminal() && !common->quiet),
    };
    cli_before_message(cli_progress_clear);
}

void cli_progress_title(struct cli_progress *progress, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(progress->title, sizeof progress->title, format, arguments);
    va_end(arguments);
}

void cli_progress_clear(void) {
    if (columns_in_use == 0) return;
    const int width = cli_columns(STDERR_FILENO); /* the window may be narrower by now */
    fprintf(stderr, "\r%*s\r", columns_in_use < width ? columns_in_use : width - 1, "");
    columns_in_use = 0;
}

/* A line that wrapped could not be rewritten, so it is cut at the screen's edge. */
static void show_on_terminal(const char *line) {
    const int width = cli_columns(STDERR_FILENO);
    int length = (int)strlen(line);
    if (length > width - 1) length = width - 1;
    fprintf(stderr, "\r%.*s%*s", length, line,
            columns_in_use > length ? columns_in_use - length : 0, "");
    columns_in_use = length;
}

static void describe_share(double share, char text[64]) {
    char bar[BAR_WIDTH + 1];
    if (share > 1) share = 1;
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i + 0.5 < share * BAR_WIDTH ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    snprintf(text, 64, " [%s] %3.0f%%", bar, share * 100);
}

/* What is done, in the unit of the stage. */
static void describe_amount(const tilepdb_progress *report, char text[64]) {
    char number[CLI_NUMBER_TEXT];
    bool bytes = report->stage == TILEPDB_STAGE_WRITE || report->stage == TILEPDB_STAGE_READ;
    if (bytes) {
        snprintf(text, 64, ", %s", cli_bytes(report->done, number));
    } else {
        snprintf(text, 64, ", %s %s", cli_short_number((double)report->done, number),
                 report->stage == TILEPDB_STAGE_SEARCH ? "nodes" : "entries");
    }
}

/* Levels differ by orders of magnitude, so only the rate of late tells of the rest. */
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

/* The rate, and how long the rest takes at that rate; of a search, how long it has taken. */
static void describe_pace(const tilepdb_progress *report, double rate, char text[64]) {
    char number[CLI_NUMBER_TEXT];
    int length = 0;
    text[0] = '\0';
    if (rate > 0) length = snprintf(text, 64, ", %s/s", cli_short_number(rate, number));
    if (report->stage == TILEPDB_STAGE_SEARCH) {
        length += snprintf(text + length, 64 - (size_t)length, ", %.1f s", report->seconds);
        if (rate > 0 && report->done < report->total)
            snprintf(text + length, 64 - (size_t)length, ", bound ends in about %.0f s",
                     (double)(report->total - report->done) / rate);
    } else if (rate > 0 && (double)report->done > TRUSTED_SHARE * (double)report->total &&
               report->done < report->total) {
        double left = (double)(report->total - report->done) / rate;
        snprintf(text + length, 64 - (size_t)length, ", %.0f s left", left);
    }
}

static void describe_stage(const tilepdb_progress *report, char text[32]) {
    static const char *const words[] = {"level", "encoding",      "writing", "reading",
                                        "bound", "proving level", "listing"};
    bool known = (size_t)report->stage < sizeof words / sizeof *words;
    const char *word = known ? words[report->stage] : "working";
    if (report->stage == TILEPDB_STAGE_GENERATE || report->stage == TILEPDB_STAGE_SEARCH ||
        report->stage == TILEPDB_STAGE_PROVE) {
        snprintf(text, 32, "%s %d", word, report->level);
    } else {
        snprintf(text, 32, "%s", word);
    }
}

/* The whole line; what matters least stands last, for a narrow terminal cuts it off. */
static void describe(const struct cli_progress *progress, const tilepdb_progress *report,
                     char line[512]) {
    char stage[32];
    char share[64] = "";
    char amount[64];
    char pace[64];
    char memory[64] = "";
    char number[CLI_NUMBER_TEXT];
    describe_stage(report, stage);
    if (report->total > 0 && report->stage != TILEPDB_STAGE_SEARCH)
        describe_share((double)report->done / (double)report->total, share);
    describe_amount(report, amount);
    describe_pace(report, progress->rate, pace);
    if (report->memory > 0) {
        snprintf(memory, sizeof memory, ", %s of memory", cli_bytes(report->memory, number));
    }
    snprintf(line, 512, "%s: %s%s%s%s%s", progress->title, stage, share, amount, pace, memory);
}

/* Whether it is time for a line; if so, sets when the next one comes. */
static bool is_due(struct cli_progress *progress) {
    if (!progress->shown) return false;
    const double now = cli_seconds();
    if (now < progress->next) return false;
    progress->next = now + (cli_on_terminal() ? TERMINAL_INTERVAL : PLAIN_INTERVAL);
    return true;
}

static void show(const char *line) {
    if (cli_on_terminal())
        show_on_terminal(line);
    else
        fprintf(stderr, "%s\n", line);
}

bool cli_progress_report(const tilepdb_progress *report, void *user) {
    struct cli_progress *progress = user;
    if (cli_signal() != 0) return false;
    if (!is_due(progress)) return true;
    measure_rate(progress, report);
    char line[512];
    describe(progress, report, line);
    show(line);
    return true;
}

void cli_progress_count(struct cli_progress *progress, const char *things, uint64_t done,
                        double share) {
    const double now = cli_seconds();
    if (progress->began <= 0) progress->began = now;
    const double seconds = now - progress->began;
    if (seconds < FIRST_MOMENTS || !is_due(progress)) return;
    char bar[64] = "", left[64] = "", number[CLI_NUMBER_TEXT], rate[CLI_NUMBER_TEXT], line[512];
    if (share >= 0) describe_share(share, bar);
    if (share > TRUSTED_SHARE && share < 1)
        snprintf(left, sizeof left, ", %.0f s left", seconds * (1 - share) / share);
    snprintf(line, sizeof line, "%s %s%s, %s/s%s", cli_number(done, number), things, bar,
             cli_short_number((double)done / seconds, rate), left);
    show(line);
}
