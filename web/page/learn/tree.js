/*
 * The trees that IDA* searches for a small board, with the Manhattan distance as its lower bound, in the order of
 * `pdbsolve --plain --heuristic manhattan`: depth first, without the move that takes the last one back.
 */
import { OPPOSITE, cellsAfter } from '../board/moves.js';

export const TREE_NODES = 200; /* that are drawn of a tree */

const MOVE_ORDER = 'DRLU';

/** @param {Board} board @param {Board} goal */
export function manhattan({ width, cells }, goal) {
  return cells.reduce((sum, tile, cell) => {
    const home = goal.cells.indexOf(tile);
    return sum + (tile === 0 ? 0 : Math.abs((cell % width) - (home % width)) + Math.abs(Math.floor(cell / width) - Math.floor(home / width)));
  }, 0);
}

/* Searches until `bound`. The first TREE_NODES nodes are listed, in the order in which they are made; `generated` and
 * `expanded` count all as pdbsolve does: it counts the root in the first bound only. `over` are beyond the bound, and
 * `next` is the smallest f of them. */
/** @param {Board} board @param {Board} goal @param {number} bound @param {boolean} first @returns {SearchTree} */
function searchTree(board, goal, bound, first) {
  /** @type {SearchTree} */
  const tree = { bound, nodes: [], generated: first ? 1 : 0, expanded: 0, over: 0, next: Infinity, solved: false };
  const visit = (/** @type {TreeNode} */ node, /** @type {number} */ number) => {
    if (number < TREE_NODES) tree.nodes.push(node);
    const { g, h, letter, cells } = node;
    if (g + h > bound) {
      tree.over++;
      tree.next = Math.min(tree.next, g + h);
      return;
    }
    tree.solved = h === 0;
    if (tree.solved) return;
    tree.expanded++;
    for (const move of MOVE_ORDER) {
      if (tree.solved) return;
      const child = move === OPPOSITE[letter] ? null : cellsAfter({ ...board, cells }, move);
      if (!child) continue;
      tree.generated++;
      visit({ parent: number, letter: move, g: g + 1, h: manhattan({ ...board, cells: child }, goal), cells: child }, tree.generated - (first ? 1 : 0));
    }
  };
  visit({ parent: -1, letter: '', g: 0, h: manhattan(board, goal), cells: board.cells }, 0);
  return tree;
}

/** Returns the tree of each bound; the last one has the solution. The board is solvable. @param {Board} board @param {Board} goal */
export function searchTrees(board, goal) {
  const trees = [];
  for (let bound = manhattan(board, goal); ; bound = trees[trees.length - 1].next) {
    trees.push(searchTree(board, goal, bound, trees.length === 0));
    if (trees[trees.length - 1].solved) return trees;
  }
}

/** Returns the place of each node on the drawing: its column, of leaves and the middles above them, and its row, its
 * depth. Parents come before their children. @param {TreeNode[]} nodes */
export function treeColumns(nodes) {
  const below = /** @type {number[][]} */ (nodes.map(() => []));
  nodes.forEach(({ parent }, i) => parent >= 0 && below[parent].push(i));
  const columns = /** @type {number[]} */ ([]);
  let leaves = 0;
  const place = (/** @type {number} */ node) => {
    below[node].forEach(place);
    const last = below[node].length - 1;
    columns[node] = last < 0 ? leaves++ : (columns[below[node][0]] + columns[below[node][last]]) / 2;
  };
  place(0);
  return { columns, leaves };
}
