/*
 * Contests on the page: an attempt at each board of the day, relays, and results as links that the page of
 * another person proves or refuses.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resultQuery } from '../../web/page/contest/result.js';
import { AXE, check } from './axe.mjs';
import { PHONE, makeMoves, plainMoves, pressSure, shownBoard, solutions, storedSolves, suite, text, tool, waitForText } from './support.mjs';

const { onPage, openLink } = suite();

const DAY = '2026-11-26';
const NOON = Date.parse(`${DAY}T12:00:00Z`);

/* Sets the page's clock, which goes on from there, over reloads, too. */
async function atNoon(page, time = NOON) {
  const shift = ([now, since]) => {
    Date.real ??= Date.now;
    Date.now = () => now + Date.real() - since;
  };
  const moment = [time, Date.now()];
  await page.addInitScript(shift, moment);
  await page.evaluate(shift, moment);
}

async function openContest(page) {
  await atNoon(page);
  await page.click('#tab-daily');
}

const scramble = (seed, size = '4x4') => tool('pdbsolve', ['--board', size, '--scramble', '1', '--seed', String(seed)])
  .replaceAll(/[^\d]+/g, ' ').trim();

const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

async function press(page, moves) {
  if (moves.length > 80) await makeMoves(page, moves); /* hundreds, of a large board */
  else for (const move of moves) await page.press('#board', KEYS[move]);
}

/* A solution of a board, with a detour of two moves. */
function detour(board) {
  const [{ length, moves }] = solutions([board]);
  const best = plainMoves(moves);
  const cells = board.split(' ');
  const column = cells.indexOf('0') % 4;
  const way = column > 0 ? 'RL' : 'LR';
  return { length, moves: best.startsWith(way[0]) ? `${column > 0 && column < 3 ? 'LR' : way}${best}` : `${way}${best}` };
}

/* Returns the link that the page copies. */
async function linkOfResult(page) {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (copied) => { window.copied = copied; };
  });
  await page.click('#result-copy');
  await waitForText(page, 'notice', /^Copied the link to this result\.$/);
  return page.evaluate(() => window.copied);
}

/* ---- boards of the day ---- */

onPage('fewest moves: one attempt, whose link proves itself', async (page) => {
  await openContest(page);
  assert.match(await text(page, 'day-name'), /^26 November 2026$/);
  assert.equal(await text(page, 'day-next'), 'The next ones come in 12 h 0 min.');
  await page.click('#day-moves');
  const board = scramble(202611261);
  assert.equal(await shownBoard(page), board);
  for (const id of ['solve', 'hint', 'all', 'compare', 'coach']) assert.equal(await page.isDisabled(`#${id}`), true, id);
  assert.equal(await text(page, 'distance'), '–');
  const { length, moves } = detour(board);
  await press(page, moves.slice(0, 10));
  await page.press('#board', 'u');
  await press(page, moves.slice(9, 20));
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await text(page, 'made'), '20');
  await page.click('#tab-daily');
  assert.equal(await text(page, 'day-moves'), 'Give up');
  await pressSure(page, 'scramble'); /* another board leaves the contest, */
  assert.equal(await page.isDisabled('#solve'), false);
  await page.click('#tab-daily');
  assert.equal(await text(page, 'day-moves-note'), 'Begun: 20 made.');
  await page.click('#day-moves'); /* and it goes on */
  await press(page, moves.slice(20));
  await waitForText(page, 'result-what', new RegExp(`^${length + 2} moves\\.$`));
  assert.equal(await text(page, 'result-title'), 'Your result');
  await waitForText(page, 'notice', /too many/);
  assert.doesNotMatch(await text(page, 'result-boards'), /Looking/); /* the page says the same everywhere */
  await page.waitForFunction(() => /over the optimum/.test(document.getElementById('result-boards').textContent));
  assert.match(await text(page, 'result-boards'), new RegExp(`2 moves over the optimum of ${length}\\.`));
  assert.equal(await page.isVisible('#day-moves'), false); /* it was the only attempt */
  assert.equal(await page.isVisible('#day-moves-result'), true);
  assert.equal(await page.isDisabled('#solve'), false);
  assert.equal(await text(page, 'day-streak'), '1 day in a row.');
  await waitForText(page, 'train-solves', /^1$/);
  assert.equal(await text(page, 'train-best'), '–'); /* nobody was in a hurry */
  const link = await linkOfResult(page);
  await page.evaluate(() => { Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }); });
  await waitForText(page, 'review-note', /costs 2 moves/);
  await page.click('#result-share');
  await waitForText(page, 'notice', /^Copied the result and its link\.$/);
  const [first, squares, last] = (await page.evaluate(() => window.copied)).split('\n');
  assert.equal(first, `4\u2009×\u20094, 26 November 2026: ${length + 2} moves, 2 too many`);
  assert.match(squares, /^[\u{1F7E9}\u{1F7E8}\u{1F7E5}]{5}$/u);
  assert.equal(last, link);
  await openLink(link, async (other) => {
    await waitForText(other, 'result-what', new RegExp(`^${length + 2} moves\\.$`));
    assert.match(await text(other, 'result-proof'), /^The moves were replayed: all are possible, and they solve the board\.$/);
    await other.waitForFunction(() => /over the optimum/.test(document.getElementById('result-boards').textContent));
    assert.match(await text(other, 'result-boards'), new RegExp(`2 moves over the optimum of ${length}\\.`));
    await other.click('#result-boards button');
    await other.waitForSelector('#player:not([hidden])');
    await waitForText(other, 'review-note', /costs 2 moves/);
  });
});

