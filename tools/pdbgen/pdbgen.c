#include "pdbgen/pdbgen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"
#include "tilepdb_text.h"

struct gen_options {
    const struct gen_backend *backend;
    struct cli_board_size board;
    int metric;
    int blank;
    int encoding;
    int level;
    const char *goal; /* NULL: blank-last */
    int goal_blank;
    uint64_t memory;     /* bytes; 0: the memory of the machine */
    const char *scratch; /* directory; NULL to generate in memory */
    bool verify;
    bool force;
    bool list;
    bool dry_run;
    bool json;
    struct cli_common common;
};

#define OFFSET(member) offsetof(struct gen_options, member)

enum { LIST = 1 << 0, DRY_RUN = 1 << 1, GENERATE = 1 << 2, RUN = DRY_RUN | GENERATE };

static const struct cli_mode modes[] = {
    {.name = "list", .sets = LIST}, {.name = "dry-run", .sets = DRY_RUN}, {.sets = GENERATE}};

static const struct cli_option table_options[] = {
    {'b', "board", "WxH", CLI_BOARD, OFFSET(board),
     "size of the board, width x height (default 4x4)", .modes = LIST | RUN,
     .tried = "3x3; in sized, coloured sized"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(metric),
     "what one move is: single (or stm), one tile, for partitions (default); multi (or mtm), a "
     "slide of one tile or more, for colourings",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms, .modes = LIST | RUN,
     .tried = "multi; in new, there",
     .rules = CLI_RULES({CLI_EXCLUDES, "blank encoding",
                         .why = "databases of colourings have one kind", .value = "multi"},
                        {CLI_EXCLUDES, "scratch", .why = "colour databases are generated in memory",
                         .value = "multi"})},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(blank),
     "aware (zero-aware, default): one entry for each region of the blank; projected: the minimum "
     "over the regions",
     .keywords = cli_blank_keywords, .modes = RUN, .tried = "projected"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(encoding),
     "bit (default for aware databases) or nibble (the only one for projected databases)",
     .keywords = cli_encoding_keywords, .modes = RUN, .tried = "nibble"},
    {'g', "goal", "GOAL", CLI_TEXT, OFFSET(goal),
     CLI_GOAL_HELP
     "or, without PARTITION, a board for a table of this goal, where * is a cell that "
     "may hold anything, and tiles of one number are alike (default: blank-last)",
     .keywords = cli_goal_keywords, .modes = RUN, .tried = "blank-first; in new, coloured"},
    {0, "goal-blank", "CELL", CLI_NUMBER, OFFSET(goal_blank),
     "the goal's blank cell, counted from 0, row by row; tiles 1, 2, 3 ... fill the other cells",
     .maximum = TILEPDB_TABLE_MAX_CELLS - 1, .modes = RUN, .tried = "6; in new, coloured"},
    {'l', "level", "N", CLI_NUMBER, OFFSET(level),
     "zstd level 1 to 22; 0: uncompressed (default: depends on the encoding)", .maximum = 22,
     .modes = RUN, .tried = "19; in new, nibble, nibble there, coloured, coloured there"},
    {'m', "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "refuse to start if a database needs more memory than SIZE, such as 500M", .modes = RUN,
     .tried = "1G; in little, coloured little"},
};

static const struct cli_option scratch_options[] = {
    {0, "scratch", "DIR", CLI_TEXT, OFFSET(scratch),
     "generate in files in DIR, with the memory that --memory allows; a stopped run resumes when "
     "it is repeated",
     .modes = RUN, .tried = ".; unseen"},
};

static const struct cli_option mode_options[] = {
    {0, "verify", NULL, CLI_FLAG, OFFSET(verify),
     "reopen the files and check their checksums and statistics", .modes = RUN,
     .tried = "; in new, coloured, new json"},
    {'f', "force", NULL, CLI_FLAG, OFFSET(force), "also replace existing valid files", .modes = RUN,
     .tried = "; in there, coloured there, there json"},
    {'n', "dry-run", NULL, CLI_FLAG, OFFSET(dry_run),
     "only show what would be done, and the memory needed", .modes = DRY_RUN,
     .tried = "; in new, coloured"},
    {0, "list", NULL, CLI_FLAG, OFFSET(list),
     "draw the partitions of the catalogue, or its colourings with --metric multi; with --board, "
     "for that size",
     .modes = LIST},
    {0, "json", NULL, CLI_FLAG, OFFSET(json), "print one JSON object per line", .modes = LIST | RUN,
     .tried = "; in new, coloured"},
};

