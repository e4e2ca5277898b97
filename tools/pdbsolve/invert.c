/* --invert: the moves that lead back. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/moves.h"
#include "cli/tables.h"
#include "pdbsolve/modes.h"

static const char separators[] = " \t,";

/* Numbers name tiles, and a tile goes back as it came: their order alone changes. NULL after a
 * complaint. */
static char *invert_numbers(const char *text, size_t *count) {
    char *inverse = cli_allocated(calloc(1, strlen(text) + 1));
    char *to = inverse;
    for (size_t end = strlen(text); end > 0;) {
        size_t begin = end;
        if (strchr(separators, text[end - 1]) != NULL) {
            end--;
            continue;
        }
        while (begin > 0 && strchr(separators, text[begin - 1]) == NULL) begin--;
        if (strspn(text + begin, "0123456789") < end - begin) {
            cli_complain("--invert: '%.*s' is not the number of a tile", (int)(end - begin),
                         text + begin);
            free(inverse);
            return NULL;
        }
        if (to != inverse) *to++ = ',';
        memcpy(to, text + begin, end - begin);
        to += end - begin;
        end = begin;
        ++*count;
    }
    return inverse;
}

static char *invert_letters(const struct solve_options *options, size_t *count) {
    tilepdb_error error;
    char *moves;
    /* Whether letters name the way of the tile or of the blank, the way back is the opposite. */
    if (cli_moves_read(options->invert, strlen(options->invert), CLI_MOVES_TILE, NULL, &moves,
                       &error) != TILEPDB_OK) {
        cli_complain("--invert: %s", error.message);
        return NULL;
    }
    *count = strlen(moves);
    cli_moves_invert(moves);
    char *text = cli_moves_letters(moves, CLI_MOVES_TILE, options->run_length);
    free(moves);
    return text;
}

int mode_invert(const struct solve_options *options, struct cli_output *output) {
    FILE *stream = output->stream;
    size_t count = 0;
    char *inverse = options->moves == CLI_MOVES_NUMBERS ? invert_numbers(options->invert, &count)
                                                        : invert_letters(options, &count);
    if (inverse == NULL) return CLI_USAGE;
    if (options->format == FORMAT_JSON) {
        cli_json_print(stream, json_pack("{sosssI}", "moves", cli_json_text(options->invert),
                                         "inverse", inverse, "length", (json_int_t)count));
    } else if (options->format == FORMAT_CSV) {
        fputs("moves,inverse,length\n", stream);
        cli_csv_text(stream, options->invert);
        fputc(',', stream);
        cli_csv_text(stream, inverse);
        fprintf(stream, ",%zu\n", count);
    } else {
        fprintf(stream, "%s\n", inverse);
    }
    free(inverse);
    return CLI_SUCCESS;
}
