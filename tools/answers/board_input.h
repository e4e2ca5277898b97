/* Boards and solutions from arguments, files and stdin (docs/input.md). */
#ifndef TILEPDB_ANSWERS_BOARD_INPUT_H
#define TILEPDB_ANSWERS_BOARD_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* Size of names such as "line 3", "board 2" or "FILE:3". */
#define INPUT_NAME 256

struct input_entry {
    size_t number;    /* number of the line, or of the board among the arguments, from 1 */
    const char *file; /* "-" for stdin; NULL for an argument */
    char name[INPUT_NAME];
    bool readable; /* false: `item.error` has the reason */
    tilepdb_item item;
};

enum operand_kind { OPERAND_TEXT, OPERAND_FILE, OPERAND_STDIN };

struct operand {
    enum operand_kind kind;
    const char *text; /* argument or path */
};

struct board_input {
    tilepdb_reader_options options;
    struct operand *operands; /* owned */
    size_t count;
    size_t at;
    tilepdb_reader *reader; /* reads one operand, or several texts; NULL if closed */
    int descriptor;         /* file being read; -1: none */
    char *buffer;           /* owned */
    size_t texts;
    bool ended;         /* the reader has the whole operand */
    uint64_t bytes;     /* bytes read from this operand */
    uint64_t all_bytes; /* bytes of this operand; 0 if unknown */
};

/* Returns true if the text is moves; a length before the moves must be right. */
bool operand_is_moves(const char *text, tilepdb_notation notation);

bool operand_is_move(const char *text);

/* Returns true for an address such as a link to a board. */
bool operand_is_address(const char *argument);

/* Returns true for "-", and for the name of a file unless it is moves, which a note then says. */
bool operand_names_file(const char *argument, tilepdb_notation notation);

/* Returns true if both names are one regular file; "-" as `operand` is stdin. */
bool operand_is_file(const char *path, const char *operand);

/* Adds to `error` that no such file exists, as the first words if `word` looks like a file name.
 * `reading` is "a board" or "moves". */
void operand_explain_word(const char *word, const char *reading, tilepdb_error *error);

/* Reads a text that is one item, such as a board of any size. Returns false otherwise.
 * `item->moves` is not valid. */
bool large_item_read(const char *text, int width, int height, tilepdb_item *item);

/* Returns true without arguments, or if one argument is "-". */
bool board_input_is_stdin(char *const *arguments, size_t count);

/* Returns true if `path` is a file from which these arguments read boards. */
bool board_input_is_file(char *const *arguments, size_t count,
                         const tilepdb_reader_options *options, const char *path);

/* Starts to read boards from the arguments, or from stdin if there are none. An argument that is
 * no board and names a file is a file of boards. Numbers in separate arguments are joined into
 * boards, single moves into a scramble, rows and parts of lists into one text. The arguments and
 * the goal of the options must outlive the input. */
void board_input_init(struct board_input *input, char *const *arguments, size_t count,
                      const tilepdb_reader_options *options);

/* Starts to read the board of a link. `link` must outlive the input. */
void link_input_init(struct board_input *input, const char *link,
                     const tilepdb_reader_options *options);

/* Starts to read solutions, with or without boards. `path` may be "-". */
void solution_input_init(struct board_input *input, const char *path,
                         const tilepdb_reader_options *options);

/* Reads the next entry. Returns false at the end or after an interrupt. Reports an unreadable
 * file, and raises `*code` to at least CLI_FAILURE. */
bool board_input_next(struct board_input *input, struct input_entry *entry, int *code);

/* Reports why an entry is unreadable. Returns the exit code. */
int input_entry_refuse(const struct input_entry *entry);

/* Returns the fraction of the input that was read; negative if unknown. */
double board_input_fraction(const struct board_input *input);

/* Returns the name of the file that is read, or another name for the input. */
const char *board_input_name(const struct board_input *input);

/* Returns SIZE_MAX if unknown. */
size_t board_input_count(const struct board_input *input);

void board_input_free(struct board_input *input);

#endif