/* ---- --list: the built-in partitions and colourings ------------------------------------------ */

/* In `drawing`, newlines or '/' separate rows. */
static void list_text(FILE *stream, const char *name, struct cli_board_size size,
                      const char *summary, const char *drawing) {
    cli_print_line(stream, 4, "%s (%dx%d): %s", name, size.width, size.height, summary);
    for (const char *row = drawing; *row != '\0';) {
        size_t length = strcspn(row, "\n/");
        fprintf(stream, "    %.*s\n", (int)length, row);
        row += length + (row[length] != '\0');
    }
    fputc('\n', stream);
}

static void list_json(FILE *stream, const tilepdb_catalogue_entry *entry,
                      const tilepdb_partition *partition, const char *drawing) {
    json_t *patterns = json_array();
    for (unsigned i = 0; i < partition->count; i++)
        json_array_append_new(patterns, cli_json_tiles(partition->tiles[i]));
    cli_json_print(stream,
                   json_pack("{ss si si ss so ss}", "name", entry->name, "width",
                             (int)partition->width, "height", (int)partition->height, "summary",
                             entry->summary, "patterns", patterns, "drawing", drawing));
}

static void list_entry(FILE *stream, const tilepdb_catalogue_entry *entry,
                       struct cli_board_size size, bool json) {
    tilepdb_partition partition;
    char drawing[TILEPDB_DRAWING_TEXT];
    if (tilepdb_partition_parse(entry->name, size.width, size.height, size.width * size.height - 1,
                                &partition, NULL))
        return;
    tilepdb_partition_draw(&partition, drawing);
    if (json)
        list_json(stream, entry, &partition, drawing);
    else
        list_text(stream, entry->name, size, entry->summary, drawing);
}

/* Proposes patterns of six tiles, which are small on any board. */
static void note_none(struct cli_board_size size) {
    const int tiles = size.width * size.height - 1;
    char example[64] = "";
    size_t used = 0;
    for (int first = 1; first <= tiles; first += 6) {
        const int last = first + 5 < tiles ? first + 5 : tiles;
        used += (size_t)snprintf(example + used, sizeof example - used, "%s%d-%d",
                                 first > 1 ? "/" : "", first, last);
    }
    cli_note("the catalogue has no partition for %dx%d; list tiles instead, such as "
             "'pdbgen --board %dx%d %s'",
             size.width, size.height, size.width, size.height, example);
}

/* The partition may be transposed. */
static bool entry_fits(const tilepdb_catalogue_entry *entry, int width, int height) {
    return (entry->width == width && entry->height == height) ||
           (entry->width == height && entry->height == width);
}

static void list_partitions(FILE *stream, const struct gen_options *options) {
    bool listed = false;
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        struct cli_board_size size = {entry->width, entry->height};
        if (options->board.width != 0) {
            if (!entry_fits(entry, options->board.width, options->board.height)) continue;
            size = options->board;
        }
        list_entry(stream, entry, size, options->json);
        listed = true;
    }
    if (!listed) note_none(options->board);
}

static void list_colourings(FILE *stream, const struct gen_options *options) {
    const struct cli_board_size board = options->board;
    bool listed = false;
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        const struct cli_board_size size = {entry->width, entry->height};
        if (board.width && (board.width != size.width || board.height != size.height)) continue;
        if (options->json)
            cli_json_print(stream, json_pack("{ss si si ss ss}", "name", entry->name, "width",
                                             entry->width, "height", entry->height, "summary",
                                             entry->summary, "colouring", entry->drawing));
        else
            list_text(stream, entry->name, size, entry->summary, entry->drawing);
        listed = true;
    }
    if (!listed)
        cli_note("the catalogue has no colouring for %dx%d; draw one instead: a letter or digit "
                 "for each tile's colour, row by row, and '.' for the blank",
                 board.width, board.height);
}

static void catalogue_list(FILE *stream, const struct gen_options *options) {
    if (options->metric == TILEPDB_METRIC_MULTI)
        list_colourings(stream, options);
    else
        list_partitions(stream, options);
}

