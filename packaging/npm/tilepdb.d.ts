/** A board: cells row by row; 0 is the blank. */
export interface Board {
  width: number;
  height: number;
  cells: number[];
}

/** A goal that may be open: cells that are '*' may hold anything, and tiles with equal numbers are alike, also
 * on the boards that are solved to it. A text is such as '1 2 3 / * * * / * * *' or '1 1 1 / 2 2 2 / 3 3 0'. */
export interface Goal {
  width: number;
  height: number;
  cells: (number | '*')[];
}

/** What counts as one move: one tile, or a slide of one or more tiles in a line. */
export type Metric = 'single' | 'multi';

export interface Answer {
  /** Length of a shortest solution in moves of the metric. After a limit: of the best known one, -1 if
   * none is known. */
  length: number;
  /** U, D, L or R for each tile that moves: its direction. A slide of three tiles is RRR. */
  moves: string;
  /** With `list`: how many solutions there are; after a limit, how many were found. Otherwise 0. */
  solutions: number;
  /** With `list`: the first ones, in the order of pdbsolve. */
  listed?: string[];
  /** True if no solution is shorter. */
  optimal: boolean;
  /** Proven lower bound on the length, also after a limit. */
  lowerBound: number;
  /** 0: the solution is optimal, or as near as `within` and `withinShare` ask; 2: a limit was reached
   * first, or onImprovement returned false; 3: the call was stopped. */
  status: number;
  /** Reason for a status other than 0. */
  message: string;
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
  /** Any board, or its text; not an open goal. By default 1 2 3 ... with the blank last. */
  goal?: Board | string;
}

export interface TableOptions {
  /** 'single' by default; 'multi' for boards of at most 16 cells, such as 4x4 and 5x3. */
  metric?: Metric;
  /** Tables that must be used, except with open goals and `beyond`, which have their own: a name of the
   * catalogue (pdbgen --list) or the tiles of the patterns, such as 1-7/8-15. By default the library chooses,
   * for each board. On 4x4, 7-7-1 takes about two seconds and 67 MB, 7-8 ten seconds and 480 MB; both solve
   * hard boards many times faster. In the metric multi: small (4 MB), 1122/3322/3344/344. (19 MB) and middle
   * (half a minute, 95 MB). */
  partition?: string;
  /** Bytes for tables, searches and beams together; by default 1 GiB, 0: no limit. */
  memory?: number;
}

export interface PrepareOptions extends GoalOptions, TableOptions {}

export interface LimitOptions extends TableOptions {
  /** Seconds; by default 0: no limit. */
  timeout?: number;
}

export interface SolveOptions extends LimitOptions {
  /** By default 1 2 3 ... with the blank last. The solution is the shortest to any board of an open goal. */
  goal?: Goal | string;
  /** Count all shortest solutions, and list this many of them; 0: none. */
  list?: number;
  /** With `list`: also solutions up to this many moves longer that visit no board twice. Only for most open goals
   * and boards of at most 11 cells. */
  beyond?: number;
  /** Return any shortest solution, as fast as possible. */
  any?: boolean;
}

export interface DistancesOptions extends LimitOptions {
  /** By default 1 2 3 ... with the blank last. */
  goal?: Goal | string;
  /** A solution of the board, in any form that pdbsolve reads, such as R2DL. */
  solution: string;
}

export interface Distances {
  /** Moves of the metric from the board to the goal, then from each board after a move of the solution. After a
   * limit, the first ones. A move that does not shorten the distance is lost. */
  distances: number[];
  /** 0; 2: a limit was reached; 3: the call was stopped. */
  status: number;
  message: string;
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

export interface AnytimeOptions extends LimitOptions {
  /** By default 1 2 3 ... with the blank last; not an open goal. */
  goal?: Board | string;
  /** Ends when length - lowerBound is at most this many moves; by default 0. */
  within?: number;
  /** Ends when length - lowerBound is at most this share of lowerBound: 0.05 is 5 %. */
  withinShare?: number;
  /** Ends after a beam of this many boards. */
  maxWidth?: number;
  /** A solution to begin with, in any form that pdbsolve reads: the answer is not longer. */
  solution?: string;
}

export interface PictureOptions {
  /** Moves of tiles, in any form that tilepdb reads; without them the board alone is drawn. */
  moves?: string;
  /** The goal, by default 1 2 3 ... with the blank last: each tile has the colour of its cell there. */
  goal?: Goal | string;
  metric?: Metric;
  /** Moves per second of an animation; 0, the default, is a strip of all boards. */
  speed?: number;
  /** A line below. */
  caption?: string;
}

/** In the calling thread: called often; returns false to end the call. */
export interface StopOptions {
  goesOn?: () => boolean;
}

/** In a thread of its own: aborting it rejects the promise with its reason, and ends the work soon. */
export interface SignalOptions {
  signal?: AbortSignal;
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
  /** Makes the tables of a goal now, instead of when the first board is solved. Throws CoreError if there
   * are none, or not within the memory. */
  prepare(options?: PrepareOptions): Prepared;
  /** Solves a board of 2x2 to 5x5 optimally, or as well as the limits allow; boards up to 32x32 until a
   * limit. Throws CoreError for an unsolvable board, and whatever `goesOn` throws. */
  solve(board: Board | string, options?: SolveOptions & StopOptions): Answer;
  /** Finds a solution at once, for boards of 2x2 to 32x32, and shorter ones until a limit or until the
   * solution is proven optimal, which never happens on large boards. Throws CoreError for an unsolvable
   * board, and whatever `onImprovement` and `goesOn` throw. */
  anytime(board: Board | string, options?: AnytimeOptions & HeardOptions & StopOptions): Answer;
  /** Finds how far every board on the way of a solution is from the goal, for boards of 2x2 to 5x5. Throws
   * RangeError if the moves do not lead to the goal, and CoreError for moves that cannot be read or played. */
  distances(board: Board | string, options: DistancesOptions & StopOptions): Distances;
  /** Draws a board, or the boards of a solution, as an SVG document, as pdbsolve --format svg does. Throws
   * CoreError for a text that is not a board, and for moves that cannot be read or played. */
  picture(board: Board | string, options?: PictureOptions): string;
}

/** The library in a thread of its own; the methods are those of Tilepdb. */
export class TilepdbWorker {
  constructor(options?: { onProgress?: (progress: Progress) => void });
  parse(text: string, size?: { width?: number; height?: number }): Promise<Board>;
  scramble(options?: GoalOptions & { seed?: number | bigint }): Promise<Board>;
  prepare(options?: PrepareOptions): Promise<Prepared>;
  solve(board: Board | string, options?: SolveOptions & SignalOptions): Promise<Answer>;
  anytime(board: Board | string, options?: AnytimeOptions & HeardOptions & SignalOptions): Promise<Answer>;
  distances(board: Board | string, options: DistancesOptions & SignalOptions): Promise<Distances>;
  picture(board: Board | string, options?: PictureOptions): Promise<string>;
  /** Yields the improvements of `anytime`, for `for await`; the last one is the answer. Leaving the loop
   * ends the search. Without SharedArrayBuffer (on pages that are not isolated) it also replaces the
   * worker by a new one, which generates tables again. */
  improvements(board: Board | string, options?: AnytimeOptions & SignalOptions): AsyncGenerator<Improvement, void, void>;
  /** Ends the worker. A running search ends as well: its promise is rejected. */
  close(): Promise<void>;
}

/** Compiles the module, for several instances. */
export function compile(): Promise<WebAssembly.Module>;
