/*
 * Trains what beam searches have learned, from nothing (src/anytime/ranking.h):
 * ranking SIDE FILE [ROUNDS [BOARDS [WIDTH [SEED [FROM [SHARE]]]]]]
 *
 * In each round random boards are solved by beams with what was learned so far; in the first rounds
 * all, and then those that were not solved so, are solved without it as well. The boards on the way
 * of a solution show how many moves are left. One board of each level that was elsewhere shows how
 * many are left at least, if the solution is thought to be a good one: it may be ranked worse than
 * that, but not better. Where nothing was found, all that were ranked best were ranked too well.
 * Then the network is fitted to the boards of this round and those before, by stochastic gradient
 * descent. The same arguments give the same file on the same machine. FROM is a file of this kind
 * to begin with; without rounds, so many percent of what it has learned are written.
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
#define EPOCHS      8
#define RATE        0.002F /* of learning, at first */
#define MOST_ERROR  8.0F   /* of one board, in moves */
#define WALKS       70     /* of 100 boards; the others are drawn from all */
#define EASY_MOVES  30     /* in so many moves for each cell walks get as long as any ... */
#define KEPT_ROUNDS 4      /* whose samples are learned from */
#define SAMPLE_EACH 3      /* boards on the way of a solution */
#define NEAR        20.0F  /* moves are left at least on boards that led nowhere */
#define WORSE       3.0F   /* moves than was learned, where no solution was found */
#define WEIGHT_MOST 8000

struct sample {
    uint8_t cells[SHAPE_MAX_CELLS];
    float more;    /* moves than the mean of the estimates */
    bool at_least; /* it is no measure, but a bound */
};

struct network {
    float row[SHAPE_MAX_CELLS][SHAPE_MAX_CELLS][UNITS]; /* [tile][cell] */
    float bias[UNITS], weight[UNITS], more;
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
    /* A board of each level of one beam; `more` is the level. */
    struct sample levels[2048];
    int level_count;
    uint8_t path[2048];
    int most; /* moves of a solution */
};

/* ---- boards ---------------------------------------------------------------------------------- */

/* ... in steps that are smaller where beams of what is not learned yet are worse. */
static int easy_rounds(const struct training *training) {
    return training->shape.width <= 5 ? 5 : 6;
}

/* How much of what was learned beams use: first solutions are too long, so that all is thought to
 * be farther than it is. */
static float share_of(const struct training *training, int round) {
    const float share = 0.2F + 0.08F * (float)(round - 1);
    return training->shape.width <= 5 || share > 1 ? 1 : share;
}

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

/* Some moves from the goal, from round to round more; then also any board. */
static void board_draw(struct training *training, int round, uint8_t *cells) {
    tilepdb_board goal, board;
    const int side = training->shape.width;
    tilepdb_goal(side, side, side * side - 1, &goal, NULL);
    const bool far = round > easy_rounds(training) && random_below(&training->random, 100) >= WALKS;
    board = goal;
    if (far) tilepdb_board_scramble(&training->random, &goal, &board);
    shape_cells(&training->shape, &board, cells);
    const int easy = easy_rounds(training);
    const uint32_t most =
        (uint32_t)(side * side * (EASY_MOVES / easy) * (round < easy ? round : easy));
    if (!far) walk(training, cells, 20 + (int)random_below(&training->random, most));
}

/* ---- samples --------------------------------------------------------------------------------- */

static float estimate_mean(const struct training *training, const uint8_t *cells) {
    struct estimate_view view;
    int16_t h[2];
    estimate_see(&training->estimate, cells, &view);
    estimate_whole(&training->estimate, &view, h);
    return 0.5F * (float)(h[0] + h[1]);
}

/* A board and its mirror image. */
static void sample_add(struct training *training, const uint8_t *cells, float more, bool at_least) {
    const struct shape *shape = &training->shape;
    if (training->count + 2 > training->capacity) {
        training->capacity = training->capacity ? 2 * training->capacity : 1 << 16;
        training->samples =
            realloc(training->samples, training->capacity * sizeof *training->samples);
        if (!training->samples) abort();
    }
    struct sample *sample = &training->samples[training->count];
    training->count += 2;
    sample->more = more;
    sample->at_least = at_least;
    memcpy(sample->cells, cells, shape->cells);
    sample[1] = sample[0];
    for (unsigned cell = 0; cell < shape->cells; cell++)
        sample[1].cells[shape->mirror[cell]] = shape->mirror[cells[cell]];
}

static void level_take(void *user, int level, const uint8_t *cells) {
    struct training *training = user;
    const int room = (int)(sizeof training->levels / sizeof *training->levels);
    if (training->level_count == room) return;
    struct sample *sample = &training->levels[training->level_count++];
    memcpy(sample->cells, cells, training->shape.cells);
    sample->more = (float)level;
}

