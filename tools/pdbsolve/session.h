/*
 * A run of pdbsolve: what its modes share.
 *
 * A mode (modes.h) is a function of a session, and most modes are a function of one entry:
 *
 *   session_open    --goal and --board become one goal and one size for the whole run
 *   session_head    what comes before the answers
 *   session_each    entry after entry, in order, until the input ends, an interrupt comes or
 *                   nobody takes answers any more
 *   session_answer  an answer is complete, and goes out
 *   session_close   the exit code: the worst of all, and that of an interrupt
 *
 * One thread reads. Others may search; what they share with it is under `console`.
 */
#ifndef TILEPDB_PDBSOLVE_SESSION_H
#define TILEPDB_PDBSOLVE_SESSION_H

#include <pthread.h>

#include "answers/report.h"
#include "answers/solve_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "pdbsolve/board_input.h"
#include "pdbsolve/solve_driver.h"
#include "tilepdb_text.h"

/* Unsolvable boards at the beginning of a batch, if they can be solved to the same other goal. */
struct wrong_goal {
    uint32_t goals; /* bit i: each board can reach the goal of tilepdb_goal_name(i) */
    size_t boards;  /* so far; only the reason of the first was printed */
    bool ended;     /* a board did not belong to them */
};

struct session {
    const struct solve_options *options;
    char *const *arguments;
    size_t argument_count;
    tilepdb_reader_options reader; /* with the goal, and the size that boards must have: that of
                                      --goal BOARD, else of --board; 0x0: any */
    const char *goal_name;         /* of --goal; NULL: it is a board */
    tilepdb_board goal;            /* that board, or the named goal of the size that boards must
                                      have, 4x4 if any */
    struct solver_cache solvers;
    struct cli_progress progress;
    struct cli_output *output;
    struct cli_output bounds; /* of --bounds */
    struct record record;     /* of the last answer */
    pthread_mutex_t console;  /* of output, messages, progress and solvers */
    bool stopped;             /* atomic */
    struct wrong_goal wrong;  /* of the boards so far */
};

/* Begins a session. The options, the arguments and the output, which may be opened later, are used
 * until it is closed. CLI_SUCCESS, or the exit code after an error message, and then there is
 * nothing to close: the goal or the partition cannot be meant. */
int session_open(struct session *session, const struct solve_options *options,
                 char *const *arguments, size_t count, struct cli_output *output);

/* Opens the outputs that the options name; those of a mode are opened by it, later. CLI_SUCCESS, or
 * the exit code after an error message. */
int session_outputs_open(struct session *session);

/* Ends it. Returns the exit code of a run whose worst is `code`. */
int session_close(struct session *session, int code);

/* The size that boards must have; 0x0: any. */
struct cli_board_size session_size(const struct session *session);

/* The goal of a board of this size. */
tilepdb_board session_goal(const struct session *session, int width, int height);

/* The goal of an entry: the one in its text, which a note names if it is another one, unless --goal
 * is given. */
tilepdb_board session_entry_goal(const struct session *session, const struct input_entry *entry);

/* A driver of one board at a time, with all threads and the limits of the command line. */
struct solve_driver session_driver(struct session *session, const tilepdb_board *goal);

/* An answer with what identifies the entry. `goal` must outlive it. */
struct answer session_entry_answer(const struct input_entry *entry, const tilepdb_board *goal);

/* Passes on the heading, which is what was printed and, in CSV, the line of column names (NULL:
 * none). */
void session_head(struct session *session, const char *columns);

/* Prints an answer with its record, and its bounds for --bounds. Under the lock of the console. */
void session_print(struct session *session, const struct answer *answer);

/* Passes on an answer that was printed. False: nobody takes any more, and the session stops. */
bool session_answer(struct session *session);

/* Whether to print why a board has no solution; called for each readable board, in order. False: it
 * is unsolvable like all before, and can be solved to the same other goal, which the reason of the
 * first one names. The first other board prints how many there were. */
bool session_explains(struct session *session, const char *name, const tilepdb_board *board,
                      tilepdb_status status);

/* No further entries are wanted. Any thread. */
void session_stop(struct session *session);
bool session_stopped(const struct session *session);

/* Begins to read the boards of the arguments, or of stdin. */
void session_boards(const struct session *session, struct board_input *input);

/* What a mode does with an entry, which may be unreadable. Returns its exit code. */
typedef int session_entry_fn(struct session *session, struct input_entry *entry, void *user);

/* Calls `each` for the entries of an input, and frees the input. Returns the worst exit code, also
 * of files that could not be read. */
int session_each(struct session *session, struct board_input *input, session_entry_fn *each,
                 void *user);

#endif
