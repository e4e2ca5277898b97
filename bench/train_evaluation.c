/*
 * Trains the evaluation of beams (src/anytime/learned_evaluation.h): train_evaluation FILE [BOARDS
 * [ROUNDS [WIDTH [SEED]]]]
 *
 * Initial weights are half of the weights that were learned without tables. In each round wide
 * beams solve random boards. Narrow beams then search the same boards: in each layer, the board of
 * the solution should rank before other boards. The weights follow the logistic loss (AdaGrad:
 * Duchi, Hazan & Singer, 2011); the weight of distances to goal cells is fixed, which keeps the
 * scale. The result of a round is the mean over its second half (Polyak & Juditsky, 1992). Equal
 * arguments give equal files on one machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anytime/beam.h"
#include "base/random.h"
#include "puzzle/board.h"

#define WEIGHTS    LEARNED_WEIGHTS
#define TILES      3    /* number of tiles of a table's pattern */
#define SHARPNESS  2.0  /* difference in moves that counts as clear */
#define EVERY      2    /* training uses one in this many layers */
#define MOVES_MOST 2500 /* largest solution length */
#define PASSES     2
#define TEACHER    8   /* ratio of wide to narrow beam width */
#define BEGIN      0.5 /* initial weight of tables, and factor of other weights */
#define RATE       0.1

static const int sizes[][2] = {{5, 5}, {6, 6}, {7, 7}, {8, 8}, {4, 9}, {7, 7}, {8, 5}, {6, 6}};
#define SIZES ((unsigned)(sizeof sizes / sizeof *sizes))

struct size {
    tilepdb_board goal;
    struct normal_form normal;
    struct estimate estimate;
};

struct lesson {
    struct size *size;
    tilepdb_board board;
    uint8_t *path; /* a solution, owned; NULL if none was found */
    int length;
};

struct training {
    struct size sizes[SIZES];
    double weight[WEIGHTS], gathered[WEIGHTS], sum[WEIGHTS];
    double summed;
    struct learned_evaluation learned;
    const struct lesson *lesson;
    uint16_t way[MOVES_MOST + 1][NORMAL_FORM_MAX_CELLS]; /* boards of the lesson's solution */
    uint16_t blanks[MOVES_MOST + 1];
    int difference[WEIGHTS];
    double right, compared;
};

static void weights_round(const struct training *training, int16_t *rounded) {
    for (int i = 0; i < WEIGHTS; i++) {
        const double steps = training->weight[i] * LEARNED_STEPS;
        rounded[i] = (int16_t)lrint(steps < -32000 ? -32000 : steps > 32000 ? 32000 : steps);
    }
}

static void ranking_renew(struct training *training, const struct normal_form *normal) {
    int16_t rounded[WEIGHTS];
    weights_round(training, rounded);
    learned_free(&training->learned);
    if (learned_make(&training->learned, normal->width, normal->height, normal->blank, rounded))
        exit(3);
}

/* ---- learning -------------------------------------------------------------------------------- */

static void weight_learn(struct training *training, unsigned term, double slope) {
    training->gathered[term] += slope * slope;
    training->weight[term] += RATE * slope / sqrt(training->gathered[term] + 1);
}

struct counts {
    int apart;
    double view;
};

static struct counts counts_of(const struct training *training, const uint16_t *cells) {
    const struct learned_evaluation *n = &training->learned;
    struct counts counts = {.apart = learned_distance(n, cells)};
    int16_t h[2];
    estimate_whole(&training->lesson->size->estimate, cells, h);
    counts.view = (h[0] + h[1]) / 2.0;
    return counts;
}

