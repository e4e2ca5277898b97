/*
 * Searches by several ranks: threads of this process that share words, as the ranks of a job do.
 * Whatever they share, and wherever they are interrupted, each of them has the answer and the
 * counts of one search.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "search/deal.h"
#include "tilepdb.h"
#include "tilepdb_checkpoint.h"
#include "tilepdb_company.h"

static char path[] = "test_company_XXXXXX";

/* By Manhattan distance: 19 million nodes, 9 of them in the last bound, of 52 moves. */
static const char BOARD[] = "3 4 12 11 / 6 9 10 5 / 7 8 13 15 / 1 0 14 2";

#define MOST_RANKS 4

/* ---- a company of threads -------------------------------------------------------------------- */

struct mail {
    uint8_t bytes[TILEPDB_COMPANY_MESSAGE];
    size_t size; /* 0: nothing is on its way */
};

struct job {
    int ranks;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t *words;
    const void *given[MOST_RANKS];
    size_t sizes[MOST_RANKS];
    int came, left; /* in a gathering */
    int met;        /* that began to meet, of all meetings */
    struct mail mail[MOST_RANKS];
};

struct member {
    struct job *job;
    int rank;
    int meetings; /* begun */
    bool meeting;
};

static uint64_t member_word(size_t word, tilepdb_word_change change, uint64_t value, void *user) {
    struct job *job = ((struct member *)user)->job;
    assert_true(word < TILEPDB_COMPANY_WORDS);
    pthread_mutex_lock(&job->lock);
    const uint64_t before = job->words[word];
    if (change == TILEPDB_WORD_ADD) job->words[word] += value;
    if (change == TILEPDB_WORD_SET) job->words[word] = value;
    if (change == TILEPDB_WORD_LEAST && value < before) job->words[word] = value;
    pthread_mutex_unlock(&job->lock);
    return before;
}

static void *job_join(const struct job *job, size_t *all) {
    *all = 0;
    for (int i = 0; i < job->ranks; i++) *all += job->sizes[i];
    uint8_t *bytes = malloc(*all + 1), *to = bytes;
    for (int i = 0; i < job->ranks; i++) {
        if (job->sizes[i]) memcpy(to, job->given[i], job->sizes[i]);
        to += job->sizes[i];
    }
    return bytes;
}

static void *member_gather(const void *bytes, size_t size, size_t *all, void *user) {
    const struct member *member = user;
    struct job *job = member->job;
    pthread_mutex_lock(&job->lock);
    while (job->left) pthread_cond_wait(&job->changed, &job->lock); /* the one before */
    job->given[member->rank] = bytes;
    job->sizes[member->rank] = size;
    if (++job->came == job->ranks) {
        job->left = job->ranks;
        pthread_cond_broadcast(&job->changed);
    }
    while (!job->left) pthread_cond_wait(&job->changed, &job->lock);
    void *joined = job_join(job, all);
    if (--job->left == 0) {
        job->came = 0;
        pthread_cond_broadcast(&job->changed);
    }
    /* Its bytes stay until all have them. */
    while (job->left) pthread_cond_wait(&job->changed, &job->lock);
    pthread_mutex_unlock(&job->lock);
    return joined;
}

static bool member_meet(void *user) {
    struct member *member = user;
    struct job *job = member->job;
    pthread_mutex_lock(&job->lock);
    if (!member->meeting) job->met++, member->meetings++;
    const bool met = job->met >= job->ranks * member->meetings;
    member->meeting = !met;
    pthread_mutex_unlock(&job->lock);
    return met;
}

static bool member_send(const void *bytes, size_t size, void *user) {
    struct member *member = user;
    struct mail *mail = &member->job->mail[member->rank];
    assert_true(size <= TILEPDB_COMPANY_MESSAGE);
    pthread_mutex_lock(&member->job->lock);
    const bool free_again = mail->size == 0;
    if (free_again && size) {
        memcpy(mail->bytes, bytes, size);
        mail->size = size;
    }
    pthread_mutex_unlock(&member->job->lock);
    return free_again;
}

static size_t member_receive(void *bytes, void *user) {
    struct member *member = user;
    struct job *job = member->job;
    size_t size = 0;
    assert_int_equal(member->rank, 0);
    pthread_mutex_lock(&job->lock);
    for (int i = 0; i < job->ranks && !size; i++) {
        size = job->mail[i].size;
        if (size) memcpy(bytes, job->mail[i].bytes, size);
        job->mail[i].size = 0;
    }
    pthread_mutex_unlock(&job->lock);
    return size;
}

/* ---- a search -------------------------------------------------------------------------------- */

/* How a board is searched, and by whom. */
struct search {
    bool backward, any, plain;
    tilepdb_solutions solutions;
    int ranks, threads;
    double every;  /* seconds between two files; 0: no checkpoint */
    uint64_t most; /* nodes, of all ranks, until one stops; 0: none does */
    int stopper;   /* which rank that is */
};

