/*
 * Cuts a text into what may be cells of a board: numbers, marks for the blank, letters and words,
 * with their places, and what stands between them. All else is decoration, in any language that
 * writes lists: brackets, quotes, names before '=', ':' or a bracket, tags, bold, frames of ASCII
 * tables.
 *
 * Thread safety: tokens belong to one thread.
 */
#ifndef TILEPDB_TEXT_LEXER_H
#define TILEPDB_TEXT_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOKEN_NUMBER,
    TOKEN_MARK,   /* stands for the blank: "_", ".", "None", and so on */
    TOKEN_EMPTY,  /* nothing between two commas, bars, tabs or semicolons */
    TOKEN_LETTER, /* one letter; 'x' may be a mark, too */
    TOKEN_WORD,   /* several letters and digits */
    TOKEN_BAD     /* anything else */
};

/* The kinds of gaps before a token, in ascending strength. A token has the strongest one. */
enum token_gap {
    GAP_NONE,
    GAP_LINE, /* a line end */
    GAP_MARK, /* '/', ';', "\n" or "<br>" */
    GAP_LIST  /* a bracket */
};

/* Larger numbers count as this one, which is no tile. */
#define TOKEN_MOST 1000000

struct token {
    uint32_t value;        /* of a number */
    uint32_t column;       /* from 1 */
    uint32_t start, bytes; /* in the text */
    size_t line;
    uint8_t kind, gap;
};

struct tokens {
    struct token *token; /* owned */
    size_t count, capacity;
    const char *text;
    size_t first_line, line;       /* numbers of the first and of the last line */
    size_t end_column;             /* behind the last line */
    int depth;                     /* brackets that are open at the end; below 0: one too many */
    size_t open_line, open_column; /* the offset of the outermost open bracket, or of the bracket
                                      that closes nothing */
    bool bars;                     /* bars stand between tokens, so that empty ones count */
    bool listed;                   /* a bracket was closed */
    bool dangling;                 /* the text ends with a mark between rows */
    bool no_memory;
    int label_width, label_height; /* of "3x4:" before the tokens; 0: none */
    uint32_t label, label_bytes;   /* the last number, or else word, before a ':' */
};

/* Reads a text whose first line has the number `first_line`. The tokens refer to the text. Time is
 * linear. */
void lexer_scan(struct tokens *tokens, const char *text, size_t length, size_t first_line);

/* Writes the characters of a token as ASCII, without the stars that make it bold, as far as they
 * fit. Returns their number. */
#define TOKEN_TEXT 64
size_t token_text(const struct tokens *tokens, const struct token *token, char text[TOKEN_TEXT]);

/* Whether a line is nothing but a rule of an ASCII table. */
bool text_is_rule(const char *text, size_t length);

void tokens_free(struct tokens *tokens);

#endif