static void board_compare(void *user, int level, const uint16_t *cells, unsigned blank) {
    struct training *training = user;
    const struct learned_evaluation *n = &training->learned;
    uint16_t features[2][LEARNED_FEATURES(NORMAL_FORM_MAX_CELLS)];
    if (level >= training->lesson->length || level % EVERY != 0) return;
    const uint16_t *way = training->way[level];
    if (memcmp(way, cells, n->cells * sizeof *cells) == 0) return;
    const size_t worse = learned_features(n, cells, blank, features[0]),
                 better = learned_features(n, way, training->blanks[level], features[1]);
    const struct counts there = counts_of(training, cells), here = counts_of(training, way);
    const double apart = there.apart - here.apart, view = there.view - here.view;
    double more = training->weight[LEARNED_CELL] * apart + training->weight[LEARNED_VIEW] * view;
    for (size_t i = 0; i < worse; i++) {
        more += training->weight[features[0][i]];
        training->difference[features[0][i]]++;
    }
    for (size_t i = 0; i < better; i++) {
        more -= training->weight[features[1][i]];
        training->difference[features[1][i]]--;
    }
    training->right += more > 0;
    training->compared++;
    const double pull = 1 / (1 + exp(more / SHARPNESS));
    if (view != 0) weight_learn(training, LEARNED_VIEW, pull * view);
    for (size_t i = 0; i < worse + better; i++) {
        const unsigned term = i < worse ? features[0][i] : features[1][i - worse];
        if (training->difference[term] == 0) continue;
        weight_learn(training, term, pull * training->difference[term]);
        training->difference[term] = 0;
    }
}

/* ---- lessons --------------------------------------------------------------------------------- */

static struct beam_task beam_of(const struct lesson *lesson,
                                const struct learned_evaluation *ranking, size_t width,
                                uint16_t *cells, uint8_t *path) {
    normal_form_cells(&lesson->size->normal, &lesson->board, cells);
    return (struct beam_task){.estimate = &lesson->size->estimate,
                              .ranking = ranking,
                              .metric = TILEPDB_METRIC_SINGLE,
                              .cells = cells,
                              .width = width,
                              .below = MOVES_MOST,
                              .path = path};
}

static void lesson_draw(struct training *training, struct lesson *lesson, size_t width,
                        tilepdb_random *random) {
    uint16_t cells[NORMAL_FORM_MAX_CELLS];
    uint8_t path[MOVES_MOST];
    if (tilepdb_board_scramble(random, &lesson->size->goal, &lesson->board)) exit(3);
    ranking_renew(training, &lesson->size->normal);
    struct beam_task task = beam_of(lesson, &training->learned, TEACHER * width, cells, path);
    if (beam_search(&task)) exit(3);
    free(lesson->path);
    lesson->path = NULL;
    lesson->length = task.length;
    if (task.length < 0) return;
    lesson->path = malloc(MOVES_MOST);
    if (!lesson->path) exit(3);
    memcpy(lesson->path, path, sizeof path);
}

static void lessons_draw(struct training *training, struct lesson *lessons, int boards,
                         size_t width, tilepdb_random *random) {
    double moves[SIZES] = {0};
    int solved[SIZES] = {0};
    for (int i = 0; i < boards; i++) {
        const unsigned number = (unsigned)i % SIZES;
        lessons[i].size = &training->sizes[number];
        lesson_draw(training, &lessons[i], width, random);
        if (!lessons[i].path) continue;
        solved[number]++;
        moves[number] += lessons[i].length;
    }
    for (unsigned i = 0; i < SIZES; i++) {
        const tilepdb_board *goal = &training->sizes[i].goal;
        if (solved[i])
            printf("%dx%d: %d in %.1f moves; ", goal->width, goal->height, solved[i],
                   moves[i] / solved[i]);
    }
    fflush(stdout);
}

static void way_fill(struct training *training) {
    const struct lesson *lesson = training->lesson;
    const struct normal_form *normal = &lesson->size->normal;
    unsigned blank = normal_form_cells(normal, &lesson->board, training->way[0]);
    training->blanks[0] = (uint16_t)blank;
    for (int i = 0; i < lesson->length; i++) {
        uint16_t *to = training->way[i + 1];
        const unsigned cell = normal->neighbour[blank][BEAM_DIRECTION(lesson->path[i])];
        memcpy(to, training->way[i], sizeof *training->way);
        to[blank] = to[cell];
        to[cell] = normal->blank;
        training->blanks[i + 1] = (uint16_t)(blank = cell);
    }
}

