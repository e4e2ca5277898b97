/*
 * Reads the tokens of a block as boards, by the rules in board_reader.h: tries every reading,
 * accepts exactly one, and otherwise explains what is wrong. Readings belong to one thread.
 */
#ifndef TILEPDB_TEXT_READINGS_H
#define TILEPDB_TEXT_READINGS_H

#include "text/lexer.h"
#include "tilepdb.h"

struct reading_rules {
    int width, height; /* 0 if unknown */
    bool large;        /* boards may be too large for tables */
    /* text of the blank, or "last" for the largest number; NULL for 0, n or a mark */
    const char *blank;
    bool goal; /* an open goal is read: '*' is an open cell, and tiles may be alike */
    /* a goal with alike tiles: boards have its tiles instead of 1 2 3 ...; or NULL */
    const tilepdb_board *alike;
};

/* Tokens [first, end) that have the role. */
struct token_range {
    const struct lexer *lexer;
    size_t first, end;
    size_t line; /* first line of the text */
    enum role role;
    bool record; /* brackets may be open around the range */
};

/* A value is a tile, VALUE_BLANK, VALUE_ANY for an open cell of a goal, VALUE_NONE if a token has
 * no value in a format, or VALUE_LETTER minus the number of a letter that is no cell. */
enum { VALUE_BLANK = -1, VALUE_NONE = -2, VALUE_ANY = -9, VALUE_LETTER = -10 };

struct value {
    int32_t number;
    uint32_t column, token;
    uint32_t index; /* 1 + the index before the value; 0 if none */
    size_t line;
    uint8_t gap;
};

/* A row, and the first two ways to divide all rows before it into entries. */
struct value_row {
    size_t first, count;
    size_t from[2];  /* [way] first row of the last entry before this row */
    uint64_t hash;   /* of the boards of the first way */
    uint8_t kind[2]; /* [way] kind of this entry */
    uint8_t ways;    /* up to 2 */
};

struct reading_entry {
    size_t row;
    uint8_t kind;
};

enum reading_form { FORM_NONE, FORM_BOARD, FORM_ENTRIES, FORM_NUMBERED, FORM_LABELLED };

struct readings {
    struct reading_rules rules;
    struct token_range range;
    struct value *value;         /* owned */
    struct value_row *row;       /* owned; one more than there are rows */
    struct reading_entry *entry; /* owned */
    size_t count, capacity, rows, row_capacity, entries, entry_capacity;
    enum reading_form form;
    unsigned applied, searched; /* calls of variant_apply and entries_find */
    size_t word_bytes;          /* length of the words that may be rows */
    bool words;                 /* the cells were the characters of words */
    bool letters;               /* the cells were letters, A for 1 */
    bool no_memory;             /* a reading lacked memory; board_reader_refuse clears it */
    size_t at;                  /* calls of readings_next */
    tilepdb_board board;
};

struct reading_board {
    tilepdb_board board;
    size_t line;
    char id[16];  /* index of the board; empty if none */
    bool letters; /* its tiles are letters, A for 1 */
};

tilepdb_status reading_size_check(int width, int height, bool large, tilepdb_error *error);

/* Reads one board or, with `several`, any number, for readings_next. Returns ERROR_PARSE, about the
 * nearest reading or two different boards, or ERROR_MEMORY. */
tilepdb_status readings_find(struct readings *readings, struct token_range range,
                             const struct reading_rules *rules, bool several, tilepdb_error *error);

/* Reads entries of numbers from the begin of a long block, but not the last entry. Returns the line
 * where the last entry begins, or 0. */
size_t readings_begin(struct readings *readings, struct token_range range,
                      const struct reading_rules *rules);

/* Returns false after the last board. */
bool readings_next(struct readings *readings, struct reading_board *to);

void readings_free(struct readings *readings);

/* Makes a board with alike tiles, or an open goal, from width * height values. Returns false if a
 * value is no tile of any board; checks no more. */
bool values_alike(const struct reading_rules *rules, const struct value *value, int width,
                  int height, tilepdb_board *board);

static inline bool value_is_none(const struct value *value) {
    return value->number <= VALUE_NONE && value->number != VALUE_ANY;
}

/* ---- readings_explain.c ---------------------------------------------------------------------- */

/* SHAPE_FLAT has no separate rows; SHAPE_UNEVEN has rows of different lengths. */
enum shape { SHAPE_FLAT, SHAPE_ROWS, SHAPE_UNEVEN };

struct reading_shape {
    size_t width, rows;
    /* number of the first uneven row, from 1, or 0; number of its values; index of the next
     * value */
    size_t bad_row, in_row, bad_end;
};

/* Finds the rows of `count` values from `first` on. */
enum shape reading_shape(const struct readings *readings, size_t first, size_t count,
                         struct reading_shape *shape);

/* The side of a square of `cells` cells, or 0. */
int square_side(size_t cells);

/* Explains why the values are not one board. Returns ERROR_PARSE. */
tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error);

#endif
