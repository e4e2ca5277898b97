/*
 * An attempt at a board, as the clock sees it. One state, which events replace:
 *
 *   ready -> running    the first move of the person
 *   running -> solved   the move that reaches the goal
 *   running -> stopped  something else moved the tiles
 *   ready -> solved     the goal, on the way that a link had begun: without a time
 *
 * Another board, or another try, is a new attempt. `helped` says that something of a solution was shown,
 * `undone` that moves were taken back while the clock ran, `scrambled` that the board comes from Scramble and
 * that this is the first try.
 */

/**
 * @typedef {object} Attempt
 * @property {'ready' | 'running' | 'solved' | 'stopped'} phase
 * @property {number | null} begun
 * @property {number | null} seconds
 * @property {boolean} scrambled
 * @property {boolean} helped
 * @property {boolean} undone
 */

/* `begun`: the milliseconds of the first move, of the clock that gives `now`; `seconds`: those at which
 * the clock stopped. Both are null without a time. */
/** @type {Readonly<Attempt>} */
export const NEW_ATTEMPT = Object.freeze({ phase: 'ready', begun: null, seconds: null, scrambled: false, helped: false, undone: false });

/** @param {Attempt} attempt @param {number} now */
const secondsAt = (attempt, now) => (now - (attempt.begun ?? now)) / 1000;

/* The attempt after an event. `now` is in milliseconds.
 *   {type: 'new'}         another board
 *   {type: 'scrambled'}   the board comes from Scramble
 *   {type: 'helped'}      something of a solution was shown
 *   {type: 'shown', now}  the player moved a tile
 *   {type: 'moved', now, made, startSolved, solved, back}  the person moved a tile, after which `made`
 *                         tiles are moved; `back`: took one back
 *   {type: 'resumed', now, seconds, running, helped, undone, scrambled}  after a reload */
/** @param {Attempt} attempt @param {AttemptEvent} event @returns {Attempt} */
export function attemptAfter(attempt, event) {
  const { now } = event;
  const seconds = attempt.phase === 'running' ? secondsAt(attempt, now) : attempt.seconds;
  switch (event.type) {
    case 'new': return NEW_ATTEMPT;
    case 'scrambled': return { ...attempt, scrambled: true };
    case 'helped': return { ...attempt, helped: true };
    case 'shown': return { ...attempt, helped: true, seconds, phase: attempt.phase === 'running' ? 'stopped' : attempt.phase };
    case 'moved': return moved(attempt, event, seconds);
    case 'resumed': return resumed(event);
    default: throw new Error(`an attempt knows no ${JSON.stringify(event)}`);
  }
}

/** @param {Attempt} attempt @param {AttemptEvent & { type: 'moved' }} event @param {number | null} seconds @returns {Attempt} */
function moved(attempt, { now, made, startSolved, solved, back }, seconds) {
  if (attempt.phase === 'running') return { ...attempt, undone: attempt.undone || back, ...(solved ? { phase: 'solved', seconds } : {}) };
  if (attempt.phase !== 'ready' || back || startSolved) return attempt;
  const begun = made === 1 ? now : null;
  if (solved) return { ...attempt, phase: 'solved', begun, seconds: begun === null ? null : 0 };
  return begun === null ? attempt : { ...attempt, phase: 'running', begun };
}

/** @param {AttemptEvent & { type: 'resumed' }} event @returns {Attempt} */
function resumed({ now, seconds, running, helped, undone, scrambled }) {
  if (seconds === null) return { ...NEW_ATTEMPT, helped, undone, scrambled };
  return { phase: running ? 'running' : 'stopped', begun: now - 1000 * seconds, seconds: running ? null : seconds, helped, undone, scrambled };
}

/** The seconds of an attempt; null: the clock has not run. @param {Attempt} attempt @param {number} now */
export function attemptSeconds(attempt, now) {
  return attempt.phase === 'running' ? secondsAt(attempt, now) : attempt.seconds;
}