/* By what was learned so far. */
static float more_learned(const struct training *training, const uint8_t *cells) {
    const struct ranking *ranking = &training->estimate.ranking;
    struct ranking_sum sum;
    if (!ranking->rows) return 0;
    ranking_whole(ranking, cells, training->shape.cells, blank_of(training, cells), &sum);
    return (float)ranking_value(ranking, &sum) / RANKING_STEPS;
}

/* `led`: the boards of the levels come from a beam that found a solution. */
static void levels_take(struct training *training, int length, bool led) {
    for (int i = 0; i < training->level_count; i++) {
        const struct sample *level = &training->levels[i];
        float left = (float)length - level->more;
        if (!led && left < NEAR) left = NEAR;
        const float more = length < 0 ? more_learned(training, level->cells) + WORSE
                                      : left - estimate_mean(training, level->cells);
        if (left > 0) sample_add(training, level->cells, more, true);
    }
}

static void way_take(struct training *training, uint8_t *cells, const struct beam_task *task) {
    unsigned blank = blank_of(training, cells);
    for (int i = 0; i < task->length; i++) {
        const unsigned to = training->shape.neighbour[blank][BEAM_DIRECTION(task->path[i])];
        if (random_below(&training->random, SAMPLE_EACH) == 0)
            sample_add(training, cells, (float)(task->length - i) - estimate_mean(training, cells),
                       false);
        cells[blank] = cells[to];
        cells[to] = training->shape.blank;
        blank = to;
    }
}

/* Without what was learned, if that is shorter. */
static void plain_solve(struct training *training, struct beam_task *task) {
    uint8_t path[sizeof training->path];
    struct beam_task plain = *task;
    plain.estimate = &training->plain;
    plain.on_level = NULL;
    plain.path = path;
    if (task->length >= 0) plain.below = task->length;
    if (beam_search(&plain)) abort();
    if (plain.length < 0) return;
    memcpy(task->path, path, (size_t)plain.length);
    task->length = plain.length;
}