struct rank {
    const struct search *search;
    struct member member;
    const tilepdb_solver *solver;
    const tilepdb_board *board;
    tilepdb_checkpoint *checkpoint;
    char moves[1 << 16]; /* of all solutions */
    tilepdb_status status;
    tilepdb_result result;
    tilepdb_error error;
    pthread_t thread;
};

static bool rank_progress(const tilepdb_progress *progress, void *user) {
    struct rank *rank = user;
    const struct search *search = rank->search;
    if (rank->checkpoint) tilepdb_checkpoint_save(rank->checkpoint, search->every, NULL);
    return !search->most || rank->member.rank != search->stopper || progress->done < search->most;
}

static bool rank_solution(const char *moves, void *user) {
    struct rank *rank = user;
    assert_true(strlen(rank->moves) + strlen(moves) + 2 < sizeof rank->moves);
    strcat(strcat(rank->moves, moves), "\n");
    return true;
}

static void *rank_run(void *user) {
    struct rank *rank = user;
    const struct search *search = rank->search;
    const tilepdb_company company = {.rank = rank->member.rank,
                                     .ranks = search->ranks,
                                     .word = member_word,
                                     .gather = member_gather,
                                     .meet = member_meet,
                                     .send = member_send,
                                     .receive = member_receive,
                                     .user = &rank->member};
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.any = search->any;
    options.plain = search->plain;
    options.solutions = search->solutions;
    options.threads = search->threads;
    options.progress = rank_progress;
    options.on_solution = rank_solution;
    options.user = rank;
    options.checkpoint = rank->checkpoint;
    options.company = search->ranks ? &company : NULL;
    rank->status = tilepdb_solve(rank->solver, rank->board, &options, &rank->result, &rank->error);
    return NULL;
}

static void assert_same(const tilepdb_result *a, const tilepdb_result *b) {
    assert_int_equal(a->length, b->length);
    assert_string_equal(a->moves, b->moves);
    assert_int_equal(a->generated, b->generated);
    assert_int_equal(a->expanded, b->expanded);
    assert_int_equal(a->solution_count, b->solution_count);
    assert_int_equal(a->iteration_count, b->iteration_count);
    for (size_t i = 0; i < a->iteration_count; i++) {
        assert_int_equal(a->iterations[i].generated, b->iterations[i].generated);
        assert_int_equal(a->iterations[i].expanded, b->iterations[i].expanded);
    }
}

static tilepdb_checkpoint *checkpoint_make(const struct search *search) {
    tilepdb_checkpoint *checkpoint = NULL;
    if (!search->every) return NULL;
    assert_int_equal(tilepdb_checkpoint_open(path, &checkpoint, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, search->every, NULL), TILEPDB_OK);
    return checkpoint;
}

/* All ranks; the caller frees them. */
static struct rank *search_run(const struct search *search, const tilepdb_solver *solver,
                               const tilepdb_board *board) {
    const int ranks = search->ranks ? search->ranks : 1;
    struct job job = {.ranks = ranks, .words = calloc(TILEPDB_COMPANY_WORDS, sizeof *job.words)};
    struct rank *all = calloc((size_t)ranks, sizeof *all);
    pthread_mutex_init(&job.lock, NULL);
    pthread_cond_init(&job.changed, NULL);
    for (int i = 0; i < ranks; i++) {
        all[i].search = search;
        all[i].member = (struct member){.job = &job, .rank = i};
        all[i].solver = solver;
        all[i].board = board;
        if (i == 0) all[i].checkpoint = checkpoint_make(search);
        pthread_create(&all[i].thread, NULL, rank_run, &all[i]);
    }
    for (int i = 0; i < ranks; i++) pthread_join(all[i].thread, NULL);
    if (all[0].checkpoint) tilepdb_checkpoint_save(all[0].checkpoint, 0, NULL);
    tilepdb_checkpoint_close(all[0].checkpoint);
    free(job.words);
    return all;
}

static void ranks_agree(const struct rank *ranks, int count, const struct rank *whole) {
    for (int i = 0; i < count; i++) {
        if (ranks[i].status) fail_msg("rank %d: %s", i, ranks[i].error.message);
        assert_same(&ranks[i].result, &whole->result);
        assert_string_equal(ranks[i].moves, whole->moves);
    }
}

static tilepdb_solver *solver_make(const tilepdb_board *goal, bool backward) {
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    options.backward = backward;
    assert_int_equal(tilepdb_solver_create(goal, &options, &solver, NULL), TILEPDB_OK);
    return solver;
}