/* ---- jobs: one for each table of the command line -------------------------------------------- */

enum job_action { JOB_WRITE, JOB_KEEP, JOB_REPLACE };

struct job {
    tilepdb_pattern pattern;
    char *path;  /* owned */
    char *label; /* such as "tiles 1-8" or "colouring large"; owned */
    enum job_action action;
    tilepdb_generate_need need; /* no bytes if the file is kept */
    uint64_t scratch_bytes;
    tilepdb_table_info info; /* valid once the file is kept or written */
    double seconds;
};

struct job_plan {
    const struct gen_options *options;
    struct cli_progress *progress;
    tilepdb_kind kind;
    char *directory; /* owned */
    struct job *jobs;
    size_t count;
};

/* ---- files that exist ------------------------------------------------------------------------ */

/* Checks the whole file. Returns a status of tilepdb_table_open. */
static tilepdb_status job_read(const struct job *job, const struct job_plan *plan,
                               tilepdb_table_info *info, tilepdb_error *error) {
    tilepdb_open_options open;
    tilepdb_open_options_init(&open);
    open.threads = plan->options->common.jobs;
    open.progress = cli_progress_report;
    open.user = plan->progress;
    open.preload = true;
    tilepdb_table *table;
    const tilepdb_status status = tilepdb_table_open(job->path, &open, &table, error);
    if (status) return status;
    tilepdb_table_info_get(table, info);
    tilepdb_table_close(table);
    return TILEPDB_OK;
}

static int unreadable_judge(struct job *job, const tilepdb_error *error) {
    switch (error->status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return CLI_SUCCESS;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM: {
        char *reason = cli_about_file(job->path, error->message);
        cli_note("%s is broken and will be replaced: %s", job->path, reason);
        free(reason);
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    }
    case TILEPDB_ERROR_VERSION:
        cli_complain("%s: %s; --force replaces it", job->path, error->message);
        return CLI_FAILURE;
    default:
        return cli_fail(job->path, error);
    }
}

static bool info_matches(const tilepdb_table_info *info, const tilepdb_pattern *pattern,
                         tilepdb_kind kind) {
    return tilepdb_pattern_equal(&info->pattern, pattern) && info->kind.blank == kind.blank &&
           info->kind.encoding == kind.encoding && info->kind.metric == kind.metric;
}

