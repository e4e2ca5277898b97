/*
 * The gallery: boards that are known for something. `goal` is 'first' or 'last', where the gap is, and
 * `metric` what their moves are. The boards of 43 moves are from tests/data/mtm43.txt, which says more.
 */
import { button, element } from '../app/dom.js';
import { phrase, say } from '../app/texts.js';

/* A board has its moves, and its number in a list. */
/** @type {{ name: string, goal?: string, metric?: Metric, boards: [string, number, number?][] }[]} */
const GALLERIES = [
  {
    name: 'loyd',
    boards: [['1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0', 0]],
  },
  {
    name: 'eight',
    boards: [['8 6 7 / 2 5 4 / 3 0 1', 31], ['6 4 7 / 8 5 0 / 3 2 1', 31]],
  },
  {
    name: 'far',
    boards: [
      '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1',
      '0 12 10 13 15 11 14 9 3 7 2 5 4 8 6 1',
      '0 11 9 13 12 15 10 14 3 7 6 2 4 8 5 1',
      '0 15 9 13 11 12 10 14 3 7 6 2 4 8 5 1',
      '0 12 9 13 15 11 10 14 3 7 6 2 4 8 5 1',
      '0 12 14 13 15 11 9 10 3 7 6 2 4 8 5 1',
      '0 12 10 13 15 11 14 9 3 7 6 2 4 8 5 1',
      '0 12 11 13 15 14 10 9 3 7 6 2 4 8 5 1',
      '0 12 10 13 15 11 9 14 7 3 6 2 4 8 5 1',
      '0 12 9 13 15 11 14 10 3 8 6 2 4 7 5 1',
      '0 12 9 13 15 11 10 14 8 3 6 2 4 7 5 1',
      '0 12 14 13 15 11 9 10 8 3 6 2 4 7 5 1',
      '0 12 9 13 15 11 10 14 7 8 6 2 4 3 5 1',
      '0 12 10 13 15 11 14 9 7 8 6 2 4 3 5 1',
      '0 12 9 13 15 8 10 14 11 7 6 2 4 3 5 1',
      '0 12 9 13 15 11 10 14 3 7 5 6 4 8 2 1',
      '0 12 9 13 15 11 10 14 7 8 5 6 4 3 2 1',
    ].map((text) => [text, 80]),
  },
  {
    name: 'hard',
    boards: [['0 15 8 3 12 11 7 4 14 10 6 5 9 13 2 1', 70], ['6 5 9 13 2 1 10 14 3 7 0 15 4 8 12 11', 72]],
  },
  {
    name: 'slides',
    metric: 'multi',
    boards: [['1 4 7 / 2 0 8 / 3 6 5', 24]],
  },
  {
    name: 'slides 15',
    metric: 'multi',
    boards: [['1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0', 43],
      ['0 12 8 4 15 11 7 3 14 10 6 2 13 9 5 1', 43],
      ['12 5 9 0 15 6 10 13 1 7 11 14 2 3 4 8', 43],
      ['15 12 1 5 2 6 10 9 3 7 11 13 0 4 8 14', 43]],
  },
  {
    name: 'korf',
    goal: 'first',
    boards: [['14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3', 57, 1],
      ['13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11', 41, 55],
      ['15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4', 65, 88],
      ['11 14 13 1 2 3 12 4 15 7 9 5 10 6 8 0', 66, 60]],
  },
  {
    name: '24',
    goal: 'first',
    boards: [['3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19', 81, 25],
      ['23 14 0 24 17 9 20 21 2 18 10 13 22 1 3 11 4 16 6 5 7 12 8 15 19', 114, 10]],
  },
];

/** A small drawing of a board. @param {string} text @param {boolean} first */
export function miniature(text, first) {
  const rows = text.includes('/') ? text.split('/') : [text];
  const cells = rows.join(' ').trim().split(/\s+/).map(Number);
  const width = text.includes('/') ? rows[0].trim().split(/\s+/).length : Math.sqrt(cells.length);
  const box = element('span', { className: 'miniature', 'aria-hidden': true });
  box.style.setProperty('--columns', width);
  for (const tile of cells) {
    const cell = element('i', { className: tile === 0 ? 'gap' : '' }, tile === 0 ? '' : String(tile));
    const home = first ? tile : tile - 1;
    cell.style.setProperty('--along', ((home % width) + Math.floor(home / width)) / (2 * width - 2));
    box.append(cell);
  }
  return box;
}

/** Fills an element; `choose({text, note, first, metric})` takes a board, whose goal has the gap first or last.
 * @param {HTMLElement} box @param {(board: GalleryBoard) => void} choose */
export function fillGallery(box, choose) {
  for (const { name, goal, metric = 'single', boards } of GALLERIES) {
    const noteOf = (/** @type {number} */ moves, /** @type {number} */ number) =>
      (moves === 0 ? say('gallery', 'loyd board') : number > 0 ? say('gallery', 'numbered', moves, number) : phrase('moves', moves));
    box.append(element('h3', {}, say('gallery', name)), element('p', { className: 'muted' }, say('gallery', `about ${name}`)),
      element('ul', { className: 'gallery' }, ...boards.map(([text, moves, number = 0]) => {
        const board = { text, note: noteOf(moves, number), first: goal === 'first', metric };
        return element('li', {}, button(miniature(text, board.first), () => choose(board), { 'aria-label': `${board.note}: ${text}` }));
      })));
  }
}
