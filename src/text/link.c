#include "text/link.h"

#include <stdlib.h>
#include <string.h>
#ifdef TILEPDB_WITH_ZLIB
#include <zlib.h>
#endif

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "text/characters.h"
#include "text/moves_lexer.h"

#define REPLAY_BYTES 1000000 /* most bytes of an unpacked replay */

enum part { PART_BOARD, PART_SCRAMBLE, PART_REPLAY, PART_MOVES, PART_GOAL, PART_METRIC, PARTS };

static const char *const part_names[PARTS] = {"board", "scramble", "r", "moves", "goal", "metric"};

struct link {
    char *part[PARTS];      /* in `query`, `replay` or `inverse`; NULL if the link lacks the part */
    char *query;            /* owned */
    char *replay, *inverse; /* owned; of a replay */
};

static const struct error_code code_unread = {.code = TILEPDB_MESSAGE_TEXT_NONE, .column = 1};

static tilepdb_status refuse(tilepdb_error *error, const char *what) {
    return error_set_code(error, TILEPDB_ERROR_PARSE, code_unread, "%s", what);
}

static tilepdb_status refuse_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the link");
}

/* ---- the query ------------------------------------------------------------------------------- */

/* Reduces the text to the query of an address, without '?'. Returns false if it is no address. */
static bool query_find(const char **text, size_t *length) {
    const size_t lead = text_separators(*text, *length);
    const char *at = *text + lead, *end = *text + text_trimmed(*text, *length);
    const char *scheme = at;
    while (scheme < end && text_is_letter(*scheme)) scheme++;
    if (scheme == at || !text_begins(scheme, (size_t)(end - scheme), "://")) return false;
    for (const char *byte = scheme; byte < end; byte++)
        if (*byte == ' ' || *byte == '\t' || *byte == '\0') return false;
    const char *query = memchr(scheme, '?', (size_t)(end - scheme));
    if (!query) return false;
    const char *fragment = memchr(query, '#', (size_t)(end - query));
    *text = query + 1;
    *length = (size_t)((fragment ? fragment : end) - query - 1);
    return true;
}

/* Moves `*text` behind its first part. Returns PARTS for an unknown name. */
static enum part part_find(const char **text, const char *end, const char **value, size_t *bytes) {
    const char *begin = *text, *stop = memchr(begin, '&', (size_t)(end - begin));
    if (!stop) stop = end;
    *text = stop < end ? stop + 1 : end;
    const char *equals = memchr(begin, '=', (size_t)(stop - begin));
    if (!equals) return PARTS;
    enum part part = PART_BOARD;
    while (part < PARTS && (strlen(part_names[part]) != (size_t)(equals - begin) ||
                            memcmp(part_names[part], begin, (size_t)(equals - begin)) != 0))
        part++;
    *value = equals + 1;
    *bytes = (size_t)(stop - equals - 1);
    return part;
}

bool link_is(const char *text, size_t length) {
    const char *value;
    size_t bytes;
    if (!query_find(&text, &length)) return false;
    for (const char *end = text + length; text < end;)
        if (part_find(&text, end, &value, &bytes) <= PART_MOVES) return true;
    return false;
}

static int hex_digit(char byte) {
    static const char digits[] = "0123456789abcdef";
    const char *found = memchr(digits, byte | 0x20, 16);
    return text_is_digit(byte) ? byte - '0' : found ? (int)(found - digits) : -1;
}

/* Decodes codes such as "%2F", and '+' for a blank; appends NUL. Returns the end. */
static char *part_decode(const char *text, size_t length, char *to) {
    for (size_t i = 0; i < length; i++) {
        const int high = text[i] == '%' && i + 2 < length ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        *to++ = (char)(low >= 0 ? high << 4 | low : text[i] == '+' ? ' ' : text[i]);
        if (low >= 0) i += 2;
    }
    *to++ = '\0';
    return to;
}

/* Refuses a link within a link, so that reading does not recurse. */
static tilepdb_status parts_check(const struct link *link, tilepdb_error *error) {
    for (int part = 0; part < PARTS; part++)
        if (part != PART_REPLAY && link->part[part] && strstr(link->part[part], "://"))
            return refuse(error, "this link contains another link: use that one");
    return TILEPDB_OK;
}