/* Each of the searches, and if they have checkpoints, until one is not interrupted. */
static void searches_agree(const struct search *searches, size_t count) {
    tilepdb_board board, goal;
    assert_int_equal(tilepdb_board_parse(BOARD, strlen(BOARD), 0, 0, &board, NULL), TILEPDB_OK);
    tilepdb_goal(4, 4, 15, &goal, NULL);
    const bool backward = searches->backward;
    tilepdb_solver *solver = solver_make(backward ? &board : &goal, backward);
    struct search alone = *searches;
    alone.ranks = 0;
    alone.most = 0;
    alone.every = 0;
    struct rank *whole = search_run(&alone, solver, backward ? &goal : &board);
    assert_int_equal(whole->status, TILEPDB_OK);
    for (size_t i = 0; i < count; i++) {
        const struct search *search = &searches[i];
        struct rank *ranks = search_run(search, solver, backward ? &goal : &board);
        if (search->most) {
            for (int r = 0; r < search->ranks; r++)
                assert_int_equal(ranks[r].status, TILEPDB_CANCELLED);
        } else {
            ranks_agree(ranks, search->ranks ? search->ranks : 1, whole);
            if (search->every) assert_true(ranks->result.resumed > 0);
        }
        free(ranks);
    }
    free(whole);
    tilepdb_solver_free(solver);
    remove(path);
}

#define AGREE(...)                                                                                 \
    searches_agree((const struct search[]){__VA_ARGS__},                                           \
                   sizeof((const struct search[]){__VA_ARGS__}) / sizeof(struct search))

static void ranks_have_one_answer(void **state) {
    (void)state;
    AGREE({.ranks = 1, .threads = 1}, {.ranks = 2, .threads = 1}, {.ranks = 3, .threads = 2},
          {.ranks = 4, .threads = 1});
    AGREE({.plain = true, .ranks = 3, .threads = 1});
}

static void ranks_have_one_answer_backward(void **state) {
    (void)state;
    AGREE({.backward = true, .ranks = 3, .threads = 1});
}

static void ranks_have_any_one_answer(void **state) {
    (void)state;
    AGREE({.any = true, .ranks = 2, .threads = 1}, {.any = true, .ranks = 3, .threads = 2});
}

static void ranks_have_all_answers(void **state) {
    (void)state;
    AGREE({.solutions = TILEPDB_SOLUTIONS_ALL, .ranks = 1, .threads = 1},
          {.solutions = TILEPDB_SOLUTIONS_ALL, .ranks = 3, .threads = 2});
}

/* With files so often that most units are searched in parts. */
static void ranks_go_on(void **state) {
    (void)state;
    AGREE({.ranks = 3, .threads = 1, .every = 0.02, .most = 5000000},
          {.ranks = 2, .threads = 2, .every = 0.02, .most = 9000000, .stopper = 1},
          {.ranks = 4, .threads = 1, .every = 0.02});
    AGREE({.ranks = 2, .threads = 2, .every = 0.02, .most = 5000000},
          {.ranks = 0, .threads = 1, .every = 0.02});
    AGREE({.any = true, .ranks = 3, .threads = 1, .every = 0.02, .most = 5000000},
          {.any = true, .ranks = 2, .threads = 1, .every = 0.02});
    AGREE({.solutions = TILEPDB_SOLUTIONS_ALL,
           .ranks = 3,
           .every = 0.02,
           .threads = 1,
           .most = 5000000},
          {.solutions = TILEPDB_SOLUTIONS_ALL, .ranks = 2, .every = 0.02, .threads = 1});
}

/* ---- the deal -------------------------------------------------------------------------------- */

static void lasting_units_come_first(void **state) {
    (void)state;
    struct deal deal;
    size_t unit, part, place = 0;
    assert_true(deal_begin(&deal, NULL, 3, 2, true));
    assert_false(deal_lasting(&deal, &place, &unit));
    assert_true(deal_next(&deal, &unit));
    assert_int_equal(unit, 0);
    assert_true(deal_split(&deal, 0));
    assert_true(deal_lasting(&deal, &place, &unit));
    assert_int_equal(unit, 0);
    assert_true(deal_part(&deal, place, 2, &part) && part == 0);
    assert_true(deal_part(&deal, place, 2, &part) && part == 1);
    assert_false(deal_part(&deal, place, 2, &part));
    place = 0;
    assert_false(deal_lasting(&deal, &place, &unit)); /* it is spent */
    assert_true(deal_next(&deal, &unit) && unit == 1);
    deal_found(&deal, deal_key(1, 0));
    assert_false(deal_next(&deal, &unit)); /* behind the solution */
    assert_true(deal_is_open(&deal));
    deal_close(&deal, 2);
    assert_false(deal_is_open(&deal));
    deal_end(&deal);
}

static int file_make(void **state) {
    (void)state;
    const int fd = mkstemp(path);
    return fd < 0 || close(fd) || remove(path);
}

static int file_remove(void **state) {
    (void)state;
    remove(path);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lasting_units_come_first),
        cmocka_unit_test(ranks_have_one_answer),
        cmocka_unit_test(ranks_have_one_answer_backward),
        cmocka_unit_test(ranks_have_any_one_answer),
        cmocka_unit_test(ranks_have_all_answers),
        cmocka_unit_test(ranks_go_on),
    };
    return cmocka_run_group_tests(tests, file_make, file_remove);
}
