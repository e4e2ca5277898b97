/* Proves the claims of a certificate from scratch. */
#include <string.h>

#include "cli/console.h"
#include "pdbverify/certificate.h"
#include "pdbverify/proof_search.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

/* ---- the upper bound ------------------------------------------------------------------------- */

static int check_solution(const struct certificate *certificate, struct refusal *refusal) {
    char reason[REASON_TEXT];
    size_t failed;
    tilepdb_error error;
    if (tilepdb_board_solvable(&certificate->board, &certificate->goal, &error))
        return refuse(refusal, CLI_NO, "wrong board: %s", error.message);
    if (!replay(&certificate->board, &certificate->goal, certificate->moves, &failed, reason))
        return refuse(refusal, CLI_NO, "its solution is invalid: %s", reason);
    const int length = (int)tilepdb_moves_length(certificate->moves, certificate->metric);
    char words[MOVES_WORDS];
    if (length != certificate->length)
        return refuse(refusal, CLI_NO, "its solution has %s, not %d",
                      moves_words(length, certificate->metric, words), certificate->length);
    return CLI_SUCCESS;
}

/* ---- the lower bound ------------------------------------------------------------------------- */

static int word_of(const json_t *tables, const char *field, const char *const *words) {
    const char *word = json_string_value(json_object_get(json_array_get(tables, 0), field));
    const int index = word ? cli_keyword_index(word, words) : -1;
    return index >= 0 ? index : CLI_UNSET;
}

static int check_tables(const struct verified_solver *verified, const json_t *tables,
                        struct refusal *refusal) {
    size_t i;
    json_t *mine;
    if (json_array_size(verified->tables) != json_array_size(tables))
        return refuse(refusal, CLI_NO, "other table: it names %zu tables, but %zu are used here",
                      json_array_size(tables), json_array_size(verified->tables));
    json_array_foreach(verified->tables, i, mine) {
        const json_t *named = json_array_get(tables, i);
        const char *field;
        json_t *value;
        json_object_foreach(mine, field, value) {
            if (json_equal(value, json_object_get(named, field))) continue;
            return refuse(refusal, CLI_NO,
                          "other table: the %s of table %zu differs from that of the table here",
                          field, i + 1);
        }
    }
    return CLI_SUCCESS;
}

/* Compared fields of a bound; only bidirectional bounds have the last three. */
static const struct {
    const char *field, *noun;
} compared[] = {{"generated", "generated nodes"},
                {"expanded", "expanded nodes"},
                {"backward", "nodes from the goal"},
                {"limit", "as its limit"},
                {"level", "as its level"}};

static int check_bounds(const json_t *claimed, const json_t *done, struct refusal *refusal) {
    size_t i;
    json_t *mine;
    json_array_foreach(done, i, mine) {
        const json_t *theirs = json_array_get(claimed, i);
        const int bound = (int)json_integer_value(json_object_get(mine, "bound"));
        const json_t *named = json_object_get(theirs, "bound");
        if (!named || json_integer_value(named) != bound)
            return refuse(refusal, CLI_NO, "missing bound: it does not exhaust bound %d", bound);
        for (size_t j = 0; j < CLI_LENGTH(compared); j++) {
            const json_t *value = json_object_get(mine, compared[j].field);
            const json_t *other = json_object_get(theirs, compared[j].field);
            if (!value || json_equal(value, other)) continue;
            return refuse(refusal, CLI_NO, "bound %d: it has %lld %s, but the search has %lld",
                          bound, (long long)json_integer_value(other), compared[j].noun,
                          (long long)json_integer_value(value));
        }
    }
    if (json_array_size(claimed) != json_array_size(done))
        return refuse(refusal, CLI_NO, "it has bounds that the search does not have");
    return CLI_SUCCESS;
}

struct rerun {
    const struct task *task;
    const struct certificate *certificate;
    const struct certificate_proof *proof;
    struct verified_solver solvers[TILEPDB_MAX_SEARCHERS];
    struct proof_history history;
    tilepdb_result result;
    int root_h; /* estimate of the first candidate */
};

