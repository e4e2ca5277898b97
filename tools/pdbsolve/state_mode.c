/* --state: prints boards without solving them. A scramble becomes a board. */
#include "answers/report.h"
#include "cli/console.h"
#include "cli/json.h"
#include "pdbsolve/modes.h"

static void print_error(FILE *stream, enum solve_format format, const char *message) {
    if (format == FORMAT_JSON)
        cli_json_print(stream, json_pack("{so}", "error", cli_json_text(message)));
    else
        fputs("error\n", stream);
}

static int state_print(struct session *session, struct input_entry *entry, void *user) {
    (void)user;
    FILE *stream = session->output->stream;
    const enum solve_format format = (enum solve_format)session->options->format;
    int code = CLI_SUCCESS;
    if (entry->readable) {
        board_print(stream, &entry->item.board, format, "/");
    } else {
        code = input_entry_refuse(entry);
        print_error(stream, format, entry->item.error.message);
    }
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
