#include "table/locator.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/files.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/symmetry.h"
#include "tilepdb_tables.h"

size_t tilepdb_directory(char *path, size_t capacity) {
    return directory_of_environment(path, capacity);
}

/* The vector kernels search boards of up to 5 columns; wider boards are transposed. */
#define FAST_COLUMNS 5

/* ---- cells and kinds ------------------------------------------------------------------------- */

static void cell_add(struct locator *locator, int cell) {
    for (size_t i = 0; i < locator->cell_count; i++)
        if (locator->cells[i] == cell) return;
    locator->cells[locator->cell_count++] = cell;
}

static void cells_find(struct locator *locator, int blank) {
    const int width = locator->width, height = locator->height;
    const int x = blank % width, y = blank / width;
    const bool corner = (x == 0 || x == width - 1) && (y == 0 || y == height - 1);
    if (corner) cell_add(locator, width * height - 1);
    cell_add(locator, blank);
    for (int image = 0; image < LOCATOR_MAX_CELLS; image++) {
        const int column = image & 1 ? width - 1 - x : x;
        const int row = image & 2 ? height - 1 - y : y;
        if ((image & 4) == 0)
            cell_add(locator, row * width + column);
        else if (width == height)
            cell_add(locator, column * width + row);
    }
}

static void kinds_find(struct locator *locator) {
    static const tilepdb_kind single[TILEPDB_MAX_KINDS] = {
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    };
    const bool multi = locator->metric == TILEPDB_METRIC_MULTI;
    locator->kind_count = multi ? 1 : TILEPDB_MAX_KINDS;
    memcpy(locator->kinds, single, sizeof single);
    if (multi) locator->kinds[0] = tilepdb_kind_default(TILEPDB_METRIC_MULTI);
}

tilepdb_status locator_init(struct locator *locator, const tilepdb_board *goal,
                            tilepdb_metric metric, const char *directory, tilepdb_error *error) {
    const tilepdb_status status = board_check_table(goal, error);
    if (status) return status;
    if (metric != TILEPDB_METRIC_SINGLE && metric != TILEPDB_METRIC_MULTI)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)metric);
    *locator = (struct locator){
        .directory = directory, .metric = metric, .width = goal->width, .height = goal->height};
    cells_find(locator, (int)board_blank(goal));
    if (metric == TILEPDB_METRIC_MULTI) locator->cell_count = 1; /* a colouring has one goal cell */
    kinds_find(locator);
    return TILEPDB_OK;
}

void locator_fix_cell(struct locator *locator, int cell) {
    locator->cells[0] = cell;
    locator->cell_count = 1;
}

/* ---- sets ------------------------------------------------------------------------------------ */

tilepdb_pattern pattern_transposed(const tilepdb_pattern *pattern) {
    struct geometry geometry;
    struct symmetry diagonal;
    geometry_init(&geometry, pattern->width, pattern->height, NULL);
    symmetry_init(&diagonal, &geometry, 4);
    tilepdb_pattern transposed = *pattern;
    transposed.width = diagonal.width;
    transposed.height = diagonal.height;
    transposed.goal_blank = diagonal.to[pattern->goal_blank];
    transposed.tiles = 0;
    for (uint32_t left = pattern->tiles; left; left &= left - 1) {
        const unsigned cell = goal_cell(bits_lowest32(left), pattern->goal_blank);
        transposed.tiles |= UINT32_C(1) << goal_tile(diagonal.to[cell], transposed.goal_blank);
    }
    return transposed;
}

static tilepdb_status set_partition(const struct locator *locator, struct table_request request,
                                    int cell, tilepdb_table_set *set, tilepdb_error *error) {
    tilepdb_partition partition;
    const tilepdb_status status =
        request.text ? tilepdb_partition_parse(request.text, locator->width, locator->height, cell,
                                               &partition, error)
                     : tilepdb_partition_suggest(locator->width, locator->height, cell,
                                                 request.entries, &partition, error);
    if (status) return status;
    set->count = partition.count;
    size_t used = (size_t)snprintf(set->name, sizeof set->name, "%s", partition.name);
    const bool named = used > 0;
    for (unsigned i = 0; i < set->count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        set->patterns[i] = locator->width > FAST_COLUMNS ? pattern_transposed(&pattern) : pattern;
        if (named) continue;
        used += (size_t)snprintf(set->name + used, sizeof set->name - used, "%s%s",
                                 i > 0 ? "/" : "", TILES(pattern.tiles));
    }
    return TILEPDB_OK;
}

static void colouring_name(const tilepdb_pattern *pattern, char name[TILEPDB_SET_NAME]) {
    tilepdb_colouring_draw(pattern, name);
    for (char *at = name; *at; at++)
        if (*at == ' ') *at = '/';
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern named;
        if (!tilepdb_colouring_parse(entry->name, pattern->width, pattern->height,
                                     pattern->goal_blank, &named, NULL) &&
            tilepdb_pattern_equal(&named, pattern))
            snprintf(name, TILEPDB_SET_NAME, "%s", entry->name);
    }
}

