/* A small search, drawn board by board: that of the page's board if it has at most nine places, else of an example. */
import { at } from '../app/dom.js';
import { learnText, phrase } from '../app/texts.js';
import { boardOfGoal, isOpen } from '../board/goal.js';
import { miniature } from '../board/gallery.js';
import { shape } from '../search/chart.js';
import { boardText } from '../search/core.js';
import { exerciseBoard, isSolvable } from './course.js';
import { TREE_NODES, searchTrees, treeColumns } from './tree.js';

const MOST_CELLS = 9;
const TREE_STEP_MS = 700;
const [WIDE, HIGH, RADIUS] = [36, 58, 13];

export class TreeView {
  /** @param {Parts} parts */
  constructor({ core, game }) {
    this.core = core;
    this.game = game;
    this.goal = game.goal;
    this.trees = /** @type {SearchTree[]} */ ([]);
    this.tree = this.node = 0; /* what is shown: a board of one of the trees */
    this.playing = /** @type {number | undefined} */ (undefined);
    at('tree-box').ontoggle = () => this.open();
    at('tree-back').onclick = () => this.walk(-1);
    at('tree-forward').onclick = () => this.walk(1);
    at('tree-play').onclick = () => this.play();
    at('tree-end').onclick = () => this.go(this.tree, this.trees[this.tree].nodes.length - 1);
    at('tree-fresh').onclick = () => this.example();
    at('tree-limit').onchange = () => this.go(Number(at('tree-limit').value), 0);
    game.onChange(({ kind }) => kind === 'board' && this.open());
  }

  open() {
    this.pause();
    if (!at('tree-box').open) return;
    const { board, goal: wanted, solved } = this.game;
    const goal = boardOfGoal(wanted);
    if (board.cells.length <= MOST_CELLS && !solved && !isOpen(wanted) && isSolvable(board, goal)) this.begin(board, goal);
    else this.example();
  }

  /* A board whose first two trees are drawn whole. */
  example() {
    const goal = this.core.goal(3, 3, 8);
    let board;
    do board = exerciseBoard(goal, 'row');
    while (searchTrees(board, goal).length < 3 || searchTrees(board, goal).slice(0, 2).some(({ generated }) => generated >= TREE_NODES));
    this.begin(board, goal);
  }

  /** @param {Board} board @param {Board} goal */
  begin(board, goal) {
    this.goal = goal;
    this.trees = searchTrees(board, goal);
    at('tree-limit').replaceChildren(...this.trees.map(({ bound, generated }, i) => new Option(learnText('tree limit', bound, generated), String(i))));
    this.go(0, 0);
  }

  /** @param {number} tree @param {number} node */
  go(tree, node) {
    this.pause();
    this.show(tree, node);
  }

  /** @param {number} by */
  walk(by) {
    this.pause();
    this.step(by);
  }

  /** Goes to the next board or the one before, perhaps of another limit; false: there is none. @param {number} by */
  step(by) {
    const { trees, tree, node } = this;
    const other = trees[tree + by];
    if (trees[tree].nodes[node + by]) this.show(tree, node + by);
    else if (other) this.show(tree + by, by > 0 ? 0 : other.nodes.length - 1);
    else return false;
    return true;
  }

  play() {
    if (this.playing !== undefined) return this.pause();
    if (!this.step(1)) this.show(0, 0);
    this.playing = setInterval(() => this.step(1) || this.pause(), TREE_STEP_MS);
    return this.showPlaying();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.showPlaying();
  }

  /* A screen reader would read each board that plays. */
  showPlaying() {
    at('tree-play').textContent = learnText(this.playing === undefined ? 'play' : 'stop');
    at('tree-state').setAttribute('aria-live', this.playing === undefined ? 'polite' : 'off');
  }

  /** @param {number} tree @param {number} node */
  show(tree, node) {
    Object.assign(this, { tree, node });
    const { bound, nodes, generated } = this.trees[tree];
    const { cells } = nodes[node];
    at('tree-limit').value = String(tree);
    at('tree-about').textContent = learnText('tree about', bound, generated, tree, this.trees[tree].over, generated > TREE_NODES ? TREE_NODES : 0);
    at('tree-board').replaceChildren(miniature(boardText({ ...this.goal, cells }), this.goal.cells[0] === 0));
    at('tree-state').textContent = this.stateText(this.trees[tree], nodes[node]);
    this.draw(this.trees[tree], nodes.slice(0, node + 1));
  }

  /** @param {SearchTree} tree @param {TreeNode} node */
  stateText({ bound, nodes, generated, next, solved }, node) {
    const { parent, letter, g, h, cells } = node;
    const last = node === nodes.at(-1);
    const tile = letter === '' ? 0 : cells[nodes[parent].cells.indexOf(0)];
    const now = learnText('tree at', nodes.indexOf(node) + 1, nodes.length, tile, letter && phrase(`way ${letter}`), g, h, g + h);
    const text = h === 0 ? learnText('tree goal', now, g) : learnText(g + h > bound ? 'tree over' : 'tree within', now, bound);
    const end = !last || h === 0 ? '' : generated > TREE_NODES ? learnText('tree cut') : solved ? '' : learnText('tree none', bound, next);
    return `${text} ${end}`.trim();
  }

  /** Draws the nodes so far; each stays where it is. @param {SearchTree} tree @param {TreeNode[]} shown */
  draw({ bound, nodes }, shown) {
    const svg = at('tree');
    const { columns, leaves } = treeColumns(nodes);
    const [width, height] = [leaves * WIDE, (Math.max(...nodes.map(({ g }) => g)) + 1) * HIGH];
    const [x, y] = [(/** @type {number} */ i) => (columns[i] + 0.5) * WIDE, (/** @type {number} */ i) => nodes[i].g * HIGH + 20];
    const way = new Set();
    for (let i = shown.length - 1; i >= 0; i = nodes[i].parent) way.add(i);
    const lines = shown.slice(1).map(({ parent }, i) => shape('line', { x1: x(parent), y1: y(parent) + RADIUS + 14, x2: x(i + 1), y2: y(i + 1) - RADIUS,
      class: way.has(i + 1) ? 'way' : '' }));
    const boards = shown.map(({ g, h }, i) => {
      const over = g + h > bound;
      const group = shape('g', { transform: `translate(${x(i)} ${y(i)})`, class: `${over ? 'over' : h === 0 ? 'goal' : ''} ${i === shown.length - 1 ? 'now' : ''}` });
      group.append(shape('circle', { r: RADIUS }), shape('text', { y: 4 }, g + h), shape('text', { y: RADIUS + 11, class: 'parts' }, `${g}+${h}`));
      if (over) group.append(shape('text', { x: RADIUS, y: 4 - RADIUS, class: 'mark' }, '✕'));
      return group;
    });
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(height));
    svg.setAttribute('aria-label', learnText('tree', shown.length, nodes.length, shown.filter(({ g, h }) => g + h > bound).length, bound));
    svg.replaceChildren(...lines, ...boards);
    const wrap = at('tree-wrap');
    const last = shown.length - 1;
    wrap.scrollTo(x(last) - wrap.clientWidth / 2, y(last) - wrap.clientHeight / 2);
  }
}
