/*
 * The bests of all sizes in one table, without solves of open goals, which are shorter.
 */
import { at, tableRow } from '../app/dom.js';
import { MEASURES, statisticsOf } from './statistics.js';
import { valueText, wholeText } from './text.js';

/** @param {SolveRecord} record */
const sizeOf = ({ width, height }) => `${width} × ${height}`;

export class BestsView {
  /** @param {Parts} parts */
  constructor({ history }) {
    this.history = history;
    at('bests-box').ontoggle = () => this.draw();
    history.onChange(() => this.draw());
  }

  async draw() {
    if (!at('bests-box').open) return;
    const all = await this.history.store?.all() ?? [];
    const ofOne = all.filter(({ result, goal }) => result === '' && !goal.includes('*')).sort((a, b) => a.width * a.height - b.width * b.height || a.at - b.at);
    const sizes = [...new Set(ofOne.map(sizeOf))];
    at('bests').replaceChildren(...sizes.map((size) => this.row(size, ofOne.filter((record) => sizeOf(record) === size))));
  }

  /** @param {string} size @param {SolveRecord[]} records */
  row(size, records) {
    const { best, averages } = statisticsOf(records, 'time', [5, 12]);
    const texts = [valueText('time', best && MEASURES.time.of(best)), ...averages.map((average) => valueText('time', average.best, true)),
      valueText('moves', statisticsOf(records, 'moves', []).best?.stm ?? null), wholeText(records.length)];
    return tableRow(size, texts);
  }
}
