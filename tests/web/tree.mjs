/*
 * The small search that is drawn board by board: its counts are those of pdbsolve, and what is drawn and said is
 * right at each step.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './languages.mjs';
import { AXE, check } from './axe.mjs';
import { PHONE, openLearn, suite, take, text, tool, waitForText } from './support.mjs';

const { TREE_NODES, manhattan, searchTrees, treeColumns } = await import('../../web/page/learn/tree.js');

const { onPage } = suite();

const boardOf = (line) => {
  const rows = line.split('/').map((row) => row.trim().split(/\s+/).map(Number));
  return { width: rows[0].length, height: rows.length, cells: rows.flat() };
};

const goalOf = ({ width, height }, first) => ({ width, height, cells: Array.from({ length: width * height }, (_, i) => (first ? i : (i + 1) % (width * height))) });

test('each limit has as many boards as pdbsolve counts', () => {
  for (const [size, first] of [['3x2', false], ['2x3', true], ['3x3', false], ['3x3', true]]) {
    const goal = ['--goal', first ? 'blank-first' : 'blank-last'];
    const lines = tool('pdbsolve', ['--scramble', '12', '--seed', '72', '--board', size, ...goal]).trim().split('\n');
    const answers = tool('pdbsolve', ['-q', '--plain', '--heuristic', 'manhattan', '--format', 'json', ...goal], `${lines.join('\n')}\n`).trim().split('\n');
    assert.equal(answers.length, 12);
    for (const { board: cells, iterations, moves, length } of answers.map(JSON.parse)) {
      const [width, height] = size.split('x').map(Number);
      const board = { width, height, cells };
      const trees = searchTrees(board, goalOf(board, first));
      assert.deepEqual(trees.map(({ bound, generated, expanded }) => ({ bound, generated, expanded })),
        iterations.map(({ bound, generated, expanded }) => ({ bound, generated, expanded })), `${size} ${cells}`);
      const { nodes, solved, generated } = trees.at(-1);
      assert.ok(solved && trees.slice(0, -1).every((tree) => !tree.solved));
      assert.ok(trees.every((tree, i) => tree.nodes.length === Math.min(TREE_NODES, tree.generated + (i > 0 ? 1 : 0))));
      if (generated >= TREE_NODES) continue;
      const way = [];
      for (let node = nodes.at(-1); node.parent >= 0; node = nodes[node.parent]) way.unshift(node.letter);
      assert.equal(way.join(''), moves);
      assert.equal(nodes.at(-1).g, length);
    }
  }
});

test('parents are above the middle of their children, and no two boards are in one place', () => {
  const [, , tree] = searchTrees(boardOf('8 1 3 / 4 0 2 / 7 6 5'), goalOf({ width: 3, height: 3 }));
  const { columns, leaves } = treeColumns(tree.nodes);
  assert.equal(new Set(tree.nodes.map(({ g }, i) => `${g} ${columns[i]}`)).size, 100);
  assert.deepEqual([Math.min(...columns), Math.max(...columns)], [0, leaves - 1]);
  tree.nodes.forEach((_, i) => {
    const below = columns.filter((__, child) => tree.nodes[child].parent === i);
    if (below.length > 0) assert.equal(columns[i], (below[0] + below.at(-1)) / 2);
  });
  assert.equal(manhattan(boardOf('1 2 3 / 4 5 6 / 7 8 0'), goalOf({ width: 3, height: 3 })), 0);
});

/* What is drawn: [boards, cut off, goals], and the limit and the state in words. */
async function drawn(page) {
  const counts = await page.evaluate(() => ['g', '.over', '.goal'].map((each) => document.querySelectorAll(`#tree ${each}`).length));
  return [counts, await page.inputValue('#tree-limit'), await text(page, 'tree-state')];
}

const times = async (page, id, count) => {
  for (let i = 0; i < count; i++) await page.click(`#${id}`);
};

