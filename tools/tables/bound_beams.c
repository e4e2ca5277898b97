#include "tables/bound_beams.h"

#include <string.h>

/* Unless the caller sets a width, beams look for a solution of a bound's length if the bound is
 * expected to take at least BEAM_NODES. The widest beam then has at most a board per NODES_PER_BEAM
 * expected nodes, and at most BEAM_MOST boards, which need 1.1 GB. Beams from the board and from
 * the goal together take up to about an eighth of the bound's CPU time. */
#define BEAM_NODES     UINT64_C(67108864)
#define NODES_PER_BEAM 16384
#define BEAM_MOST      1048576

/* The beams of each end expand at most BEAM_LAYERS times the widest width. Only beams of more than
 * 200 layers reach this limit. */
#define BEAM_LAYERS 256

/* No beams look for a solution that is rarely there: 4 moves shorter than beams of NEAR_WIDTH
 * boards found, or 2 moves shorter than the better of two ends that differ, with SURE_WIDTH
 * boards. */
#define NEAR_WIDTH 65536
#define SURE_WIDTH 16384

/* Returns the width of the widest beam, a power of two, for a bound of `nodes` expected nodes; 0
 * for no beams. */
static uint64_t beam_width(double nodes) {
    uint64_t width = 1;
    if (nodes < (double)BEAM_NODES) return 0;
    while (width < BEAM_MOST && 2 * (double)width * NODES_PER_BEAM <= nodes) width *= 2;
    return width;
}

/* Returns true if the last beams make a solution of `length` moves unlikely; the best known one has
 * `known` moves. */
static bool is_unlikely(const struct beams *last, size_t known, size_t length) {
    if (known > length + 2) return last->widest >= NEAR_WIDTH;
    return last->differ && last->widest >= SURE_WIDTH;
}

bool bound_beams_run(struct bound_beams *beams, const tilepdb_result *so_far, uint64_t width) {
    double nodes;
    struct beams *last = &beams->last;
    const uint64_t least = beams->found || width ? 0 : BEAM_NODES;
    const int length = tilepdb_choice_target_length(beams->choice, so_far, least, &nodes);
    if (length == 0) return false;
    const size_t known = beams->found ? strlen(beams->found) : SIZE_MAX;
    if (known <= (size_t)length) return true;
    if (width < beam_width(nodes)) width = beam_width(nodes);
    if (width <= last->width) return false;
    if (beams->found && is_unlikely(last, known, (size_t)length)) return false;
    last->width = width;
    last->nodes = width * BEAM_LAYERS;
    last->lower_bound = length;
    last->differ = false;
    beams->found = beams_shorter(beams->found, beams_run_both(last));
    return beams->found && strlen(beams->found) <= (size_t)length;
}

void bound_beams_submit(const struct bound_beams *beams) {
    if (beams->found) tilepdb_choice_submit_solution(beams->choice, beams->found);
}
