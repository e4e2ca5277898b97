/*
 * Which lines belong together. See gather.h.
 */
#include "text/gather.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/characters.h"
#include "text/moves_scan.h"

tilepdb_status gather_init(struct gather *gather, const tilepdb_reader_options *options,
                           tilepdb_error *error) {
    memset(gather, 0, sizeof *gather);
    gather->options = *options;
    gather->board_field = gather->id_field = -1;
    if (options->goal) {
        gather->goal = *options->goal;
        gather->options.goal = &gather->goal;
    }
    if (options->blank_tile) {
        if (options->blank_tile[0] == '\0' || strlen(options->blank_tile) >= sizeof gather->blank)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "what stands for the blank must have 1 to 15 bytes");
        memcpy(gather->blank, options->blank_tile, strlen(options->blank_tile));
        gather->options.blank_tile = gather->blank;
    }
    if (options->reading > TILEPDB_READ_ARGUMENTS || options->notation > TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown reading or notation");
    if (options->goal) {
        const tilepdb_status status = options->large ? board_check(options->goal, error)
                                                     : board_check_table(options->goal, error);
        if (status) return status;
    }
    if (options->width == 0 && options->height == 0) return TILEPDB_OK;
    return reading_size_check(options->width, options->height, options->large, error);
}

void gather_free(struct gather *gather) {
    cells_free(&gather->cells);
    readings_free(&gather->readings);
    free(gather->text);
}

/* ---- items ----------------------------------------------------------------------------------- */

static struct reading_rules rules_of(const struct gather *gather) {
    const tilepdb_reader_options *options = &gather->options;
    return (struct reading_rules){options->width, options->height, options->large,
                                  options->blank_tile};
}

static bool item_error(struct gather *gather, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = line;
    item->error = gather->error;
    gather->prose = false;
    gather->gave = true;
    return true;
}

static bool item_board(struct gather *gather, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_BOARD;
    item->line = line;
    gather->given = gather->heading;
    gather->heading = HEADING_NONE;
    gather->prose = false;
    gather->gave = true;
    return true;
}

static void id_set(char id[TILEPDB_ID_TEXT], const char *text, size_t length) {
    while (length > 0 && strchr(" \"'", *text)) text++, length--;
    while (length > 0 && strchr(" \"',:", text[length - 1])) length--;
    size_t used = 0;
    for (size_t i = 0; i < length && used < TILEPDB_ID_TEXT - 1; i++)
        if ((unsigned char)text[i] >= ' ' && text[i] != '\x7F') id[used++] = text[i];
    while (used > 0 && used < length && ((unsigned char)text[used] & 0xC0) == 0x80) used--;
    id[used] = '\0';
}

/* ---- scrambles ------------------------------------------------------------------------------- */

static bool are_moves(const char *text, size_t length) {
    return moves_begins(text, length) &&
           tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL, NULL) ==
               TILEPDB_OK;
}

static void scramble_begin(const struct gather *gather, tilepdb_board *board) {
    const tilepdb_reader_options *options = &gather->options;
    const int width = options->width != 0 ? options->width : 4;
    const int height = options->height != 0 ? options->height : 4;
    const tilepdb_board *goal = options->goal;
    if (goal && (options->width == 0 || (goal->width == width && goal->height == height)))
        *board = *goal;
    else
        tilepdb_goal(width, height, options->blank_first ? 0 : width * height - 1, board, NULL);
}

/* False: the text may be moves. */
static bool explain_answer(struct gather *gather, const char *text, size_t length) {
    tilepdb_error cause;
    const size_t answer = moves_answer_length(text, length);
    if (answer > 0 && (*text == '<' || are_moves(text + answer, length - answer))) {
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "this is an answer of pdbsolve, a length and a solution, not a board; "
                     "'pdbsolve --invert' turns it into a scramble, '--judge' compares it");
        return true;
    }
    if (!moves_check_answer(text, length, &cause)) return false;
    error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column, "not a board: %s",
                 cause.message);
    return true;
}

static tilepdb_notation scramble_notation(const struct gather *gather) {
    return gather->options.notation == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                              : TILEPDB_NOTATION_TILE;
}

/* What to add about a scramble that cannot be played, if it can where letters mean the other thing.
 */
static const char *other_reading(const struct gather *gather, const char *text, size_t length) {
    const bool blank = scramble_notation(gather) == TILEPDB_NOTATION_BLANK;
    tilepdb_board board;
    scramble_begin(gather, &board);
    if (tilepdb_moves_parse(text, length, blank ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK,
                            &board, NULL, 0, NULL, NULL))
        return "";
    return blank ? "; as moves of tiles it can be played (--moves tile)"
                 : "; as moves of the blank it can be played (--moves blank)";
}