tilepdb_status tilepdb_table_set_of_colouring(const tilepdb_pattern *pattern,
                                              tilepdb_table_set *set, tilepdb_error *error) {
    *set = (tilepdb_table_set){.width = pattern->width,
                               .height = pattern->height,
                               .goal_blank = pattern->goal_blank,
                               .kind = tilepdb_kind_default(TILEPDB_METRIC_MULTI),
                               .count = 1};
    if (!pattern->colours)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the pattern has no colours");
    set->patterns[0] = *pattern;
    colouring_name(pattern, set->name);
    return TILEPDB_OK;
}

tilepdb_status table_set_need(const tilepdb_table_set *set, tilepdb_generate_need *sum,
                              tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    *sum = (tilepdb_generate_need){0};
    for (unsigned i = 0; i < set->count && !status; i++) {
        tilepdb_generate_need need;
        status = tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, error);
        if (status) continue;
        sum->entries += need.entries;
        sum->table_bytes += need.table_bytes;
    }
    return status;
}

static tilepdb_status set_make(const struct locator *locator, struct table_request request,
                               int cell, tilepdb_kind kind, tilepdb_table_set *set,
                               tilepdb_error *error) {
    *set = (tilepdb_table_set){.width = (uint8_t)locator->width,
                               .height = (uint8_t)locator->height,
                               .goal_blank = (uint8_t)cell,
                               .kind = kind,
                               .count = 1};
    tilepdb_status status;
    if (locator->metric != TILEPDB_METRIC_MULTI) {
        status = set_partition(locator, request, cell, set, error);
    } else {
        tilepdb_pattern pattern;
        status = request.text ? tilepdb_colouring_parse(request.text, locator->width,
                                                        locator->height, cell, &pattern, error)
                              : tilepdb_colouring_default(locator->width, locator->height, cell,
                                                          &pattern, error);
        if (!status) status = tilepdb_table_set_of_colouring(&pattern, set, error);
    }
    set->kind = kind;
    set->suggested = !request.text && strchr(set->name, '/');
    return status;
}

tilepdb_status tilepdb_table_set_parse(const char *text, int width, int height, int goal_blank,
                                       tilepdb_kind kind, tilepdb_table_set *set,
                                       tilepdb_error *error) {
    const struct locator locator = {.metric = kind.metric, .width = width, .height = height};
    return set_make(&locator, (struct table_request){.text = text}, goal_blank, kind, set, error);
}

char *locator_path(const char *directory, const tilepdb_pattern *pattern, tilepdb_kind kind) {
    char name[TILEPDB_FILE_NAME];
    const size_t length = strlen(directory),
                 name_length = tilepdb_table_file_name(pattern, kind, name);
    const bool ends = length > 0 && directory[length - 1] == '/';
    char *path = malloc(length + name_length + 2);
    if (path) sprintf(path, "%s%s%s", directory, ends ? "" : "/", name);
    return path;
}

static tilepdb_status files_find(const struct locator *locator, const tilepdb_table_set *set,
                                 bool *found, tilepdb_error *error) {
    *found = locator->directory != NULL;
    for (unsigned i = 0; i < set->count && *found; i++) {
        char *path = locator_path(locator->directory, &set->patterns[i], set->kind);
        if (!path) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
        *found = file_exists(path);
        free(path);
    }
    return TILEPDB_OK;
}

tilepdb_status locator_find(const struct locator *locator, struct table_request request,
                            tilepdb_table_set *set, bool *found, tilepdb_error *error) {
    const size_t cell_count = request.text ? locator->cell_count : 1;
    *found = false;
    for (size_t k = 0; k < locator->kind_count; k++) {
        for (size_t c = 0; c < cell_count; c++) {
            tilepdb_status status =
                set_make(locator, request, locator->cells[c], locator->kinds[k], set, error);
            if (!status) status = files_find(locator, set, found, error);
            if (status || *found) return status;
        }
    }
    return set_make(locator, request, locator->cells[0], locator->kinds[0], set, error);
}

/* ---- several partitions ---------------------------------------------------------------------- */

/* Counts the partitions in `names`, NAME+NAME, with files for a goal cell. Changes `names`. */
static tilepdb_status names_count(struct locator locator, int cell, char *names, size_t *count,
                                  tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    tilepdb_table_set set;
    bool found;
    locator_fix_cell(&locator, cell);
    *count = 0;
    for (char *name = names, *next; name && !status; name = next) {
        next = strchr(name, '+');
        if (next) *next++ = '\0';
        const struct table_request request = {.text = name};
        status = locator_find(&locator, request, &set, &found, error);
        *count += found;
    }
    return status;
}

