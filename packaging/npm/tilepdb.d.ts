/** A board: cells row by row; 0 is the blank. */
export interface Board {
  width: number;
  height: number;
  cells: number[];
}

/** What counts as one move: one tile, or a slide of one or more tiles in a line. */
export type Metric = 'single' | 'multi';

export interface Answer {
  /** Length of a shortest solution in moves of the metric; -1 if the timeout ended the search. */
  length: number;
  /** U, D, L or R for each tile that moves: its direction. A slide of three tiles is RRR. */
  moves: string;
  optimal: boolean;
  /** Proven lower bound on the length, also after a timeout. */
  lowerBound: number;
  /** Heuristic value of the board. */
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
  /** Name of the partition, such as 6-6-3. */
  name: string;
  /** Size of its tables in memory. */
  bytes: number;
}

export interface GoalOptions {
  /** Size of the board without `goal`; 4x4 by default. */
  width?: number;
  height?: number;
  /** Any board, or its text; by default 1 2 3 ... with the blank last. */
  goal?: Board | string;
}

export interface PrepareOptions extends GoalOptions {
  /** 'single' by default; 'multi' for boards of at most 16 cells, such as 4x4 and 5x3. */
  metric?: Metric;
  /** Tables to use. On 4x4 the default, 6-6-3, takes a fraction of a second; 7-7-1 takes 2 s and 67 MB,
   * 7-8 takes 10 s and 480 MB, and both solve hard boards many times faster. In the metric multi: small
   * (half a second, 4 MB), four (19 MB) and middle (half a minute, 95 MB). Larger tables need a goal
   * with the blank in a corner. */
  partition?: string;
}

export interface SolveOptions {
  goal?: Board | string;
  metric?: Metric;
  partition?: string;
  /** Seconds; by default 0: no limit. */
  timeout?: number;
}

/** A shorter solution or a higher lower bound. */
export interface Improvement {
  /** Length of the best solution so far. */
  length: number;
  lowerBound: number;
  moves: string;
  /** True if the solution is new, false if the lower bound is. */
  shorter: boolean;
  /** Width of the beam that found the solution; 0 if no beam did. */
  width: number;
  seconds: number;
}

export interface AnytimeAnswer {
  /** Length of the best solution. */
  length: number;
  moves: string;
  /** Proven lower bound on the length. */
  lowerBound: number;
  /** True if both bounds met. */
  optimal: boolean;
  /** 0: the bounds are as near as `within` and `withinShare` ask; 2: a limit was reached first, or
   * onImprovement returned false; 3: the call was stopped. */
  status: number;
  /** Reason for a status other than 0. */
  message: string;
  microseconds: number;
}

export interface AnytimeOptions {
  goal?: Board | string;
  metric?: Metric;
  /** Tables that prove lower bounds, for boards up to 5x5; see PrepareOptions. */
  partition?: string;
  /** Seconds; by default 0: until the solution is proven optimal, which never happens on large boards. */
  timeout?: number;
  /** Ends when length - lowerBound is at most this many moves; by default 0. */
  within?: number;
  /** Ends when length - lowerBound is at most this share of lowerBound: 0.05 is 5 %. */
  withinShare?: number;
  /** Ends after a beam of this many boards; without a timeout, solutions are always the same. */
  maxWidth?: number;
  /** Bytes for beams; by default 1 GiB. */
  memory?: number;
}

export interface HeardOptions {
  /** Receives the first solution, every shorter one and every higher lower bound. Return false to end. */
  onImprovement?: (improvement: Improvement) => boolean | void;
}

/** An error of the library; its sentence says what was wrong with a board, or why it has no solution. */
export class CoreError extends Error {
  status: number;
  column?: number;
  /** Name of the kind of error, with its numbers and text, as tilepdb.h lists them. */
  code: string;
  numbers: number[];
  text: string;
}

/** The library in the calling thread, which a search blocks until it ends. */
export class Tilepdb {
  static create(options?: {
    module?: WebAssembly.Module;
    onProgress?: (progress: Progress) => void;
  }): Promise<Tilepdb>;
  /** Reads a board: numbers row by row, or any other form that tilepdb reads. Throws CoreError. */
  parse(text: string, size?: { width?: number; height?: number }): Board;
  /** Returns a random solvable board; a seed gives the same board as pdbsolve --scramble. */
  scramble(options?: GoalOptions & { seed?: number | bigint }): Board;
  /** Generates the tables of a goal now, instead of when the first board is solved. */
  prepare(options?: PrepareOptions): Prepared;
  /** Solves a board optimally. Throws CoreError for an unsolvable board. */
  solve(board: Board | string, options?: SolveOptions): Answer;
  /** Finds a solution at once, for boards of 2x2 to 32x32, and shorter ones until a limit. Calls `goesOn`
   * often; if it returns false, the call ends. Throws CoreError for an unsolvable board, and whatever
   * `onImprovement` and `goesOn` throw. */
  anytime(board: Board | string, options?: AnytimeOptions & HeardOptions & { goesOn?: () => boolean }):
    AnytimeAnswer;
}

/** The library in a thread of its own; the methods are those of Tilepdb. */
export class TilepdbWorker {
  constructor(options?: { onProgress?: (progress: Progress) => void });
  parse(text: string, size?: { width?: number; height?: number }): Promise<Board>;
  scramble(options?: GoalOptions & { seed?: number | bigint }): Promise<Board>;
  prepare(options?: PrepareOptions): Promise<Prepared>;
  solve(board: Board | string, options?: SolveOptions): Promise<Answer>;
  anytime(board: Board | string, options?: AnytimeOptions & HeardOptions): Promise<AnytimeAnswer>;
  /** Yields the improvements of `anytime`, for `for await`; the last one is the answer. Leaving the loop
   * ends the search. Without SharedArrayBuffer (on pages that are not isolated) it also replaces the
   * worker by a new one, which generates tables again. */
  improvements(board: Board | string, options?: AnytimeOptions): AsyncGenerator<Improvement, void, void>;
  /** Ends the worker. A running search ends as well: its promise is rejected. */
  close(): Promise<void>;
}

/** Compiles the module, for several instances. */
export function compile(): Promise<WebAssembly.Module>;
