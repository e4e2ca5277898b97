/* --judge and --improve: reads solutions and their boards. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "answers/board_input.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/solution_check.h"
#include "tilepdb_text.h"

enum lines { LINES_NONE, LINES_PAIRS, LINES_SOLUTIONS };

/* Answers for `moves` on the entry's board, as solution_check does. */
typedef int solution_fn(struct session *session, const struct input_entry *entry, const char *moves,
                        size_t length, const tilepdb_error *unread);

struct judge {
    struct session *session;
    solution_fn *each;
    char *list;       /* owned; may be NULL */
    enum lines lines; /* LINES_NONE before the first line */
    struct board_input solutions;
    struct board_input boards; /* boards for the solutions of LINES_SOLUTIONS */
    size_t judged;
    struct input_entry pending; /* a length whose moves may follow */
    char pending_length[16];
};

/* ---- sources of moves and boards ------------------------------------------------------------- */

static int judge_board(struct session *session, struct input_entry *board, void *judge) {
    const struct judge *given = judge;
    const char *moves = given->list ? given->list : session_given(session);
    return given->each(session, board, moves, strlen(moves), NULL);
}

static size_t count_rest(struct board_input *input, int *code) {
    struct input_entry entry;
    size_t count = 0;
    while (board_input_next(input, &entry, code)) count++;
    return count;
}

static int complain_counts(const struct judge *judge, size_t boards, size_t solutions) {
    cli_complain("--%s: %zu board%s but %zu solution%s: each board needs one line of solutions",
                 judge->session->options->common.mode, boards, plural(boards), solutions,
                 plural(solutions));
    return CLI_USAGE;
}

static bool has_board(const struct input_entry *line) {
    return line->item.kind == TILEPDB_ITEM_BOARD_AND_SOLUTION;
}

static int judge_beside(struct judge *judge, const struct input_entry *solution) {
    struct input_entry board;
    int code = CLI_SUCCESS;
    if (!board_input_next(&judge->boards, &board, &code)) {
        session_stop(judge->session);
        if (cli_signal()) return code;
        const size_t solutions = judge->judged + 1 + count_rest(&judge->solutions, &code);
        return cli_worse(code, complain_counts(judge, judge->judged, solutions));
    }
    if (has_board(solution)) {
        session_stop(judge->session);
        cli_complain("%s: expected a solution, as on the lines before, not a board with its "
                     "solution",
                     solution->name);
        return cli_worse(code, CLI_USAGE);
    }
    const tilepdb_item *item = &solution->item;
    judge->judged++;
    return cli_worse(code, judge->each(judge->session, &board, item->moves, item->moves_length,
                                       solution->readable ? NULL : &item->error));
}

static int judge_pair(struct judge *judge, struct input_entry *pair) {
    tilepdb_item *item = &pair->item;
    if (item->kind == TILEPDB_ITEM_SOLUTION) {
        pair->readable = false;
        item->error.status = TILEPDB_ERROR_PARSE;
        snprintf(item->error.message, sizeof item->error.message,
                 "no board: a line is a board, a TAB or ';', and its solution");
    }
    return judge->each(judge->session, pair, item->moves ? item->moves : "", item->moves_length,
                       NULL);
}

static int boards_open(struct judge *judge, const char *found) {
    const struct session *session = judge->session;
    if (strcmp(session_given(session), "-") == 0 &&
        board_input_is_stdin(session->arguments, session->argument_count)) {
        cli_complain("--%s: standard input contains %s: name the file with the boards, or write "
                     "each board before its solution, with a TAB or ';' between them",
                     session->options->common.mode, found);
        return CLI_USAGE;
    }
    session_boards(session, &judge->boards);
    judge->lines = LINES_SOLUTIONS;
    return CLI_SUCCESS;
}

/* The first line decides whether lines have boards. An unreadable line counts as a line with a
 * board if no boards are named elsewhere. */
static int lines_begin(struct judge *judge, const struct input_entry *first) {
    const struct session *session = judge->session;
    const bool boards = session->argument_count > 0;
    if (!has_board(first) && (first->readable || boards))
        return boards_open(judge, "only solutions");
    if (boards) {
        cli_complain("--%s: the lines of %s contain boards: do not give any others",
                     session->options->common.mode, session_given(session));
        return CLI_USAGE;
    }
    judge->lines = LINES_PAIRS;
    return CLI_SUCCESS;
}