tilepdb_status locator_choose_cell(struct locator *locator, const char *names,
                                   tilepdb_error *error) {
    size_t most = 0, count = 0;
    int cell = 0;
    tilepdb_status status = TILEPDB_OK;
    if (!strchr(names, '+')) return TILEPDB_OK;
    for (size_t i = 0; i < locator->cell_count && !status; i++) {
        char *copy = strdup(names);
        if (!copy) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
        status = names_count(*locator, locator->cells[i], copy, &count, error);
        free(copy);
        if (status || count <= most) continue;
        cell = locator->cells[i];
        most = count;
    }
    if (!status && most > 0) locator_fix_cell(locator, cell);
    return status;
}

/* ---- the default requests -------------------------------------------------------------------- */

/* One core generates these within two seconds, even on narrow boards, where entries take twice the
 * time. */
#define QUICK_ENTRIES 200000000

/* About twice 7-8 on 4x4; ten seconds on one core. */
#define STRONG_ENTRIES 3000000000

/* 0.2 seconds on one core; 6-6-3 on 4x4 has fewer. */
#define INSTANT_ENTRIES 50000000

static bool entry_fits(const tilepdb_catalogue_entry *entry, const struct locator *locator) {
    return (entry->width == locator->width && entry->height == locator->height) ||
           (entry->width == locator->height && entry->height == locator->width);
}

static void request_add(struct default_requests *defaults, struct table_request request) {
    if (defaults->count < DEFAULT_REQUESTS_MAX) defaults->requests[defaults->count++] = request;
}

/* Names such as 6-6-6-6-a and 6-6-6-6-b. */
static bool are_variants(const char *a, const char *b) {
    const size_t length = strlen(a);
    return length == strlen(b) && isalpha((unsigned char)a[length - 1]) &&
           isalpha((unsigned char)b[length - 1]) && !strncmp(a, b, length - 1);
}

/* Adds a partition before its variants: the catalogue is read backwards, and the best variant has
 * the first letter. */
static void partition_add(struct default_requests *defaults, const char *name) {
    size_t at = defaults->count;
    request_add(defaults, (struct table_request){.text = name});
    if (at == defaults->count) return;
    for (; at > 0 && are_variants(name, defaults->requests[at - 1].text); at--) {
        defaults->requests[at] = defaults->requests[at - 1];
        defaults->requests[at - 1].text = name;
    }
}

/* The entries depend only on the patterns' numbers of tiles. */
static uint64_t entries_of(const struct locator *locator, const char *name) {
    uint64_t sum = 0, of_size[TILEPDB_TABLE_MAX_CELLS] = {0};
    tilepdb_partition partition;
    if (tilepdb_partition_parse(name, locator->width, locator->height, locator->cells[0],
                                &partition, NULL))
        return UINT64_MAX;
    for (unsigned i = 0; i < partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        uint64_t *entries = &of_size[bits_count32(pattern.tiles)];
        tilepdb_generate_need need;
        if (*entries == 0) {
            if (tilepdb_table_need(&pattern, locator->kinds[0], NULL, &need, NULL))
                return UINT64_MAX;
            *entries = need.entries;
        }
        sum += *entries;
    }
    return sum;
}

/* On 4x4, 6-6-3 is quick to build. */
static void default_partitions(struct default_requests *defaults, const struct locator *locator) {
    const bool standard = locator->width == 4 && locator->height == 4;
    if (standard) request_add(defaults, (struct table_request){.text = "7-8"});
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (!entry_fits(entry, locator)) continue;
        partition_add(defaults, entry->name);
        defaults->quick.text = entry->name;
    }
    if (standard) defaults->quick.text = "6-6-3";
    if (defaults->count == 0)
        request_add(defaults, (struct table_request){.entries = STRONG_ENTRIES});
}

bool default_requests_quick(struct default_requests *defaults, const struct locator *locator) {
    if (defaults->decided || locator->metric == TILEPDB_METRIC_MULTI) return false;
    defaults->decided = true;
    const uint64_t entries =
        defaults->quick.text ? entries_of(locator, defaults->quick.text) : UINT64_MAX;
    defaults->slow = entries > INSTANT_ENTRIES;
    if (entries <= QUICK_ENTRIES) return false;
    defaults->quick = (struct table_request){.entries = QUICK_ENTRIES};
    const size_t before = defaults->count;
    request_add(defaults, defaults->quick);
    return defaults->count > before;
}

static void default_colourings(struct default_requests *defaults, const struct locator *locator) {
    for (size_t i = tilepdb_colouring_count(); i-- > 0;) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern any;
        if (entry->width == locator->width && entry->height == locator->height &&
            !tilepdb_colouring_parse(entry->name, locator->width, locator->height,
                                     locator->cells[0], &any, NULL))
            request_add(defaults, (struct table_request){.text = entry->name});
    }
    request_add(defaults, defaults->quick);
}

void default_requests_init(struct default_requests *defaults, const struct locator *locator) {
    *defaults = (struct default_requests){0};
    if (locator->metric == TILEPDB_METRIC_MULTI)
        default_colourings(defaults, locator);
    else
        default_partitions(defaults, locator);
}