static int limit_of(const struct rerun *rerun, size_t last) {
    const int most = proof_limit(rerun->certificate->length);
    if (last + 1 >= json_array_size(rerun->proof->bounds)) return most;
    const json_t *bound = json_array_get(rerun->proof->bounds, last);
    const json_int_t claimed = json_integer_value(json_object_get(bound, "bound"));
    return claimed < 1 ? 1 : claimed < most ? (int)claimed : most;
}

/* Searches bounds `first` to `last`, which one candidate is claimed to have searched. */
static tilepdb_status search_on(struct rerun *rerun, size_t first, size_t last,
                                tilepdb_error *error) {
    const struct certificate *certificate = rerun->certificate;
    const size_t searcher = rerun->proof->history.searcher[first];
    const bool backward =
        rerun->proof->history.candidates[searcher].direction == TILEPDB_DIRECTION_BACKWARD;
    const tilepdb_result earlier = rerun->result;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.threads = rerun->task->options->common.jobs;
    options.max_length = limit_of(rerun, last);
    options.earlier = first > 0 ? &earlier : NULL;
    options.progress = cli_progress_report;
    options.user = rerun->task->progress;
    tilepdb_status status = tilepdb_solve(rerun->solvers[searcher].solver,
                                          backward ? &certificate->goal : &certificate->board,
                                          &options, &rerun->result, error);
    if (first == 0) rerun->root_h = rerun->result.root_h;
    const size_t searched = first > 0 ? tilepdb_result_exhausted(&earlier) : 0;
    for (size_t i = searched; i < PROOF_BOUNDS; i++) rerun->history.searcher[i] = searcher;
    const bool done = last + 1 >= json_array_size(rerun->proof->bounds);
    if (done || status != TILEPDB_LIMIT)
        status = proof_conclude(status, certificate->length, certificate->metric, backward,
                                &rerun->result, error);
    return status;
}

/* Searches with one candidate after another, as claimed, but continues only from bounds that are
 * exhausted here. */
static tilepdb_status search_all(struct rerun *rerun, tilepdb_error *error) {
    const size_t count = json_array_size(rerun->proof->bounds);
    const size_t *searcher = rerun->proof->history.searcher;
    tilepdb_status status = TILEPDB_LIMIT;
    size_t first = 0;
    do {
        size_t last = first;
        while (last + 1 < count && searcher[last + 1] == searcher[first]) last++;
        status = search_on(rerun, first, last, error);
        first = last + 1;
    } while (status == TILEPDB_LIMIT && first < count);
    return status;
}

static int unanswered(struct refusal *refusal, const tilepdb_error *error) {
    if (error->status != TILEPDB_CANCELLED) return refusal->code = cli_fail(NULL, error);
    cli_complain("interrupted");
    return refusal->code = cli_exit_code(error->status);
}

static int search_again(struct rerun *rerun, const json_t *object, struct refusal *refusal) {
    tilepdb_error error;
    rerun->history.metric = rerun->certificate->metric;
    memcpy(rerun->history.candidates, rerun->proof->history.candidates,
           sizeof rerun->history.candidates);
    const tilepdb_status status = search_all(rerun, &error);
    const int code = cli_exit_code(status);
    if (code == CLI_NO || code == CLI_FAILURE) return refuse(refusal, code, "%s", error.message);
    if (status) return unanswered(refusal, &error);
    const json_t *root_h = json_object_get(object, "root_h");
    if (!json_is_integer(root_h) || json_integer_value(root_h) != rerun->root_h)
        return refuse(refusal, CLI_NO, "the estimate of the board is %d, not its root_h",
                      rerun->root_h);
    rerun->result.root_h = rerun->root_h;
    json_t *done = proof_bounds(&rerun->result, &rerun->history, rerun->certificate->length);
    check_bounds(rerun->proof->bounds, done, refusal);
    json_decref(done);
    return refusal->code;
}

