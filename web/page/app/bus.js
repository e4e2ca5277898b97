/*
 * The bus through which the parts of the page speak. The board, its goal and its moves are heard of from
 * the game itself (board/game.js); everything else that concerns more than one part is an event or a
 * request. Both work at once, in the order in which listeners came.
 *
 * An event says what has happened; any number of parts listen. A request asks for something; the first
 * part that answers, with anything but undefined, is the last one asked.
 */

/* Events and their details. */
export const EVENTS = {
  task: 'another board, goal or metric was set',
  known: '{known, first, shown}: the coach knows this of the board, and that of the first board',
  search: 'a search for the person begins, ends or has found a better solution',
  patience: 'a search takes so long that better tables are worth it',
  helped: '{whole}: something of a solution was shown; whole: all of it, which stops the clock',
  scrambled: 'the board that was just set is a scramble',
  solved: '{task, moves, times, seconds, penalty, helped, undone, scrambled, contest}: a person solved the board; times are the seconds ' +
    'after each tile; without a clock, times and seconds are null; contest is the event of a contest or null',
  gaveUp: 'as solved, without moves: a person has left a scramble whose clock ran',
  reviewed: '{task, moves, times, distances}: the distance is known before the first move and after each',
  measured: '{task, bounds}: so far is known how far the goal of a task is that a person has solved',
  notice: '{text, wrong}: a sentence for the line below the board, which is read aloud',
  tab: '{id}: this tab is in front',
  address: 'the address of the page has changed',
  contest: 'a contest begins, goes on with another board, or ends; or an attempt at a board of the day is over',
  result: '{result}: the result (contest/result.js) of a contest that the person has made',
  relayed: '{result}: the person has finished a relay',
};

/* Requests and their details, and the answer. */
export const REQUESTS = {
  set: '{board, goal, metric}: makes a board the page\'s; without goal or metric, those stay',
  measure: '{metric}: counts the moves of the game in another metric',
  open: 'the task of a link (link.js): a promise of what is wrong with it, \'\' if nothing is',
  paste: 'a text that was pasted: true if a part takes it',
  place: '{width, height, tiles}: asks for the gap of a board without one',
  show: 'the id of a tab, which comes to the front',
  kind: 'a solve, as of the event solved: the kind of its record (solves/record.js), if not timed',
  contest: 'the event of the contest that is running: moves, speed or relay',
  relay: '{number, legs}: a relay, which begins',
};

export class Bus {
  constructor() {
    /** @type {Lists} */
    this.listeners = new Map(Object.keys(EVENTS).map((name) => [name, []]));
    /** @type {Lists} */
    this.answerers = new Map(Object.keys(REQUESTS).map((name) => [name, []]));
  }

  /** @template {keyof EventDetails} Name @param {Name} name @param {(detail: EventDetails[Name]) => void} listener */
  on(name, listener) {
    named(this.listeners, name).push(listener);
  }

  /** @template {keyof EventDetails} Name @param {Name} name
   * @param {EventDetails[Name] extends void ? [] : [EventDetails[Name]]} detail */
  emit(name, ...[detail]) {
    for (const listener of named(this.listeners, name)) listener(detail);
  }

  /** @template {keyof RequestDetails} Name @param {Name} name
   * @param {(detail: RequestDetails[Name]) => RequestAnswers[Name]} answerer */
  answer(name, answerer) {
    named(this.answerers, name).push(answerer);
  }

  /** @template {keyof RequestDetails} Name @param {Name} name
   * @param {RequestDetails[Name] extends void ? [] : [RequestDetails[Name]]} detail @returns {RequestAnswers[Name]} */
  ask(name, ...[detail]) {
    for (const answerer of named(this.answerers, name)) {
      const answer = answerer(detail);
      if (answer !== undefined) return answer;
    }
    return /** @type {any} */ (undefined);
  }
}

/** @typedef {Map<string, ((detail: any) => any)[]>} Lists */

/** @param {Lists} lists @param {string} name */
function named(lists, name) {
  const list = lists.get(name);
  if (!list) throw new Error(`the bus knows no ${name}`);
  return list;
}
