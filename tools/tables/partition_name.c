/* See partition_name.h. */
#include "tables/partition_name.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tables/table_set.h"

/* Lists of tiles have no other characters. */
static bool is_list(const char *name) {
    return strpbrk(name, ",/") || strncmp(name, "1-", 2) == 0;
}

static bool known_name(const char *name) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++)
        if (strcmp(tilepdb_catalogue_at(i)->name, name) == 0) return true;
    return is_list(name);
}

static int check_one(const char *name, struct cli_board_size size) {
    const tilepdb_kind kind = tilepdb_kind_default(TILEPDB_METRIC_SINGLE);
    struct table_set set;
    if (size.width != 0)
        return table_set_parse(&set, name, size, size.width * size.height - 1, kind);
    if (known_name(name)) return CLI_SUCCESS; /* of some size: its boards will show */
    return table_set_parse(&set, name, size, 15, kind);
}

int partition_name_check(const char *partition, struct cli_board_size size) {
    char *names = cli_text("%s", partition), *rest = names;
    int code = CLI_SUCCESS;
    while (rest && code == CLI_SUCCESS) code = check_one(strsep(&rest, "+"), size);
    free(names);
    return code;
}