/* ---- replays --------------------------------------------------------------------------------- */

#ifdef TILEPDB_WITH_ZLIB

/* In place, where part_decode has changed '+' to a blank. Returns the length. */
static size_t base64_decode(char *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t used = 0, count = 0;
    uint32_t bits = 0;
    for (const char *at = text; *at != '\0'; at++) {
        const char *digit = strchr(digits, *at == ' ' ? '+' : *at);
        if (!digit) break;
        bits = bits << 6 | (uint32_t)(digit - digits);
        if (++count % 4 != 1) text[used++] = (char)(bits >> (6 - 2 * ((count + 3) % 4)) & 0xFF);
    }
    return used;
}

static tilepdb_status replay_unpack(char *packed, char **replay, tilepdb_error *error) {
    const size_t bytes = base64_decode(packed);
    uLongf length = REPLAY_BYTES;
    *replay = malloc(REPLAY_BYTES + 1);
    if (!*replay) return refuse_memory(error);
    const int code = uncompress((Bytef *)*replay, &length, (const Bytef *)packed, (uLong)bytes);
    if (code == Z_MEM_ERROR) return refuse_memory(error);
    if (code != Z_OK)
        return refuse(error, "the replay of this link is damaged: copy the whole link");
    (*replay)[length] = '\0';
    return TILEPDB_OK;
}

static char *after_blanks(char *at) {
    return at + strspn(at, " \t\r\n");
}

/* Returns the JSON string at `*at`, and moves `*at` behind it; NULL for any other text. The only
 * escape is "\/". */
static char *string_take(char **at) {
    char *begin = after_blanks(*at), *from = begin + 1, *to = begin;
    if (*begin != '"') return NULL;
    for (; *from != '"'; from++) {
        if (from[0] == '\\' && from[1] == '/') from++;
        if (*from == '\0' || *from == '\\') return NULL;
        *to++ = *from;
    }
    *to = '\0';
    *at = from + 1;
    return begin;
}

static tilepdb_status scramble_make(struct link *link, tilepdb_error *error) {
    const char *moves = link->part[PART_MOVES];
    const size_t capacity = TILEPDB_MAX_TYPED_MOVES + 1;
    link->part[PART_SCRAMBLE] = link->inverse = malloc(capacity);
    return link->inverse ? tilepdb_moves_invert(moves, strlen(moves), TILEPDB_NOTATION_TILE, false,
                                                link->inverse, capacity, NULL, error)
                         : refuse_memory(error);
}

/* Without a board, the moves must lead to the goal, and their inverse is the scramble. */
static tilepdb_status replay_open(struct link *link, tilepdb_error *error) {
    const tilepdb_status status = replay_unpack(link->part[PART_REPLAY], &link->replay, error);
    if (status) return status;
    char *at = after_blanks(link->replay), *board = NULL;
    if (*at == '[') at++;
    link->part[PART_MOVES] = string_take(&at);
    if (!link->part[PART_MOVES]) return refuse(error, "the replay of this link has no moves");
    at = after_blanks(at);
    if (*at == ',') at = after_blanks(at + 1 + strcspn(at + 1, ",][\""));
    if (*at == ',') {
        at++;
        board = string_take(&at);
    }
    if (!board && *at != ']')
        return refuse(error, "the board in the replay of this link cannot be read");
    if (board && *board != '\0') link->part[PART_BOARD] = board;
    const tilepdb_status checked = parts_check(link, error);
    return checked || link->part[PART_BOARD] ? checked : scramble_make(link, error);
}

#else

static tilepdb_status replay_open(struct link *link, tilepdb_error *error) {
    (void)link;
    return refuse(error, "this link is a replay, which needs zlib, and this build is without it");
}

#endif

/* ---- links ----------------------------------------------------------------------------------- */

static void link_close(struct link *link) {
    free(link->query);
    free(link->replay);
    free(link->inverse);
}

