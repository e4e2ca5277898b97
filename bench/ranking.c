/*
 * Trains what beam searches have learned, from nothing (src/anytime/ranking.h):
 * ranking SIDE FILE [ROUNDS [BOARDS [WIDTH [SEED]]]]
 *
 * In each round random boards are solved by beams with what was learned so far, or without it where
 * that finds nothing. Of all boards of a level, the one on the way of the solution should have been
 * ranked best: it is compared with others that the beam has kept. So nothing depends on how long a
 * solution is, which at first is much too long. The network is fitted to the comparisons of this
 * round and those before, by stochastic gradient descent on the logistic loss. The same arguments
 * give the same file on the same machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anytime/beam.h"
#include "base/bytes.h"
#include "base/random.h"
#include "util/clock.h"

#define UNITS       RANKING_UNITS
#define EPOCHS      3
#define RATE        0.02F /* of learning, at first */
#define WALKS       50    /* of 100 boards; the others are drawn from all */
#define WALK_MOVES  60    /* for each cell, at most */
#define KEPT_ROUNDS 4     /* whose samples are learned from */
#define PHASES      4     /* beams are twice as wide in each as in the one before */
#define SHARPNESS   1.0F  /* of a difference of one move */
#define TESTED      32    /* one of so many comparisons is left for a test */
#define LEVELS_MOST 2048
#define BLOCK       1024 /* comparisons that are tested or learned from together */
#define MIDDLE      100  /* moves; what a rank is on average, so that few are cut off at 0 */
#define WEIGHT_MOST 8000

/* The first board should be ranked before the second one. */
struct sample {
    uint8_t cells[2][SHAPE_MAX_CELLS];
    float farther; /* is the second one by the mean of the estimates */
};

struct network {
    float row[SHAPE_MAX_CELLS][SHAPE_MAX_CELLS][UNITS]; /* [tile][cell] */
    float bias[UNITS], weight[UNITS];
    double more; /* what all have on average */
};

/* A board that a beam has kept. */
struct mate {
    int level;
    uint8_t cells[SHAPE_MAX_CELLS];
};

struct training {
    struct shape shape;
    struct estimate estimate, plain; /* of the same tables: with what was learned, and without */
    struct network network;
    uint8_t *file; /* what the network is in whole numbers */
    tilepdb_random random;
    struct sample *samples;
    size_t count, capacity;
    size_t fresh[KEPT_ROUNDS]; /* how many of them are of each of these rounds */
    struct mate mates[BEAM_SHOWN * LEVELS_MOST];
    int mate_count;
    uint8_t path[LEVELS_MOST], other[LEVELS_MOST];
    int most; /* moves of a solution */
};

/* ---- boards ---------------------------------------------------------------------------------- */

static unsigned blank_of(const struct training *training, const uint8_t *cells) {
    unsigned cell = 0;
    while (cells[cell] != training->shape.blank) cell++;
    return cell;
}

static void walk(struct training *training, uint8_t *cells, int length) {
    unsigned blank = blank_of(training, cells), last = DIRECTIONS;
    while (length > 0) {
        const unsigned d = random_below(&training->random, DIRECTIONS);
        const unsigned to = training->shape.neighbour[blank][d];
        if (to == NO_CELL || (last < DIRECTIONS && d + last == BLANK_DOWN)) continue;
        cells[blank] = cells[to];
        cells[to] = training->shape.blank;
        blank = to;
        last = d;
        length--;
    }
}

/* Some moves from the goal, or any board; returns whether it is any. */
static bool board_draw(struct training *training, uint8_t *cells) {
    tilepdb_board goal, board;
    const int side = training->shape.width;
    tilepdb_goal(side, side, side * side - 1, &goal, NULL);
    const bool far = random_below(&training->random, 100) >= WALKS;
    board = goal;
    if (far) tilepdb_board_scramble(&training->random, &goal, &board);
    shape_cells(&training->shape, &board, cells);
    const uint32_t most = (uint32_t)(side * side * WALK_MOVES);
    if (!far) walk(training, cells, 20 + (int)random_below(&training->random, most));
    return far;
}

/* ---- samples --------------------------------------------------------------------------------- */

