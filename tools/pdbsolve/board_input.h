/* Reads boards and solutions from arguments, files and stdin (docs/input.md). */
#ifndef TILEPDB_PDBSOLVE_BOARD_INPUT_H
#define TILEPDB_PDBSOLVE_BOARD_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* Bytes of an entry's name in messages: "line 3" of stdin, "board 2" of the arguments, "FILE:3". */
#define INPUT_NAME 256

/* A board, a solution, or a board with its solution. */
struct input_entry {
    size_t number;    /* number of the line, or of the board among the arguments; from 1 */
    const char *file; /* the file's name; "-" is stdin; NULL for an argument */
    char name[INPUT_NAME];
    bool readable; /* if false, item.error says why */
    tilepdb_item item;
};

enum operand_kind { OPERAND_TEXT, OPERAND_FILE, OPERAND_STDIN };

struct operand {
    enum operand_kind kind;
    const char *text; /* argument text, or path */
};

struct board_input {
    tilepdb_reader_options options;
    struct operand *operands; /* owned */
    size_t count;
    size_t at;              /* index of the current operand */
    tilepdb_reader *reader; /* reads this operand, or several texts in a row; NULL if closed */
    int descriptor;         /* of the current file; -1 if there is none */
    char *buffer;           /* owned */
    size_t texts;           /* number of entries from texts */
    bool ended;             /* the reader has all input of this operand */
    uint64_t bytes;         /* bytes read from this operand */
    uint64_t all_bytes;     /* size of this operand in bytes; 0 if unknown */
};

/* Returns whether `text` is moves in a notation. A length before the moves must be right. */
bool operand_is_moves(const char *text, tilepdb_notation notation);

/* Returns whether `text` is a single move. Single moves in separate arguments are joined. */
bool operand_is_move(const char *text);

/* Returns whether an argument is "-", or names a file and is not moves. */
bool operand_names_file(const char *argument, tilepdb_notation notation);

/* Returns whether both names are the same regular file. "-" as `operand` is stdin. */
bool operand_is_file(const char *path, const char *operand);

/* Adds to the error of an unreadable word that there is no such file; puts this first if the
 * word looks like a file's name. `reading` is what the word was read as: "a board" or "moves". */
void operand_explain_word(const char *word, const char *reading, tilepdb_error *error);

/* Reads a text that is exactly one item, such as a board of any size. Returns false otherwise.
 * `item->moves` is not valid. */
bool large_item_read(const char *text, int width, int height, tilepdb_item *item);

/* Returns whether stdin is read: there are no arguments, or one is "-". */
bool board_input_is_stdin(char *const *arguments, size_t count);

/* Returns whether boards are read from the regular file `path`. */
bool board_input_is_file(char *const *arguments, size_t count,
                         const tilepdb_reader_options *options, const char *path);

/* Starts to read boards from the arguments, or from stdin if there are none. An argument that is
 * no board and names a file is a file of boards. Joins numbers in separate arguments into
 * boards, single moves into a scramble, and rows and parts of lists into one text. The arguments
 * and the goal of the options must outlive the input. */
void board_input_init(struct board_input *input, char *const *arguments, size_t count,
                      const tilepdb_reader_options *options);

/* Starts to read solutions, with or without boards, from a file or "-". */
void solution_input_init(struct board_input *input, const char *path,
                         const tilepdb_reader_options *options);

/* Reads the next entry. Returns false at the end, or after an interrupt. A file that cannot be
 * read is reported and raises `*code` to at least CLI_FAILURE. */
bool board_input_next(struct board_input *input, struct input_entry *entry, int *code);

/* Reports why an entry is unreadable. Returns the exit code. */
int input_entry_refuse(const struct input_entry *entry);

/* Returns the fraction of the input that has been read; negative if unknown. */
double board_input_fraction(const struct board_input *input);

/* Returns whether the next entry may come from stdin. */
bool board_input_reads_stdin(const struct board_input *input);

/* Returns the number of entries; SIZE_MAX if unknown. */
size_t board_input_count(const struct board_input *input);

void board_input_free(struct board_input *input);

#endif
