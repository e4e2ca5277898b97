/* See keeper.h. */
#include "cli/keeper.h"

#include <string.h>

#include "cli/console.h"
#include "util/number.h"

#define USUAL_SECONDS 60

static const char not_saved[] = "the checkpoint was not saved";

/* Reports a failure, as what came of it, unless the one before was reported. */
static void save(struct keeper *keeper, double seconds, const char *result) {
    tilepdb_error error;
    const tilepdb_status status = tilepdb_checkpoint_save(keeper->checkpoint, seconds, &error);
    const int code = status ? cli_exit_code(status) : CLI_SUCCESS;
    if (__atomic_exchange_n(&keeper->code, code, __ATOMIC_RELAXED) == CLI_SUCCESS && status)
        cli_complain("%s: %s", result, error.message);
}

static void tell(const char *path, const tilepdb_checkpoint_info *info) {
    if (info->nodes > 0) cli_note("%s: what it holds took %s nodes", path, GROUPED(info->nodes));
}

int keeper_open(struct keeper *keeper, const char *path, double seconds) {
    *keeper = (struct keeper){.seconds = seconds > 0 ? seconds : USUAL_SECONDS};
    if (!path) return CLI_SUCCESS;
    if (strcmp(path, "-") == 0) {
        cli_complain("--checkpoint: it is a file that is read and replaced, not '-'");
        return CLI_USAGE;
    }
    tilepdb_error error;
    if (tilepdb_checkpoint_open(path, &keeper->checkpoint, &error)) return cli_fail(NULL, &error);
    tilepdb_checkpoint_info info;
    tilepdb_checkpoint_info_get(keeper->checkpoint, &info);
    tell(path, &info);
    save(keeper, 0, "nothing was searched, since the checkpoint cannot be saved");
    if (keeper->code == CLI_SUCCESS) return CLI_SUCCESS;
    tilepdb_checkpoint_close(keeper->checkpoint);
    keeper->checkpoint = NULL;
    return keeper->code;
}

void keeper_save(struct keeper *keeper) {
    if (keeper->checkpoint) save(keeper, keeper->seconds, not_saved);
}

int keeper_close(struct keeper *keeper) {
    if (!keeper->checkpoint) return CLI_SUCCESS;
    save(keeper, 0, not_saved);
    tilepdb_checkpoint_close(keeper->checkpoint);
    keeper->checkpoint = NULL;
    return keeper->code;
}
