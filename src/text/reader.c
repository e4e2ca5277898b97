/*
 * The reader of texts that come in pieces: lines, for the gather. See tilepdb_text.h.
 *
 * A line ends with LF, CR or CR LF, which may come in two pieces. A byte order mark before the
 * first line is not part of it. What a line has beyond TILEPDB_MAX_LINE is not kept.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/gather.h"
#include "tilepdb_text.h"

struct tilepdb_reader {
    struct gather gather;
    char *line; /* what has come of the line; owned */
    size_t length, room;
    size_t number;     /* of the line, from 1 */
    const char *bytes; /* the caller's, and not yet looked at */
    size_t left;
    bool held;      /* the line is complete, and to be looked at (again) */
    bool after_cr;  /* a LF belongs to the line before */
    bool too_long;  /* the line is longer than is kept */
    bool no_memory; /* for the line */
    bool ended;
};

void tilepdb_reader_options_init(tilepdb_reader_options *options) {
    *options = (tilepdb_reader_options){.reading = TILEPDB_READ_BOARDS};
}

tilepdb_status tilepdb_reader_create(const tilepdb_reader_options *options, tilepdb_reader **reader,
                                     tilepdb_error *error) {
    tilepdb_reader_options defaults;
    tilepdb_reader_options_init(&defaults);
    tilepdb_reader *made = calloc(1, sizeof *made);
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a reader");
    const tilepdb_status status = gather_init(&made->gather, options ? options : &defaults, error);
    if (status) {
        free(made);
        return status;
    }
    *reader = made;
    return TILEPDB_OK;
}

void tilepdb_reader_feed(tilepdb_reader *reader, const char *bytes, size_t length) {
    reader->bytes = bytes;
    reader->left = length;
}

void tilepdb_reader_end(tilepdb_reader *reader) {
    reader->ended = true;
}

void tilepdb_reader_free(tilepdb_reader *reader) {
    if (!reader) return;
    free(reader->line);
    free(reader);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool line_reserve(tilepdb_reader *reader, size_t wanted) {
    if (wanted <= reader->room) return true;
    size_t room = reader->room > 0 ? reader->room : 256;
    while (room < wanted) room *= 2;
    char *line = realloc(reader->line, room);
    if (!line) {
        reader->no_memory = true;
        return false;
    }
    reader->line = line;
    reader->room = room;
    return true;
}

static void line_append(tilepdb_reader *reader, const char *bytes, size_t length) {
    const size_t most = TILEPDB_MAX_LINE - reader->length;
    if (length > most) {
        reader->too_long = true;
        length = most;
    }
    if (length == 0 || !line_reserve(reader, reader->length + length)) return;
    memcpy(reader->line + reader->length, bytes, length);
    reader->length += length;
}

static void line_complete(tilepdb_reader *reader) {
    reader->number++;
    reader->held = true;
    if (reader->number == 1 && reader->length >= 3 && memcmp(reader->line, "\xEF\xBB\xBF", 3) == 0)
        memmove(reader->line, reader->line + 3, reader->length -= 3);
}

/* Looks for the end of the line. False: it has not come. */
static bool line_read(tilepdb_reader *reader) {
    if (reader->after_cr && reader->left > 0) {
        if (*reader->bytes == '\n') reader->bytes++, reader->left--;
        reader->after_cr = false;
    }
    size_t length = 0;
    while (length < reader->left && reader->bytes[length] != '\n' && reader->bytes[length] != '\r')
        length++;
    const bool found = length < reader->left;
    line_append(reader, reader->bytes, length);
    if (found) reader->after_cr = reader->bytes[length] == '\r';
    reader->bytes += length + found;
    reader->left -= length + found;
    const bool last = reader->ended && reader->left == 0 &&
                      (reader->length > 0 || reader->too_long || reader->no_memory);
    if (!found && !last) return false;
    line_complete(reader);
    return true;
}

static bool line_refuse(tilepdb_reader *reader, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = reader->number;
    if (reader->no_memory)
        error_set(&item->error, TILEPDB_ERROR_MEMORY, "not enough memory for the line");
    else
        error_set(&item->error, TILEPDB_ERROR_PARSE, "the line is longer than %d bytes",
                  TILEPDB_MAX_LINE);
    return true;
}

/* Passes the stored line to the gather. */
static bool line_take(tilepdb_reader *reader, tilepdb_item *item) {
    bool again = false;
    const char *line = reader->line ? reader->line : "";
    const bool bad = reader->too_long || reader->no_memory;
    const bool found =
        bad ? gather_end(&reader->gather, item) || line_refuse(reader, item)
            : gather_line(&reader->gather, line, reader->length, reader->number, item, &again);
    if (bad) again = item->line != reader->number;
    if (again) return true;
    reader->held = reader->too_long = reader->no_memory = false;
    reader->length = 0; /* the bytes stay: the item may point to them */
    return found;
}

bool tilepdb_reader_next(tilepdb_reader *reader, tilepdb_item *item) {
    *item = (tilepdb_item){.kind = TILEPDB_ITEM_BOARD};
    for (;;) {
        if (gather_more(&reader->gather, item)) return true;
        if (!reader->held && !line_read(reader)) break;
        if (line_take(reader, item)) return true;
    }
    return reader->ended && gather_end(&reader->gather, item);
}