onPage('speed: the clock goes on, whatever happens', async (page) => {
  await openContest(page);
  await page.click('#day-speed');
  const board = scramble(202611262);
  assert.equal(await shownBoard(page), board);
  const { length, moves } = detour(board);
  await press(page, moves.slice(0, 5));
  assert.equal(await page.isDisabled('#retry'), true);
  await pressSure(page, 'scramble');
  await atNoon(page, NOON + 600000); /* of which loading and five moves may take nine minutes */
  await page.click('#tab-daily');
  assert.equal(await text(page, 'day-speed-note'), 'Begun: 5 made. The clock goes on.');
  await page.click('#day-speed');
  await press(page, moves.slice(5));
  await waitForText(page, 'result-what', new RegExp(`^${length + 2} moves in \\d+:\\d\\d.*s\\.$`));
  await waitForText(page, 'train-best', /^\d+:\d\d/); /* a solve as others are */
  await page.fill('#result-name', ' Ada  L. ');
  await page.press('#result-name', 'Tab');
  const link = await linkOfResult(page);
  await openLink(link, async (other) => {
    assert.equal(await text(other, 'result-title'), 'A result of Ada  L.');
    assert.ok(await other.isHidden('#result-name'));
    await waitForText(other, 'result-what', new RegExp(`^${length + 2} moves in `));
    assert.match(await text(other, 'result-proof'), /No replay can prove the time\.$/);
  });
});

onPage('help ends an attempt', async (page) => {
  await openContest(page);
  await page.click('#day-moves');
  await page.click('#scramble');
  await page.click('#settings');
  await page.fill('#seed', '202611261'); /* the same board, without the contest */
  await page.click('#seed-scramble');
  await page.click('#hint');
  assert.match(await text(page, 'notice'), /^This ends your attempt at a board of the day\. Press Hint once more/);
  await pressSure(page, 'hint');
  await waitForText(page, 'notice', /^Move /);
  await page.click('#tab-daily');
  assert.equal(await text(page, 'day-moves-note'), 'Your attempt is over, without a result.');
  assert.equal(await page.isVisible('#day-moves'), false);
  await page.dblclick('#day-speed'); /* a double click gives nothing up, */
  await page.dblclick('#day-speed');
  assert.equal(await text(page, 'day-speed'), 'Yes, give up');
  await page.click('#day-speed'); /* and who is asked does */
  assert.equal(await text(page, 'day-speed-note'), 'Your attempt is over, without a result.');
});

/* ---- links ---- */

const LINK = '?day=2026-11-26&for=moves&moves=UR2D2LUL2UR3DL2D2R2UL2DLU3RD3R2U2LDL2U2RDLU&check=1xtreeewp6byq';

