/*
 * Trains what beams on boards of any size have learned, from nothing (src/anytime/neighbours.h):
 * neighbours FILE [BOARDS [PASSES [WIDTH [SEED]]]]
 *
 * Random boards are solved by narrow beams with what was learned so far. On each level, the board
 * on the way of the best known solution should have been ranked before others that the beam has
 * kept: the weights follow by the logistic loss (AdaGrad: Duchi, Hazan & Singer, 2011). Solutions
 * are those of tilepdb_anytime_solve on 7x7, until a beam finds a shorter one. What is written is
 * the mean over the second half of the passes (Polyak & Juditsky, 1992).
 * The same arguments give the same file on the same machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anytime/whole.h"
#include "base/bytes.h"
#include "base/random.h"
#include "puzzle/board.h"
#include "tilepdb_anytime.h"

#define WEIGHTS    NEIGHBOURS_WEIGHTS
#define SHARPNESS  2.0  /* moves of a difference that counts as clear */
#define EVERY      2    /* levels, of which one is learned from */
#define MOVES_MOST 2940 /* of a solution */
#define SIDE       7    /* of the boards that are learned from */
#define FIRST      1024 /* width of the beams for the first solutions */
#define RATE       0.1

/* A board, and the best solution that is known. */
struct lesson {
    tilepdb_board board;
    char *letters; /* owned */
};

struct training {
    double weight[WEIGHTS], gathered[WEIGHTS], sum[WEIGHTS];
    double summed; /* lessons */
    struct neighbours neighbours;
    tilepdb_board goal;
    uint16_t way[MOVES_MOST + 1][SIDE * SIDE]; /* the boards of a solution */
    uint16_t blanks[MOVES_MOST + 1];
    int length;
    int difference[WEIGHTS];
    double right, compared;
};

static tilepdb_anytime_result found;

static void weights_round(struct training *training, int16_t *rounded) {
    for (int i = 0; i < WEIGHTS; i++) {
        const double steps = training->weight[i] * NEIGHBOURS_STEPS;
        rounded[i] = (int16_t)lrint(steps < -32000 ? -32000 : steps > 32000 ? 32000 : steps);
    }
}

static void ranking_renew(struct training *training) {
    int16_t rounded[WEIGHTS];
    weights_round(training, rounded);
    neighbours_free(&training->neighbours);
    if (neighbours_make(&training->neighbours, &training->goal, rounded)) {
        fputs("neighbours: no ranking\n", stderr);
        exit(3);
    }
}

static int apart_of(const struct training *training, const uint16_t *cells) {
    int apart = 0;
    for (unsigned cell = 0; cell < training->neighbours.cells; cell++)
        if (cells[cell] != training->neighbours.blank)
            apart += neighbours_apart(&training->neighbours, cells[cell], cell);
    return apart;
}

/* The board of the solution should be ranked before the other one. */
static void board_compare(void *user, int level, const uint16_t *cells, unsigned blank) {
    struct training *training = user;
    const struct neighbours *n = &training->neighbours;
    uint16_t terms[2][NEIGHBOURS_TERMS(SIDE * SIDE)];
    if (level >= training->length || level % EVERY != 0) return;
    const uint16_t *way = training->way[level];
    if (memcmp(way, cells, n->cells * sizeof *cells) == 0) return;
    const size_t worse = neighbours_terms(n, cells, blank, terms[0]),
                 better = neighbours_terms(n, way, training->blanks[level], terms[1]);
    double more = training->weight[0] * (apart_of(training, cells) - apart_of(training, way));
    for (size_t i = 0; i < worse; i++) {
        more += training->weight[terms[0][i]];
        training->difference[terms[0][i]]++;
    }
    for (size_t i = 0; i < better; i++) {
        more -= training->weight[terms[1][i]];
        training->difference[terms[1][i]]--;
    }
    training->right += more > 0;
    training->compared++;
    const double pull = 1 / (1 + exp(more / SHARPNESS));
    for (size_t i = 0; i < worse + better; i++) {
        const unsigned term = i < worse ? terms[0][i] : terms[1][i - worse];
        const double slope = pull * training->difference[term];
        training->difference[term] = 0;
        if (slope == 0) continue;
        training->gathered[term] += slope * slope;
        training->weight[term] += RATE * slope / sqrt(training->gathered[term] + 1);
    }
}

/* The goal has each tile on the cell before its number. */
static void homes_fill(const struct training *training, const tilepdb_board *board,
                       uint16_t *cells) {
    for (unsigned cell = 0; cell < training->neighbours.cells; cell++)
        cells[cell] =
            (uint16_t)((board->cells[cell] ? board->cells[cell] : training->neighbours.cells) - 1u);
}

