/** A board: its cells row by row, 0 for the blank. The goal is 1 2 3 ... with the blank last. */
export interface Board {
  width: number;
  height: number;
  cells: number[];
}

export interface Answer {
  /** The number of moves, the fewest there are; -1 if the timeout ended the search. */
  length: number;
  /** U, D, L or R for each move: the way a tile goes. */
  moves: string;
  optimal: boolean;
  /** No solution is shorter, even where the timeout ended the search. */
  lowerBound: number;
  /** The heuristic's value of the board. */
  rootH: number;
  generated: number;
  expanded: number;
  microseconds: number;
  iterations: { bound: number; generated: number; expanded: number; microseconds: number }[];
}

export interface Progress {
  stage: number;
  level: number;
  done: number;
  total: number;
  seconds: number;
}

export interface Prepared {
  /** Of the partition, such as 6-6-3. */
  name: string;
  /** Of its tables, in memory. */
  bytes: number;
}

export interface PrepareOptions {
  width?: number;
  height?: number;
  /** For 4x4: 6-6-3, the default, is made in a fraction of a second; 7-7-1 takes 2 s and 67 MB, 7-8
   * takes 10 s and 480 MB, and both solve hard boards many times faster. */
  partition?: string;
}

export interface SolveOptions {
  partition?: string;
  /** Seconds; 0, the default: no limit. */
  timeout?: number;
}

/** The library's own sentence: what was wrong with a board, or why it has no solution. */
export class CoreError extends Error {
  status: number;
  column?: number;
}

/** A search holds its thread until it ends. */
export class Tilepdb {
  static create(options?: {
    module?: WebAssembly.Module;
    onProgress?: (progress: Progress) => void;
  }): Promise<Tilepdb>;
  /** A board from text: numbers row by row, and what else tilepdb reads. Throws CoreError. */
  parse(text: string, size?: { width?: number; height?: number }): Board;
  /** A random solvable board; the same seed gives the board that pdbsolve --scramble gives. */
  scramble(options?: { width?: number; height?: number; seed?: number | bigint }): Board;
  /** Generates the tables of a size now, not when the first board is solved. */
  prepare(options?: PrepareOptions): Prepared;
  /** Throws CoreError for a board that no moves solve. */
  solve(board: Board | string, options?: SolveOptions): Answer;
}

/** The same in a thread of its own. */
export class TilepdbWorker {
  constructor(options?: { onProgress?: (progress: Progress) => void });
  parse(text: string, size?: { width?: number; height?: number }): Promise<Board>;
  scramble(options?: { width?: number; height?: number; seed?: number | bigint }): Promise<Board>;
  prepare(options?: PrepareOptions): Promise<Prepared>;
  solve(board: Board | string, options?: SolveOptions): Promise<Answer>;
  /** Ends a search that runs, too: its promise is rejected. */
  close(): Promise<void>;
}

/** The compiled module, for several instances. */
export function compile(): Promise<WebAssembly.Module>;
