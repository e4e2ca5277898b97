/*
 * The head of a colour table. See container_layout.h.
 */
#include "table/container_layout.h"

#include "base/bytes.h"
#include "base/message_text.h"
#include "pattern/colour.h"
#include "puzzle/move_set.h"

/* The colours of tiles 1, 2 ... are at this offset + the tile, and at 0 is how many there are. */
#define COLOURING_BYTES (AT_COLOUR_HISTOGRAMS - AT_COLOURING)

static tilepdb_status kind_read(const uint8_t *data, tilepdb_table_info *info,
                                tilepdb_error *error) {
    const unsigned metric = data[AT_METRIC], numbering = load_le16(data + AT_INDEX);
    if (metric == TILEPDB_METRIC_SINGLE)
        return MALFORMED(error, "a table of single-tile moves has format version %d, not %d",
                         CONTAINER_VERSION_SINGLE, info->format_version);
    if (!metric_find((tilepdb_metric)metric)) return MALFORMED(error, "unknown metric %u", metric);
    if (data[AT_BLANK_POLICY] != TILEPDB_BLANK_AWARE)
        return MALFORMED(error, "unknown blank policy %u", data[AT_BLANK_POLICY]);
    if (data[AT_ENCODING] != TILEPDB_ENCODING_MOD3)
        return MALFORMED(error, "a colour table cannot have the encoding %u", data[AT_ENCODING]);
    if (numbering != INDEX_LINE_STATES) return MALFORMED(error, "unknown index %u", numbering);
    info->kind = tilepdb_kind_default(TILEPDB_METRIC_MULTI);
    return TILEPDB_OK;
}

static tilepdb_status colouring_read(const uint8_t *data, struct container_head *head,
                                     struct colour_size *size, tilepdb_error *error) {
    const uint8_t *at = data + AT_COLOURING;
    tilepdb_pattern *pattern = &head->info.pattern;
    *pattern = (tilepdb_pattern){.width = data[AT_WIDTH],
                                 .height = data[AT_HEIGHT],
                                 .goal_blank = data[AT_GOAL_BLANK],
                                 .tiles = load_le32(data + AT_TILES),
                                 .colours = at[0]};
    for (unsigned tile = 1; tile < TILEPDB_TABLE_MAX_CELLS; tile++)
        pattern->colour[tile] = at[tile];
    for (unsigned i = (unsigned)pattern->width * pattern->height; i < COLOURING_BYTES; i++)
        if (at[i]) return MALFORMED(error, "reserved bytes are not zero");
    tilepdb_error reason;
    if (colouring_measure(pattern, size, &reason)) return MALFORMED(error, "%s", reason.message);
    return TILEPDB_OK;
}

/* Sequences below 2^32 and at most 24 lines: no product overflows. */
static tilepdb_status sizes_read(const uint8_t *data, struct container_head *head,
                                 const struct colour_size *size, tilepdb_error *error) {
    const tilepdb_pattern *pattern = &head->info.pattern;
    uint64_t *entries = head->info.axis_entries;
    entries[COLOUR_ROWS] = (uint64_t)size->sequences * pattern->height;
    entries[COLOUR_COLUMNS] = (uint64_t)size->sequences * pattern->width;
    head->info.entries = entries[COLOUR_ROWS] + entries[COLOUR_COLUMNS];
    head->rows = container_colour_rows(entries[COLOUR_ROWS]) +
                 container_colour_rows(entries[COLOUR_COLUMNS]);
    head->row_bytes = CONTAINER_COLOUR_ROW_BYTES;
    if (load_le64(data + AT_ENTRIES) != head->info.entries)
        return MALFORMED(error, "the table has %s entries, its colouring %s",
                         GROUPED(load_le64(data + AT_ENTRIES)), GROUPED(head->info.entries));
    if (load_le64(data + AT_ROWS) != head->rows ||
        load_le64(data + AT_ROW_BYTES) != head->row_bytes ||
        load_le64(data + AT_COLUMNS) != CONTAINER_COLOUR_COLUMNS)
        return MALFORMED(error, "%s entries have %s rows of %d columns and bytes, not %s of %s",
                         GROUPED(head->info.entries), GROUPED(head->rows), CONTAINER_COLOUR_COLUMNS,
                         GROUPED(load_le64(data + AT_ROWS)), GROUPED(load_le64(data + AT_COLUMNS)));
    return TILEPDB_OK;
}

/* Of one kind of line states. False: it counts more than there are. */
static bool histogram_read(const uint8_t *at, int levels, uint64_t entries, uint64_t *histogram,
                           uint64_t *counted) {
    uint64_t left = entries;
    for (int i = 0; i < levels; i++) {
        histogram[i] = load_le64(at + 8 * i);
        if (histogram[i] > left) return false;
        left -= histogram[i];
    }
    *counted = entries - left;
    return true;
}

static tilepdb_status histograms_read(const uint8_t *data, struct container_head *head,
                                      tilepdb_error *error) {
    tilepdb_table_info *info = &head->info;
    info->levels = (int)load_le32(data + AT_LEVELS);
    info->reachable = load_le64(data + AT_REACHABLE);
    uint64_t counted[COLOUR_ORDERS] = {0};
    bool sound = true;
    for (unsigned order = 0; order < COLOUR_ORDERS && sound; order++)
        sound = histogram_read(data + AT_COLOUR_HISTOGRAMS + 8u * order * (unsigned)info->levels,
                               info->levels, info->axis_entries[order], info->axis_histogram[order],
                               &counted[order]);
    for (int i = 0; i < info->levels && sound; i++)
        info->histogram[i] =
            info->axis_histogram[COLOUR_ROWS][i] + info->axis_histogram[COLOUR_COLUMNS][i];
    if (!sound || counted[COLOUR_ROWS] + counted[COLOUR_COLUMNS] != info->reachable ||
        info->histogram[info->levels - 1] == 0)
        return MALFORMED(error, "the histograms do not count the %s reachable of %s entries",
                         GROUPED(info->reachable), GROUPED(info->entries));
    return TILEPDB_OK;
}

tilepdb_status container_colours_read(const uint8_t *data, struct container_head *head,
                                      tilepdb_error *error) {
    struct colour_size size;
    tilepdb_status status = kind_read(data, &head->info, error);
    if (!status) status = colouring_read(data, head, &size, error);
    if (!status) status = sizes_read(data, head, &size, error);
    if (!status) status = histograms_read(data, head, error);
    return status;
}

void container_colours_store(const struct container_head *head, uint8_t *to) {
    const tilepdb_pattern *pattern = &head->info.pattern;
    store_le16(to + AT_INDEX, INDEX_LINE_STATES);
    store_le64(to + AT_COLUMNS, CONTAINER_COLOUR_COLUMNS);
    to[AT_COLOURING] = pattern->colours;
    const unsigned cells = (unsigned)pattern->width * pattern->height;
    for (unsigned tile = 1; tile < cells; tile++) to[AT_COLOURING + tile] = pattern->colour[tile];
    to += AT_COLOUR_HISTOGRAMS;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        for (int i = 0; i < head->info.levels; i++, to += 8)
            store_le64(to, head->info.axis_histogram[order][i]);
}