static float estimate_mean(const struct training *training, const uint8_t *cells) {
    int16_t h[2];
    estimate_whole(&training->estimate, cells, h);
    return 0.5F * (float)(h[0] + h[1]);
}

static void sample_add(struct training *training, const uint8_t *better, const uint8_t *worse) {
    const size_t cells = training->shape.cells;
    if (memcmp(better, worse, cells) == 0) return;
    if (training->count == training->capacity) {
        training->capacity = training->capacity ? 2 * training->capacity : 1 << 16;
        training->samples =
            realloc(training->samples, training->capacity * sizeof *training->samples);
        if (!training->samples) abort();
    }
    struct sample *sample = &training->samples[training->count++];
    memcpy(sample->cells[0], better, cells);
    memcpy(sample->cells[1], worse, cells);
    sample->farther = estimate_mean(training, worse) - estimate_mean(training, better);
}

static void level_take(void *user, int level, const uint8_t *cells) {
    struct training *training = user;
    if (training->mate_count == BEAM_SHOWN * LEVELS_MOST) return;
    struct mate *mate = &training->mates[training->mate_count++];
    mate->level = level;
    memcpy(mate->cells, cells, training->shape.cells);
}

/* Each board on the way against those of its level. */
static void way_take(struct training *training, uint8_t *cells, const struct beam_task *task) {
    unsigned blank = blank_of(training, cells);
    const struct mate *mate = training->mates, *end = mate + training->mate_count;
    for (int i = 0; i < task->length; i++) {
        const unsigned to = training->shape.neighbour[blank][BEAM_DIRECTION(task->path[i])];
        cells[blank] = cells[to];
        cells[to] = training->shape.blank;
        blank = to;
        for (; mate < end && mate->level <= i + 1; mate++)
            if (mate->level == i + 1) sample_add(training, cells, mate->cells);
    }
}

/* Without what was learned. */
static void plain_solve(struct training *training, struct beam_task *task) {
    struct beam_task plain = *task;
    plain.estimate = &training->plain;
    plain.on_level = NULL;
    plain.path = training->other;
    if (task->length >= 0) plain.below = task->length;
    if (beam_search(&plain)) abort();
    if (plain.length < 0) return;
    memcpy(task->path, plain.path, (size_t)plain.length);
    task->length = plain.length;
}

/* Solves boards. Returns how many by what was learned, and their mean of moves if they were drawn
 * from all. */
static int boards_solve(struct training *training, int boards, size_t width, double *mean) {
    int solved = 0, far_ones = 0;
    double moves = 0;
    for (int i = 0; i < boards; i++) {
        struct beam_task task = {.estimate = &training->estimate,
                                 .width = width,
                                 .threads = 1,
                                 .below = training->most,
                                 .on_level = level_take,
                                 .user = training,
                                 .path = training->path};
        const bool far = board_draw(training, task.cells);
        task.blank = (uint8_t)blank_of(training, task.cells);
        if (task.blank == training->shape.blank) continue;
        training->mate_count = 0;
        if (beam_search(&task)) abort();
        solved += task.length >= 0;
        far_ones += far && task.length >= 0;
        moves += far && task.length >= 0 ? task.length : 0;
        if (task.length < 0) plain_solve(training, &task);
        way_take(training, task.cells, &task);
    }
    *mean = far_ones ? moves / far_ones : 0;
    return solved;
}

/* ---- the network ----------------------------------------------------------------------------- */

static float uniform(struct training *training) {
    return (float)(random_next(&training->random) >> 40) / (float)(1 << 24);
}

static void network_begin(struct training *training) {
    struct network *network = &training->network;
    for (unsigned i = 0; i < UNITS; i++) {
        network->weight[i] = uniform(training) - 0.4F;
        network->bias[i] = 0.1F;
        for (unsigned tile = 0; tile < SHAPE_MAX_CELLS; tile++)
            for (unsigned cell = 0; cell < SHAPE_MAX_CELLS; cell++)
                network->row[tile][cell][i] = (uniform(training) - 0.5F) * 0.02F;
    }
}

