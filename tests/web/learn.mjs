/*
 * What the page teaches, without a browser: the course leads from every board to the goal.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './languages.mjs';

const page = (name) => import(`../../web/page/${name}`);

const { DistanceStore, distancesOfText, distancesText, solveKey } = await page('learn/costs_view.js');
const { chaptersOf, courseStep, exerciseBoard, isChapterDone, isSolvable, linesOf, shortestMoves } = await page('learn/course.js');
const { MISTAKE_KINDS, averageCosts, costsByMonth, costsOf, kindOf, mistakesOf, rectangleLeft, stretchesOf, verdictOf } =
  await page('learn/mistakes.js');
const { boardAfter, movedCell } = await page('board/moves.js');

/* Returns a function whose numbers in [0, 1) are the same in each run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function goalOf(width, height, gap = width * height - 1) {
  return { width, height, cells: Array.from({ length: width * height }, (_, cell) => (cell < gap ? cell + 1 : cell === gap ? 0 : cell)) };
}

const possible = (board) => [...'UDLR'].filter((letter) => movedCell(board, board.cells.indexOf(0), letter) >= 0);
const pick = (list, random) => list[Math.floor(random() * list.length)];

/* Makes the first of the shown moves, or the move of `err(board)`, and asks again after each. Returns the
 * number of moves. */
function follow(board, goal, { chapter = 'whole', err = () => '' } = {}) {
  const most = 100 * goal.width * goal.height;
  for (let made = 0; ; made++) {
    if (isChapterDone(board, goal, chapter)) return made;
    assert.ok(made < most, `${board.cells} is not solved after ${most} moves`);
    board = boardAfter(board, err(board) || courseStep(board, goal).moves[0]);
  }
}

const SIZES = [[3, 3], [4, 3], [3, 4], [4, 4], [5, 4], [4, 5], [5, 5]];

test('the course leads from random boards of all sizes to the goal, wherever the gap belongs', () => {
  for (const [width, height] of SIZES) {
    const random = numbers(10 * width + height);
    for (let i = 0; i < (width === height ? 100 : 20); i++) {
      const goal = goalOf(width, height, i % 2 ? width * height - 1 : i % (width * height));
      follow(exerciseBoard(goal, 'whole', random), goal);
    }
  }
});

test('the course leads those to the goal who make a wrong move now and then', () => {
  for (const [width, height] of [[3, 3], [4, 4], [5, 5]]) {
    const random = numbers(width);
    const goal = goalOf(width, height);
    const err = (board) => (random() < 0.1 ? pick(possible(board), random) : '');
    for (let i = 0; i < 20; i++) follow(exerciseBoard(goal, 'whole', random), goal, { err });
  }
});

/* Returns the distance of each board to the goal, by the text of its cells. */
function distancesTo(goal) {
  const distances = new Map([[goal.cells.join(), 0]]);
  const boards = [goal];
  for (const board of boards) {
    for (const letter of possible(board)) {
      const next = boardAfter(board, letter);
      if (distances.has(next.cells.join())) continue;
      distances.set(next.cells.join(), distances.get(board.cells.join()) + 1);
      boards.push(next);
    }
  }
  return distances;
}

const EIGHT = goalOf(3, 3);
const EIGHT_DISTANCES = distancesTo(EIGHT);

test('each of the 181,440 boards of 3x3 is on a way of the course to the goal', () => {
  assert.equal(EIGHT_DISTANCES.size, 181440);
  const isSolved = new Set([EIGHT.cells.join()]);
  for (const text of EIGHT_DISTANCES.keys()) {
    const way = [];
    let board = { width: 3, height: 3, cells: text.split(',').map(Number) };
    for (let key = text; !isSolved.has(key); key = board.cells.join()) {
      way.push(key);
      assert.ok(way.length < 200, `${text} is not solved after 200 moves`);
      board = boardAfter(board, courseStep(board, EIGHT).moves[0]);
    }
    for (const key of way) isSolved.add(key);
  }
});