onPage('whoever opens a result keeps the own attempt until it is watched', async (page) => {
  await openLink(new URL(LINK, page.url()).href, async (other) => {
    await atNoon(other);
    await other.click('#tab-play');
    await other.click('#tab-daily');
    assert.equal(await text(other, 'result-what'), '46 moves.');
    assert.notEqual(await shownBoard(other), scramble(202611261));
    assert.equal(await text(other, 'day-moves'), 'Begin');
    await other.click('#result-boards button');
    assert.equal(await text(other, 'day-moves'), 'Begin');
    assert.ok(await other.isHidden('#player'));
    assert.match(await text(other, 'result-boards'), /Yes, watch$/);
    await other.click('#result-boards button');
    await other.waitForSelector('#player:not([hidden])');
    await other.click('#tab-daily');
    assert.equal(await text(other, 'day-moves-note'), 'Your attempt is over, without a result.');
  });
});

for (const [name, change, reason] of [
  ['another move', (link) => link.replace('UR2D', 'UR2U'), /^The moves do not fit the board\. Move 4, “U”, is not possible: the gap is in row \d, column \d\.$/],
  ['fewer moves', (link) => link.replace('RDLU&', 'RDL&'), /^The 45 moves do not solve the board\.$/],
  ['another day', (link) => link.replace('-26', '-25'), /^The moves do not fit the board\. Move \d+, /],
  ['a day to come', (link) => link.replace('2026', '2926'), /^The board of 26 November 2926 is not there yet\.$/],
  ['another check', (link) => `${link}x`, /^The link was changed after it was made: its check does not fit\.$/],
  ['no check', (link) => link.replace(/&check=.*/, ''), /^The link has no check: it may have been cut off\.$/],
]) {
  onPage(`a link of a result is refused, with the reason: ${name}`, async (page) => {
    const before = await shownBoard(page);
    await waitForText(page, 'notice', reason);
    assert.equal(await page.isVisible('#result-refused'), true);
    assert.match(await text(page, 'result-refused'), reason);
    assert.equal(await page.isVisible('#result'), false);
    assert.equal(await shownBoard(page), before);
  }, { query: change(LINK) });
}

onPage('a result is refused in German', async (page) => {
  await waitForText(page, 'notice', /^Der Link wurde nachträglich geändert: Seine Prüfzahl passt nicht\.$/);
}, { query: `${LINK}x&lang=de` });

onPage('a link that is pasted is opened', async (page) => {
  await page.click('#settings');
  await page.fill('#notation', new URL(LINK, page.url()).href);
  await page.press('#notation', 'Enter');
  await waitForText(page, 'result-what', /^46 moves\.$/);
});

onPage('a lesson takes no result for moves of its board', async (page) => {
  await page.click('#tab-learn');
  await page.click('#lesson-open');
  await page.fill('#lesson-name', 'Ada');
  await page.fill('#lesson-moves', new URL(LINK, page.url()).href);
  await page.press('#lesson-moves', 'Enter');
  await waitForText(page, 'lesson-note', /no link of this board\.$/);
});

/* ---- relays ---- */

/* The boards of relay 42, and moves that solve them. */
const BOARDS = ['3x3', '4x4', '5x5', '6x6'].map((size) => scramble(42, size));
const WAYS = [...solutions(BOARDS.slice(0, 2)), ...solutions(BOARDS.slice(2), ['--anytime', '--timeout', '1'])].map(({ moves }) => plainMoves(moves));

