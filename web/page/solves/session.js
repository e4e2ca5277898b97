/*
 * The game of this tab, kept over a reload: the board, its moves, and the clock, which goes on. What is
 * stored is distrusted.
 */
import { taskOfLink } from '../app/link.js';
import { isAmount } from '../app/memory.js';
import { takesMulti } from '../board/moves.js';
import { boardText } from '../search/core.js';

const KEY = 'tilepdb game';

/* {board, goal, metric, moves, slides, best, clock}, whose texts nobody has read yet; null: there is
 * none, or the page was opened with a link, or is back at that of another game. */
export function keptGame() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const again = ['reload', 'back_forward'].includes(navigation?.type);
  try {
    const state = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const texts = ['board', 'goal', 'metric', 'moves'].every((name) => typeof state[name] === 'string');
    const asked = taskOfLink() === null || (again && state.query === location.search);
    return asked && texts && Array.isArray(state.slides) && /^[UDLR]*$/.test(state.moves) ? state : null;
  } catch {
    return null;
  }
}

/** The seconds of each move; none, if there are not as many as moves. @param {any} times @param {string} moves */
function timesOf(times, moves) {
  const fine = Array.isArray(times) && times.length === moves.length && times.every((time, i) => isAmount(time) && !(time < times[i - 1]));
  return fine ? times : [];
}

/** The seconds of a clock that went on since; null: it is none. @param {{ clock: any, at: any }} kept */
export function secondsSince({ clock, at }) {
  if (!isAmount(clock?.seconds)) return null;
  const since = clock.running === true && Number.isFinite(at) ? Math.max(0, (Date.now() - at) / 1000) : 0;
  return clock.seconds + since;
}

export class Session {
  /** The last part that hears of changes of the game: the others have followed them. @param {Parts} parts */
  constructor({ bus, coach, core, game, reader, status, trainer }) {
    this.coach = coach;
    this.core = core;
    this.game = game;
    this.reader = reader;
    this.status = status;
    this.trainer = trainer;
    game.onChange(() => this.keep());
    for (const name of /** @type {const} */ (['helped', 'scrambled', 'address'])) bus.on(name, () => this.keep());
  }

  keep() {
    const { game, status, trainer } = this;
    const state = { board: boardText(game.start), goal: boardText(game.goal), metric: game.metric, moves: game.moves,
      slides: game.slides, best: status.start, clock: trainer.state, query: location.search, at: Date.now() };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      /* This browser keeps none. */
    }
  }

  /* Takes the game of this tab before a reload. False: there is none. */
  take() {
    const kept = keptGame();
    if (!kept) return false;
    try {
      const [board, goal] = [this.core.parse(kept.board, 0, 0, true), this.reader.goalOf(kept.goal)];
      this.reader.check(board);
      this.core.replay(board, kept.moves, goal); /* throws unless they can be made */
      if (goal.width !== board.width || goal.height !== board.height) return false;
      this.resume(kept, board, goal);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {any} kept @param {Board} board @param {Goal} goal */
  resume({ metric, moves, slides, best, clock, at }, board, goal) {
    const multi = metric === 'multi' && takesMulti(board);
    this.game.resume(board, goal, multi ? 'multi' : 'single', moves, slides);
    if (isAmount(best)) this.coach.keep({ distance: best }, this.game.start);
    this.trainer.resume({ helped: clock?.helped === true, undone: clock?.undone === true, scrambled: clock?.scrambled === true,
      running: clock?.running === true && !this.game.solved, seconds: secondsSince({ clock, at }),
      times: timesOf(clock?.times, moves) });
  }
}
