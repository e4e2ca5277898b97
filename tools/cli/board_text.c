/* See board_text.h. */
#include "cli/board_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

json_t *cli_json_board(const tilepdb_board *board) {
    json_t *list = json_array();
    for (int cell = 0; cell < board->width * board->height; cell++)
        json_array_append_new(list, board->cells[cell] == TILEPDB_ANY_TILE
                                        ? json_string("*")
                                        : json_integer(board->cells[cell]));
    return list;
}

int cli_blank_cell(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->cells, b->cells, sizeof *a->cells * a->width * a->height) == 0;
}

int cli_items_read(const tilepdb_reader_options *options, const char *text, tilepdb_item *item,
                   tilepdb_error *error) {
    tilepdb_reader *reader;
    tilepdb_item more;
    if (tilepdb_reader_create(options, &reader, error)) return 0;
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    int items = tilepdb_reader_next(reader, item);
    if (items && tilepdb_reader_next(reader, &more)) items++;
    tilepdb_reader_free(reader);
    return items;
}

void cli_goal_choose(const char *name, const tilepdb_item *item, bool given, tilepdb_metric metric,
                     tilepdb_board *goal) {
    const char *begin = name ? name : "", *gap = name ? ": " : "";
    char text[TILEPDB_BOARD_TEXT];
    if (item->multi && metric == TILEPDB_METRIC_SINGLE)
        cli_note("%s%sthe link counts a slide of several tiles as one move, and here each tile "
                 "counts: use --metric multi",
                 begin, gap);
    if (!item->has_goal || cli_same_board(goal, &item->goal)) return;
    tilepdb_board_format(&item->goal, true, text);
    if (given) {
        cli_note("%s%sthe goal in the text, %s, is ignored, since --goal is given", begin, gap,
                 text);
    } else {
        cli_note("%s%sthe goal is taken from the text: %s", begin, gap, text);
        *goal = item->goal;
    }
}

const char *const cli_notation_keywords[] = {"tile", "blank", "numbers", NULL};

tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              const tilepdb_board *goal, tilepdb_board *board, char **moves,
                              tilepdb_error *error) {
    const size_t capacity = TILEPDB_MAX_TYPED_MOVES + 1;
    char *letters = cli_allocated(malloc(capacity));
    const tilepdb_status status =
        tilepdb_solution_parse(text, length, notation, goal, board, letters, capacity, NULL, error);
    *moves = !status || status == TILEPDB_REFUTED ? cli_text("%s", letters) : NULL;
    free(letters);
    return status;
}

tilepdb_notation cli_moves_notation(int notation, bool letters) {
    return letters && notation == TILEPDB_NOTATION_TILE ? TILEPDB_NOTATION_NAMES
                                                        : (tilepdb_notation)notation;
}

char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board) {
    const size_t capacity = 4 * strlen(moves) + 1;
    char *text = cli_allocated(malloc(capacity));
    tilepdb_moves_format(moves, notation, run_length, board, text, capacity);
    return text;
}

char *cli_moves_grouped(const char *moves, tilepdb_notation notation) {
    char *text = cli_moves_write(moves, notation, true, NULL);
    char *grouped = cli_allocated(malloc(2 * strlen(text) + 1)), *end = grouped;
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && isalpha((unsigned char)*at)) *end++ = ' ';
        *end++ = *at;
    }
    *end = '\0';
    free(text);
    return grouped;
}