/* The caller uses link_close, also after an error. */
static tilepdb_status link_open(const char *text, size_t length, struct link *link,
                                tilepdb_error *error) {
    const char *value;
    size_t bytes;
    *link = (struct link){0};
    query_find(&text, &length);
    char *to = link->query = malloc(length + PARTS + 1);
    if (!to) return refuse_memory(error);
    for (const char *end = text + length; text < end;) {
        const enum part part = part_find(&text, end, &value, &bytes);
        if (part == PARTS || link->part[part]) continue;
        link->part[part] = to;
        to = part_decode(value, bytes, to);
    }
    tilepdb_status status = TILEPDB_OK;
    if (link->part[PART_REPLAY] && !link->part[PART_BOARD] && !link->part[PART_SCRAMBLE])
        status = replay_open(link, error);
    return status ? status : parts_check(link, error);
}

static tilepdb_status goal_of(const char *text, int width, int height, tilepdb_board *goal,
                              tilepdb_error *error) {
    const bool first = strcmp(text, "first") == 0;
    if (first || strcmp(text, "last") == 0)
        return tilepdb_goal(width, height, first ? 0 : width * height - 1, goal, error);
    return tilepdb_goal_parse(text, strlen(text), width, height, goal, error);
}

static tilepdb_status start_of(const char *text, tilepdb_reader_options *options,
                               tilepdb_board *start, tilepdb_error *error) {
    const int usual = options->goal ? options->goal->width : 4;
    const int usual_height = options->goal ? options->goal->height : 4;
    const bool named = strcmp(text, "first") == 0 || strcmp(text, "last") == 0;
    tilepdb_board goal;
    if (named && options->width == 0) {
        options->width = usual;
        options->height = usual_height;
    }
    const tilepdb_status status = goal_of(text, options->width, options->height, &goal, error);
    if (status) return status;
    const bool alike = !open_goal_example(&goal, start);
    if (alike && board_count(&goal, TILEPDB_ANY_TILE) > 0)
        return refuse(
            error,
            "the goal of this link has no scrambles: its tiles are alike, and cells are open");
    if (alike) *start = goal;
    options->goal = start;
    options->width = goal.width;
    options->height = goal.height;
    return TILEPDB_OK;
}

static tilepdb_status board_of(const struct link *link, tilepdb_reader_options options,
                               tilepdb_board *board, tilepdb_error *error) {
    const char *text = link->part[PART_BOARD], *goal = link->part[PART_GOAL];
    tilepdb_board start;
    options.notation = TILEPDB_NOTATION_TILE;
    if (text)
        return tilepdb_board_parse(text, strlen(text), options.width, options.height, board, error);
    const tilepdb_status status = goal ? start_of(goal, &options, &start, error) : TILEPDB_OK;
    if (status) return status;
    text = link->part[PART_SCRAMBLE];
    if (!text) return refuse(error, "this link has no board, only moves");
    return scramble_read(&options, text, strlen(text), board, error);
}

static tilepdb_status task_of(const struct link *link, const tilepdb_reader_options *options,
                              tilepdb_item *item, tilepdb_error *error) {
    const char *goal = link->part[PART_GOAL], *metric = link->part[PART_METRIC];
    tilepdb_status status = board_of(link, *options, &item->board, error);
    const int width = item->board.width, height = item->board.height;
    if (!status && !options->large && tilepdb_size_check(width, height, error))
        status = error->status = TILEPDB_ERROR_PARSE;
    if (!status && goal) status = goal_of(goal, width, height, &item->goal, error);
    item->has_goal = !status && goal;
    item->multi = !status && metric && strcmp(metric, "multi") == 0;
    return status;
}

tilepdb_status link_read(const char *text, size_t length, const tilepdb_reader_options *options,
                         tilepdb_item *item, tilepdb_error *error) {
    struct link link;
    tilepdb_status status = link_open(text, length, &link, error);
    if (!status) status = task_of(&link, options, item, error);
    link_close(&link);
    return status;
}

tilepdb_status link_moves(const char *text, size_t length, char **moves, tilepdb_error *error) {
    struct link link;
    tilepdb_status status = link_open(text, length, &link, error);
    const char *found = status ? NULL : link.part[PART_MOVES];
    if (!status && !found) status = refuse(error, "this link has no moves, only a board");
    *moves = found ? strdup(found) : NULL;
    link_close(&link);
    return found && !*moves ? refuse_memory(error) : status;
}