static bool item_scramble(struct gather *gather, const char *text, size_t length, size_t line,
                          tilepdb_item *item) {
    tilepdb_error cause;
    scramble_begin(gather, &item->board);
    const tilepdb_status status = tilepdb_moves_parse(text, length, scramble_notation(gather),
                                                      &item->board, NULL, 0, NULL, &cause);
    if (!status) return item_board(gather, line, item);
    if (!explain_answer(gather, text, length))
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column,
                     "this scramble cannot be %s: %s%s",
                     status == TILEPDB_REFUTED ? "played" : "read", cause.message,
                     status == TILEPDB_REFUTED ? other_reading(gather, text, length) : "");
    return item_error(gather, line, item);
}

/* ---- the block ------------------------------------------------------------------------------- */

static void block_clear(struct gather *gather) {
    gather->length = 0;
    gather->depth = 0;
    gather->filled = gather->sized = gather->letters = gather->object = gather->problem =
        gather->dangling = gather->whole = false;
}

static bool block_add(struct gather *gather, const char *text, size_t length, size_t line) {
    const size_t wanted = gather->length + length + 1;
    if (wanted > gather->room) {
        size_t room = gather->room > 0 ? gather->room : 256;
        while (room < wanted) room *= 2;
        char *grown = realloc(gather->text, room);
        if (!grown) return false;
        gather->text = grown;
        gather->room = room;
    }
    if (gather->length == 0)
        gather->block_line = line;
    else
        gather->text[gather->length++] = '\n';
    if (length > 0) memcpy(gather->text + gather->length, text, length);
    gather->length += length;
    /* An empty first line is there, too. */
    if (gather->length == 0) gather->text[gather->length++] = ' ';
    return true;
}

static bool block_waits(const struct gather *gather) {
    return gather->length > 0;
}

static size_t count_lines(const char *text, size_t length) {
    size_t lines = 0;
    for (const char *end; (end = memchr(text, '\n', length)); lines++) {
        length -= (size_t)(end + 1 - text);
        text = end + 1;
    }
    return lines;
}

/* Reads a part of the block as one board. */
static tilepdb_status part_read(struct gather *gather, struct span span,
                                const struct reading_rules *rules, tilepdb_board *board,
                                size_t *line) {
    struct reading_board found;
    const size_t first = gather->block_line + count_lines(gather->text, span.start);
    cells_scan(&gather->cells, gather->text + span.start, span.length, first);
    *line = gather->cells.count > 0 ? gather->cells.cell[0].line : first;
    const tilepdb_status status =
        readings_find(&gather->readings, &gather->cells, rules, false, &gather->error);
    if (status || !readings_next(&gather->readings, &found))
        return status ? status : error_set(&gather->error, TILEPDB_ERROR_PARSE, "not a board");
    *board = found.board;
    return TILEPDB_OK;
}

static bool item_record(struct gather *gather, const struct record *record, tilepdb_item *item) {
    struct reading_rules rules = rules_of(gather);
    size_t line;
    if (rules.width == 0 && record->width != 0 && record->height != 0) {
        rules.width = record->width;
        rules.height = record->height;
    }
    if (part_read(gather, record->board, &rules, &item->board, &line))
        return item_error(gather, line, item);
    rules.width = item->board.width;
    rules.height = item->board.height;
    if (record->goal.length > 0) {
        size_t goal_line;
        if (part_read(gather, record->goal, &rules, &item->goal, &goal_line))
            return item_error(gather, goal_line, item);
        item->has_goal = true;
    }
    id_set(item->id, gather->text + record->id.start, record->id.length);
    return item_board(gather, line, item);
}

static bool item_problem(struct gather *gather, tilepdb_item *item) {
    const size_t line = gather->block_line;
    const tilepdb_status status =
        pddl_read(gather->text, gather->length, &item->board, &item->goal, &gather->error);
    block_clear(gather);
    if (status) return item_error(gather, line, item);
    item->has_goal = item->goal.width != 0;
    return item_board(gather, line, item);
}

bool gather_more(struct gather *gather, tilepdb_item *item) {
    struct reading_board found;
    if (gather->giving) {
        if (readings_next(&gather->readings, &found)) {
            item->board = found.board;
            id_set(item->id, found.id, strlen(found.id));
            if (item->id[0] == '\0') memcpy(item->id, gather->id, sizeof item->id);
            gather->id[0] = '\0';
            return item_board(gather, found.line, item);
        }
        gather->giving = false;
    }
    if (gather->recording) {
        struct record record;
        if (record_next(gather->text, gather->length, &gather->record_at, &record))
            return item_record(gather, &record, item);
        gather->recording = false;
        block_clear(gather);
    }
    return false;
}

