/*
 * Database files from the user: dropped anywhere on the page, or chosen.
 */
import { element } from '../app/dom.js';
import { errorText } from '../app/messages.js';
import { phrase, say } from '../app/texts.js';
import { tileCount } from './partitions.js';
import { isPicture } from '../board/picture.js';
import { size } from '../app/format.js';

/** A set of tiles in short form: 1-6, 8. @param {number} tiles */
function tilesText(tiles) {
  /** @type {number[][]} */
  const runs = [];
  for (let tile = 1; tile < 31; tile++) {
    if (!((tiles >> tile) & 1)) continue;
    const last = runs.at(-1);
    if (last && last[1] === tile - 1) last[1] = tile;
    else runs.push([tile, tile]);
  }
  return runs.map(([a, b]) => (a === b ? a : `${a}-${b}`)).join(', ');
}

export class Database {
  /* `elements`: drop, file, note. `changed()` is called when a file has been opened. */
  /** @param {Solver} solver @param {Elements} elements @param {() => void} changed */
  constructor(solver, elements, changed) {
    this.solver = solver;
    this.elements = elements;
    this.changed = changed;
    elements.file.onchange = () => {
      this.open([...elements.file.files]);
      elements.file.value = '';
    };
    addEventListener('dragover', (event) => this.hover(event, true));
    addEventListener('dragleave', (event) => this.hover(event, false));
    addEventListener('drop', (event) => {
      this.hover(event, false);
      this.open([...event.dataTransfer?.files ?? []].filter((file) => !isPicture(file)));
    });
  }

  /** @param {DragEvent} event @param {boolean} over */
  hover(event, over) {
    if (![...event.dataTransfer?.types ?? []].includes('Files')) return;
    event.preventDefault();
    this.elements.drop.classList.toggle('over', over);
  }

  /** Whatever is refused stays on the page beside the last news. @param {File[]} files */
  async open(files) {
    if (files.length > 0) this.elements.drop.closest('details').open = true;
    /** @type {Element[]} */
    const refused = [];
    /** @param {...string} news */
    const note = (...news) => {
      this.elements.note.replaceChildren(...[...refused, ...news].flatMap((each, i) => (i > 0 ? [' ', each] : [each])));
    };
    for (const file of files) {
      note(say('search', this.solver.busy ? 'read later' : 'reading', file.name));
      try {
        const { width, height, tiles, bytes, complete } = await this.solver.open(file, true);
        note(complete ? say('search', 'opened', file.name, width, height)
          : say('search', 'part', file.name, tileCount(tiles), tilesText(tiles), width, height, size(bytes)));
      } catch (error) {
        refused.push(element('span', {}, `${phrase('unusable', file.name)} ${errorText(error)}`));
        note();
      }
    }
    if (files.length > 0) this.changed();
  }
}
