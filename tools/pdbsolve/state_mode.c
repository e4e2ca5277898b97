/* --state: prints boards without solving them. A scramble becomes a board. */
#include "answers/report.h"
#include "cli/console.h"
#include "pdbsolve/modes.h"

static void print_error(FILE *stream, enum solve_format format, const char *message) {
    if (format == FORMAT_JSON)
        cli_json_print(stream, json_pack("{so}", "error", cli_json_text(message)));
    else
        fputs("error\n", stream);
}

static void print_picture(struct session *session, const struct input_entry *entry) {
    const tilepdb_board *board = &entry->item.board;
    struct svg *picture = session_picture(session);
    if (!picture) return;
    if (entry->readable) {
        const tilepdb_board goal = session_goal(session, board->width, board->height);
        svg_add_board(picture, board, &goal, -1);
    } else {
        struct answer unread = session_entry_answer(entry, NULL);
        unread.message = entry->item.error.message;
        svg_add_answer(picture, session->options, &unread);
    }
}

static int state_print(struct session *session, struct input_entry *entry, void *user) {
    (void)user;
    FILE *stream = session->output->stream;
    const enum solve_format format = (enum solve_format)session->options->format;
    const int code = entry->readable ? CLI_SUCCESS : input_entry_refuse(entry);
    if (format == FORMAT_SVG)
        print_picture(session, entry);
    else if (entry->readable)
        board_print(stream, &entry->item.board, format, "/");
    else
        print_error(stream, format, entry->item.error.message);
    session_answer(session);
    return code;
}

static int run(struct session *session) {
    struct board_input boards;
    session_boards(session, &boards);
    session_head(session, "board");
    return session_each(session, &boards, state_print, NULL);
}

const struct mode state_mode = {"state", run};