test('a step reaches what it promises and keeps what is solved', () => {
  const steps = new Set();
  for (const [width, height] of SIZES) {
    const random = numbers(width + 7 * height);
    const goal = goalOf(width, height);
    for (let i = 0; i < 10; i++) {
      let board = exerciseBoard(goal, 'whole', random);
      for (let step = courseStep(board, goal); step; step = courseStep(board, goal)) {
        const next = boardAfter(board, step.moves);
        const [tile, second] = step.tiles;
        const home = (each) => next.cells.indexOf(each) === goal.cells.indexOf(each);
        assert.ok(step.moves !== '', step.step);
        if (step.step === 'tile') assert.ok(home(tile));
        if (step.step === 'first' || step.step === 'out') assert.equal(next.cells[step.target], tile);
        if (step.step === 'second') assert.equal(next.cells[step.target], second);
        if (step.step === 'in') assert.ok(home(tile) && home(second));
        if (step.step === 'turn') assert.deepEqual(next.cells, goal.cells);
        for (const cell of step.fixed) assert.ok(next.cells[cell] === board.cells[cell] && board.cells[cell] === goal.cells[cell]);
        steps.add(`${step.line} ${step.step}`);
        board = next;
      }
    }
  }
  assert.deepEqual([...steps].sort(), ['block turn', 'column first', 'column in', 'column out', 'column second',
    'row first', 'row in', 'row out', 'row second', 'row tile']);
});

test('lines are solved from the side that is away from the gap', () => {
  const cells = (goal) => linesOf(goal).map((line) => line.cells.join(' '));
  assert.deepEqual(cells(goalOf(4, 3)), ['0 1 2 3', '4 8', '5 9']);
  assert.deepEqual(cells(goalOf(3, 3, 0)), ['6 7 8', '2 5']);
  assert.deepEqual(cells(goalOf(2, 2)), []);
});

test('exercises begin where their chapter begins, and the chapter ends them', () => {
  assert.deepEqual(chaptersOf({ width: 3, height: 3 }), ['tile', 'row', 'six', 'whole']);
  assert.deepEqual(chaptersOf({ width: 4, height: 4 }), ['tile', 'row', 'column', 'six', 'whole']);
  for (const [width, height] of SIZES) {
    const random = numbers(width * height);
    const goal = goalOf(width, height);
    const chapters = chaptersOf(goal);
    for (const chapter of chapters) {
      for (let i = 0; i < 10; i++) {
        const board = exerciseBoard(goal, chapter, random);
        assert.ok(isSolvable(board, goal));
        if (chapter !== 'whole') assert.equal(courseStep(board, goal).chapter, chapter);
        follow(board, goal, { chapter });
      }
    }
  }
});

test('a board is solvable if and only if moves lead to the goal', () => {
  for (const text of [...EIGHT_DISTANCES.keys()].slice(0, 2000)) {
    const board = { width: 3, height: 3, cells: text.split(',').map(Number) };
    assert.equal(isSolvable(board, EIGHT), true);
    const [a, b] = [1, 2].map((tile) => board.cells.indexOf(tile));
    [board.cells[a], board.cells[b]] = [2, 1];
    assert.equal(isSolvable(board, EIGHT), false);
  }
});

test('the moves to wanted cells are the shortest', () => {
  const random = numbers(1);
  for (let i = 0; i < 5; i++) {
    const { cells } = exerciseBoard(EIGHT, 'whole', random);
    const places = [1, 2, 3, 4, 5, 6, 7, 8, 0].map((tile) => cells.indexOf(tile));
    const home = (now) => now.every((cell, tile) => EIGHT.cells[cell] === (tile + 1) % 9);
    const distance = EIGHT_DISTANCES.get(cells.join());
    assert.equal(shortestMoves(EIGHT, new Set(), places, home).length, distance);
    assert.equal(shortestMoves(EIGHT, new Set(), places, home, distance - 1), null);
  }
});

