/*
 * The enumeration of the farthest boards of 4x4, for pdbverify layers.
 */
#ifndef TILEPDB_PDBVERIFY_EXPLORATION_H
#define TILEPDB_PDBVERIFY_EXPLORATION_H

#include "pdbverify/found.h"
#include "pdbverify/pdbverify.h"

#define FARTHEST 80 /* moves, of any board of 4x4 */

/* How many boards there are at 80, 79, ... for one goal. */
struct exact {
    int layers;
    uint64_t boards[5]; /* [80 - distance] */
};

#define EXPLORATION_STAGES 9

struct suspect;

/* The caller sets what stands before the blank line; the rest begins as zero. */
struct exploration {
    const struct task *task;
    const struct lab *lab;
    const struct exact *exact;
    int goal_blank, last;       /* the last layer */
    bool reflects;              /* the goal has a reflection */
    const tilepdb_board *known; /* [known_count]: boards to begin with, each tried like others */
    size_t known_count;

    struct found found;           /* all boards that were decided, with their images; expanded ones
                                     are marked */
    struct found settled;         /* suspects and their reflections; nearer ones are marked */
    uint64_t layer[FARTHEST + 1]; /* [distance]: boards found */
    struct trial *trials;         /* [ROUND] */
    size_t waiting;
    int stage;                        /* the next, when one is done */
    bool skipped[EXPLORATION_STAGES]; /* [stage]: its list was beyond memory */
    int times;                        /* how much longer its looks are */
    tilepdb_far_board *boards;        /* [listed] candidates of this stage */
    struct suspect *suspects;         /* [listed]: room; [suspected]: the smallest tree first */
    size_t listed, suspected;
    uint64_t candidates; /* looked at in all stages */
};

/* Looks for all boards down to the last layer, stage after stage, until the counts are exact.
 * Returns CLI_SUCCESS, also where boards are missing at the end, otherwise the exit code after an
 * error message; what was found until then stays. */
int explore(struct exploration *exploration);

/* Whether every board down to the last layer was found. */
bool exploration_is_complete(const struct exploration *exploration);

/* Releases what was found. */
void exploration_free(struct exploration *exploration);

#endif
