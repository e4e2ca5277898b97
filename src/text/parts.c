#include "text/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text/characters.h"

/* ---- numbers as bits ------------------------------------------------------------------------- */

static uint64_t number_bit(uint32_t number) {
    return number < 64 ? (uint64_t)1 << number : 0;
}

/* The set of digits, and of letters from A, 10. */
static uint64_t character_bits(const char *text, size_t length) {
    uint64_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned letter = (unsigned)(toupper((unsigned char)text[i]) - 'A');
        if (text_is_digit(text[i])) bits |= number_bit((uint32_t)(text[i] - '0'));
        if (letter < 26) bits |= number_bit(letter + 10);
    }
    return bits;
}

#define DIGITS 0x3FF /* 0 to 9, as bits */

/* ---- errors ---------------------------------------------------------------------------------- */

static bool is_above_one(const struct token *token) {
    return token->kind == TOKEN_NUMBER && token->value > 1;
}

struct torn torn_of_tokens(const struct lexer *lexer) {
    const struct token *row[2] = {NULL, NULL}; /* the first two cells of the first row */
    size_t cells = 0, first = 0;
    uint8_t gap = GAP_NONE;
    const bool listed = lexer->depth > 0 || lexer->listed;
    struct torn torn = {
        .set = true, .listed = listed, .plain = !listed && !lexer->bars && lexer->size_width == 0};
    for (size_t i = 0; i < lexer->count; i++) {
        const struct token *token = &lexer->token[i];
        torn.plain = torn.plain && token->gap <= GAP_LINE;
        if (token->kind == TOKEN_NUMBER && token->value > torn.most) torn.most = token->value;
        if (token->gap > gap) gap = token->gap;
        if (token->kind == TOKEN_EMPTY || token->index || token_is_prose(lexer->text, token))
            continue;
        torn.in_words |= character_bits(lexer->text + token->start, token->bytes);
        if (token->kind == TOKEN_NUMBER) torn.all |= number_bit(token->value);
        if (cells == first && (cells == 0 || gap == GAP_NONE) && first++ < 2)
            row[cells] = token;
        else if (token->kind == TOKEN_NUMBER)
            torn.rest |= number_bit(token->value);
        gap = GAP_NONE;
        cells++;
    }
    if (first > 2 || (first == 2 && !(is_above_one(row[0]) && is_above_one(row[1]))))
        torn.rest = torn.all;
    torn.digits = (torn.in_words & DIGITS) != 0;
    return torn;
}

struct torn torn_of_line(const char *text, size_t length, size_t number) {
    const uint64_t characters = character_bits(text, length), digits = characters & DIGITS;
    return (struct torn){.set = true,
                         .digits = digits != 0,
                         .line = number,
                         .all = digits,
                         .rest = digits,
                         .in_words = characters};
}

struct torn torn_of_size(uint32_t a, uint32_t b, bool alone, size_t number) {
    char text[32];
    const int length = snprintf(text, sizeof text, "%u %u", a, b > 0 ? b : a);
    const uint64_t digits = character_bits(text, (size_t)length);
    const uint64_t sides = number_bit(a) | (b > 0 ? number_bit(b) : 0);
    return (struct torn){.set = true,
                         .plain = true,
                         .digits = alone,
                         .line = number,
                         .width = b > 0 ? 2 : 1,
                         .lines = 1,
                         .most = a > b ? a : b,
                         .all = sides,
                         .in_words = digits};
}

bool torn_lacks_rows(const struct torn *torn, const tilepdb_board *board) {
    return torn->set && torn->plain &&
           (board->width == torn->width || board->width == torn->last_width) &&
           (torn->uneven || torn->lines < board->height) &&
           torn->most >= (uint32_t)board->width * board->height;
}

/* ---- loose boards ---------------------------------------------------------------------------- */

/* Rows in one line whose last row may be incomplete: no token is a blank, so the blank may be the
 * largest number; or the last token is empty, behind '&'. */
static bool are_open_rows(const struct lexer *lexer) {
    const struct token *token = lexer->token, *last = token + lexer->count - 1;
    bool blank = false;
    for (size_t i = 0; i < lexer->count; i++)
        blank = blank || token[i].kind == TOKEN_MARK || token[i].kind == TOKEN_EMPTY ||
                (token[i].kind == TOKEN_NUMBER && token[i].value == 0);
    return !blank || (last->kind == TOKEN_EMPTY &&
                      memchr(lexer->text + token->start, '&', last->start - token->start));
}

struct loose loose_of_tokens(const struct readings *readings, const struct lexer *lexer,
                             const tilepdb_board *board, bool line) {
    const int cells = board->width * board->height;
    const uint16_t *cell = board->cells;
    struct loose loose = {.words = readings->words, .line = line};
    if (lexer->size_width > 0 || lexer->listed || readings->form != FORM_BOARD ||
        (cells > 8 && !lexer->token[0].bullet &&
         !(line ? are_open_rows(lexer) : board->width != board->height)))
        return loose;
    for (int i = 1; i < cells && !loose.words; i++) loose.tiles |= number_bit((uint32_t)i);
    for (size_t i = 0; i < lexer->count && loose.words; i++)
        loose.tiles |= character_bits(lexer->text + lexer->token[i].start, lexer->token[i].bytes);
    loose.tiles &= ~number_bit(0);
    loose.rest = loose.tiles;
    if (board->width == 2 && cell[0] > 1 && cell[1] > 1)
        loose.rest &= ~(number_bit(cell[0]) | number_bit(cell[1]));
    return loose;
}

/* The error has digits and no brackets, and `numbers` of its cells has none of the tiles. Numbers
 * of two digits may be two cells of a small board. */
static bool torn_lacks(const struct torn *torn, const struct loose *loose, uint64_t tiles,
                       uint64_t numbers) {
    const bool small = loose->tiles < number_bit(8);
    if (loose->words || (small && (torn->all & DIGITS) == 0)) numbers = torn->in_words;
    return tiles != 0 && torn->set && torn->digits && !torn->listed && (tiles & numbers) == 0;
}

bool torn_continues(const struct torn *torn, const struct loose *loose) {
    return torn_lacks(torn, loose, loose->tiles, torn->rest);
}

bool loose_continues(const struct loose *loose, const struct torn *torn, size_t number) {
    return torn_lacks(torn, loose, torn->line < number ? loose->tiles : loose->rest, torn->all);
}