/* A beam for a board is learned from. What it finds is shorter, and becomes the best. */
static void lesson_search(struct training *training, struct lesson *lesson, size_t width) {
    uint16_t cells[SIDE * SIDE];
    struct whole_task task = {.neighbours = &training->neighbours,
                              .metric = TILEPDB_METRIC_SINGLE,
                              .cells = cells,
                              .width = width,
                              .threads = 1,
                              .below = training->length,
                              .on_level = board_compare,
                              .user = training,
                              .letters = malloc((size_t)training->length + 1)};
    homes_fill(training, &lesson->board, cells);
    if (!task.letters || whole_search(&task)) exit(3);
    if (task.length >= 0) {
        free(lesson->letters);
        lesson->letters = task.letters;
    } else {
        free(task.letters);
    }
}

/* The boards of the best solution, as homes. */
static void way_fill(struct training *training, const struct lesson *lesson) {
    tilepdb_board board = lesson->board;
    training->length = (int)strlen(lesson->letters);
    if (training->length > MOVES_MOST) exit(3);
    for (int i = 0; i <= training->length; i++) {
        const char letter[2] = {i < training->length ? lesson->letters[i] : '\0', '\0'};
        homes_fill(training, &board, training->way[i]);
        training->blanks[i] = (uint16_t)board_blank(&board);
        if (tilepdb_board_play(&board, letter, NULL)) exit(3);
    }
}

static void lessons_begin(struct training *training, struct lesson *lessons, int boards,
                          tilepdb_random *random) {
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    options.max_width = FIRST;
    for (int i = 0; i < boards; i++) {
        if (tilepdb_board_scramble(random, &training->goal, &lessons[i].board)) exit(3);
        const tilepdb_status status =
            tilepdb_anytime_solve(&lessons[i].board, &training->goal, &options, &found, NULL);
        if (status && status != TILEPDB_LIMIT) exit(3);
        lessons[i].letters = strdup(found.moves);
    }
}

static void lessons_learn(struct training *training, struct lesson *lessons, int boards,
                          size_t width, bool sums) {
    double moves = 0;
    training->right = training->compared = 0;
    for (int i = 0; i < boards; i++) {
        ranking_renew(training);
        way_fill(training, &lessons[i]);
        moves += training->length;
        lesson_search(training, &lessons[i], width);
        training->summed += sums;
        for (int j = 0; sums && j < WEIGHTS; j++) training->sum[j] += training->weight[j];
    }
    printf("%.1f moves, %.1f %% right\n", moves / boards,
           100 * training->right / training->compared);
    fflush(stdout);
}

static int file_write(struct training *training, const char *path) {
    int16_t rounded[WEIGHTS];
    FILE *file = fopen(path, "wb");
    weights_round(training, rounded);
    for (int i = 0; file && i < WEIGHTS; i++) {
        const uint16_t bits = (uint16_t)rounded[i];
        const uint8_t bytes[2] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
        fwrite(bytes, 1, 2, file);
    }
    return file && fclose(file) == 0 ? 0 : 3;
}

int main(int argc, char **argv) {
    const int boards = argc > 2 ? atoi(argv[2]) : 400, passes = argc > 3 ? atoi(argv[3]) : 8;
    const size_t width = argc > 4 ? strtoull(argv[4], NULL, 10) : 300;
    struct training *training = calloc(1, sizeof *training);
    struct lesson *lessons = calloc(boards > 0 ? (size_t)boards : 1, sizeof *lessons);
    tilepdb_random random;
    if (argc < 2 || boards < 1 || width < 1) return 2;
    if (!training || !lessons || tilepdb_goal(SIDE, SIDE, SIDE * SIDE - 1, &training->goal, NULL))
        return 3;
    tilepdb_random_seed(&random, argc > 5 ? strtoull(argv[5], NULL, 10) : 1);
    training->weight[0] = 1;
    lessons_begin(training, lessons, boards, &random);
    for (int pass = 0; pass < passes; pass++)
        lessons_learn(training, lessons, boards, width, pass >= passes / 2);
    for (int i = 0; i < WEIGHTS && training->summed > 0; i++)
        training->weight[i] = training->sum[i] / training->summed;
    const int code = file_write(training, argv[1]);
    for (int i = 0; i < boards; i++) free(lessons[i].letters);
    neighbours_free(&training->neighbours);
    free(lessons);
    free(training);
    return code;
}