static float network_value(const struct training *training, const uint8_t *cells,
                           float unit[UNITS]) {
    const struct network *network = &training->network;
    float part[8] = {0}, value = 0;
    memcpy(unit, network->bias, sizeof network->bias);
    for (unsigned cell = 0; cell < training->shape.cells; cell++) {
        const float *row = network->row[cells[cell]][cell];
        for (unsigned i = 0; i < UNITS; i++) unit[i] += row[i];
    }
    for (unsigned i = 0; i < UNITS; i++)
        part[i % 8] += network->weight[i] * (unit[i] > 0 ? unit[i] : 0);
    for (unsigned i = 0; i < 8; i++) value += part[i];
    return value;
}

/* One step of the descent. */
static void network_step(struct training *training, const uint8_t *cells, const float unit[UNITS],
                         float change) {
    struct network *network = &training->network;
    float step[UNITS];
    for (unsigned i = 0; i < UNITS; i++) {
        step[i] = unit[i] > 0 ? change * network->weight[i] : 0;
        network->weight[i] -= 0.01F * change * (unit[i] > 0 ? unit[i] : 0);
        network->bias[i] -= 0.1F * step[i];
    }
    for (unsigned cell = 0; cell < training->shape.cells; cell++) {
        float *row = network->row[cells[cell]][cell];
        for (unsigned i = 0; i < UNITS; i++) row[i] -= step[i];
    }
}

static void board_mirror(const struct training *training, uint8_t *cells) {
    const struct shape *shape = &training->shape;
    uint8_t before[SHAPE_MAX_CELLS];
    memcpy(before, cells, shape->cells);
    for (unsigned cell = 0; cell < shape->cells; cell++)
        cells[shape->mirror[cell]] = shape->mirror[before[cell]];
}

/* Fits the network to a comparison, or to its mirror image. Returns whether it was right. */
static bool sample_fit(struct training *training, const struct sample *sample, float rate) {
    struct sample seen = *sample;
    float unit[2][UNITS], value[2];
    const bool mirror = random_next(&training->random) >> 63;
    for (unsigned i = 0; i < 2; i++) {
        if (mirror) board_mirror(training, seen.cells[i]);
        value[i] = network_value(training, seen.cells[i], unit[i]);
    }
    const float difference = sample->farther + value[1] - value[0];
    if (rate > 0) {
        const float wrong = SHARPNESS / (1 + expf(SHARPNESS * difference));
        network_step(training, seen.cells[0], unit[0], rate * wrong);
        network_step(training, seen.cells[1], unit[1], -rate * wrong);
    }
    return difference > 0;
}

/* Returns the share of comparisons that were not learned from and are right. */
static double network_fit(struct training *training, float rate_first) {
    size_t right = 0, tested = 0;
    uint32_t *order = malloc((training->count + 1) * sizeof *order);
    if (!order) abort();
    for (size_t i = 0; i < training->count; i++) order[i] = (uint32_t)i;
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        for (size_t i = training->count; i-- > 1;) {
            const size_t other = random_below(&training->random, (uint32_t)i + 1);
            const uint32_t sample = order[i];
            order[i] = order[other];
            order[other] = sample;
        }
        for (size_t i = 0; i < training->count; i++) {
            const double done = (epoch + (double)i / (double)training->count) / EPOCHS;
            const float rate = rate_first * (1.02F - (float)done);
            if (order[i] / BLOCK % TESTED) sample_fit(training, &training->samples[order[i]], rate);
        }
    }
    free(order);
    training->network.more = 0;
    for (size_t i = 0; i < training->count; i++) {
        float unit[UNITS];
        training->network.more += network_value(training, training->samples[i].cells[0], unit);
        if (i / BLOCK % TESTED) continue;
        tested++;
        right += sample_fit(training, &training->samples[i], 0);
    }
    training->network.more = MIDDLE - training->network.more / (double)(training->count + 1);
    return (double)right / (double)(tested + 1);
}

/* ---- whole numbers --------------------------------------------------------------------------- */

static int16_t whole(float number, float most) {
    return (int16_t)lroundf(fmaxf(-most, fminf(most, number)));
}

static float largest(const struct training *training) {
    float most = 0;
    for (unsigned tile = 0; tile < training->shape.cells; tile++)
        for (unsigned cell = 0; cell < training->shape.cells; cell++)
            for (unsigned i = 0; i < UNITS; i++)
                most = fmaxf(most, fabsf(training->network.row[tile][cell][i]));
    return most;
}