onPage('the search of a small board is drawn board by board', async (page) => {
  await take(page, '8 1 3 / 4 0 2 / 7 6 5');
  await openLearn(page, 'tree');
  await waitForText(page, 'tree-state', /^Board 1 of 13: the beginning\. f = 0 \+ 10 = 10, within the limit of 10\.$/);
  assert.equal(await text(page, 'tree-about'), 'Limit 10: 13 boards, 7 cut off.');
  await page.click('#tree-forward');
  assert.deepEqual(await drawn(page), [[2, 1, 0], '0', 'Board 2 of 13: 1 slides down. f = 1 + 11 = 12, over the limit of 10: cut off.']);
  await times(page, 'tree-forward', 11);
  assert.deepEqual(await drawn(page), [[13, 7, 0], '0', 'Board 13 of 13: 2 slides down. f = 3 + 9 = 12, over the limit of 10: cut off. '
    + 'No solution has at most 10 moves. The smallest f over the limit is the next limit: 12.']);
  assert.equal(await page.getAttribute('#tree', 'aria-label'), 'Tree with 13 boards of 13, 7 cut off by the limit of 10');
  await page.click('#tree-forward');
  assert.deepEqual((await drawn(page)).slice(0, 2), [[1, 0, 0], '1']);
  await page.click('#tree-back');
  assert.deepEqual((await drawn(page)).slice(0, 2), [[13, 7, 0], '0']);
  await page.selectOption('#tree-limit', '2');
  await page.click('#tree-end');
  assert.deepEqual(await drawn(page), [[100, 40, 1], '2', 'Board 100 of 100: 6 slides up. f = 14 + 0 = 14: the goal. No solution is shorter than 14 moves.']);
  await page.click('#tree-forward'); /* where nothing follows */
  assert.deepEqual((await drawn(page)).slice(0, 2), [[100, 40, 1], '2']);
});

onPage('a search plays to its end, quietly, and an example takes the place of a large board', async (page) => {
  await take(page, '8 1 3 / 4 0 2 / 7 6 5'); /* which plays for minutes */
  await openLearn(page, 'tree');
  await waitForText(page, 'tree-state', /^Board 1 of 13/);
  await page.click('#tree-play');
  assert.deepEqual([await text(page, 'tree-play'), await page.getAttribute('#tree-state', 'aria-live')], ['Stop', 'off']);
  await waitForText(page, 'tree-state', /^Board 4 of/);
  await page.click('#tree-play');
  assert.equal(await text(page, 'tree-play'), 'Play');
  await take(page, '1 2 3 / 4 0 5');
  await openLearn(page, 'tree');
  await waitForText(page, 'tree-state', /^Board 1 of 4: the beginning/);
  await page.click('#tree-play');
  await waitForText(page, 'tree-state', /the goal\. No solution is shorter than 1 move\.$/);
  await waitForText(page, 'tree-play', /^Play$/);
  assert.equal(await page.getAttribute('#tree-state', 'aria-live'), 'polite');
  await take(page, '9 7 3 15 / 6 8 2 4 / 11 1 10 14 / 13 0 5 12');
  await openLearn(page, 'tree');
  const before = await page.innerHTML('#tree-board');
  assert.equal(await page.locator('#tree-board i').count(), 9);
  await page.click('#tree-fresh');
  assert.notEqual(await page.innerHTML('#tree-board'), before);
  assert.ok(await page.locator('#tree-limit option').count() > 2);
});

onPage('a limit with too many boards says how many are drawn', async (page) => {
  await take(page, '8 6 7 / 2 5 4 / 3 0 1');
  await openLearn(page, 'tree');
  await page.selectOption('#tree-limit', { label: '27: 3,259 boards' });
  await page.click('#tree-end');
  assert.match(await text(page, 'tree-about'), /^Limit 27: 3,259 boards after the beginning, [\d,]+ cut off\. The first 200 are drawn\.$/);
  assert.match(await text(page, 'tree-state'), /^Board 200 of 200: .* The other boards of this limit are not drawn\.$/);
});

for (const [name, device] of [['a desktop', {}], ['a narrow phone', { ...PHONE, viewport: { width: 320, height: 640 } }]]) {
  onPage(`the drawn search is accessible and fits on ${name}`, async (page) => {
    await take(page, '8 1 3 / 4 0 2 / 7 6 5');
    await openLearn(page, 'tree');
    await page.selectOption('#tree-limit', '2');
    await page.click('#tree-end');
    await page.evaluate(AXE);
    await check(page, name, { colours: name === 'a desktop' ? 'both' : 'light' });
    const [wide, goal, frame] = await page.evaluate(() => [document.documentElement.scrollWidth,
      ...['#tree .goal circle', '#tree-wrap'].map((each) => document.querySelector(each).getBoundingClientRect().toJSON())]);
    assert.ok(wide <= page.viewportSize().width, `${wide}`);
    assert.ok(goal.left >= frame.left && goal.right <= frame.right && goal.top >= frame.top && goal.bottom <= frame.bottom, 'the board that is shown is in sight');
  }, { ...device, reducedMotion: 'reduce' });
}