/* Solves boards, and returns how many. */
static int boards_solve(struct training *training, int round, int boards, size_t width,
                        double *mean) {
    int solved = 0;
    double moves = 0;
    for (int i = 0; i < boards; i++) {
        struct beam_task task = {.estimate = &training->estimate,
                                 .width = width,
                                 .below = training->most,
                                 .on_level = level_take,
                                 .user = training,
                                 .path = training->path};
        board_draw(training, round, task.cells);
        task.blank = (uint8_t)blank_of(training, task.cells);
        if (task.blank == training->shape.blank) continue;
        training->level_count = 0;
        if (beam_search(&task)) abort();
        const bool led = task.length >= 0;
        if (round > 1 && (task.length < 0 || round <= easy_rounds(training)))
            plain_solve(training, &task);
        solved += task.length >= 0;
        moves += task.length >= 0 ? task.length : 0;
        levels_take(training, task.length, led);
        way_take(training, task.cells, &task);
    }
    *mean = solved ? moves / solved : 0;
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

/* One step of the descent. Returns the square of the error. */
static float sample_fit(struct training *training, const struct sample *sample, float rate) {
    struct network *network = &training->network;
    const struct shape *shape = &training->shape;
    float unit[UNITS], step[UNITS], value = network->more;
    memcpy(unit, network->bias, sizeof unit);
    for (unsigned cell = 0; cell < shape->cells; cell++) {
        if (sample->cells[cell] == shape->blank) continue;
        const float *row = network->row[sample->cells[cell]][cell];
        for (unsigned i = 0; i < UNITS; i++) unit[i] += row[i];
    }
    for (unsigned i = 0; i < UNITS; i++) value += network->weight[i] * (unit[i] > 0 ? unit[i] : 0);
    float error = value - sample->more;
    if (sample->at_least) {
        if (error > 1) return 0;
        error = 0.5F * (error - 1);
    }
    const float square = error * error;
    error = fmaxf(-MOST_ERROR, fminf(MOST_ERROR, error));
    for (unsigned i = 0; i < UNITS; i++) {
        const bool active = unit[i] > 0;
        step[i] = active ? rate * error * network->weight[i] : 0;
        if (active) network->weight[i] -= 0.003F * rate * error * unit[i];
        network->bias[i] -= step[i];
    }
    network->more -= 0.3F * rate * error;
    for (unsigned cell = 0; cell < shape->cells; cell++) {
        if (sample->cells[cell] == shape->blank) continue;
        float *row = network->row[sample->cells[cell]][cell];
        for (unsigned i = 0; i < UNITS; i++) row[i] -= step[i];
    }
    return square;
}

/* Returns the root of the mean square of errors at the end. */
static double network_fit(struct training *training) {
    double squares = 0;
    uint32_t *order = malloc(training->count * sizeof *order);
    if (!order) abort();
    for (size_t i = 0; i < training->count; i++) order[i] = (uint32_t)i;
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        squares = 0;
        for (size_t i = training->count - 1; i > 0; i--) {
            const size_t other = random_below(&training->random, (uint32_t)i + 1);
            const uint32_t sample = order[i];
            order[i] = order[other];
            order[other] = sample;
        }
        for (size_t i = 0; i < training->count; i++) {
            const double done = (epoch + (double)i / (double)training->count) / EPOCHS;
            const float rate = RATE * (1.02F - (float)done);
            squares += sample_fit(training, &training->samples[order[i]], rate);
        }
    }
    free(order);
    return sqrt(squares / (double)training->count);
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
static void network_round(struct training *training, float share) {
    const struct network *network = &training->network;
    const unsigned cells = training->shape.cells;
    const float scale = 127 / largest(training);
    const float out = share * (float)(RANKING_STEPS << RANKING_SHIFT) / scale;
    uint8_t *to = training->file;
    for (unsigned tile = 0; tile < cells; tile++)
        for (unsigned cell = 0; cell < cells; cell++)
            for (unsigned i = 0; i < UNITS; i++)
                *to++ = (uint8_t)whole(network->row[tile][cell][i] * scale, 127);
    for (unsigned i = 0; i < UNITS; i++, to += 2)
        store_le16(to, (uint16_t)whole(network->bias[i] * scale, 8000));
    for (unsigned i = 0; i < UNITS; i++, to += 2)
        store_le16(to, (uint16_t)whole(network->weight[i] * out, WEIGHT_MOST));
    store_le32(to, (uint32_t)lroundf(share * network->more * RANKING_STEPS));
    ranking_read(&training->estimate.ranking, cells, training->file);
}

/* The reverse, but for what was rounded. */
static void network_resume(struct training *training) {
    struct network *network = &training->network;
    const struct ranking *ranking = &training->estimate.ranking;
    const unsigned cells = training->shape.cells;
    const float scale = 32;
    for (unsigned i = 0; i < UNITS; i++) {
        for (unsigned tile = 0; tile < cells; tile++)
            for (unsigned cell = 0; cell < cells; cell++)
                network->row[tile][cell][i] = (float)ranking->rows[tile * cells + cell][i] / scale;
        network->bias[i] = (float)ranking->bias[i] / scale;
        network->weight[i] =
            (float)ranking->weight[i] * scale / (float)(RANKING_STEPS << RANKING_SHIFT);
    }
    network->more = (float)ranking->more / RANKING_STEPS;
}

static bool file_write(const struct training *training, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    const size_t size = RANKING_BYTES((size_t)training->shape.cells);
    const bool written = fwrite(training->file, 1, size, file) == size;
    return fclose(file) == 0 && written;
}

static bool file_read(struct training *training, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const size_t size = RANKING_BYTES((size_t)training->shape.cells);
    const bool there = fread(training->file, 1, size, file) == size;
    fclose(file);
    if (there) ranking_read(&training->estimate.ranking, training->shape.cells, training->file);
    return there;
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

static void round_run(struct training *training, int number, int boards, size_t width) {
    double mean, start = clock_seconds();
    samples_forget(training);
    const size_t older = training->count;
    const int solved = boards_solve(training, number, boards, width, &mean);
    training->fresh[KEPT_ROUNDS - 1] = training->count - older;
    const double found = clock_seconds();
    const double error = network_fit(training);
    network_round(training, share_of(training, number));
    printf("round %d: %d of %d boards solved, %.2f moves, %.0f s; error %.2f moves, %.0f s\n",
           number, solved, boards, mean, found - start, error, clock_seconds() - found);
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
        fprintf(stderr,
                "usage: ranking SIDE FILE [ROUNDS [BOARDS [WIDTH [SEED [FROM [SHARE]]]]]]\n");
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
    if (argc > 7 && !file_read(training, argv[7])) return 3;
    if (argc > 7) network_resume(training);
    if (argc > 7 && rounds == 0) {
        network_round(training, (float)argument(argc, argv, 8, 100) / 100);
        if (!file_write(training, argv[2])) return 3;
    }
    for (int i = 1; i <= rounds; i++) {
        round_run(training, i, boards, width);
        if (!file_write(training, argv[2])) return 3;
    }
    estimate_free(&training->estimate);
    free(training->file);
    free(training->samples);
    free(training);
    return 0;
}