onPage('a relay is one time', async (page) => {
  await openContest(page);
  await page.fill('#relay-number', '42');
  await page.press('#relay-number', 'Enter');
  for (const [leg, moves] of WAYS.entries()) {
    await waitForText(page, 'relay-note', new RegExp(`^Relay 42: board ${leg + 1} of 4\\.$`));
    assert.equal(await shownBoard(page), BOARDS[leg]);
    if (leg === 1) {
      await press(page, moves.slice(0, 4));
      await page.reload();
      await page.waitForSelector('body.ready');
      await page.click('#tab-daily');
      assert.equal(await text(page, 'made'), '4');
      await press(page, moves.slice(4));
    } else {
      await press(page, moves);
    }
    if (leg === 0) await waitForText(page, 'time', /[1-9]/); /* the clock goes on */
  }
  await waitForText(page, 'result-of', /^Relay 42\.$/);
  assert.equal(await page.locator('#result-boards li').count(), 4);
  assert.equal(await storedSolves(page), 1); /* one time of four boards */
  await page.waitForFunction(() => /No solution is shorter\./.test(document.getElementById('result-boards').children[1].textContent));
  await page.waitForFunction(() => /(At most \d+ more than needed|over the optimum|No solution is shorter)/
    .test(document.getElementById('result-boards').children[3].textContent));
  const link = await linkOfResult(page);
  const total = await text(page, 'result-what');
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.click('#tab-daily');
  await page.click('#relays button');
  assert.equal(await page.locator('#relays-rows tr').count(), 1);
  assert.equal(await text(page, 'result-what'), total);
  await openLink(link, async (other) => {
    await waitForText(other, 'result-of', /^Relay 42\.$/);
    assert.equal(await text(other, 'result-what'), total);
    await other.locator('#result-boards button').nth(1).click();
    await other.waitForSelector('#player:not([hidden])');
    await waitForText(other, 'review-note', /^Every move led towards the goal\.$/);
  });
});

onPage('a marathon of a person is run, kept without counting, and shared', async (page) => {
  await openContest(page);
  await page.fill('#relay-number', '5');
  await page.fill('#relay-legs', '3x2');
  await page.press('#relay-legs', 'Enter');
  await waitForText(page, 'relay-note', /^A relay has 2 to 50 boards: /);
  await page.fill('#relay-legs', '3x2*3');
  await page.press('#relay-legs', 'Enter');
  for (const leg of [0, 1, 2]) {
    await waitForText(page, 'relay-note', new RegExp(`^Relay 5: board ${leg + 1} of 3\\.$`));
    const board = scramble(5 + leg, '3x2');
    assert.equal(await shownBoard(page), board);
    const [moves] = solutions([board], ['--board', '3x2']).map((each) => plainMoves(each.moves));
    await press(page, moves.slice(0, 1));
    if (leg === 1) {
      await page.reload();
      await page.waitForSelector('body.ready');
      await page.click('#tab-daily');
      assert.equal(await page.locator('#relay-rows tr').count(), 3);
    }
    await press(page, moves.slice(1));
  }
  await waitForText(page, 'result-of', /^Relay 5: 3x2\*3\.$/);
  assert.equal(await storedSolves(page), 1);
  const [link, total] = [await linkOfResult(page), await text(page, 'result-what')];
  await page.click('#tab-solves');
  await page.selectOption('#session', { label: 'Relays' });
  assert.match(await page.locator('#solves tr th').textContent(), /does not count/);
  await page.click('#solves button');
  await page.click('#solves [data-name=retry]');
  assert.equal(await shownBoard(page), scramble(5, '3x2'));
  await page.click('#tab-daily');
  assert.equal(await text(page, 'relay-note'), 'Relay 5: board 1 of 3.');
  await openLink(link, async (other) => {
    await waitForText(other, 'result-of', /^Relay 5: 3x2\*3\.$/);
    assert.equal(await text(other, 'result-what'), total);
  });
});

