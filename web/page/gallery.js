/*
 * The gallery: the 17 boards of the 15-puzzle that are 80 moves from the goal. None is farther.
 */

const FARTHEST = [
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
];

const SIDE = 4;

/* A small drawing of a board of the 15-puzzle. */
function miniature(cells) {
  const box = document.createElement('span');
  box.className = 'miniature';
  for (const tile of cells) {
    const cell = document.createElement('i');
    if (tile === 0) cell.className = 'gap';
    const home = tile - 1;
    cell.style.setProperty('--along', ((home % SIDE) + Math.floor(home / SIDE)) / (2 * SIDE - 2));
    cell.textContent = tile || '';
    box.append(cell);
  }
  box.setAttribute('aria-hidden', 'true');
  return box;
}

/* Fills a list; `choose(text)` takes a board, whose goal has the gap last. */
export function fillGallery(list, choose) {
  FARTHEST.forEach((text, i) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', `Board ${i + 1} of ${FARTHEST.length}, 80 moves: ${text}`);
    button.append(miniature(text.split(' ').map(Number)));
    button.onclick = () => choose(text);
    item.append(button);
    list.append(item);
  });
}