/* A line of one number, or of two sides. */
static bool is_size(const struct cells *cells) {
    const uint32_t least = cells->count == 1 ? 1 : TILEPDB_MIN_SIDE;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cell[i].kind != CELL_NUMBER || cells->cell[i].value < least) return false;
    return (cells->count == 1 || cells->count == 2) && cells->depth == 0 && !cells->listed &&
           !cells->dangling;
}

/* Ends the block, which may give an item: several boards, or one error. */
static bool block_end(struct gather *gather, tilepdb_item *item) {
    const struct reading_rules rules = rules_of(gather);
    struct record record;
    size_t at = 0;
    if (!block_waits(gather)) return false;
    if (gather->problem) return item_problem(gather, item);
    if (gather->object && record_next(gather->text, gather->length, &at, &record)) {
        gather->recording = true;
        gather->record_at = 0;
        return gather_more(gather, item);
    }
    cells_scan(&gather->cells, gather->text, gather->length, gather->block_line);
    const bool nothing = gather->cells.count == 0 && gather->cells.depth == 0 && !gather->filled;
    const size_t line = gather->block_line;
    const tilepdb_status status =
        nothing ? TILEPDB_OK
                : readings_find(&gather->readings, &gather->cells, &rules, true, &gather->error);
    const bool size = status && gather->sized && is_size(&gather->cells);
    block_clear(gather);
    if (nothing) return false;
    if (size) { /* or a count: an error only if no board follows */
        gather->prose = true;
        gather->prose_line = line;
        gather->prose_error = gather->error;
        return false;
    }
    if (status) return item_error(gather, line, item);
    gather->giving = true;
    return gather_more(gather, item);
}

/* ---- headings -------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    enum heading heading;
} headings[] = {
    {"start", HEADING_START},   {"initial", HEADING_START},  {"init", HEADING_START},
    {"begin", HEADING_START},   {"from", HEADING_START},     {"scrambled", HEADING_START},
    {"goal", HEADING_GOAL},     {"target", HEADING_GOAL},    {"final", HEADING_GOAL},
    {"end", HEADING_GOAL},      {"board", HEADING_NONE},     {"puzzle", HEADING_NONE},
    {"problem", HEADING_NONE},  {"instance", HEADING_NONE},  {"case", HEADING_NONE},
    {"test", HEADING_NONE},     {"size", HEADING_NONE},      {"input", HEADING_NONE},
    {"example", HEADING_NONE},  {"grid", HEADING_NONE},      {"position", HEADING_NONE},
    {"level", HEADING_NONE},    {"dimension", HEADING_NONE}, {"state", HEADING_NONE},
    {"random", HEADING_NONE},   {"number", HEADING_NONE},    {"matrix", HEADING_NONE},
    {"exercise", HEADING_NONE}, {"sample", HEADING_NONE},    {"task", HEADING_NONE},
    {"tiles", HEADING_NONE},    {"game", HEADING_NONE},      {"starting", HEADING_START},
};

/* The words at the start of a line. */
struct words {
    size_t bytes;   /* to the first thing that is no word */
    size_t letters; /* of the longest */
    bool known;     /* one is in the table, as itself or as a part of a name: "goal_state" */
    enum heading heading;
};

static void word_look(struct words *words, const char *word, size_t length) {
    if (length > words->letters) words->letters = length;
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        const size_t wanted = strlen(headings[i].word);
        bool same = length == wanted || (length == wanted + 1 && word[wanted] == 's');
        for (size_t k = 0; same && k < wanted; k++)
            same = tolower((unsigned char)word[k]) == headings[i].word[k];
        if (!same) continue;
        words->known = true;
        if (words->heading == HEADING_NONE) words->heading = headings[i].heading;
    }
}

static struct words words_find(const char *text, size_t length) {
    struct words words = {0};
    size_t at = 0;
    while (at < length) {
        size_t end = at;
        while (end < length && isalpha((unsigned char)text[end])) end++;
        if (end > at)
            word_look(&words, text + at, end - at);
        else if (strchr(" \t_\"'*-=.", text[at]))
            end++;
        else
            break;
        at = end;
    }
    words.bytes = at;
    return words;
}

/* How many numbers a text has, up to 3. */
static int count_numbers(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length && count < 3; i++)
        count += text_is_digit(text[i]) && (i == 0 || !text_is_digit(text[i - 1]));
    return count;
}

