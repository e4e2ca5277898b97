/*
 * The types that the page's modules share. Modules name types in JSDoc; tests/web/scripts/types.mjs checks them.
 */

type Parts = import('./app/page.js').Page;
type Bus = import('./app/bus.js').Bus;
type Core = import('./search/core.js').Core;
type CoreError = import('./search/core.js').CoreError;
type Game = import('./board/game.js').Game;
type Solver = import('./search/solver.js').Solver;

/* Only workers have it, and the types of pages lack it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/* What one move is: one tile, or a slide of one tile or more in a line. */
type Metric = 'single' | 'multi';

interface Size {
  width: number;
  height: number;
}

/* Cells row by row; 0 is the gap. */
interface Board extends Size {
  cells: number[];
}

/* A goal whose cells may be open. */
interface Goal extends Size {
  cells: (number | '*')[];
}

/* A board without its gap. */
interface BoardWithoutGap extends Size {
  tiles: number[];
}

interface Task {
  board: Board;
  goal: Goal;
  metric: Metric;
}

/* The parts of a link, as text; null if the link has no such part. `times` are seconds. `result`: the query, of
 * a result of a contest. */
interface LinkTask {
  board: string | null;
  goal: string;
  metric: Metric;
  moves: string;
  replay: string | null;
  times?: number[] | null;
  result?: string;
}

/* A change of the game. Members that do not concern its kind are '', 0 or false. */
interface Change extends ChangeDetail {
  kind: 'board' | 'move' | 'edit' | 'metric';
}
interface ChangeDetail {
  move: string;
  tile: number;
  by: string;
  back: boolean;
  again: boolean;
}

/* Bounds on a number of moves. */
interface Bounds {
  atLeast: number;
  atMost: number;
}

/* What is known of a board: its distance with a solution, or bounds. */
interface Known {
  distance?: number;
  moves?: string;
  answer?: Answer;
  atLeast?: number;
  atMost?: number;
}

/* A board of the gallery. `first`: the goal has the gap first. */
interface GalleryBoard {
  text: string;
  note: string;
  first: boolean;
  metric: Metric;
}

/* A finger or a button that is down on the board; `at`: the cell where it is; `way`: the moves that it makes on its
 * way, 'gap' if it takes the gap along. */
interface Drag {
  cell: number;
  tile: HTMLElement | undefined;
  x: number;
  y: number;
  order: number;
  done: boolean;
  last: { clientX: number, clientY: number };
  at: number;
  way: string;
}

/* The record of a solve (solves/record.js). */
interface SolveRecord extends Size {
  id: string;
  at: number;
  session: string;
  goal: string;
  metric: Metric;
  start: string;
  moves: string;
  times: number[] | null;
  time: number;
  penalty: number;
  stm: number | null;
  mtm: number | null;
  helped: boolean;
  counts: boolean;
  kind: string;
  note: string;
  result: string;
}

/* A record as it is stored, with its times packed. */
type StoredSolve = Omit<SolveRecord, 'times'> & { times: string };

/* Parts that select records. */
type SolveFilter = Partial<SolveRecord>;

/* A place of a solve where moves were lost (learn/mistakes.js). */
interface Mistake {
  from: number;
  to: number;
  lost: number;
  kind: string;
  board: Board;
  made: string[];
  distance: number;
  closer: number;
  wanted: number;
}

/* Lost moves by the kind of the place. */
type Costs = Record<string, number>;

/* A change of the store of solves; without a record, any number of solves may have changed. */
type StoreChange = { kind: 'add' | 'update', record: SolveRecord } | { kind: 'remove', record: { id: string } } |
  { kind: 'many' | 'trouble', record?: undefined };

/* What a file with solves has; `unread` counts entries that are no solves. */
interface ReadSolves {
  format: string;
  records: SolveRecord[];
  unread: number;
}

type Measure = 'time' | 'moves' | 'slides' | 'speed';

/* Averages of `size` solves: at each place, the one now and the best one; null if there are too few. */
interface Average {
  size: number;
  all: Float64Array | null;
  now: number | null;
  best: number | null;
}

/* What is known of solves by one measure (solves/statistics.js). */
interface Statistics {
  records: SolveRecord[];
  values: number[];
  count: number;
  finished: number;
  mean: number | null;
  best: SolveRecord | null;
  averages: Average[];
}

