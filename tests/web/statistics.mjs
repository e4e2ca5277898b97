/*
 * Averages, means and bests of solves, against a script in Python that computes them in the plainest way.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import './languages.mjs';
import { fileURLToPath } from 'node:url';

const page = (name) => import(`../../web/page/${name}`);
const { recordOf, DNF, PLUS_TWO } = await page('solves/record.js');
const { AVERAGES, MEASURES, averagesOf, bestPlace, statisticsOf, trimOf } = await page('solves/statistics.js');

/* Returns what the script says of cases, {values, sizes, largest}: null is DNF. */
function python(cases) {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'averages.py');
  return JSON.parse(execFileSync('python3', [script], { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1e8 }));
}

const random = (seed) => (below) => (seed = (seed * 48271) % 2147483647) % below;

/* Returns solves of 4x4 with all penalties. */
function solvesOf(count, next) {
  return Array.from({ length: count }, (_, i) => {
    const stm = 60 + next(90);
    return recordOf({ at: 1700000000000 + 30000 * i, width: 4, height: 4, time: 8000 + next(9000), stm, mtm: stm - next(30),
      penalty: [PLUS_TWO, DNF, 0][Math.min(2, next(25))], counts: next(30) > 0 });
  });
}

const plain = (values) => values.map((value) => (Number.isFinite(value) ? value : null));
const asPython = (all, largest) => [...all].map((value) =>
  (Number.isNaN(value) ? null : value === (largest ? -Infinity : Infinity) ? 'DNF' : value));

test('5 % are left out at both ends', () => {
  assert.deepEqual(AVERAGES.map(trimOf), [1, 1, 3, 5, 50]);
});

test('averages of five, by hand', () => {
  assert.deepEqual([...averagesOf([1, 2, 3, 4], 5)], [NaN, NaN, NaN, NaN]);
  assert.equal(averagesOf([9, 5, 1, 2, 3, 100], 5).at(-1), 10 / 3);
  assert.equal(averagesOf([1, 2, 3, 4, Infinity], 5).at(-1), 3);
  assert.equal(averagesOf([1, 2, 3, Infinity, Infinity], 5).at(-1), Infinity);
  assert.equal(averagesOf([7, 7, 7, 7, 7], 5).at(-1), 7);
  assert.equal(averagesOf([1, 2, 3, 4, -Infinity], 5, true).at(-1), 2);
  assert.equal(averagesOf([1, 2, 3, -Infinity, -Infinity], 5, true).at(-1), -Infinity);
});

for (const [measure, { largest = false }] of Object.entries(MEASURES)) {
  test(`10,000 solves by ${measure}: all averages are those of Python`, () => {
    const all = statisticsOf(solvesOf(10000, random(54)), measure);
    assert.ok(all.count > 9000 && all.count < 10000 && all.finished < all.count);
    const [expected] = python([{ values: plain(all.values), sizes: AVERAGES, largest }]);
    all.averages.forEach(({ size, all: averages, now, best }, i) => {
      assert.deepEqual(asPython(averages, largest), expected.averages[i], String(size));
      const finite = expected.averages[i].filter((value) => typeof value === 'number');
      assert.equal(best, largest ? Math.max(...finite) : Math.min(...finite));
      assert.equal(asPython([now], largest)[0], expected.averages[i].at(-1));
    });
    assert.equal(all.mean, expected.mean);
    const values = plain(all.values).filter((value) => value !== null);
    assert.equal(MEASURES[measure].of(all.best), largest ? Math.max(...values) : Math.min(...values));
  });
}

test('few solves, equal solves and many DNFs are as Python has them', () => {
  const next = random(7);
  const sizes = [3, 5, 12, 20];
  const lists = Array.from({ length: 60 }, () => {
    const [count, values] = [next(30), 1 + next(4)];
    return Array.from({ length: count }, () => (next(5) === 0 ? Infinity : next(values)));
  });
  const expected = python(lists.map((times) => ({ values: plain(times), sizes, largest: false })));
  lists.forEach((times, k) => sizes.forEach((size, i) =>
    assert.deepEqual(asPython(averagesOf(times, size), false), expected[k].averages[i], `${times} of ${size}`)));
});

test('what has no value is left out', () => {
  const solve = (part) => recordOf({ at: 5, width: 3, height: 3, time: 1000, ...part });
  const solves = [solve({ stm: 20, mtm: 15 }), solve({}), solve({ stm: 10, mtm: 9, counts: false }), solve({ stm: 30, penalty: DNF }),
    solve({ stm: 12, mtm: 12, metric: 'multi', time: 0 })];
  assert.deepEqual(statisticsOf(solves, 'time').values, [1000, 1000, Infinity, 0]);
  assert.deepEqual(statisticsOf(solves, 'moves').values, [20, Infinity, 12]);
  assert.deepEqual(statisticsOf(solves, 'speed').values, [20000, -Infinity]);
  const none = statisticsOf([], 'time');
  assert.deepEqual([none.count, none.mean, none.best, none.averages[0].now], [0, null, null, null]);
  assert.equal(statisticsOf([solves[3]], 'time').best, null);
  assert.equal(bestPlace([NaN, Infinity, 3, 2, 2]), 3);
});