/* Whether the line is a heading, or begins with one: *bytes of it. */
static bool takes_heading(struct gather *gather, const char *text, size_t length, size_t *bytes) {
    const struct words words = words_find(text, length);
    const int numbers = count_numbers(text, length);
    *bytes = 0;
    if (words.letters < 2 || words.bytes == 0 || length == 0) return false;
    if (gather->single && numbers <= 2) return false;
    const bool colon = text[length - 1] == ':';
    const bool name =
        words.bytes < length &&
        (text[words.bytes] == ':' || text[words.bytes] == '=' || text[words.bytes] == '[');
    if (numbers <= 2 && (words.known || colon) && !are_moves(text, length) &&
        !memchr(text, '[', length) && !memchr(text, '{', length)) {
        *bytes = length;
    } else if (numbers > 2 && words.known && !name) {
        *bytes = words.bytes;
    }
    if (*bytes > 0 || (name && words.known)) gather->heading = words.heading;
    return *bytes > 0;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* The field of a line, without quotes. */
static bool field_find(const char *text, size_t length, char separator, int wanted,
                       struct span *field) {
    size_t start = 0;
    for (int i = 0;; i++) {
        size_t end = start;
        bool quoted = false;
        while (end < length && (quoted || text[end] != separator)) quoted ^= text[end++] == '"';
        *field = (struct span){start, end - start};
        if (i == wanted) break;
        if (end >= length) return false;
        start = end + 1;
    }
    if (field->length > 1 && text[field->start] == '"') field->start++, field->length -= 2;
    return true;
}

/* Whether a line is the header of a table with a column of boards. */
static bool is_header(struct gather *gather, const char *text, size_t length) {
    char separator = memchr(text, '\t', length) ? '\t' : memchr(text, ';', length) ? ';' : ',';
    struct span field;
    int board = -1, id = -1;
    for (size_t i = 0; i < length; i++)
        if (strchr("[](){}:=|/0", text[i])) return false;
    for (int i = 0; field_find(text, length, separator, i, &field); i++) {
        const enum role role = role_of(text + field.start, field.length);
        if (role == ROLE_BOARD && board < 0) board = i;
        if (role == ROLE_ID && id < 0) id = i;
    }
    if (board < 0 || !memchr(text, separator, length)) return false;
    gather->board_field = board;
    gather->id_field = id;
    gather->separator = separator;
    return true;
}

static bool line_csv(struct gather *gather, const char *text, size_t length, size_t line,
                     tilepdb_item *item) {
    struct span field, id = {0};
    const struct reading_rules rules = rules_of(gather);
    if (!field_find(text, length, gather->separator, gather->board_field, &field)) return false;
    if (gather->id_field >= 0) field_find(text, length, gather->separator, gather->id_field, &id);
    block_add(gather, text, length, line);
    const tilepdb_status status = part_read(gather, field, &rules, &item->board, &line);
    block_clear(gather);
    if (status) return item_error(gather, line, item);
    id_set(item->id, text + id.start, id.length);
    return item_board(gather, line, item);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A line of plain numbers that is a board, the fast way. False: it is to be looked at. */
static bool line_plain(const struct gather *gather, const char *text, size_t length,
                       tilepdb_board *board) {
    const tilepdb_reader_options *options = &gather->options;
    int count = 0, side = 3;
    uint64_t seen = 0;
    size_t at = 0;
    if (options->large || options->blank_tile || options->width > 8 || options->height > 8)
        return false;
    while (at < length) {
        if (!text_is_digit(text[at])) return false;
        unsigned number = 0;
        for (; at < length && text_is_digit(text[at]); at++) {
            number = number * 10 + (unsigned)(text[at] - '0');
            if (number > TILEPDB_TABLE_MAX_CELLS) return false;
        }
        if (count == TILEPDB_TABLE_MAX_CELLS || seen >> number & 1) return false;
        seen |= (uint64_t)1 << number;
        board->cells[count++] = (uint16_t)number;
        while (at < length && text[at] == ' ') at++;
    }
    while (side * side < count) side++;
    if (seen != ((uint64_t)1 << count) - 1 || count < 9) return false;
    board->width = (uint8_t)(options->width ? options->width : side);
    board->height = (uint8_t)(options->height ? options->height : side);
    return board->width * board->height == count;
}

/* The bytes before a comment, which is not between double quotes. */
static size_t comment_find(const char *text, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= text[i] == '"';
        if (text[i] == '#' && !quoted) return i;
        if (text[i] == '%') return i;
        if (text[i] == '/' && i + 3 < length && text[i + 1] == '/' && text[i + 2] == ' ' &&
            isalpha((unsigned char)text[i + 3]))
            return i;
    }
    return length;
}

/* Reads a line as one board, whose cells stay. */
static bool line_whole(struct gather *gather, const char *text, size_t length, size_t line,
                       tilepdb_item *item) {
    const struct reading_rules rules = rules_of(gather);
    struct reading_board found;
    cells_scan(&gather->cells, text, length, line);
    if (gather->cells.depth != 0 || gather->cells.count == 0) return false;
    if (readings_find(&gather->readings, &gather->cells, &rules, false, &gather->error) ||
        !readings_next(&gather->readings, &found))
        return false;
    item->board = found.board;
    if (gather->cells.label_bytes > 0)
        id_set(item->id, text + gather->cells.label, gather->cells.label_bytes);
    return true;
}

/* Whether a word may be a row of tiles as letters: each once, and of a square; or a mark. */
static bool is_row_of_letters(const char *text, size_t length) {
    uint32_t seen = 0;
    if (length < 3 || length > 5) return false;
    for (size_t i = 0; i < length; i++) {
        const bool mark = text[i] == '_' || text[i] == '.';
        const int letter = mark ? 31 : toupper((unsigned char)text[i]) - 'A';
        if (letter < 0 || (letter >= (int)(length * length) && !mark) || seen >> letter & 1)
            return false;
        seen |= (uint32_t)1 << letter;
    }
    return true;
}

/* Whether all cells of the line are single letters and marks, or it is a word of them. */
static bool are_letters(const struct cells *cells) {
    if (cells->count == 1 && cells->cell[0].kind == CELL_WORD)
        return is_row_of_letters(cells->text + cells->cell[0].start, cells->cell[0].bytes);
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cell[i].kind != CELL_LETTER && cells->cell[i].kind != CELL_MARK) return false;
    return cells->count > 1;
}