/* An attempt at a board (solves/trainer.js). `begun`: the milliseconds of the first move, of the clock that gives `now`;
 * `seconds`: those at which the clock stopped. Both are null without a time. */
interface Attempt {
  phase: 'ready' | 'running' | 'solved' | 'stopped';
  begun: number | null;
  seconds: number | null;
  scrambled: boolean;
  helped: boolean;
  undone: boolean;
}

/* What happens to an attempt at a board. `now`: the milliseconds of a clock; `made`: the tiles that are
 * moved after the move; `back`: the move took one back. */
type AttemptEvent = { now: number } & (
  { type: 'new' | 'scrambled' | 'helped' | 'shown' } |
  { type: 'moved', made: number, startSolved: boolean, solved: boolean, back: boolean } |
  { type: 'resumed', seconds: number | null, running: boolean, helped: boolean, undone: boolean, scrambled: boolean });

/* A solve by hand. `times`: the seconds after each tile; without a clock, times and seconds are null. */
interface HandSolve {
  task: Task;
  moves: string;
  times: number[] | null;
  seconds: number | null;
  penalty: number;
  helped: boolean;
  undone: boolean;
  scrambled: boolean;
  contest: string | null;
}

interface Reviewed {
  task: Task;
  moves: string;
  times: number[] | null;
  distances: number[];
}

/* The events of the bus and their details. */
interface EventDetails {
  task: void; /* another board, goal or metric was set */
  known: { known: Known | null, first: Known | null, shown: boolean }; /* the coach knows this of the board, and that of the first board */
  search: void; /* a search for the person begins, ends or has found a better solution */
  patience: void; /* a search takes so long that better tables are worth it */
  helped: { whole: boolean }; /* something of a solution was shown; whole: all of it, which stops the clock */
  scrambled: void; /* the board that was just set is a scramble */
  solved: HandSolve; /* a person solved the board */
  gaveUp: HandSolve; /* a person has left a scramble whose clock ran; without moves */
  reviewed: Reviewed; /* the distance is known before the first move and after each */
  measured: { task: Task, bounds: Bounds }; /* so far is known how far the goal of a task is that a person has solved */
  notice: { text: string, wrong: boolean }; /* a sentence for the line below the board, which is read aloud */
  tab: { id: string }; /* this tab is in front */
  address: void; /* the address of the page has changed */
  contest: void; /* a contest begins, goes on with another board, or ends; or an attempt at a board of the day is over */
  result: { result: ContestResult }; /* a contest that the person has made */
  relayed: { result: ContestResult }; /* the person has finished a relay */
}

/* The requests of the bus with their details, and their answers. */
interface RequestDetails {
  set: { board: Board, goal?: Goal, metric?: Metric }; /* makes a board the page's; without goal or metric, those stay */
  measure: { metric: Metric }; /* counts the moves of the game in another metric */
  open: LinkTask; /* a promise of what is wrong with the task of a link, '' if nothing is */
  paste: string; /* a text that was pasted: true if a part takes it */
  kind: HandSolve; /* the kind of the record of a solve (solves/record.js), if not timed */
  place: BoardWithoutGap; /* asks for the gap of a board without one */
  show: string; /* the id of a tab, which comes to the front */
  contest: void; /* the event of the contest that is running: moves, speed or relay */
  relay: { number: bigint, legs?: Size[] }; /* a relay, which begins */
}
interface RequestAnswers {
  set: void;
  measure: void;
  open: Promise<string>;
  paste: true | undefined;
  kind: string | undefined;
  place: void;
  show: void;
  contest: string | undefined;
  relay: void;
}

/* ---- contests ---- */

interface ContestTask {
  board: Board;
  goal: Board;
}

/* `times`: milliseconds, one for each letter of `moves`. */
interface TimedMoves {
  moves: string;
  times: number[];
}

/* An attempt at a board of the day (contest/attempts.js). */
interface DayAttempt extends TimedMoves {
  state: string;
  begun: number | null;
}

/* A relay that is not over (contest/tasks.js). */
interface StoredRelay extends TimedMoves {
  number: bigint;
  legs: Size[];
  begun: number;
  parts: TimedMoves[];
}

