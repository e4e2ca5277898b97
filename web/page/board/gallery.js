/*
 * The gallery: boards that are known for something. `goal` is 'first' or 'last', where the gap is, and
 * `metric` what their moves are. The boards of 43 moves are from tests/data/mtm43.txt, which says more.
 */

/** @type {{ title: string, about: string, goal?: string, metric?: Metric, boards: string[][] }[]} */
const GALLERIES = [
  {
    title: 'The puzzle that cannot be solved',
    about: 'In 1880 the world tried to put 14 and 15 right. No slides exchange two tiles and leave the others: half of all boards are out of reach.',
    boards: [['1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0', 'Loyd\u2019s 14 and 15']],
  },
  {
    title: 'The two hardest 8-puzzles',
    about: 'Of 181,440 boards that can be solved, these two are the farthest from the goal: 31 moves.',
    boards: [['8 6 7 / 2 5 4 / 3 0 1', '31 moves'], ['6 4 7 / 8 5 0 / 3 2 1', '31 moves']],
  },
  {
    title: 'The 17 farthest 15-puzzles',
    about: 'Of ten trillion boards, these are the farthest from the goal: 80 moves each.',
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
    ].map((text) => [text, '80 moves']),
  },
  {
    title: 'Hard to solve, not far away',
    about: 'Fewer than 80 moves, but a search sees more boards than for those above: the lower bound is far too low.',
    boards: [['0 15 8 3 12 11 7 4 14 10 6 5 9 13 2 1', '70 moves'], ['6 5 9 13 2 1 10 14 3 7 0 15 4 8 12 11', '72 moves']],
  },
  {
    title: 'Whole slides: the hardest 8-puzzle',
    about: 'If a slide of several tiles counts as one move, one board alone is the farthest from the goal: 24 moves.',
    metric: 'multi',
    boards: [['1 4 7 / 2 0 8 / 3 6 5', '24 moves']],
  },
  {
    title: 'Whole slides: the hardest 15-puzzles',
    about: 'Four of the 16 boards that need 43 moves if slides are counted, the most there are, by B. Norskog\u2019s enumeration. The first is the goal itself, reflected. A search takes minutes.',
    metric: 'multi',
    boards: [['1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0', '43 moves'],
      ['0 12 8 4 15 11 7 3 14 10 6 2 13 9 5 1', '43 moves'],
      ['12 5 9 0 15 6 10 13 1 7 11 14 2 3 4 8', '43 moves'],
      ['15 12 1 5 2 6 10 9 3 7 11 13 0 4 8 14', '43 moves']],
  },
  {
    title: 'From Korf\u2019s hundred',
    about: 'The random boards on which IDA* solved the 15-puzzle for the first time, in 1985: the first, the nearest, the one that took 6.3 billion nodes, and the farthest. The gap goes first.',
    goal: 'first',
    boards: [['14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3', 'no. 1, 57 moves'],
      ['13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11', 'no. 55, 41 moves'],
      ['15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4', 'no. 88, 65 moves'],
      ['11 14 13 1 2 3 12 4 15 7 9 5 10 6 8 0', 'no. 60, 66 moves']],
  },
  {
    title: '24-puzzles',
    about: 'The nearest and the farthest of the boards of Korf and Felner, 2002. The page finds a good solution; a shortest one takes pdbsolve seconds to hours.',
    goal: 'first',
    boards: [['3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19', 'no. 25, 81 moves'],
      ['23 14 0 24 17 9 20 21 2 18 10 13 22 1 3 11 4 16 6 5 7 12 8 15 19', 'no. 10, 114 moves']],
  },
];

/* A small drawing of a board. */
/** @param {string} text @param {boolean} first */
function miniature(text, first) {
  const rows = text.includes('/') ? text.split('/') : [text];
  const cells = rows.join(' ').trim().split(/\s+/).map(Number);
  const width = text.includes('/') ? rows[0].trim().split(/\s+/).length : Math.sqrt(cells.length);
  const box = document.createElement('span');
  box.className = 'miniature';
  box.style.setProperty('--columns', width);
  for (const tile of cells) {
    const cell = document.createElement('i');
    if (tile === 0) cell.className = 'gap';
    const home = first ? tile : tile - 1;
    cell.style.setProperty('--along', ((home % width) + Math.floor(home / width)) / (2 * width - 2));
    cell.textContent = tile === 0 ? '' : String(tile);
    box.append(cell);
  }
  box.setAttribute('aria-hidden', 'true');
  return box;
}

/** @param {GalleryBoard} board @param {(board: GalleryBoard) => void} choose */
function boardButton({ text, note, first, metric }, choose) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', `${note}: ${text}`);
  button.append(miniature(text, first));
  button.onclick = () => choose({ text, note, first, metric });
  item.append(button);
  return item;
}

/* Fills an element; `choose({text, note, first, metric})` takes a board, whose goal has the gap first or
 * last. */
/** @param {HTMLElement} element @param {(board: GalleryBoard) => void} choose */
export function fillGallery(element, choose) {
  for (const { title, about, goal, metric = 'single', boards } of GALLERIES) {
    const [heading, sentence, list] = ['h3', 'p', 'ul'].map((name) => document.createElement(name));
    heading.textContent = title;
    sentence.textContent = about;
    sentence.className = 'muted';
    list.className = 'gallery';
    list.append(...boards.map(([text, note]) =>
      boardButton({ text, note, first: goal === 'first', metric }, choose)));
    element.append(heading, sentence, list);
  }
}