static void lesson_learn(struct training *training, const struct lesson *lesson, size_t width) {
    uint16_t cells[NORMAL_FORM_MAX_CELLS];
    uint8_t path[MOVES_MOST];
    training->lesson = lesson;
    ranking_renew(training, &lesson->size->normal);
    way_fill(training);
    struct beam_task task = beam_of(lesson, &training->learned, width, cells, path);
    task.threads = 1;
    task.below = lesson->length + 1;
    task.on_layer = board_compare;
    task.user = training;
    if (beam_search(&task)) exit(3);
}

static void lessons_learn(struct training *training, const struct lesson *lessons, int boards,
                          size_t width) {
    memset(training->sum, 0, sizeof training->sum);
    training->summed = training->right = training->compared = 0;
    for (int i = 0; i < PASSES * boards; i++) {
        if (!lessons[i % boards].path) continue;
        lesson_learn(training, &lessons[i % boards], width);
        if (2 * i < PASSES * boards) continue;
        training->summed++;
        for (int j = 0; j < WEIGHTS; j++) training->sum[j] += training->weight[j];
    }
    for (int i = 0; i < WEIGHTS && training->summed > 0; i++)
        training->weight[i] = training->sum[i] / training->summed;
    if (training->compared > 0)
        printf("%.1f %% right\n", 100 * training->right / training->compared);
    fflush(stdout);
}

/* ---- the training ---------------------------------------------------------------------------- */

static void sizes_make(struct training *training) {
    for (unsigned i = 0; i < SIZES; i++) {
        struct size *size = &training->sizes[i];
        const int width = sizes[i][0], height = sizes[i][1];
        if (tilepdb_goal(width, height, width * height - 1, &size->goal, NULL) ||
            !normal_form_init(&size->normal, &size->goal) ||
            estimate_make(&size->estimate, &size->normal, TILES, NULL, NULL))
            exit(3);
    }
}

static void weights_begin(struct training *training) {
    int16_t alone[WEIGHTS];
    learned_shipped(false, alone);
    for (int i = 0; i < WEIGHTS; i++) training->weight[i] = BEGIN * alone[i] / LEARNED_STEPS;
    training->weight[LEARNED_VIEW] = BEGIN;
}

static bool file_write(const struct training *training, const char *path) {
    int16_t rounded[WEIGHTS];
    FILE *file = fopen(path, "wb");
    bool written = true;
    weights_round(training, rounded);
    for (int i = 0; file && i < WEIGHTS; i++) {
        const uint16_t bits = (uint16_t)rounded[i];
        const uint8_t bytes[2] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
        written = fwrite(bytes, 1, 2, file) == 2 && written;
    }
    return file && fclose(file) == 0 && written;
}

int main(int argc, char **argv) {
    const int boards = argc > 2 ? atoi(argv[2]) : 800, rounds = argc > 3 ? atoi(argv[3]) : 10;
    const size_t width = argc > 4 ? strtoull(argv[4], NULL, 10) : 300;
    struct training *training = calloc(1, sizeof *training);
    struct lesson *lessons = calloc(boards > 0 ? (size_t)boards : 1, sizeof *lessons);
    tilepdb_random random;
    if (argc < 2 || boards < 1 || width < 1) return 2;
    if (!training || !lessons) return 3;
    tilepdb_random_seed(&random, argc > 5 ? strtoull(argv[5], NULL, 10) : 1);
    weights_begin(training);
    sizes_make(training);
    int code = 0;
    for (int round = 0; round < rounds && code == 0; round++) {
        lessons_draw(training, lessons, boards, width, &random);
        lessons_learn(training, lessons, boards, width);
        if (!file_write(training, argv[1])) code = 3;
    }
    for (int i = 0; i < boards; i++) free(lessons[i].path);
    for (unsigned i = 0; i < SIZES; i++) estimate_free(&training->sizes[i].estimate);
    learned_free(&training->learned);
    free(lessons);
    free(training);
    return code;
}