/* Two numbers that are in no board of two columns. */
static bool is_count(const struct gather *gather) {
    const struct cells *cells = &gather->cells;
    const uint32_t most = 2 * (gather->options.large ? TILEPDB_MAX_SIDE : TILEPDB_TABLE_MAX_SIDE);
    return cells->count == 2 && cells->cell[0].kind == CELL_NUMBER &&
           cells->cell[1].kind == CELL_NUMBER &&
           (cells->cell[0].value >= most || cells->cell[1].value >= most);
}

/* What is a line that begins no block and no part of one. */
static bool line_other(struct gather *gather, const char *text, size_t length, size_t line,
                       tilepdb_item *item, bool *found) {
    *found = true;
    if (explain_answer(gather, text, length)) return item_error(gather, line, item);
    if (is_count(gather)) {
        error_set_at(
            &gather->error, TILEPDB_ERROR_PARSE, 0, 1,
            "two numbers are not a board: this may be a line of 'pdbsolve --count', LENGTH "
            "COUNT");
        return item_error(gather, line, item);
    }
    *found = false;
    return false;
}

/* Keeps what is wrong with the cells of a line, if no board follows. False: they are one. */
static bool prose_begin(struct gather *gather, size_t line) {
    const struct reading_rules rules = {.large = true};
    if (!readings_find(&gather->readings, &gather->cells, &rules, true, &gather->prose_error))
        return false;
    gather->prose = true;
    gather->prose_line = line;
    return true;
}

/* Words that are no heading for sure wait for a board. */
static bool takes_prose(struct gather *gather, const char *text, size_t length, size_t line) {
    const struct words words = words_find(text, length);
    const struct cells *cells = &gather->cells;
    if (block_waits(gather) || words.letters < 3 || cells->depth != 0 || gather->single)
        return false;
    if (cells->count == 1 && are_letters(cells)) return false;
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cell[i].kind == CELL_NUMBER) return false;
    return gather->prose || prose_begin(gather, line);
}

static size_t count_filled(const struct cells *cells) {
    size_t count = 0;
    for (size_t i = 0; i < cells->count; i++) count += cells->cell[i].kind != CELL_EMPTY;
    return count;
}

/* Whether a line that is a board by itself may be a row of the block, too. */
static bool may_be_row(const struct gather *gather) {
    const struct cells *cells = &gather->cells;
    if (cells->dangling) return true;
    if (!readings_may_go_on(&gather->readings)) return false;
    if (cells->count == 1 && cells->cell[0].bytes > 4) return false; /* a word */
    return gather->depth == 0 || !gather->filled || count_filled(cells) == gather->width;
}

