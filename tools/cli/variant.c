/* See variant.h. */
#include "cli/variant.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

static const char *from_environment(void) {
    const char *value = getenv(CLI_VARIANT_ENVIRONMENT);
    return value && value[0] != '\0' ? value : NULL;
}

/* The names of a build's variants, or of those among them that this processor runs, each after the
 * separator. The caller frees it. */
static char *name_list(const char *separator, bool all) {
    char *list = cli_text("%s", "");
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        const tilepdb_variant variant = tilepdb_variant_at(i);
        if (!all && !tilepdb_variant_available(variant)) continue;
        char *longer = cli_text("%s%s%s", list, separator, tilepdb_variant_name(variant));
        free(list);
        list = longer;
    }
    return list;
}

static bool is_name(tilepdb_variant variant, const char *text) {
    return strcmp(tilepdb_variant_name(variant), text) == 0;
}

/* False if the text is not the best, nor one of those that this machine runs. */
static bool name_read(const char *text, tilepdb_variant *variant) {
    *variant = TILEPDB_VARIANT_BEST;
    if (is_name(*variant, text)) return true;
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        *variant = tilepdb_variant_at(i);
        if (is_name(*variant, text)) return tilepdb_variant_available(*variant);
    }
    return false;
}

static bool is_built(const char *text) {
    for (size_t i = 0; i < tilepdb_variant_count(); i++)
        if (is_name(tilepdb_variant_at(i), text)) return true;
    return false;
}

bool cli_variant_choose(struct cli_common *common) {
    const char *text = common->variant_name ? common->variant_name : from_environment();
    common->variant = TILEPDB_VARIANT_BEST;
    if (!text || name_read(text, &common->variant)) return true;
    char *names = name_list(", ", false);
    cli_complain("%s: %s '%s'; use one of %s%s",
                 common->variant_name ? "--variant" : CLI_VARIANT_ENVIRONMENT,
                 is_built(text) ? "this processor cannot run" : "this build has no", text,
                 tilepdb_variant_name(TILEPDB_VARIANT_BEST), names);
    free(names);
    return false;
}

void cli_variant_print(FILE *stream, const struct cli_common *common) {
    char *built = name_list(" ", true), *runs = name_list(" ", false);
    tilepdb_build build;
    tilepdb_build_info(&build);
    const bool best = common->variant == TILEPDB_VARIANT_BEST;
    fprintf(stream, "built for:%s\nruns here:%s\nvariant: %s, %s\n", built, runs,
            best ? build.variant : tilepdb_variant_name(common->variant),
            best                   ? "the best"
            : common->variant_name ? "by --variant"
                                   : "by " CLI_VARIANT_ENVIRONMENT);
    free(built);
    free(runs);
}