static int line_judge(struct judge *judge, struct input_entry *line) {
    struct session *session = judge->session;
    if (judge->lines == LINES_NONE) {
        const int code = lines_begin(judge, line);
        if (code != CLI_SUCCESS) session_stop(session);
        if (code != CLI_SUCCESS) return code;
    }
    return judge->lines == LINES_PAIRS ? judge_pair(judge, line) : judge_beside(judge, line);
}

/* Returns true if a line is a length whose moves must follow. "0" needs no moves. */
static bool is_length(const struct judge *judge, const struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    size_t digits = 0;
    while (digits < item->moves_length && isdigit((unsigned char)item->moves[digits])) digits++;
    return line->readable && !has_board(line) && digits > 0 && digits == item->moves_length &&
           digits < sizeof judge->pending_length && item->moves[0] != '0' &&
           judge->session->options->moves != TILEPDB_NOTATION_NUMBERS;
}

static int pending_judge(struct judge *judge) {
    judge->pending.item.moves = judge->pending_length;
    judge->pending.item.moves_length = strlen(judge->pending_length);
    const int code = line_judge(judge, &judge->pending);
    judge->pending_length[0] = '\0';
    return code;
}

/* Judges a line after a length. Both lines are one solution if the line has moves of this
 * length. */
static int judge_pending(struct judge *judge, struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    const int length = item->moves ? (int)item->moves_length : 0;
    char *joined = cli_text("%s %.*s", judge->pending_length, length, length ? item->moves : "");
    const bool fits = line->readable && !has_board(line) &&
                      operand_is_moves(joined, (tilepdb_notation)judge->session->options->moves);
    int code;
    if (fits) {
        judge->pending.item.moves = joined;
        judge->pending.item.moves_length = strlen(joined);
        judge->pending_length[0] = '\0';
        code = line_judge(judge, &judge->pending);
    } else {
        code = pending_judge(judge);
        if (!session_stopped(judge->session)) code = cli_worse(code, line_judge(judge, line));
    }
    free(joined);
    return code;
}

static int judge_line(struct session *session, struct input_entry *line, void *user) {
    struct judge *judge = user;
    (void)session;
    if (judge->pending_length[0] != '\0') return judge_pending(judge, line);
    if (!is_length(judge, line)) return line_judge(judge, line);
    judge->pending = *line;
    snprintf(judge->pending_length, sizeof judge->pending_length, "%.*s",
             (int)line->item.moves_length, line->item.moves);
    return CLI_SUCCESS;
}

static int boards_end(struct judge *judge) {
    struct input_entry entry;
    int code = CLI_SUCCESS;
    if (judge->lines != LINES_SOLUTIONS) return code;
    if (!session_stopped(judge->session) && board_input_next(&judge->boards, &entry, &code)) {
        const size_t boards = judge->judged + 1 + count_rest(&judge->boards, &code);
        code = cli_worse(code, complain_counts(judge, boards, judge->judged));
    }
    board_input_free(&judge->boards);
    return code;
}

static int judge_file(struct judge *judge) {
    struct session *session = judge->session;
    solution_input_init(&judge->solutions, session_given(session), &session->reader);
    int code = session_each(session, &judge->solutions, judge_line, judge);
    if (judge->pending_length[0] != '\0' && !session_stopped(session))
        code = cli_worse(code, pending_judge(judge));
    if (judge->lines == LINES_NONE && code == CLI_SUCCESS && !session_stopped(session))
        code = boards_open(judge, "no solutions");
    return cli_worse(code, boards_end(judge));
}

/* ---- one solution in several lines ----------------------------------------------------------- */

/* Returns true if the arguments are one board, which is written to `*board`. */
static bool one_board_read(const struct session *session, tilepdb_board *board) {
    struct board_input boards;
    struct input_entry entry;
    int code = CLI_SUCCESS;
    session_boards(session, &boards);
    bool texts = session->argument_count > 0;
    for (size_t i = 0; i < boards.count; i++)
        texts = texts && boards.operands[i].kind == OPERAND_TEXT;
    bool one = texts && board_input_next(&boards, &entry, &code) && entry.readable;
    if (one) *board = entry.item.board;
    one = one && !board_input_next(&boards, &entry, &code);
    board_input_free(&boards);
    return one;
}

/* Appends the letters that lead from a board to the next one. Returns false if no move of one tile,
 * and no slide, does. */