/* Whether the open block has a number that this board has, too, so that it does not go on. */
static bool block_repeats(struct gather *gather, const tilepdb_board *board) {
    const int count = board->width * board->height;
    if (!gather->filled) return true;
    cells_scan(&gather->cells, gather->text, gather->length, gather->block_line);
    for (size_t i = 0; i < gather->cells.count; i++)
        if (gather->cells.cell[i].kind == CELL_NUMBER && (int)gather->cells.cell[i].value < count)
            return true;
    return false;
}

/* A line of as many numbers as a board has, or of several rows: a board, or an error by itself. */
static bool is_line_of_board(const struct gather *gather) {
    const struct cells *cells = &gather->cells;
    const size_t given = (size_t)(gather->options.width * gather->options.height);
    size_t marked = 0, plain = 0;
    for (size_t i = 1; i < cells->count; i++) {
        if (cells->cell[i].kind > CELL_MARK) return false;
        marked += cells->cell[i].gap != GAP_NONE;
        plain += cells->cell[i].gap == GAP_NONE;
    }
    if (cells->dangling || cells->depth != 0 || gather->dangling) return false;
    if (marked > 0) return plain > 0;
    if (given > 0) return cells->count == given;
    return !gather->options.large &&
           (cells->count == 9 || cells->count == 16 || cells->count == 25);
}

/* Takes what is complete of a block that is too long to be kept. */
static bool block_flush(struct gather *gather, tilepdb_item *item) {
    const struct reading_rules rules = rules_of(gather);
    const size_t first = gather->block_line;
    cells_scan(&gather->cells, gather->text, gather->length, first);
    const size_t line = readings_begin(&gather->readings, &gather->cells, &rules);
    if (line == 0 || gather->depth > 0) {
        error_set(&gather->error, TILEPDB_ERROR_PARSE,
                  "these lines do not form boards, and there is no end of them in %d bytes",
                  TILEPDB_MAX_LINE);
        block_clear(gather);
        return item_error(gather, first, item);
    }
    const char *rest = gather->text;
    for (size_t i = first; i < line; i++)
        rest = (const char *)memchr(rest, '\n', gather->length - (size_t)(rest - gather->text)) + 1;
    gather->length -= (size_t)(rest - gather->text);
    memmove(gather->text, rest, gather->length);
    gather->block_line = line;
    gather->giving = true;
    return gather_more(gather, item);
}

/* Adds a line to the block, which ends with it if its last bracket closes. */
static bool line_add(struct gather *gather, const char *text, size_t length, size_t line,
                     tilepdb_item *item) {
    const bool open = gather->depth > 0 || (gather->dangling && !gather->cells.dangling);
    const struct cells *cells = &gather->cells;
    if (!block_add(gather, text, length, line)) {
        error_set(&gather->error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
        block_clear(gather);
        return item_error(gather, line, item);
    }
    gather->sized = (!gather->filled || gather->sized) && cells->count <= 2 && !gather->sized;
    gather->letters = are_letters(cells);
    if (cells->count > 0) {
        gather->width = count_filled(cells);
    }
    gather->dangling = cells->dangling && (gather->dangling || !gather->filled);
    gather->filled = gather->filled || cells->count > 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (c == '{') gather->object = true;
        if (c == '[' || c == '(' || c == '{') gather->depth++;
        if ((c == ']' || c == ')' || c == '}') && gather->depth > 0) gather->depth--;
    }
    if (!gather->problem && gather->object == false && gather->depth > 0)
        gather->problem = pddl_is(gather->text, gather->length);
    if ((open || gather->object) && gather->depth == 0) return block_end(gather, item);
    return gather->length > TILEPDB_MAX_LINE ? block_flush(gather, item) : false;
}

/* Ends the block before a line, which is given again if that gives an item. */
static bool block_ends(struct gather *gather, tilepdb_item *item, bool *again) {
    *again = gather->filled && block_end(gather, item);
    return *again;
}