test('what the stretches lost adds up to the moves above the optimum', () => {
  const random = numbers(2);
  const kinds = new Set();
  for (let i = 0; i < 300; i++) {
    const board = exerciseBoard(EIGHT, 'whole', random);
    const [steps, distances] = [[], [EIGHT_DISTANCES.get(board.cells.join())]];
    for (let now = board; distances.at(-1) > 0;) {
      steps.push(random() < 0.3 ? pick(possible(now), random) : courseStep(now, EIGHT).moves[0]);
      now = boardAfter(now, steps.at(-1));
      distances.push(EIGHT_DISTANCES.get(now.cells.join()));
    }
    assert.deepEqual(distancesOfText(distancesText(distances), steps.length, 2), distances);
    const mistakes = mistakesOf({ board, goal: EIGHT }, steps, distances);
    assert.equal(mistakes.reduce((sum, { lost }) => sum + lost, 0), steps.length - distances[0]);
    let end = 0;
    for (const { from, to, lost, kind, made, closer, wanted, distance, board: begin } of mistakes) {
      assert.ok(from >= end && to > from && lost > 0);
      assert.ok(distances[from + 1] > distances[from] && closer <= wanted && wanted === Math.min(4, distance));
      assert.ok(made.length <= 12 && (closer === wanted || made.length === 12));
      for (let at = end; at < from; at++) assert.equal(distances[at + 1], distances[at] - 1);
      assert.equal(made.length, closer + lost);
      assert.equal(EIGHT_DISTANCES.get(begin.cells.join()), distances[from]);
      kinds.add(kind);
      end = to;
    }
    assert.deepEqual(Object.values(costsOf(mistakes)).reduce((a, b) => a + b, 0), steps.length - distances[0]);
  }
  for (const kind of kinds) assert.ok(MISTAKE_KINDS.includes(kind), kind);
});

test('stretches end four moves closer, at the goal or after twelve moves', () => {
  assert.deepEqual(stretchesOf([3, 2, 1, 0]), []);
  assert.deepEqual(stretchesOf([9, 8, 9, 8, 7, 6, 5, 4, 3, 2, 3, 2, 1, 0]),
    [{ from: 1, to: 7, lost: 2 }, { from: 9, to: 13, lost: 2 }]);
  assert.deepEqual(stretchesOf([6, 7, 6, 5, 4, 3, 2, 3, 2, 1, 0]), [{ from: 0, to: 6, lost: 2 }, { from: 6, to: 10, lost: 2 }]);
  assert.deepEqual(stretchesOf([7, 8, 7, 8, 7, 8, 7, 8, 7, 8, 7, 8, 7, 6, 5, 4, 3, 2, 1, 0]), [{ from: 0, to: 12, lost: 12 }]);
  assert.deepEqual(stretchesOf([5, 5, 4, 3, 2, 1, 1, 0]), [{ from: 0, to: 5, lost: 1 }, { from: 5, to: 7, lost: 1 }]);
});

test('an attempt is better if it is shorter, and best if no way is shorter', () => {
  const mistake = { distance: 20, wanted: 4, lost: 4 };
  const verdicts = (...attempts) => attempts.map(([made, distance]) => verdictOf(mistake, made, distance));
  assert.deepEqual(verdicts([0, 20], [1, 19], [4, 16], [1, 21], [6, 16], [7, 17], [2, 22], [8, 16], [5, 15]),
    ['open', 'open', 'best', 'open', 'better', 'long', 'long', 'long', 'better']);
});