/* The scale of rows is what the largest of them allows. From now on beams use them. */
static void network_round(struct training *training) {
    const struct network *network = &training->network;
    const unsigned cells = training->shape.cells;
    const float scale = 127 / largest(training);
    const float out = (float)(RANKING_STEPS << RANKING_SHIFT) / scale;
    uint8_t *to = training->file;
    for (unsigned tile = 0; tile < cells; tile++)
        for (unsigned cell = 0; cell < cells; cell++)
            for (unsigned i = 0; i < UNITS; i++)
                *to++ = (uint8_t)whole(network->row[tile][cell][i] * scale, 127);
    for (unsigned i = 0; i < UNITS; i++, to += 2)
        store_le16(to, (uint16_t)whole(network->bias[i] * scale, 8000));
    for (unsigned i = 0; i < UNITS; i++, to += 2)
        store_le16(to, (uint16_t)whole(network->weight[i] * out, WEIGHT_MOST));
    store_le32(to, (uint32_t)lround(network->more * RANKING_STEPS));
    ranking_read(&training->estimate.ranking, cells, training->file);
}

static bool file_write(const struct training *training, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    const size_t size = RANKING_BYTES((size_t)training->shape.cells);
    const bool written = fwrite(training->file, 1, size, file) == size;
    return fclose(file) == 0 && written;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Forgets the samples of the oldest round. */
static void samples_forget(struct training *training) {
    const size_t oldest = training->fresh[0];
    training->count -= oldest;
    memmove(training->samples, training->samples + oldest,
            training->count * sizeof *training->samples);
    memmove(training->fresh, training->fresh + 1, (KEPT_ROUNDS - 1) * sizeof *training->fresh);
}

/* Beams get wider from phase to phase, for fewer boards, and less is learned from each. */
static void round_run(struct training *training, int number, int phase, int boards, size_t width) {
    double mean, start = clock_seconds();
    samples_forget(training);
    const size_t older = training->count;
    boards >>= phase / 2;
    const int solved = boards_solve(training, boards, width << phase, &mean);
    training->fresh[KEPT_ROUNDS - 1] = training->count - older;
    const double found = clock_seconds();
    const double right = network_fit(training, RATE / (float)(1 << phase / 2));
    network_round(training);
    printf("round %d: %d of %d boards solved, the far ones in %.2f moves, %.0f s; "
           "%.1f %% of %zu comparisons right, %.0f s\n",
           number, solved, boards, mean, found - start, 100 * right, training->count,
           clock_seconds() - found);
    fflush(stdout);
}

static long argument(int count, char **values, int which, long usual) {
    return which < count ? strtol(values[which], NULL, 10) : usual;
}

int main(int argc, char **argv) {
    struct training *training = calloc(1, sizeof *training);
    const long side = argument(argc, argv, 1, 0);
    tilepdb_board goal;
    if (!training || argc < 3 || side < 3 || side > 8 ||
        tilepdb_goal((int)side, (int)side, (int)(side * side - 1), &goal, NULL)) {
        fprintf(stderr, "usage: ranking SIDE FILE [ROUNDS [BOARDS [WIDTH [SEED]]]]\n");
        return 2;
    }
    const int rounds = (int)argument(argc, argv, 3, 10),
              boards = (int)argument(argc, argv, 4, 2000);
    const size_t width = (size_t)argument(argc, argv, 5, 512);
    tilepdb_random_seed(&training->random, (uint64_t)argument(argc, argv, 6, 1));
    shape_init(&training->shape, &goal);
    training->most = 10 * (int)(side * side);
    training->file = malloc(RANKING_BYTES((size_t)(side * side)));
    if (!training->file || estimate_make(&training->estimate, &training->shape, 3, NULL, NULL))
        return 3;
    training->estimate.ranking.rows = NULL;
    training->plain = training->estimate;
    network_begin(training);
    for (int i = 1; i <= rounds; i++) {
        round_run(training, i, PHASES * (i - 1) / rounds, boards, width);
        if (!file_write(training, argv[2])) return 3;
    }
    estimate_free(&training->estimate);
    free(training->file);
    free(training->samples);
    free(training);
    return 0;
}
