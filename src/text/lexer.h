/*
 * What a text has that may be a cell of a board: numbers, marks for the blank, letters and words,
 * with their places, and what stands between them. All else is decoration, in any language that
 * writes lists: brackets, quotes, names before '=', ':' or a bracket, tags, bold, frames of tables.
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

/* What stands before a token: the strongest of it. */
enum token_gap {
    GAP_NONE,
    GAP_LINE, /* a line end */
    GAP_MARK, /* '/', ';', "\n" or "<br>" */
    GAP_LIST  /* a bracket */
};

/* Larger numbers are as this one, and no tiles. */
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
    size_t first_line, line;       /* the first and the last of the text */
    size_t end_column;             /* behind it */
    int depth;                     /* brackets that are open at the end; below 0: one too many */
    size_t open_line, open_column; /* of the outermost one, or of the one that is wrong */
    bool bars;                     /* between tokens, so that empty ones count */
    bool listed;                   /* a bracket was closed */
    bool dangling;                 /* the last thing was a mark between rows */
    bool no_memory;
    int label_width, label_height; /* of "3x4:" before the tokens; 0: none */
    uint32_t label, label_bytes;   /* the last number, or else word, before a ':' */
};

/* Reads a text, whose first line has this number. The tokens keep their memory, and refer to the
 * text. Time is linear. */
void lexer_scan(struct tokens *tokens, const char *text, size_t length, size_t first_line);

/* The characters of a token as ASCII, without what makes them bold; true if they all fit. */
#define TOKEN_TEXT 64
size_t token_text(const struct tokens *tokens, const struct token *token, char text[TOKEN_TEXT]);

/* Whether a line has nothing but the rules of a table. */
bool text_is_rule(const char *text, size_t length);

void tokens_free(struct tokens *tokens);

#endif