test('each kind of stretch', () => {
  const goal = goalOf(4, 4);
  /* Boards by their rows; x is a tile that is not at home. */
  const cells = (text) => text.replaceAll('/', ' ').split(/\s+/).map((each) => (each === 'x' ? -1 : Number(each)));
  const kind = (...boards) => kindOf(goal, boards.map(cells), { from: 0, to: 1 });
  const row = '1 2 3 4 / x x x x / x x x x / x x x x';
  const rows = '1 2 3 4 / 5 6 7 8 / x x x x / x x x x';
  const left = '1 2 3 4 / 5 6 7 8 / 9 x x x / 13 x x x';
  assert.equal(kind('1 x x x / x x x x / x x x x / x x x x', row), 'row');
  assert.equal(kind('1 x x 4 / x x x x / x x x x / x x x x', row.replace('4', 'x'), row), 'row');
  assert.equal(kind('x x x x / 5 x x x / 9 x x x / x x x x', '1 x x x / 5 x x x / 9 x x x / 13 x x x'), 'column');
  assert.equal(kind('x x x x / x x x x / 9 x x x / 13 x x x', '1 x x x / 5 x x x / 9 x x x / 13 x x x'), 'pair');
  assert.equal(kind('x x x x / 5 x x x / x x x x / x x x x', '1 x x x / 5 x x x / 9 x x x / 13 x x x'), 'column');
  assert.equal(kind('1 2 x x / x x x x / x x x x / x x x x', row), 'pair');
  assert.equal(kind('x 2 3 x / x x x x / x x x x / x x x x', row), 'row');
  assert.equal(kind('1 2 3 x / x x x x / x x x x / x x x x', row), 'corner');
  assert.equal(kind('1 x 3 4 / x x x x / x x x x / x x x x', row), 'corner');
  assert.equal(kind(rows, left), 'pair');
  assert.equal(kind(rows.replace('x x x x / x x x x', '9 x x x / x x x x'), left), 'corner');
  assert.equal(kind(left, goal.cells.join(' ')), 'six');
  assert.equal(kind(rows, row, left), 'apart');
  assert.equal(kind(left, rows, goal.cells.join(' ')), 'apart');
  assert.equal(kind('x x x x / x x x x / x x x x / x x x x', '1 2 3 4 / 5 x x x / 9 x x x / 13 x x x'), 'several');
  assert.equal(kind('x x x x / x x x x / x x x x / x x x x', '1 2 3 x / 5 x x x / 9 x x x / x x x x'), 'several');
  assert.deepEqual(rectangleLeft(cells(left), goal), { left: 1, top: 2, columns: 3, rows: 2 });
  /* With the gap in the middle either of two lines may be taken away, and both are solved. */
  const middle = goalOf(3, 3, 4);
  const away = [1, 2, 3, 4, 0, 5, -1, -1, -1];
  assert.equal(kindOf(middle, [[-1, -1, -1, 4, 0, 5, 6, 7, 8], middle.cells], { from: 0, to: 1 }), 'six');
  assert.equal(kindOf(middle, [[-1, -1, -1, 4, 0, 5, 6, 7, 8], away], { from: 0, to: 1 }), 'apart');
});

test('a slide through boards of an open goal has no place', () => {
  const board = { width: 3, height: 3, cells: [1, 2, 0, 4, 5, 3, 7, 8, 6] };
  const goal = { ...board, cells: [1, 2, 3, ...Array(6).fill('*')] };
  assert.deepEqual(mistakesOf({ board, goal }, ['U', 'U'], [1, 0, 0]), []);
  assert.equal(mistakesOf({ board, goal }, ['R', 'L', 'U'], [1, 2, 1, 0]).length, 1);
});

test('costs are averages over solves, by month', () => {
  const solves = [{ at: Date.UTC(2026, 10, 15), costs: { row: 6, six: 2 } }, { at: Date.UTC(2026, 9, 15), costs: {} },
    { at: Date.UTC(2026, 10, 16), costs: { six: 8 } }];
  assert.deepEqual(averageCosts(solves), [{ kind: 'six', lost: 10 / 3, share: 0.625 }, { kind: 'row', lost: 2, share: 0.375 }]);
  assert.deepEqual(costsByMonth(solves).map(({ month, solves: count, costs }) => [month, count, costs.map(({ kind }) => kind)]),
    [['2026-10', 1, []], ['2026-11', 2, ['six', 'row']]]);
});

test('distances are stored as text, which is distrusted', () => {
  for (const [distances, step, text] of [[[0], 2, '0'], [[3, 2, 1, 0], 2, '3---'],
    [[10, 11, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 1, '10+-=----------'], [[1, 0, 0], 1, '1-=']]) {
    assert.equal(distancesText(distances), text);
    assert.deepEqual(distancesOfText(text, distances.length - 1, step), distances);
  }
  for (const wrong of [undefined, null, 7, '', '2', '2-', '2---', '3--', '2+-', '1-+', '-2--', 'x--', '2--\n', '2=-', '1=-', '2 --'])
    assert.equal(distancesOfText(wrong, 2, 2), null, String(wrong));
  const keyOf = (width) => solveKey({ board: { width, cells: [1, 2] }, goal: { width, cells: [2, 1] }, metric: 'single' }, 'U');
  assert.equal(keyOf(4), '4 1,2 2,1 single U'); /* as earlier versions stored it */
  assert.notEqual(keyOf(4), keyOf(2));
});

test('distances last as long as the page where the browser keeps nothing', async () => {
  const store = new DistanceStore({ open() { throw new Error('forbidden'); } });
  await store.put('a', [2, 1, 0]);
  assert.deepEqual([...await store.all()], [['a', '2--']]);
});
