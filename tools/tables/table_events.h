/* What an engine does about tables (tilepdb_engine_event), in words. */
#ifndef TILEPDB_TABLES_TABLE_EVENTS_H
#define TILEPDB_TABLES_TABLE_EVENTS_H

#include "cli/progress_line.h"
#include "tilepdb_engine.h"

/* Prints a note or a problem, or sets the title of `progress`. `show_tiles`: names partitions that
 * are not in the catalogue by their tiles. */
void table_event_print(const tilepdb_engine_event *event, const struct cli_common *common,
                       struct cli_progress *progress, bool show_tiles);

#endif