/* Creates the bidirectional solver of candidate `i` with the claimed pair, limits and levels. */
static int create_bidirectional(struct rerun *rerun, size_t i, struct refusal *refusal) {
    const struct certificate_proof *proof = rerun->proof;
    const struct proof_candidate *candidate = &proof->history.candidates[i];
    const struct verified_solver *solvers = rerun->solvers;
    static tilepdb_iteration bounds[PROOF_BOUNDS];
    tilepdb_bidirectional_plan sides = {.pair = {candidate->pair[0], candidate->pair[1]},
                                        .bounds = bounds};
    tilepdb_error error;
    size_t k;
    json_t *bound;
    json_array_foreach(proof->bounds, k, bound) {
        if (proof->history.searcher[k] != i) continue;
        bounds[sides.bound_count++] =
            (tilepdb_iteration){.bound = (int)json_integer_value(json_object_get(bound, "bound")),
                                .limit = (int)json_integer_value(json_object_get(bound, "limit")),
                                .level = (int)json_integer_value(json_object_get(bound, "level"))};
    }
    rerun->solvers[i].proven = true; /* the two unidirectional solvers proved the tables */
    const tilepdb_status status = tilepdb_solver_create_from_plan(
        solvers[proof->unidirectional[i][0]].solver, solvers[proof->unidirectional[i][1]].solver,
        &sides, &rerun->solvers[i].solver, &error);
    if (status == TILEPDB_ERROR_ARGUMENT)
        return refuse(refusal, CLI_FAILURE, "it is not a certificate: %s", error.message);
    return status ? unanswered(refusal, &error) : CLI_SUCCESS;
}

/* The tables of candidate `i` must match the certificate. */
static int open_tables(struct rerun *rerun, size_t i, struct refusal *refusal) {
    const struct certificate *certificate = rerun->certificate;
    const struct proof_candidate *candidate = &rerun->proof->history.candidates[i];
    const bool backward = candidate->direction == TILEPDB_DIRECTION_BACKWARD;
    const json_t *tables = rerun->proof->tables[i];
    struct tables_wanted wanted = tables_wanted_of(rerun->task->options);
    if (candidate->direction == TILEPDB_DIRECTION_BOTH)
        return create_bidirectional(rerun, i, refusal);
    if (certificate->metric == TILEPDB_METRIC_MULTI && backward)
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: multi-tile moves are searched forward");
    wanted.metric = certificate->metric;
    wanted.partition = candidate->partition;
    wanted.blank = word_of(tables, "blank", cli_blank_keywords);
    wanted.encoding = word_of(tables, "encoding", cli_encoding_keywords);
    wanted.cell = proof_board_cell(json_array_get(tables, 0), &certificate->board) + 1;
    /* a foreign certificate must not create files */
    if (wanted.missing != TILEPDB_MISSING_KEEP) wanted.missing = TILEPDB_MISSING_REFUSE;
    tilepdb_error error;
    refusal->code =
        verified_solver_open(&rerun->solvers[i], rerun->task, &wanted,
                             backward ? &certificate->board : &certificate->goal, backward, &error);
    if (error.status && (refusal->code == CLI_NO || refusal->code == CLI_FAILURE))
        return refuse(refusal, refusal->code, "%s", error.message);
    if (error.status) return unanswered(refusal, &error);
    if (refusal->code == CLI_USAGE) /* the certificate is wrong, not the command line */
        refuse(refusal, CLI_FAILURE, "it is not a certificate: its tables do not exist");
    return refusal->code == CLI_SUCCESS ? check_tables(&rerun->solvers[i], tables, refusal)
                                        : refusal->code;
}