async function addFile(page, content, said) {
  await page.setInputFiles('#solves-import', { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await waitForText(page, 'solves-note', said);
}

const addSolves = (page, solves, said) => addFile(page, JSON.stringify({ format: 'tilepdb solves', version: 1, solves }), said);

onPage('a relay is found in the list of solves, opened, shared, saved and run again', async (page) => {
  await openContest(page);
  await page.click('#tab-solves');
  assert.equal(await page.locator('#session option:text-is("Relays")').count(), 0);
  const [link, other] = [relayLink(), relayLink(43n)]; /* the moves of the second do not fit its boards */
  const at = Date.now();
  await addSolves(page, [{ at: at - 9, result: other }, { at, result: link }, { at, result: `${link}x` }],
    /^tilepdb: 2 solves added, 1 is no finished solve/);
  assert.equal(await page.locator('#solves tr').count(), 0);
  await page.selectOption('#session', { label: 'Relays' });
  assert.match(await text(page, 'solves-about'), /^2 relays: /);
  await page.click('#solves button[aria-label^="Solve 2, "]');
  assert.match(await page.textContent('#solves .detail p'), /Relay 42: 3 × 3 \d+\.\d00, 4 × 4 /);
  await page.evaluate(() => { navigator.clipboard.writeText = async (copied) => { window.copied = copied; }; });
  await page.click('#solves [data-name=share]');
  await waitForText(page, 'solves-note', /^Copied the link/);
  assert.equal(await page.evaluate(() => window.copied), new URL(link, page.url()).href);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#solves-export')]);
  const saved = readFileSync(await download.path());
  await page.click('#solves [data-name=delete]');
  await waitForText(page, 'solves-about', /^1 relay: /);
  await addFile(page, saved, /^tilepdb: 1 solve added, 1 was there already\.$/);
  await waitForText(page, 'solves-about', /^2 relays: /);
  await page.click('#solves [data-name=watch]');
  await waitForText(page, 'result-of', /^Relay 42\.$/);
  assert.equal(await page.locator('#relays-rows tr').count(), 1);
  await page.click('#tab-solves');
  await page.click('#solves button[aria-label^="Solve 1, "]');
  await page.click('#solves [data-name=watch]');
  await waitForText(page, 'result-refused', /^The moves do not fit the board 1\./);
  await page.click('#tab-solves');
  await page.click('#solves button[aria-label^="Solve 2, "]');
  await page.click('#solves [data-name=retry]');
  assert.equal(await shownBoard(page), scramble(42, '3x3'));
  await page.click('#tab-daily');
  assert.match(await text(page, 'relay-note'), /^Relay 42: board 1 of 4\.$/);
});

onPage('a notice says that a relay is too long for the list', async (page) => {
  const ways = WAYS.map((moves) => ({ moves, times: [...moves].map(() => 0) }));
  const { moves, times } = ways[3];
  const relay = { number: '42', begun: Date.now() - 12 * 86400000, parts: ways.slice(0, 3), moves: moves.slice(0, -2), times: times.slice(2) };
  await page.evaluate((stored) => { localStorage['tilepdb relay'] = JSON.stringify(stored); }, relay);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.click('#tab-daily');
  await page.click('#relay-go');
  await press(page, moves.slice(-2));
  await waitForText(page, 'result-of', /^Relay 42\.$/);
  assert.match(await text(page, 'notice'), /^The relay is not in the list, and its link is refused: .* 5,000 moves, .* 11 days\.$/);
  assert.equal(await page.isVisible('#relays'), false);
  assert.equal(await storedSolves(page), 0);
});

/* The place of the focus in the list of relays, else its id. */
const focusOfRelays = (page) => page.evaluate(() => {
  const { activeElement } = document;
  const place = [...document.querySelectorAll('#relays-rows button')].indexOf(activeElement);
  return place < 0 ? activeElement.id : place;
});

onPage('the focus stays in the list of relays when another tab stores or deletes one', async (page) => {
  const result = relayLink();
  const record = (place) => ({ at: NOON + place, result });
  await page.click('#tab-solves');
  await addSolves(page, [record(0), record(1)], /^tilepdb: 2 solves added\.$/);
  await page.click('#tab-daily');
  await page.locator('#relays-rows button').nth(1).focus();
  const relays = (number) => page.waitForFunction((rows) => document.querySelectorAll('#relays-rows tr').length === rows, number);
  await openLink(page.url(), async (other) => { /* another tab */
    await other.click('#tab-solves');
    await addSolves(other, [record(2)], /^tilepdb: 1 solve added\.$/);
    await relays(3);
    assert.equal(await focusOfRelays(page), 2);
    await other.selectOption('#session', { label: 'Relays' });
    for (const [left, focus] of [[2, 0], [1, 0], [0, 'panel-daily']]) {
      await other.locator('#solves button[data-name=open]').last().click(); /* the oldest */
      await other.click('#solves [data-name=delete]');
      await relays(left);
      assert.equal(await focusOfRelays(page), focus);
    }
  });
});

onPage('numbers of the views of solves and contests are German there', async (page) => {
  const way = BOARDS[3].split(' ').indexOf('0') % 6 < 5 ? 'LR' : 'RL';
  const long = `${way.repeat(600)}${WAYS[3]}`;
  const result = relayLink(42n, [...WAYS.slice(0, 3), long]);
  await page.click('#tab-solves');
  await addSolves(page, [{ at: NOON, result }, { at: NOON, width: 4, height: 4, time: 9000, stm: 1234, mtm: 1100 }], /^tilepdb: 2 Lösungen hinzugefügt\.$/);
  assert.deepEqual((await page.locator('#solves td').allTextContents()).slice(3, 5), ['1.234', '1.100']);
  await page.click('#tab-daily');
  const moves = WAYS.slice(0, 3).join('').length + long.length;
  assert.equal(await page.textContent('#relays-rows td'), new Intl.NumberFormat('de').format(moves));
  assert.ok(moves > 1200);
}, { query: '?lang=de' });

onPage('a wrong number of a relay is refused', async (page) => {
  await openContest(page);
  for (const number of ['x', '-1', '18446744073709551616']) {
    await page.fill('#relay-number', number);
    await page.press('#relay-number', 'Enter');
    assert.equal(await text(page, 'relay-note'), 'The number of the relay is not a whole one from 0 to 18446744073709551615.');
    assert.equal(await page.isVisible('#relay-end'), false);
  }
});

/* ---- for everyone ---- */

/* By Tab alone, from where the focus is, to an element, which is then pressed. */
async function tabTo(page, id) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate(() => document.activeElement.id) === id) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  return assert.fail(`Tab does not come to ${id}`);
}

