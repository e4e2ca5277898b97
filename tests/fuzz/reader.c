/*
 * A libFuzzer target for the reader of boards and moves. The first byte of the input chooses the
 * options; the second chooses the size of the pieces in which the rest is fed.
 *
 *   build/fuzz/tests/fuzz_reader -max_len=300 -max_total_time=60 CORPUS
 */
#include <stdlib.h>
#include <string.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

static void item_check(const tilepdb_item *item, tilepdb_notation notation) {
    static char moves[TILEPDB_MOVES_TEXT];
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board board;
    tilepdb_error error;
    tilepdb_goal(3, 3, 8, &board, NULL);
    if (item->kind == TILEPDB_ITEM_ERROR) {
        if (item->error.message[0] == '\0') abort();
    } else if (item->kind == TILEPDB_ITEM_BOARD) {
        /* a board that was read is a permutation, so it has a text */
        if (tilepdb_board_format(&item->board, true, text) == 0) abort();
        if (item->has_goal && tilepdb_board_format(&item->goal, true, text) == 0) abort();
    } else {
        tilepdb_moves_parse(item->moves, item->moves_length, notation, &board, moves, sizeof moves,
                            NULL, &error);
        tilepdb_moves_invert(item->moves, item->moves_length, notation, true, moves, sizeof moves,
                             NULL, &error);
    }
}

/* If moves were read, they lead to the returned board; otherwise the board is unchanged. */
static void moves_check(const char *text, size_t size, tilepdb_notation notation,
                        tilepdb_board *board, char *moves) {
    tilepdb_board start = *board, goal;
    size_t count;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    const tilepdb_status status = tilepdb_solution_parse(text, size, notation, &goal, board, moves,
                                                         TILEPDB_MOVES_TEXT, &count, NULL);
    const bool played = !status || status == TILEPDB_REFUTED;
    if (played && (strlen(moves) != count || tilepdb_board_play(&start, moves, NULL))) abort();
    if (memcmp(&start, board, sizeof start) != 0) abort();
}

/* Reads the text in one piece, in memory that ends with the text. */
static void text_check(const uint8_t *input, size_t size, tilepdb_notation notation) {
    static char moves[TILEPDB_MOVES_TEXT];
    tilepdb_board board;
    char *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, input, size);
    tilepdb_board_parse(copy, size, 0, 0, &board, NULL);
    tilepdb_goal(3, 3, 8, &board, NULL);
    moves_check(copy, size, notation, &board, moves);
    tilepdb_board_parse("1 2 3 7/4 5 0 6", 15, 0, 0, &board, NULL);
    moves_check(copy, size, notation, &board, moves);
    tilepdb_board_parse("1 2 3/4 0 5/7 8 6", 17, 0, 0, &board, NULL);
    moves_check(copy, size, TILEPDB_NOTATION_NAMES, &board, moves);
    tilepdb_moves_invert(copy, size, notation, true, moves, sizeof moves, NULL, NULL);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size) {
    static tilepdb_item item;
    tilepdb_reader *reader;
    if (size < 2) return 0;
    const uint8_t choice = input[0];
    const size_t piece = 1 + (input[1] >> 2);
    const bool sized = (choice & 32) != 0;
    const tilepdb_reader_options options = {
        .reading = choice & 1            ? TILEPDB_READ_SOLUTIONS
                   : (input[1] & 4) != 0 ? TILEPDB_READ_ARGUMENTS
                                         : TILEPDB_READ_BOARDS,
        .notation = (tilepdb_notation)((choice >> 1) % 3),
        .large = (choice & 8) != 0,
        .blank_first = (choice & 16) != 0,
        .live = (input[1] & 8) != 0,
        .width = sized ? 2 + (choice >> 6) : 0,
        .height = sized ? 2 + (input[1] & 3) : 0,
    };
    input += 2;
    size -= 2;
    text_check(input, size, options.notation);
    if (tilepdb_reader_create(&options, &reader, NULL) != TILEPDB_OK) return 0;
    for (size_t at = 0; at <= size; at += piece) {
        const size_t bytes = size - at < piece ? size - at : piece;
        /* The exact size lets a sanitizer find any access beyond it. */
        char *copy = malloc(bytes > 0 ? bytes : 1);
        memcpy(copy, input + at, bytes);
        tilepdb_reader_feed(reader, copy, bytes);
        if (at + piece > size) tilepdb_reader_end(reader);
        while (tilepdb_reader_next(reader, &item)) item_check(&item, options.notation);
        free(copy);
    }
    tilepdb_reader_free(reader);
    return 0;
}