/* An existing file is kept if all of it is valid. */
static int job_inspect(struct job *job, const struct job_plan *plan) {
    const int os_error = file_read_error(job->path);
    if (os_error == ENOENT) return CLI_SUCCESS;
    /* A file that cannot be replaced is refused before the table is generated. The table would
     * inherit its permissions, so an unreadable file is refused, too. */
    if (os_error != 0) return cli_file_check(job->path);
    if (plan->options->force) {
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    }
    cli_progress_title(plan->progress, "%s", job->label);
    tilepdb_error error;
    if (job_read(job, plan, &job->info, &error)) return unreadable_judge(job, &error);
    if (info_matches(&job->info, &job->pattern, plan->kind)) {
        job->action = JOB_KEEP;
        job->need.memory_bytes = job->need.table_bytes = job->scratch_bytes = 0;
    } else {
        cli_note("%s holds a different table than its name says and will be replaced", job->path);
        job->action = JOB_REPLACE;
    }
    return CLI_SUCCESS;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static void job_free(struct job *job) {
    free(job->path);
    free(job->label);
}

/* Adds a job unless its path is planned already. */
static void plan_add(struct job_plan *plan, const tilepdb_pattern *pattern) {
    struct job job = {.pattern = *pattern,
                      .path = pattern_path(pattern, plan->kind, plan->directory),
                      .label = pattern_title(pattern, plan->kind)};
    bool known = false;
    for (size_t i = 0; i < plan->count; i++)
        known = known || strcmp(plan->jobs[i].path, job.path) == 0;
    if (known)
        job_free(&job);
    else
        plan->jobs[plan->count++] = job;
}

static int plan_operand(struct job_plan *plan, const char *operand, int cell) {
    tilepdb_table_set set;
    const int code = table_set_parse(&set, operand, plan->options->board, cell, plan->kind);
    if (code != CLI_SUCCESS) return code;
    const tilepdb_pattern *first = &set.patterns[0];
    tilepdb_pattern any;
    tilepdb_error error;
    if (first->colours &&
        tilepdb_colouring_default(first->width, first->height, first->goal_blank, &any, &error))
        cli_note("%s; the table is of no use to them", error.message);
    if (first->width != set.width)
        cli_note("%dx%d has the databases of the transposed board, %dx%d, which serve both",
                 set.width, set.height, first->width, first->height);
    for (unsigned i = 0; i < set.count; i++) plan_add(plan, &set.patterns[i]);
    return CLI_SUCCESS;
}

static bool goal_is_board(const struct gen_options *options) {
    return options->goal && cli_keyword_index(options->goal, cli_goal_keywords) < 0;
}

/* Returns an option that goal tables do not have, or NULL. */
static const char *refused_option(const struct gen_options *options) {
    if (options->blank != CLI_UNSET) return "blank";
    if (options->encoding != CLI_UNSET) return "encoding";
    if (options->goal_blank != CLI_UNSET) return "goal-blank";
    return options->scratch ? "scratch" : NULL;
}

static int plan_goal(struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    const char *refused = refused_option(options), *text = options->goal;
    if (refused) {
        cli_complain("--%s does not work with the goal of a goal table: leave out --%s", refused,
                     refused);
        return CLI_USAGE;
    }
    tilepdb_board goal;
    tilepdb_error error;
    tilepdb_pattern pattern;
    tilepdb_status status = tilepdb_goal_parse(text, strlen(text), options->board.width,
                                               options->board.height, &goal, &error);
    if (!status) status = tilepdb_size_check(goal.width, goal.height, &error);
    if (!status) status = tilepdb_goal_pattern(&goal, &pattern, &error);
    if (status) {
        cli_complain("--goal: '%.99s' is not " CLI_GOAL_LIST "or a board: %s", text, error.message);
        return CLI_USAGE;
    }
    plan->kind =
        (tilepdb_kind){TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, (tilepdb_metric)options->metric};
    plan_add(plan, &pattern);
    return CLI_SUCCESS;
}

static int job_need(struct job *job, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    tilepdb_error error;
    const gen_need own = job->pattern.colours ? NULL : options->backend->need;
    tilepdb_status status =
        (own ? own : tilepdb_table_need)(&job->pattern, plan->kind, &generate, &job->need, &error);
    if (!status && options->scratch) {
        tilepdb_scratch_need scratch;
        status = tilepdb_scratch_need_get(&job->pattern, plan->kind, &generate, &scratch, &error);
        if (!status) {
            job->need.memory_bytes = scratch.memory_least;
            job->scratch_bytes = scratch.scratch_bytes;
        }
    }
    return status ? cli_fail(job->label, &error) : CLI_SUCCESS;
}

/* Parses the operands, or the goal of a goal table, and checks existing files. The caller sets
 * `options` and `progress`, and frees the plan in any case. Like job_run, returns CLI_SUCCESS, or
 * the exit code after an error message. */
static int job_plan_make(struct job_plan *plan, char *const *operands, size_t count) {
    const struct gen_options *options = plan->options;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    int cell;
    plan->directory = cli_directory_find(options->common.dir);
    if (!plan->directory) return CLI_FAILURE;
    if (!cli_kinds((tilepdb_metric)options->metric, options->blank, options->encoding, kinds))
        return CLI_USAGE;
    plan->kind = kinds[0];
    plan->jobs = cli_allocated(calloc(count * TILEPDB_TABLE_MAX_CELLS + 1, sizeof *plan->jobs));
    const bool goal = goal_is_board(options);
    const int named =
        options->goal && !goal ? cli_keyword_index(options->goal, cli_goal_keywords) : CLI_UNSET;
    int code =
        goal ? plan_goal(plan)
             : cli_goal_cell(cli_board_size(options->board), named, options->goal_blank, &cell);
    for (size_t i = 0; i < count && code == CLI_SUCCESS; i++)
        code = plan_operand(plan, operands[i], cell);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_need(&plan->jobs[i], plan);
    if (code == CLI_SUCCESS) code = cli_directory_check(plan->directory);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_inspect(&plan->jobs[i], plan);
    return code;
}

static void job_plan_free(struct job_plan *plan) {
    for (size_t i = 0; i < plan->count; i++) job_free(&plan->jobs[i]);
    free(plan->jobs);
    free(plan->directory);
}

/* ---- making one table ------------------------------------------------------------------------ */

static tilepdb_status make_local(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                 const char *path, const tilepdb_generate_options *generate,
                                 const tilepdb_save_options *save, tilepdb_table_info *info,
                                 tilepdb_error *error) {
    tilepdb_table *table;
    tilepdb_status status = tilepdb_table_generate(pattern, kind, generate, &table, error);
    if (status) return status;
    tilepdb_table_info_get(table, info);
    status = tilepdb_table_save(table, path, save, error);
    tilepdb_table_close(table);
    return status;
}

static tilepdb_status table_make(const struct job *job, const struct job_plan *plan,
                                 tilepdb_table_info *info, tilepdb_error *error) {
    const struct gen_options *options = plan->options;
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    generate.variant = options->common.variant;
    generate.memory_limit = options->memory;
    generate.progress = cli_progress_report;
    generate.user = plan->progress;
    tilepdb_save_options save;
    tilepdb_save_options_init(&save);
    if (options->level != CLI_UNSET) save.level = options->level;
    save.threads = options->common.jobs;
    save.progress = cli_progress_report;
    save.user = plan->progress;
    if (!options->scratch) {
        const gen_make own = job->pattern.colours ? NULL : options->backend->make;
        return (own ? own : make_local)(&job->pattern, plan->kind, job->path, &generate, &save,
                                        info, error);
    }
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = options->scratch;
    int level;
    if (!tilepdb_scratch_find(&job->pattern, plan->kind, &scratch, &level, NULL) && level >= 0)
        cli_note("%s: resumed in %s, from distance %d", job->path, options->scratch, level);
    return tilepdb_table_generate_file(&job->pattern, plan->kind, job->path, &generate, &save,
                                       &scratch, info, error);
}

static bool same_statistics(const tilepdb_table_info *a, const tilepdb_table_info *b) {
    if (a->entries != b->entries || a->reachable != b->reachable || a->levels != b->levels)
        return false;
    uint64_t sum = 0;
    for (int distance = 0; distance < a->levels; distance++) sum += a->histogram[distance];
    return sum == a->reachable &&
           memcmp(a->histogram, b->histogram, (size_t)a->levels * sizeof *a->histogram) == 0;
}

/* Opens the file, which checks every checksum, and compares its statistics. */
static int job_verify(const struct job *job, const struct job_plan *plan,
                      const tilepdb_table_info *expected) {
    tilepdb_table_info info;
    tilepdb_error error;
    if (job_read(job, plan, &info, &error)) return cli_fail(job->path, &error);
    if (same_statistics(&info, expected)) return CLI_SUCCESS;
    cli_complain("%s: the file does not hold what was generated; generate it again with --force",
                 job->path);
    return CLI_NO;
}

static int job_generate(struct job *job, const struct job_plan *plan,
                        tilepdb_table_info *generated) {
    const double start = clock_seconds();
    tilepdb_error error;
    if (table_make(job, plan, generated, &error)) return cli_fail(job->path, &error);
    job->seconds = clock_seconds() - start;
    return tilepdb_file_info(job->path, &job->info, &error) ? cli_fail(job->path, &error)
                                                            : CLI_SUCCESS;
}

/* Locks `path`, if the directory permits it. Waits while another process has the lock, and sets
 * `*waited`. Returns false after an interrupt. */
static bool lock_wait(struct lock_file *lock, const char *path, bool *waited) {
    enum lock_state state;
    *waited = false;
    while ((state = lock_file_take(lock, path)) == LOCK_BUSY && !cli_signal()) {
        if (!*waited) cli_note("%s: waiting for another process, which generates it", path);
        *waited = true;
        clock_sleep(LOCK_PAUSE);
    }
    return state != LOCK_BUSY;
}

/* Keeps a file that another process has made meanwhile. */
static int job_make(struct job *job, const struct job_plan *plan, tilepdb_table_info *generated) {
    struct lock_file lock;
    bool waited;
    if (!lock_wait(&lock, job->path, &waited)) return cli_exit_code(TILEPDB_CANCELLED);
    const bool may_exist = waited || job->action == JOB_WRITE;
    int code = may_exist ? job_inspect(job, plan) : CLI_SUCCESS;
    *generated = job->info;
    if (code == CLI_SUCCESS && job->action != JOB_KEEP) code = job_generate(job, plan, generated);
    lock_file_release(&lock);
    return code;
}

static void leftovers_clean(const struct job *job, const struct job_plan *plan) {
    tilepdb_file_clean(job->path);
    if (!plan->options->scratch) return;
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = plan->options->scratch;
    tilepdb_scratch_clean(&job->pattern, plan->kind, &scratch);
}

/* Generates and saves a table, unless its file is kept; with --verify, verifies the file. If
 * another process makes the file, waits and, without --force, keeps it. */
static int job_run(struct job *job, const struct job_plan *plan) {
    tilepdb_table_info generated = job->info;
    int code = CLI_SUCCESS;
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (job->action != JOB_KEEP)
        code = job_make(job, plan, &generated);
    else
        leftovers_clean(job, plan);
    if (code == CLI_SUCCESS && plan->options->verify) code = job_verify(job, plan, &generated);
    cli_progress_clear();
    return code;
}

/* ---- one line per job: text or JSON --------------------------------------------------------- */

#define INDENT 4

static const char *const would_do[] = {"write", "keep", "replace"};
static const char *const has_done[] = {"written", "kept", "replaced"};

static void report_need(FILE *stream, const struct job *job, const struct gen_options *options) {
    char level[24] = "";
    const char *verify = options->verify ? ", then verify" : "";
    if (job->action == JOB_KEEP) {
        cli_print_line(stream, INDENT, "%s: would keep %s entries, %s%s", job->path,
                       GROUPED(job->info.entries), IN_BYTES(job->info.file_bytes), verify);
        return;
    }
    if (options->level != CLI_UNSET) snprintf(level, sizeof level, ", level %d", options->level);
    char scratch[64] = "";
    if (options->scratch)
        snprintf(scratch, sizeof scratch, " or more, at most %s in scratch files",
                 IN_BYTES(job->scratch_bytes));
    cli_print_line(
        stream, INDENT, "%s: would %s %s entries, %s of memory%s, at most %s on disk%s%s",
        job->path, would_do[job->action], GROUPED(job->need.entries),
        IN_BYTES(job->need.memory_bytes), scratch, IN_BYTES(job->need.table_bytes), level, verify);
}

static void report_file(FILE *stream, const struct job *job, bool verified) {
    char reachable[NUMBER_TEXT + 16] = "", took[32] = "";
    if (job->info.reachable != job->info.entries)
        snprintf(reachable, sizeof reachable, " (%s reachable)", GROUPED(job->info.reachable));
    if (job->action != JOB_KEEP) snprintf(took, sizeof took, " in %.2f s", job->seconds);
    cli_print_line(stream, INDENT, "%s: %s entries%s, maximum %d, mean %.3f, %s, %s%s%s", job->path,
                   GROUPED(job->info.entries), reachable, job->info.levels - 1,
                   cli_mean(&job->info), IN_BYTES(job->info.file_bytes), has_done[job->action],
                   took, verified ? ", verified" : "");
}

static json_t *need_object(const struct job *job) {
    return json_pack("{sIsIsIsI}", "entries", (json_int_t)job->need.entries, "memory_bytes",
                     (json_int_t)job->need.memory_bytes, "table_bytes",
                     (json_int_t)job->need.table_bytes, "scratch_bytes",
                     (json_int_t)job->scratch_bytes);
}

static void report_json(FILE *stream, const struct job *job, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    json_t *object = cli_json_pattern(job->path, &job->pattern, plan->kind);
    if (options->dry_run) {
        json_t *level = options->level != CLI_UNSET ? json_integer(options->level) : json_null();
        json_object_update_new(object, json_pack("{ss so so sb}", "action", would_do[job->action],
                                                 "need", need_object(job), "level", level, "verify",
                                                 options->verify));
    } else {
        json_object_update_new(object,
                               json_pack("{ss sf sb}", "action", has_done[job->action], "seconds",
                                         job->seconds, "verified", options->verify));
        cli_json_add_info(object, &job->info);
    }
    cli_json_print(stream, object);
}

static void job_report(FILE *stream, const struct job *job, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    if (options->json)
        report_json(stream, job, plan);
    else if (options->dry_run)
        report_need(stream, job, options);
    else
        report_file(stream, job, options->verify);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Reports tables that need more than --memory. Returns CLI_SUCCESS or CLI_NO. */
static int memory_check(const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < plan->count && options->memory != 0; i++) {
        const struct job *job = &plan->jobs[i];
        if (job->action == JOB_KEEP || job->need.memory_bytes <= options->memory) continue;
        cli_complain("%s need%s %s of memory, more than the %s that --memory allows", job->label,
                     job->pattern.colours ? "s" : "", IN_BYTES(job->need.memory_bytes),
                     IN_BYTES(options->memory));
        code = CLI_NO;
    }
    return code;
}

static int carry_out(struct cli_output *output, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    bool writes = false;
    for (size_t i = 0; i < plan->count; i++) writes = writes || plan->jobs[i].action != JOB_KEEP;
    int code = writes ? cli_directory_make(plan->directory) : CLI_SUCCESS;
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++) {
        struct job *job = &plan->jobs[i];
        cli_progress_title(plan->progress, "%s (%zu of %zu)", job->label, i + 1, plan->count);
        code = job_run(job, plan);
        if (code != CLI_SUCCESS) break;
        if (!options->common.quiet || options->json) job_report(output->stream, job, plan);
        cli_output_flush(output); /* continues without a reader */
    }
    return code;
}