onPage('an attempt by the keyboard alone', async (page) => {
  await atNoon(page);
  await page.keyboard.press('Tab');
  await tabTo(page, 'tab-play');
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-daily');
  await tabTo(page, 'day-moves');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'board');
  const { length, moves } = detour(scramble(202611261));
  for (const move of moves) await page.keyboard.press(KEYS[move]);
  await waitForText(page, 'result-what', new RegExp(`^${length + 2} moves\\.$`));
  assert.equal(await page.isVisible('#result'), true);
  await page.keyboard.press('h'); /* help is back */
  await tabTo(page, 'result-copy');
  await waitForText(page, 'notice', /link to this result/);
});

/* The link of a result of relay 42, with a tenth of a second for each move. `number`: what the link says. */
function relayLink(number = 42n, ways = WAYS) {
  let time = 0;
  const parts = ways.map((moves) => ({ moves, times: [...moves].map(() => (time += 100)) }));
  return resultQuery({ event: 'relay', day: null, number, parts });
}

const NARROW = { viewport: { width: 640, height: 450 } }; /* 1280 x 900 at 200 % */

for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE, narrow: NARROW, forced: { forcedColors: 'active' } })) {
  onPage(`nothing is found in contests: ${name}`, async (page) => {
    const look = async (where) => {
      await check(page, `${name}, ${where}`, { colours: { desktop: 'both', narrow: 'none' }[name] ?? 'light' });
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(inner <= outer, `${name}, ${where}: ${inner} pixels of ${outer}`);
    };
    await page.evaluate(AXE);
    await openContest(page);
    await look('contests');
    await page.click('#day-speed');
    await look('an attempt');
    await page.click('#tab-daily'); /* a phone shows the board alone */
    await page.fill('#relay-number', '18446744073709551615');
    await page.press('#relay-number', 'Enter');
    await look('a relay');
    await page.click('#tab-daily');
    for (let i = 0; i < 2; i++) await page.click('#relay-end');
    await page.fill('#relay-number', 'x');
    await page.press('#relay-number', 'Enter');
    await look('a wrong number');
    for (const query of [relayLink(), `${LINK}x`, LINK]) {
      await page.click('#settings');
      await page.fill('#notation', new URL(query, page.url()).href);
      await page.press('#notation', 'Enter');
      await page.waitForSelector('#panel-daily:not([hidden])');
      await look(query);
    }
  }, { ...options, colorScheme: 'light', reducedMotion: 'reduce' });
}
