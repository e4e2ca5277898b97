/*
 * The table of metrics. See metric.h.
 */
#include "puzzle/metric.h"

/* By number. */
static const struct metric metrics[] = {
    [TILEPDB_METRIC_SINGLE] = {.name = "single",
                               .title = "single-tile",
                               .bound_step = 2,
                               .tables = true},
    [TILEPDB_METRIC_MULTI] = {.name = "multi",
                              .title = "multi-tile",
                              .row_lines = true,
                              .column_lines = true,
                              .bound_step = 1},
};

const struct metric *metric_find(tilepdb_metric number) {
    const unsigned i = (unsigned)number;
    return i < sizeof metrics / sizeof *metrics ? &metrics[i] : NULL;
}

const char *tilepdb_metric_name(tilepdb_metric metric) {
    const struct metric *known = metric_find(metric);
    return known ? known->name : "unknown";
}
