/*
 * One run of pdbsolve or pdbmethods: its boards, engine and outputs. Most modes call session_run,
 * whose `run` calls session_head, session_each and session_answer.
 *
 * One thread reads the input; others may search. Functions that return int return CLI_SUCCESS, or
 * the exit code after an error message.
 */
#ifndef TILEPDB_ANSWERS_SESSION_H
#define TILEPDB_ANSWERS_SESSION_H

#include <pthread.h>

#include "answers/report.h"
#include "answers/solve_options.h"
#include "cli/checkpoint_saver.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

/* ---- boards and solutions from arguments, files and stdin (docs/input.md) -------------------- */

/* size of names such as "line 3", "board 2" or "FILE:3" */
#define INPUT_NAME 256

struct input_entry {
    size_t number;    /* number of the line, or of the board among the arguments; from 1 */
    const char *file; /* "-" for stdin; NULL for an argument */
    char name[INPUT_NAME];
    bool readable; /* false: see `item.error` */
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

bool operand_is_address(const char *argument);

/* Returns true for "-", and for an existing file unless its name is moves; then prints a note. */
bool operand_names_file(const char *argument, tilepdb_notation notation);

/* Adds to `error` that no such file exists, as the first words if `word` looks like a file name.
 * `reading` is "a board" or "moves". */
void operand_explain_word(const char *word, const char *reading, tilepdb_error *error);

/* Reads a text that is one item, such as a board of any size; otherwise returns false.
 * `item->moves` is not valid. */
bool large_item_read(const char *text, int width, int height, tilepdb_item *item);

/* Returns true without arguments, or if one argument is "-". */
bool board_input_is_stdin(char *const *arguments, size_t count);

/* Reads boards from the arguments, or from stdin if there are none. An argument that is no board
 * and names a file is a file of boards. Numbers are joined into boards, single moves into a
 * scramble, rows and parts of lists into one text. Arguments and the goal of the options must
 * outlive the input. */
void board_input_init(struct board_input *input, char *const *arguments, size_t count,
                      const tilepdb_reader_options *options);

/* Reads solutions, with or without boards. `path` may be "-". */
void solution_input_init(struct board_input *input, const char *path,
                         const tilepdb_reader_options *options);

/* Returns false at the end or after an interrupt. Reports an unreadable file, and raises `*code` to
 * at least CLI_FAILURE. */
bool board_input_next(struct board_input *input, struct input_entry *entry, int *code);

/* Reports why an entry is unreadable. Returns its exit code. */
int input_entry_refuse(const struct input_entry *entry);

/* Returns the fraction of the input that was read; negative if unknown. */
double board_input_fraction(const struct board_input *input);

/* Returns SIZE_MAX if unknown. */
size_t board_input_count(const struct board_input *input);

void board_input_free(struct board_input *input);

/* ---- the session ----------------------------------------------------------------------------- */

/* The first boards of a batch, while all are unsolvable and can reach the same other goal. */
struct wrong_goal {
    uint32_t goals; /* bit i: each board can reach tilepdb_goal_name(i) */
    size_t boards;  /* boards so far; only the first was explained */
    bool ended;     /* a board differs */
};

struct session {
    const struct solve_options *options;
    char *const *arguments;
    size_t argument_count;
    /* The board size is 0x0 if boards may have any size. */
    tilepdb_reader_options reader;
    const char *goal_name; /* NULL if --goal is a board */
    /* A named goal is 4x4 if boards may have any size. */
    tilepdb_board goal;
    tilepdb_engine *engine; /* owned; NULL before session_start or session_engine_create */
    int ranks;              /* ranks of an MPI job; 0 for one process */
    tilepdb_cancel *cancel; /* requested by interrupts; owned */
    bool lacks_tables; /* an event reported that tables of a goal are missing or unusable; atomic */
    char *last_failure; /* last message about a table's file; owned; may be NULL */
    struct cli_progress progress;
    struct cli_output *output;
    bool opened; /* session_outputs_open was called */
    struct cli_output bounds;
    struct checkpoint_saver saver;
    /* in the checkpoint, until the output has its name and all boards have answers */
    bool keeps_answers;
    bool answered; /* all boards have answers */
    struct record record;
    tilepdb_picture *picture; /* of --format svg, printed at the end; owned, NULL while empty */
    bool picture_overflowed;  /* there were more answers */
    pthread_mutex_t console;  /* protects output, messages and progress */
    bool stopped;
    struct wrong_goal wrong;
};

/* The arguments must outlive the session; `output` may be opened later. After a failure there is
 * nothing to close. */
int session_open(struct session *session, const struct solve_options *options,
                 char *const *arguments, size_t count, struct cli_output *output);

/* An output of the tool besides answers and bounds. `path` is NULL if the option is not given. */
struct document {
    const char *option; /* without dashes */
    const char *path;
};

/* Checks that the outputs of --output and --bounds, the document, which the caller opens, and the
 * input are different files; then opens the outputs. */
int session_outputs_open(struct session *session, struct document document);

/* Events of the engine are printed under the console's lock. `node` and `ranks` may be NULL. */
int session_engine_create(struct session *session, const struct tilepdb_node *node,
                          const struct tilepdb_ranks *ranks);

/* Refuses --animate if boards come from the keyboard. Creates an engine of one process unless the
 * session has one. */
int session_start(struct session *session);

/* Returns the value of --judge or --improve, or NULL. */
const char *session_given(const struct session *session);

/* Closes the outputs. `code` is the worst so far. Returns the worst of `code`, outputs and an
 * interrupt. */
int session_close(struct session *session, int code);

/* Opens a session and its outputs, starts it, calls `run`, and closes the session. Returns the exit
 * code. */
int session_run(const struct solve_options *options, char *const *arguments, size_t count,
                struct document document, int (*run)(struct session *session));

/* Returns 0x0 for any size. */
struct cli_board_size session_size(const struct session *session);

tilepdb_board session_goal(const struct session *session, int width, int height);

/* Returns the goal of the session, or of the entry's text (cli_goal_choose). */
tilepdb_board session_entry_goal(const struct session *session, const struct input_entry *entry);

/* Returns a request with the limits of the command line, for one board at a time. */
tilepdb_engine_request session_request(struct session *session, const tilepdb_board *board,
                                       const tilepdb_board *goal);

/* Calls tilepdb_engine_solve, and adds advice to its error. */
tilepdb_status session_solve(struct session *session, const tilepdb_engine_request *request,
                             tilepdb_answer **answer, tilepdb_error *error);

/* Reports why the board `name` has no solution, unless an event did. Reports a failure of a table
 * once for all boards. The caller holds `console`. */
void session_explain(struct session *session, const char *name, const tilepdb_answer *answer,
                     const tilepdb_error *error);

/* Like session_explain, for an answer that session_answer_fill has filled. */
void session_explain_answer(struct session *session, const struct answer *answer,
                            const tilepdb_error *error);

const char *session_missing_text(const struct session *session);

/* Takes the results from `found`, or from `none` if `found` is NULL. All must outlive the
 * answer. */
void session_answer_fill(const struct session *session, struct answer *answer,
                         tilepdb_status status, const tilepdb_answer *found,
                         const tilepdb_result *none, const tilepdb_error *error);

/* Returns an answer that only identifies the entry. `goal` must outlive the answer. */
struct answer session_entry_answer(const struct input_entry *entry, const tilepdb_board *goal);

/* Reports why an entry has no answer, and prints this as its answer. Returns CLI_USAGE. */
int session_refuse(struct session *session, const struct input_entry *entry,
                   const tilepdb_error *error);

/* Flushes what was printed and, in CSV, `columns`, which may be NULL. */
void session_head(struct session *session, const char *columns);

/* Adds an entry to the picture of --format svg. If the picture is full, reports this once and stops
 * the session. */
void session_draw(struct session *session, const tilepdb_picture_entry *entry);

/* Prints an answer and its bounds. The caller holds `console`. */
void session_print(struct session *session, const struct answer *answer);

/* Flushes an answer. If the output is closed, stops the session and returns false. */
bool session_answer(struct session *session);

/* Returns true if the board's error should be printed; called for each readable board in order.
 * While all boards are unsolvable and can reach the same goal, only the first is explained; the
 * first board that differs prints how many messages were left out. */
bool session_explains(struct session *session, const char *name, const tilepdb_board *board,
                      tilepdb_status status);

/* Ends session_each before the next entry. Any thread may call it. */
void session_stop(struct session *session);
bool session_stopped(const struct session *session);

void session_boards(const struct session *session, struct board_input *input);

typedef int session_entry_fn(struct session *session, struct input_entry *entry, void *user);

/* Calls `each` for every entry, also unreadable ones, and frees `input`. Returns the worst exit
 * code. */
int session_each(struct session *session, struct board_input *input, session_entry_fn *each,
                 void *user);

#endif
