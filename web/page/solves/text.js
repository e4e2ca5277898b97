/* Solves as a person reads them, and the sentences about them. */
import { LANGUAGE, say } from '../app/texts.js';
import { LEGS, TIMED_MOVES_MAX, TIME_MAX_MS, endOf } from '../contest/tasks.js';
import { sizeText } from '../search/partitions.js';
import { AT_KNOWN, DNF } from './record.js';

/** 12.345, 1:02.345, 1:01:02.345 @param {number} ms */
export function timeText(ms) {
  if (!Number.isFinite(ms)) return 'DNF';
  const rounded = Math.round(ms);
  const [hours, minutes, rest] = [Math.floor(rounded / 3.6e6), Math.floor(rounded / 60000) % 60, (rounded % 60000) / 1000];
  const seconds = rest.toFixed(3);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`;
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, '0')}` : seconds;
}

/* A value of a measure (statistics.js). Means have decimals, values of one solve have those that they need. */
/** @param {Measure} measure @param {number | null} value @param {boolean} [mean] */
export function valueText(measure, value, mean = false) {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return 'DNF';
  if (measure === 'time') return timeText(value);
  return measure === 'speed' ? (value / 1000).toFixed(2) : value.toFixed(mean ? 2 : 0);
}

/** The time of a solve as csTimer writes it: 14.345+ has two seconds of penalty in it. @param {SolveRecord} record */
export function solveTime({ time, penalty }) {
  if (penalty === DNF) return `DNF(${timeText(time)})`;
  return penalty === 0 ? timeText(time) : `${timeText(time + penalty)}+`;
}

/** '' if the date is not known. @param {SolveRecord} record */
export const dateText = (record) => dayText(record, { dateStyle: 'medium', timeStyle: 'short' });
/** @param {SolveRecord} record @param {Intl.DateTimeFormatOptions} [style] */
export const dayText = ({ at }, style = { dateStyle: 'medium' }) => (at < AT_KNOWN ? '' : new Intl.DateTimeFormat(LANGUAGE, style).format(at));

/** @param {string} name @param {...any} values */
export const solveText = (name, ...values) => say('solves', name, ...values);

/* Why a relay is not kept. */
export const unkeptText = () => solveText('relayUnkept', TIMED_MOVES_MAX, Math.floor(TIME_MAX_MS / 86400000));

/** Relay 42: 3 × 3 4.321, 4 × 4 32.105, ... @param {ContestResult} relay */
export function relayText({ number, legs: sizes = LEGS, parts }) {
  const legs = sizes.map((size, leg) => `${sizeText(size)} ${timeText(endOf(parts[leg]) - endOf(parts[leg - 1]))}`);
  return solveText('relay', String(number), legs.join(', '));
}
