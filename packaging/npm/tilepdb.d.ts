/** A board: its cells row by row, 0 for the blank. */
export interface Board {
  width: number;
  height: number;
  cells: number[];
}

/** What one move is: one tile, or a slide of one tile or more in a line. */
export type Metric = 'single' | 'multi';

export interface Answer {
  /** The number of moves, the fewest there are in the metric; -1 if the timeout ended the search. */
  length: number;
  /** U, D, L or R for each tile that moves: the way it goes. A slide of three tiles is RRR. */
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

export interface GoalOptions {
  /** Of the board, if there is no goal; 4 and 4 by default. */
  width?: number;
  height?: number;
  /** Any board, or its text; by default 1 2 3 ... with the blank last. */
  goal?: Board | string;
}

export interface PrepareOptions extends GoalOptions {
  /** 'single' by default; 'multi' for boards of 16 cells at most, such as 4x4 and 5x3. */
  metric?: Metric;
  /** For 4x4: 6-6-3, the default, is made in a fraction of a second; 7-7-1 takes 2 s and 67 MB, 7-8
   * takes 10 s and 480 MB, and both solve hard boards many times faster. In the metric multi: small
   * (half a second, 4 MB), four (19 MB) and middle (half a minute, 95 MB). The better ones are for goals
   * with the blank in a corner. */
  partition?: string;
}

export interface SolveOptions {
  goal?: Board | string;
  metric?: Metric;
  partition?: string;
  /** Seconds; 0, the default: no limit. */
  timeout?: number;
}

/** What is known at some moment. */
export interface Improvement {
  /** Of the best solution so far. */
  length: number;
  lowerBound: number;
  moves: string;
  /** The solution is new; otherwise the lower bound is. */
  shorter: boolean;
  /** Of the beam that found it; 0: no beam did. */
  width: number;
  seconds: number;
}

export interface AnytimeAnswer {
  /** Of the best solution. */
  length: number;
  moves: string;
  /** No solution is shorter. */
  lowerBound: number;
  /** Both bounds met. */
  optimal: boolean;
  /** 0: the bounds are as near as was wanted; 2: a limit came first, or onImprovement ended it; 3: it
   * was stopped. */
  status: number;
  /** Why it ended before that. */
  message: string;
  microseconds: number;
}

export interface AnytimeOptions {
  goal?: Board | string;
  metric?: Metric;
  /** Of the tables that prove lower bounds, on boards that have any: up to 5x5, as in PrepareOptions. */
  partition?: string;
  /** Seconds; 0, the default: until the solution is proven, which large boards never are. */
  timeout?: number;
  /** Ends when the solution is at most so many moves too long, proven; by default 0. */
  within?: number;
  /** The same as a share of the lower bound: 0.05 for 5 %. */
  withinShare?: number;
  /** Ends after a beam of so many boards; without a timeout solutions are then always the same. */
  maxWidth?: number;
  /** Bytes for beams; 1 GiB by default. */
  memory?: number;
}

export interface HeardOptions {
  /** Hears of the first solution, every shorter one and every higher lower bound. False ends it. */
  onImprovement?: (improvement: Improvement) => boolean | void;
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
  scramble(options?: GoalOptions & { seed?: number | bigint }): Board;
  /** Generates the tables of a goal now, not when the first board is solved. */
  prepare(options?: PrepareOptions): Prepared;
  /** Throws CoreError for a board that no moves solve. */
  solve(board: Board | string, options?: SolveOptions): Answer;
  /** A solution at once, for boards of 2x2 to 20x20, and better ones until a limit; `goesOn` is asked
   * often, and ends it by false. Throws CoreError for a board that no moves solve, and what the two
   * functions throw. */
  anytime(board: Board | string, options?: AnytimeOptions & HeardOptions & { goesOn?: () => boolean }):
    AnytimeAnswer;
}

/** The same in a thread of its own. */
export class TilepdbWorker {
  constructor(options?: { onProgress?: (progress: Progress) => void });
  parse(text: string, size?: { width?: number; height?: number }): Promise<Board>;
  scramble(options?: GoalOptions & { seed?: number | bigint }): Promise<Board>;
  prepare(options?: PrepareOptions): Promise<Prepared>;
  solve(board: Board | string, options?: SolveOptions): Promise<Answer>;
  anytime(board: Board | string, options?: AnytimeOptions & HeardOptions): Promise<AnytimeAnswer>;
  /** The same for `for await`; the last improvement is the answer. To leave the loop ends the search.
   * Where there is no SharedArrayBuffer (pages that are not isolated) another worker then takes the
   * place of this one, and tables are generated again. */
  improvements(board: Board | string, options?: AnytimeOptions): AsyncGenerator<Improvement, void, void>;
  /** Ends a search that runs, too: its promise is rejected. */
  close(): Promise<void>;
}

/** The compiled module, for several instances. */
export function compile(): Promise<WebAssembly.Module>;
