/* See room.h. */
#include "tables/room.h"

void room_add_open(struct room *room, const tilepdb_table *table) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    room->tables += info.table_bytes;
}

void room_add(struct room *room, const tilepdb_pattern *pattern, tilepdb_kind kind, bool there) {
    tilepdb_generate_options options;
    tilepdb_generate_need need;
    tilepdb_generate_options_init(&options);
    options.threads = 1;
    if (tilepdb_table_need(pattern, kind, &options, &need, NULL)) return;
    const uint64_t making = room->tables + need.memory_bytes;
    if (!there && making > room->making) room->making = making;
    room->tables += need.table_bytes;
}

uint64_t room_memory(const struct room *room) {
    const uint64_t both = 2 * room->tables;
    return both > room->making ? both : room->making;
}