static int check_proof(const struct task *task, const struct certificate *certificate,
                       const json_t *object, const char *title, bool *proven,
                       struct refusal *refusal) {
    struct certificate_proof proof;
    static struct rerun rerun;
    certificate_proof_read(&proof, certificate, object, refusal);
    rerun = (struct rerun){.task = task, .certificate = certificate, .proof = &proof};
    size_t opened = 0;
    for (; opened < proof.count && refusal->code == CLI_SUCCESS; opened++) {
        open_tables(&rerun, opened, refusal);
        *proven = *proven && rerun.solvers[opened].proven;
    }
    cli_progress_title(task->progress, "%s", title);
    if (refusal->code == CLI_SUCCESS) search_again(&rerun, object, refusal);
    while (opened > 0) verified_solver_close(&rerun.solvers[--opened]);
    certificate_proof_free(&proof);
    return refusal->code;
}

static int check_difference(const struct certificate *certificate, size_t number,
                            struct refusal *refusal) {
    const json_t *tables = json_object_get(json_array_get(certificate->proofs, number), "tables");
    for (size_t i = 0; i < number; i++) {
        const json_t *others = json_object_get(json_array_get(certificate->proofs, i), "tables");
        if (proof_shares(tables, others))
            return refuse(refusal, CLI_NO,
                          "proof %zu shares a table with proof %zu, or the mirror image of one",
                          number + 1, i + 1);
    }
    return CLI_SUCCESS;
}

static int check_metric(const struct task *task, const struct certificate *certificate,
                        struct refusal *refusal) {
    const int metric = task->options->filter.metric;
    if (metric == CLI_UNSET || metric == (int)certificate->metric) return CLI_SUCCESS;
    cli_complain("%s: its metric is %s, not %s; leave out --metric", task->operands[0],
                 tilepdb_metric_name(certificate->metric), cli_metric_keywords[metric]);
    return refusal->code = CLI_USAGE;
}

static void check(const struct task *task, struct certificate *certificate, bool *proven,
                  struct refusal *refusal) {
    if (certificate_read(certificate, task->operands[0], refusal) != CLI_SUCCESS ||
        check_metric(task, certificate, refusal) != CLI_SUCCESS ||
        check_solution(certificate, refusal) != CLI_SUCCESS)
        return;
    if (json_array_size(certificate->proofs) == 0) {
        refuse(refusal, CLI_NO, "it proves no lower bound");
        return;
    }
    size_t i;
    json_t *proof;
    json_array_foreach(certificate->proofs, i, proof) {
        char title[64];
        snprintf(title, sizeof title, "proof %zu of %zu", i + 1,
                 json_array_size(certificate->proofs));
        if (check_proof(task, certificate, proof, title, proven, refusal) != CLI_SUCCESS ||
            check_difference(certificate, i, refusal) != CLI_SUCCESS)
            return;
    }
}

int command_certificate(const struct task *task) {
    struct certificate certificate = {0};
    struct refusal refusal = {0};
    bool proven = true;
    check(task, &certificate, &proven, &refusal);
    json_t *object = object_for("certificate");
    json_object_update_new(
        object, json_pack("{so so sb}", "file", cli_json_text(task->operands[0]), "length",
                          certificate.moves ? json_integer(certificate.length) : json_null(),
                          "tables_proven", proven && refusal.code == CLI_SUCCESS));
    add_metric(object, certificate.metric);
    char words[MOVES_WORDS];
    int code = refusal.code;
    if (code == CLI_SUCCESS)
        verdict(task, object, code, "%s: %s, and no solution is shorter%s; %zu lower bound%s",
                task->operands[0], moves_words(certificate.length, certificate.metric, words),
                proven ? "" : ", if the tables are true (--full)",
                json_array_size(certificate.proofs),
                json_array_size(certificate.proofs) > 1 ? "s" : "");
    else if (refusal.reason[0] != '\0')
        verdict(task, object, code, "%s: %s", task->operands[0], refusal.reason);
    else
        code = without_tables(task, object, code, &(tilepdb_error){.status = TILEPDB_OK});
    json_decref(certificate.root);
    return code;
}
