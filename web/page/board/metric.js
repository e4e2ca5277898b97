/*
 * What counts as one move: in the metric 'single' one tile, in 'multi' a slide of one tile or more
 * in a line. Moves have a letter for each tile in both.
 */
import { isOpen } from './goal.js';

/** Moves as a list, each with all of its letters. @param {string} moves @param {Metric} metric */
export function stepsOf(moves, metric) {
  return metric === 'multi' ? moves.match(/(.)\1*/g) ?? [] : [...moves];
}

/** @param {string} moves @param {Metric} metric */
export function lengthOf(moves, metric) {
  return stepsOf(moves, metric).length;
}

/** The lengths of two ways from a board to the goal differ by a multiple of this. @param {{ metric: Metric, goal: Goal }} task */
export function boundStep({ metric, goal }) {
  return metric === 'multi' || isOpen(goal) ? 1 : 2;
}

/** Whether boards of a size are solved in multi-tile moves. @param {number} width @param {number} height */
export function takesMulti(width, height) {
  return width * height <= 16 && width + height <= 8;
}
