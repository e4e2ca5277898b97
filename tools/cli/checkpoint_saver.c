#include "cli/checkpoint_saver.h"

#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"

#define USUAL_SECONDS 60

static const char not_saved[] = "the checkpoint was not saved";

/* A message begins with `result`, the consequence of the failure. */
static void save(struct checkpoint_saver *saver, double seconds, const char *result) {
    tilepdb_error error;
    const tilepdb_status status = tilepdb_checkpoint_save(saver->checkpoint, seconds, &error);
    const int code = status ? cli_exit_code(status) : CLI_SUCCESS;
    if (__atomic_exchange_n(&saver->code, code, __ATOMIC_RELAXED) == CLI_SUCCESS && status)
        cli_complain("%s: %s", result, error.message);
}

int checkpoint_saver_open(struct checkpoint_saver *saver, const char *path, double seconds) {
    *saver =
        (struct checkpoint_saver){.path = path, .seconds = seconds > 0 ? seconds : USUAL_SECONDS};
    if (!path) return CLI_SUCCESS;
    if (strcmp(path, "-") == 0) {
        cli_complain("--checkpoint needs a file, which is read and replaced, not '-'");
        return CLI_USAGE;
    }
    tilepdb_error error;
    if (tilepdb_checkpoint_open(path, &saver->checkpoint, &error)) return cli_fail(NULL, &error);
    tilepdb_checkpoint_info info;
    tilepdb_checkpoint_info_get(saver->checkpoint, &info);
    if (info.nodes > 0)
        cli_note("%s: holds the results of %s nodes of earlier runs", path, GROUPED(info.nodes));
    if (info.dropped > 0)
        cli_note("%s: the last %s bytes are incomplete or altered, and are left out", path,
                 GROUPED(info.dropped));
    save(saver, 0, "nothing was searched, since the checkpoint cannot be saved");
    if (saver->code == CLI_SUCCESS) return CLI_SUCCESS;
    tilepdb_checkpoint_close(saver->checkpoint);
    saver->checkpoint = NULL;
    return saver->code;
}

void checkpoint_saver_save(struct checkpoint_saver *saver) {
    if (saver->checkpoint) save(saver, saver->seconds, not_saved);
}

int checkpoint_saver_close(struct checkpoint_saver *saver) {
    if (!saver->checkpoint) return CLI_SUCCESS;
    save(saver, 0, not_saved);
    tilepdb_checkpoint_close(saver->checkpoint);
    saver->checkpoint = NULL;
    return saver->code;
}