static bool line_board(struct gather *gather, const char *text, size_t length, size_t line,
                       tilepdb_item *item, bool *again) {
    bool found;
    size_t bytes;
    const bool open = gather->depth > 0;
    const bool closed_object = gather->object || gather->problem;
    const enum heading before = gather->heading;
    if (!open && takes_heading(gather, text, length, &bytes)) {
        if (block_waits(gather) && !gather->sized) {
            const enum heading heading = gather->heading;
            gather->heading = before;
            if (block_ends(gather, item, again)) return true;
            gather->heading = heading;
        }
        if (bytes == length) {
            if (!gather->gave && !gather->prose && !block_waits(gather)) {
                cells_scan(&gather->cells, text, length, line);
                prose_begin(gather, line);
            }
            if (block_waits(gather)) block_add(gather, "", 0, line);
            return false;
        }
        text += bytes;
        length -= bytes;
    }
    const bool moves = !closed_object && are_moves(text, length);
    const bool whole = !moves && !closed_object && line_whole(gather, text, length, line, item);
    const bool row = whole && (may_be_row(gather) ||
                               (open && gather->filled && !block_repeats(gather, &item->board)));
    if (moves && (!gather->letters || !block_waits(gather))) {
        if (block_ends(gather, item, again)) return true;
        if (!open) block_clear(gather);
        return item_scramble(gather, text, length, line, item);
    }
    if (whole && !row) {
        if (block_ends(gather, item, again)) return true;
        return item_board(gather, line, item);
    }
    memset(item->id, 0, sizeof item->id);
    if (closed_object || open) {
        cells_scan(&gather->cells, text, length, line);
        return line_add(gather, text, length, line, item);
    }
    if (!block_waits(gather) && line_other(gather, text, length, line, item, &found)) return true;
    const size_t lead = text_separators(text, length);
    const bool letters = are_letters(&gather->cells) && !memchr(text, '>', length);
    if (text_is_move(text + lead, length - lead) && !letters && !row &&
        count_numbers(text, length) == 0 && words_find(text, length).letters < 4) {
        if (block_waits(gather)) {
            if (block_ends(gather, item, again)) return true;
        }
        return item_scramble(gather, text, length, line, item);
    }
    if (takes_prose(gather, text, length, line)) return false;
    const bool single = !row && is_line_of_board(gather);
    const size_t count = count_filled(&gather->cells);
    if (gather->whole && gather->width > 4 &&
        (count + 1 < gather->width || count > gather->width + 1) && block_ends(gather, item, again))
        return true;
    if ((gather->cells.depth > 0 || single) && block_ends(gather, item, again)) return true;
    bool word = false; /* an argument that may be the name of a file stands alone */
    for (size_t i = 0; i < gather->cells.count; i++)
        word = word || gather->cells.cell[i].kind == CELL_WORD;
    const bool alone = single || (gather->single && word && !block_waits(gather) &&
                                  gather->cells.depth == 0 && !gather->cells.dangling);
    gather->whole = row && (gather->whole || !gather->filled);
    return line_add(gather, text, length, line, item) || (alone && block_end(gather, item));
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Where the board of a line ends, at a TAB, otherwise the last ';'; 0: the line has no board. */
static size_t board_part(struct gather *gather, const char *text, size_t length) {
    size_t split = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\t' || (text[i] == ';' && (split == 0 || text[split] != '\t'))) split = i;
    const size_t lead = text_separators(text, split);
    if (lead >= split) return 0;
    /* Four digits may be the length of a solution. */
    static const char not_boards[] = "<>ue";
    tilepdb_item item;
    if (memchr(not_boards, text[lead], 4)) return 0;
    if (text_digits(text + lead, split - lead) < split - lead) return split;
    return line_whole(gather, text, split, 1, &item) &&
                   (gather->options.width != 0 || item.board.width > 2)
               ? split
               : 0;
}

static bool line_solution(struct gather *gather, const char *text, size_t length, size_t line,
                          tilepdb_item *item) {
    bool again = false;
    if (text_separators(text, length) == length) return false;
    const size_t split = board_part(gather, text, length);
    item->moves = split > 0 ? text + split + 1 : text;
    item->moves_length = split > 0 ? length - split - 1 : length;
    item->line = line;
    item->kind = TILEPDB_ITEM_SOLUTION;
    if (split == 0) return true;
    const bool filled =
        line_board(gather, text, split, line, item, &again) || gather_end(gather, item);
    if (filled && item->kind == TILEPDB_ITEM_BOARD) item->kind = TILEPDB_ITEM_BOARD_AND_SOLUTION;
    return true;
}

bool gather_line(struct gather *gather, const char *text, size_t length, size_t line,
                 tilepdb_item *item, bool *again) {
    *again = false;
    if (!block_waits(gather) && gather->heading == HEADING_NONE && gather->board_field < 0 &&
        line_plain(gather, text, length, &item->board))
        return item_board(gather, line, item);
    const size_t end = gather->problem ? length : comment_find(text, length);
    const bool solutions = gather->options.reading == TILEPDB_READ_SOLUTIONS;
    if (end < length && text_separators(text, end) == end) {
        if (block_waits(gather)) block_add(gather, "", 0, line);
        return false;
    }
    length = end;
    /* A TAB at the end of a board says that its solution has no moves. */
    if (solutions) return line_solution(gather, text, length, line, item);
    if (text_separators(text, length) == length) {
        const bool open = gather->depth > 0 && (!gather->filled || gather->problem);
        gather->board_field = -1;
        if (!open && !memchr(text, '\t', length) && !memchr(text, ',', length))
            return block_end(gather, item);
        return open && block_waits(gather) && block_add(gather, "", 0, line) && false;
    }
    if (text_is_rule(text, length) || text[text_separators(text, length)] == '`') {
        /* The header of a table goes before its first rule. */
        if (block_waits(gather) && !memchr(gather->text, '\n', gather->length) &&
            memchr(text, '|', length) && count_numbers(gather->text, gather->length) == 0)
            block_clear(gather);
        if (block_waits(gather)) block_add(gather, "", 0, line);
        return false;
    }
    if (gather->board_field >= 0) return line_csv(gather, text, length, line, item);
    if (!block_waits(gather) && is_header(gather, text, length)) return false;
    return line_board(gather, text, length, line, item, again);
}

bool gather_waits(const struct gather *gather) {
    return block_waits(gather) || gather->giving || gather->recording;
}

bool gather_end(struct gather *gather, tilepdb_item *item) {
    if (gather_more(gather, item) || block_end(gather, item)) return true;
    if (!gather->prose) return false;
    gather->error = gather->prose_error;
    return item_error(gather, gather->prose_line, item);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* A byte of a number; of the other bytes of pieces, marks end a row. */
static bool is_of_number(char byte) {
    return text_is_digit(byte) || byte == '.' || byte == '_';
}

static bool is_mark(char byte) {
    return byte == '/' || byte == ';';
}

enum piece gather_piece(struct gather *gather, const char *text, size_t length) {
    tilepdb_item item;
    int numbers = 0;
    if (gather->depth > 0) return PIECE_NONE;
    if (moves_is_single(text, length)) return PIECE_MOVE;
    for (size_t i = 0; i < length; i++) {
        if (!is_of_number(text[i]) && !is_mark(text[i]) && text[i] != ',') return PIECE_NONE;
        numbers += is_of_number(text[i]) && (i == 0 || !is_of_number(text[i - 1]));
    }
    const bool piece = length > 0 && numbers < 4 && !line_whole(gather, text, length, 1, &item);
    return piece ? PIECE_NUMBERS : PIECE_NONE;
}

/* The bytes of the first board of joined numbers: of so many cells; or if that is 0, to the end of
 * a row as long as the first that no mark follows. */
static size_t joined_bytes(const char *text, size_t length, int cells) {
    int numbers = 0, width = 0, in_row = 0;
    bool marked = false;
    for (size_t i = 0; i < length; i++) {
        if (is_mark(text[i])) {
            if (!marked) width = in_row;
            marked = true;
            in_row = 0;
        }
        if (!is_of_number(text[i]) || (i > 0 && is_of_number(text[i - 1]))) continue;
        if (cells > 0 ? numbers == cells : marked && in_row == width) return i;
        numbers++;
        in_row++;
    }
    return length;
}

/* Whether all of a text is boards of this size. */
static bool are_boards(struct gather *gather, const char *text, size_t length, int side) {
    struct reading_rules rules = rules_of(gather);
    struct reading_board board;
    rules.width = rules.height = side;
    for (size_t at = 0; at < length;) {
        const size_t bytes = joined_bytes(text + at, length - at, side * side);
        cells_scan(&gather->cells, text + at, bytes, 1);
        if (readings_find(&gather->readings, &gather->cells, &rules, false, NULL) ||
            !readings_next(&gather->readings, &board))
            return false;
        at += bytes;
    }
    return true;
}

int gather_joined(struct gather *gather, const char *text, size_t length) {
    static const int sides[] = {4, 3, 5, 2};
    const int given = gather->options.width * gather->options.height;
    for (size_t i = 0; given == 0 && i < sizeof sides / sizeof *sides; i++)
        if (are_boards(gather, text, length, sides[i])) return sides[i] * sides[i];
    return memchr(text, '/', length) || memchr(text, ';', length) ? 0 : given;
}

bool gather_pieces(struct gather *gather, const char *text, size_t length, int cells, size_t line,
                   tilepdb_item *item, size_t *taken) {
    bool again;
    *taken = text_is_move(text, length) ? length : joined_bytes(text, length, cells);
    return line_board(gather, text, text_trimmed(text, *taken), line, item, &again) ||
           gather_end(gather, item);
}