/* `event`: moves, speed or relay. `relay`: null for a board of the day, which has a day. */
interface RunningContest extends ContestTask {
  event: string;
  day: string | null;
  relay: import('./contest/tasks.js').Relay | null;
  begun: number | null;
  times: number[];
}

interface ResultPart {
  moves: string;
  times: number[] | null;
}

/* A result (contest/result.js). `intact`: the check of its link fits. */
interface ContestResult {
  event: string;
  day: string | null;
  number: bigint | null;
  legs?: Size[];
  parts: ResultPart[];
  intact?: boolean;
}

interface ProvenPart extends ResultPart, ContestTask {}

interface ProvenResult extends ContestResult {
  parts: ProvenPart[];
  length: number;
  time: number | null;
}

/* app/memory.js, or what a test has for it. */
interface Memory {
  get(key: string, missing: any, fine?: (value: any) => boolean): any;
  set(key: string, value: any): void;
}

/* ---- the core and the worker ---- */

/* An error as data, or an answer with a status. */
interface Problem {
  message: string;
  status?: number;
  column?: number;
  code?: string;
  numbers?: number[];
  text?: string;
}

/* Of a search, or of an anytime search, which expands boards and has no iterations. */
interface Answer extends Problem {
  length: number;
  moves: string;
  optimal: boolean;
  lowerBound: number;
  generated: number;
  expanded: number;
  microseconds: number;
  rootH: number;
  solutions: number;
  iterations?: { bound: number, generated: number }[];
  database?: AboutDatabase | null;
}

interface AboutDatabase {
  name: string;
  bytes: number;
  origin: string;
  milliseconds?: number; /* those of files take none */
  metric: Metric;
}

interface Progress {
  stage: number;
  level: number;
  done: number;
  total: number;
  seconds: number;
}

/* A table of the core. `own`: of a file of the person. */
interface Table extends Size {
  table: number;
  goalBlank: number;
  tiles: number;
  drawing?: string;
  bytes: number;
  file: string;
  own?: boolean;
}

/* A search of one bound that found nothing. */
interface ExhaustedBound {
  bound: number;
  generated: number;
  seconds: number;
}

/* What the worker reports while it works: a bound, a step of the layered method, or a better solution. */
interface Step {
  exhausted?: ExhaustedBound;
  text: string;
  moves: string;
  lowerBound: number;
  seconds: number;
}

/* Hear of a request in work. */
interface Heard {
  onProgress?: (progress: Progress) => void;
  onStep?: (step: Step) => void;
  onRestart?: () => void;
}

/* The answers of the worker by the type of the request (`requests` in worker.js). */
interface WorkerAnswers {
  open: { table: Table, complete: boolean };
  prepare: { database: AboutDatabase | null };
  build: { files: File[], milliseconds: number };
  solve: Answer;
  anytime: Answer;
  method: Answer;
}

interface WorkerRequest extends Record<string, any> {
  type: keyof WorkerAnswers;
}

/* A request that waits for its answer. */
interface Waiting extends Heard {
  message: WorkerRequest & { id: number };
  posted: boolean;
  resolve: (answer: any) => void;
  reject: (error: Error) => void;
}

/* A table file; `own`: the person's. `table`: once it is checked. */
interface TableFile {
  file: File;
  own: boolean;
  table?: Table;
}

/* What the builder of better tables reports. */
interface BuilderNews {
  state: 'building' | 'ready' | 'failed';
  name?: string;
  done?: number;
  milliseconds?: number;
  kept?: boolean;
  message?: string;
}

/* ---- elements ---- */

/* The browser makes text of numbers. */
interface CSSStyleDeclaration {
  setProperty(property: string, value: number): void;
}

/* The elements of index.html by id. The test fills it; without it, an element is anything. */
interface ElementsById {}

/* A board of a search (learn/tree.js): `parent` is its place in the list, -1 for the root; `letter`: the last move. */
interface TreeNode {
  parent: number;
  letter: string;
  g: number;
  h: number;
  cells: number[];
}

interface SearchTree {
  bound: number;
  nodes: TreeNode[];
  generated: number;
  expanded: number;
  over: number;
  next: number;
  solved: boolean;
}
