/*
 * The bus through which the parts of the page speak. The board, its goal and its moves are heard of from
 * the game itself (board/game.js); everything else that concerns more than one part is an event or a
 * request (EventDetails and RequestDetails in types.d.ts). Both work at once, in the order in which listeners came.
 *
 * An event says what has happened; any number of parts listen. A request asks for something; the first
 * part that answers, with anything but undefined, is the last one asked.
 */

/** @typedef {Map<string, ((detail: any) => any)[]>} Lists */

/** @param {Lists} lists @param {string} name @param {(detail: any) => any} listener */
const add = (lists, name, listener) => lists.set(name, [...lists.get(name) ?? [], listener]);

export class Bus {
  constructor() {
    this.listeners = /** @type {Lists} */ (new Map());
    this.answerers = /** @type {Lists} */ (new Map());
  }

  /** @template {keyof EventDetails} Name @param {Name} name @param {(detail: EventDetails[Name]) => void} listener */
  on(name, listener) {
    add(this.listeners, name, listener);
  }

  /** @template {keyof EventDetails} Name @param {Name} name
   * @param {EventDetails[Name] extends void ? [] : [EventDetails[Name]]} detail */
  emit(name, ...[detail]) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }

  /** @template {keyof RequestDetails} Name @param {Name} name
   * @param {(detail: RequestDetails[Name]) => RequestAnswers[Name]} answerer */
  answer(name, answerer) {
    add(this.answerers, name, answerer);
  }

  /** @template {keyof RequestDetails} Name @param {Name} name
   * @param {RequestDetails[Name] extends void ? [] : [RequestDetails[Name]]} detail @returns {RequestAnswers[Name]} */
  ask(name, ...[detail]) {
    for (const answerer of this.answerers.get(name) ?? []) {
      const answer = answerer(detail);
      if (answer !== undefined) return answer;
    }
    return /** @type {any} */ (undefined);
  }
}
