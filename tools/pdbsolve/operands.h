/*
 * The arguments of pdbsolve as texts and files: bare numbers are joined.
 */
#ifndef TILEPDB_PDBSOLVE_OPERANDS_H
#define TILEPDB_PDBSOLVE_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

enum operand_kind { OPERAND_TEXT, OPERAND_FILE, OPERAND_STDIN };

/* An argument. */
struct operand {
    enum operand_kind kind;
    char *text; /* the text, or the path; owned */
};

/* Zero is an empty list. */
struct operands {
    struct operand *list; /* owned */
    size_t count;
};

/* Takes `text` over. */
void operands_add(struct operands *operands, enum operand_kind kind, char *text);

/* Adds the arguments. Numbers that are arguments of their own are joined into boards; the options
 * say how many belong to one, if known. */
void operands_sort(struct operands *operands, char *const *arguments, size_t count,
                   const tilepdb_reader_options *options);

/* Whether a text is moves, in the notation that was asked for. */
bool operand_is_moves(const char *text, tilepdb_notation notation);

/* Whether an argument is "-", or is not moves and names a file. */
bool operand_names_file(const char *argument, tilepdb_notation notation);

/* Adds to the sentence about a word that could not be read, and that may have been meant as a
 * file's name, that there is no such file. */
void operand_explain_word(const char *word, tilepdb_error *error);

#endif