static int generate(struct cli_output *output, const struct gen_options *options,
                    char *const *partitions, size_t count) {
    struct cli_progress progress;
    struct job_plan plan = {.options = options, .progress = &progress};
    cli_progress_init(&progress, &options->common);
    int code = job_plan_make(&plan, partitions, count);
    cli_progress_clear();
    const bool planned = code == CLI_SUCCESS;
    if (planned) code = memory_check(&plan);
    if (planned && options->dry_run)
        for (size_t i = 0; i < plan.count; i++) job_report(output->stream, &plan.jobs[i], &plan);
    else if (code == CLI_SUCCESS)
        code = carry_out(output, &plan);
    cli_progress_clear();
    job_plan_free(&plan);
    return code;
}

int gen_run(const struct gen_backend *backend, int argc, char **argv) {
    struct gen_options options = {
        .backend = backend,
        .blank = CLI_UNSET,
        .encoding = CLI_UNSET,
        .level = CLI_UNSET,
        .goal_blank = CLI_UNSET,
    };
    const struct cli_section sections[] = {
        {"Databases", table_options, CLI_LENGTH(table_options), &options},
        {"What to do", mode_options, CLI_LENGTH(mode_options), &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
        {"Databases larger than memory", scratch_options, CLI_LENGTH(scratch_options), &options},
    };
    const struct cli_tool tool = {
        .name = backend->tool,
        .usage = "[OPTIONS] PARTITION...|--goal GOAL",
        .operands = {.partitions = true, .called = "partitions", .modes = RUN},
        .summary = backend->summary,
        .brief = backend->brief,
        .epilogue = backend->epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections) - !backend->scratch,
        .modes = modes,
        .mode_count = CLI_LENGTH(modes),
    };
    int first;
    int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    const bool goal = goal_is_board(&options);
    if (!options.list && goal && first < argc) {
        int named;
        tilepdb_board board;
        if (tilepdb_goal_parse(options.goal, strlen(options.goal), 0, 0, &board, NULL) &&
            !cli_choice_read("goal", options.goal, cli_goal_keywords, &named))
            return CLI_USAGE;
        cli_complain("--goal: a goal table belongs to no partition: leave out '%.99s', or name the "
                     "goal " CLI_GOAL_LIST "or its blank with --goal-blank",
                     argv[first]);
        return CLI_USAGE;
    }
    if (!options.list && !goal && first == argc) {
        cli_complain("name a %s; --list shows the catalogue", options.metric == TILEPDB_METRIC_MULTI
                                                                  ? "colouring, such as large"
                                                                  : "partition, such as 7-8");
        return CLI_USAGE;
    }
    struct cli_output output = {0};
    code = cli_output_open(&output, NULL);
    if (code != CLI_SUCCESS) return code;
    if (options.list)
        catalogue_list(output.stream, &options);
    else
        code = generate(&output, &options, argv + first, (size_t)(argc - first));
    return cli_output_end(&output, code);
}
