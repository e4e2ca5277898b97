/*
 * Boards and solutions from arguments, files and stdin, read by the library's reader
 * (docs/input.md).
 */
#ifndef TILEPDB_PDBSOLVE_BOARD_INPUT_H
#define TILEPDB_PDBSOLVE_BOARD_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* What messages call an entry: "line 3" of stdin, "board 2" of the arguments, "FILE:3". */
#define INPUT_NAME 256

/* One board, or one solution, or both. */
struct input_entry {
    size_t number;    /* of the line, or of the board among the arguments; from 1 */
    const char *file; /* the file of the line, as named; "-": stdin; NULL: it is an argument */
    char name[INPUT_NAME];
    bool readable; /* false: item.error says why */
    tilepdb_item item;
};

enum operand_kind { OPERAND_TEXT, OPERAND_FILE, OPERAND_STDIN };

/* An argument. */
struct operand {
    enum operand_kind kind;
    const char *text; /* the text, or the path */
};

struct board_input {
    tilepdb_reader_options options;
    struct operand *operands; /* owned */
    size_t count;
    size_t at;              /* the operand that is read */
    tilepdb_reader *reader; /* of that operand, and of texts that follow a text; NULL: not open */
    int descriptor;         /* of a file; -1: none */
    char *buffer;           /* owned */
    size_t texts;           /* entries that came from texts */
    bool ended;             /* the reader has been given everything */
    uint64_t bytes;         /* of the operand, that were read */
    uint64_t all_bytes;     /* of the operand; 0: not known */
};

/* Whether a text is moves in a notation, with the right length if it begins with one. */
bool operand_is_moves(const char *text, tilepdb_notation notation);

/* Whether a text is a single move. Single moves in separate arguments are joined. */
bool operand_is_move(const char *text);

/* Whether an argument is "-", or is not moves and names a file. */
bool operand_names_file(const char *argument, tilepdb_notation notation);

/* Whether two names are of one regular file; "-" as the second is stdin. */
bool operand_is_file(const char *path, const char *operand);

/* Adds to the error of a word that could not be read as `reading`, "a board" or "moves", that there
 * is no such file; if the word looks like the name of a file, this comes first. */
void operand_explain_word(const char *word, const char *reading, tilepdb_error *error);

/* Whether the text is one item of the reader, which may be a board of any size; `item->moves` is
 * not valid. */
bool large_item_read(const char *text, int width, int height, tilepdb_item *item);

/* Whether something is read from stdin: there are no arguments, or "-" is one. */
bool board_input_is_stdin(char *const *arguments, size_t count);

/* Whether `path` is a regular file from which boards are read. */
bool board_input_is_file(char *const *arguments, size_t count,
                         const tilepdb_reader_options *options, const char *path);

/* Begins to read boards from the arguments, or from stdin if there are none. An argument that is no
 * board and names a file is read as one. Bare numbers in separate arguments are joined into boards,
 * single moves into a scramble, rows and parts of lists into one text. The arguments and the goal
 * of the options must outlive the input. */
void board_input_init(struct board_input *input, char *const *arguments, size_t count,
                      const tilepdb_reader_options *options);

/* Begins to read solutions, with or without boards, from a file or "-". */
void solution_input_init(struct board_input *input, const char *path,
                         const tilepdb_reader_options *options);

/* Reads the next entry. False: the end, or an interrupt. A file that cannot be read is reported and
 * raises `*code` to at least CLI_FAILURE. */
bool board_input_next(struct board_input *input, struct input_entry *entry, int *code);

/* Reports why an entry is not readable. Returns the exit code. */
int input_entry_refuse(const struct input_entry *entry);

/* The fraction of the input that was read; below 0: not known. */
double board_input_fraction(const struct board_input *input);

/* Whether the next entry may come from stdin. */
bool board_input_reads_stdin(const struct board_input *input);

/* The number of entries; SIZE_MAX: not known. */
size_t board_input_count(const struct board_input *input);

void board_input_free(struct board_input *input);

#endif