static bool step_append(char **letters, const tilepdb_board *from, const tilepdb_board *to) {
    for (const char *letter = "UDLR"; *letter != '\0'; letter++) {
        const char move[] = {*letter, '\0'};
        char slide[TILEPDB_MAX_SIDE + 1] = "";
        tilepdb_board now = *from;
        while (!tilepdb_board_play(&now, move, NULL)) {
            strcat(slide, move);
            if (!tilepdb_goal_reached(to, &now)) continue;
            char *longer = cli_text("%s%s", *letters, slide);
            free(*letters);
            *letters = longer;
            return true;
        }
    }
    return false;
}

/* Returns the length and the moves of FILE, in the notation of the options, if its boards are a
 * path of moves that begins with the board of the arguments or one move behind it; otherwise NULL.
 */
static char *path_read(const struct session *session) {
    char *path = cli_text("%s", session_given(session)), *letters = cli_text("%s", "");
    struct board_input boards;
    struct input_entry entry;
    tilepdb_board start, last;
    int code = CLI_SUCCESS;
    size_t count = 0;
    bool moves = one_board_read(session, &start);
    last = start;
    board_input_init(&boards, &path, 1, &session->reader);
    for (; moves && board_input_next(&boards, &entry, &code); count++) {
        const tilepdb_board *board = &entry.item.board;
        moves = entry.readable && count < TILEPDB_MAX_MOVES &&
                ((count == 0 && tilepdb_goal_reached(board, &start)) ||
                 step_append(&letters, &last, board));
        if (moves) last = *board;
    }
    board_input_free(&boards);
    char *text = moves && count > 1 ? moves_write(session->options, &start, letters) : NULL;
    if (text) { /* behind a length, D is never the name of a tile */
        char *answer = cli_text("%zu %s", strlen(letters), text);
        free(text);
        text = answer;
    }
    free(letters);
    free(path);
    return text;
}

static bool line_append(char **list, const struct input_entry *line) {
    const tilepdb_item *item = &line->item;
    if (!line->readable || item->kind != TILEPDB_ITEM_SOLUTION) return false;
    char *move = cli_text("%.*s", (int)item->moves_length, item->moves);
    const bool single = operand_is_move(move);
    if (single) {
        char *longer = cli_text("%s %s", *list, move);
        free(*list);
        *list = longer;
    }
    free(move);
    return single;
}

/* Returns the moves of FILE as one text if each of several lines is a single move, or all are
 * boards on the way, and the arguments are one board. Otherwise each line is a solution, and the
 * result is NULL. */
static char *list_read(const struct session *session) {
    const char *path = session_given(session);
    struct stat status;
    tilepdb_board board;
    struct board_input lines;
    struct input_entry line;
    int code = CLI_SUCCESS;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || access(path, R_OK) != 0)
        return NULL;
    size_t count = 0;
    bool singles = true;
    char *list = cli_text("%s", "");
    solution_input_init(&lines, path, &session->reader);
    for (; singles && board_input_next(&lines, &line, &code); count++)
        singles = count < TILEPDB_MAX_MOVES && line_append(&list, &line);
    board_input_free(&lines);
    if (singles && count > 1 && one_board_read(session, &board)) return list;
    free(list);
    return path_read(session);
}

/* Refuses boards beside a link that has one. */
static int link_check(const struct session *session) {
    const char *given = session_given(session);
    tilepdb_item item;
    if (session->argument_count == 0 || !operand_is_address(given) ||
        !large_item_read(given, 0, 0, &item) || item.kind != TILEPDB_ITEM_BOARD)
        return CLI_SUCCESS;
    cli_complain("--%s: the link has a board: do not give any others",
                 session->options->common.mode);
    return CLI_USAGE;
}

static int run(struct session *session, solution_fn *each, const char *columns) {
    struct judge judge = {.session = session, .each = each};
    int code = link_check(session);
    if (code != CLI_SUCCESS) return code;
    session_head(session, columns);
    const bool file =
        operand_names_file(session_given(session), (tilepdb_notation)session->options->moves);
    if (file) judge.list = list_read(session);
    if (file && !judge.list) {
        code = judge_file(&judge);
    } else {
        session_boards(session, &judge.boards);
        code = session_each(session, &judge.boards, judge_board, &judge);
    }
    free(judge.list);
    return code;
}

static int run_judge(struct session *session) {
    return run(session, solution_check, solution_check_columns(session->options));
}

static int run_improve(struct session *session) {
    return run(session, solution_improve, report_columns(session->options));
}

const struct mode judge_mode = {"judge", run_judge};
const struct mode improve_mode = {"improve", run_improve};
