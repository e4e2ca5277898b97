/*
 * Draws the page as it is in a browser: what is on the screen becomes SVG, boxes and text, in light
 * and dark. It solves a board of 80 moves and stops its solution on the way.
 *
 * Usage: node docs/pictures/page.mjs PAGE, with the packages of tests/web installed (npm ci). Writes
 * page_light.svg and page_dark.svg beside itself, and web/page/preview.png, the picture of links.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { chromium } = createRequire(new URL('../../tests/web/', import.meta.url))('playwright-core');

const WINDOW = { width: 1180, height: 660 };
const BOARD = '0,12,9,13/15,11,10,14/3,7,2,5/4,8,6,1';
const PREVIEW = { width: 1200, height: 630 };
const SHOWN = 29; /* moves of the solution */

/* Runs in the page: the SVG of all that is visible. */
function drawn({ width, height }) {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colour = (css) => {
    if (css === 'none') return null;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return a === 0 ? null : { fill: `rgb(${r},${g},${b})`, opacity: Math.round((100 * a) / 255) / 100 };
  };
  const number = (value) => Math.round(10 * value) / 10;
  const escaped = (text) => text.replace(/[&<>"]/g, (letter) =>
    ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]);
  const parts = [];
  const paint = (name, { fill, opacity }) => ` ${name}="${fill}"${opacity < 1 ? ` ${name}-opacity="${opacity}"` : ''}`;

  /* A line below an element, or at its left, that is no whole border. */
  const line = (x, y, wide, high, css) => {
    const at = colour(css);
    if (at && wide > 0 && high > 0)
      parts.push(`<rect x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(high)}"${paint('fill', at)}/>`);
  };
  const box = (element, style) => {
    const { x, y, width: wide, height: high } = element.getBoundingClientRect();
    if (parseFloat(style.borderTopWidth) === 0 || style.borderTopStyle === 'none') {
      const [below, left] = [parseFloat(style.borderBottomWidth), parseFloat(style.borderLeftWidth)];
      line(x, y + high - below, wide, below, style.borderBottomColor);
      line(x, y, left, high, style.borderLeftColor);
    }
    const back = colour(style.backgroundColor);
    const edge = parseFloat(style.borderTopWidth) > 0 ? colour(style.borderTopColor) : null;
    if ((!back && !edge) || wide < 1 || high < 1) return;
    const radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, wide / 2, high / 2);
    const inset = edge ? 0.5 : 0;
    parts.push(`<rect x="${number(x + inset)}" y="${number(y + inset)}" width="${number(wide - 2 * inset)}" ` +
      `height="${number(high - 2 * inset)}" rx="${number(radius)}"${back ? paint('fill', back) : ' fill="none"'}` +
      `${edge ? paint('stroke', edge) : ''}/>`);
  };
  const words = (node, style) => {
    const range = document.createRange();
    const lines = new Map();
    for (let i = 0; i < node.data.length; i++) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const [place] = range.getClientRects();
      if (!place || place.width === 0) continue;
      const line = lines.get(place.top) ?? { x: place.left, bottom: place.bottom, top: place.top, text: '' };
      line.text += node.data[i];
      line.right = place.right;
      lines.set(place.top, line);
    }
    const family = /mono/i.test(style.fontFamily.split(',').at(-1)) ? 'monospace'
      : /Georgia|Palatino/.test(style.fontFamily) ? 'Georgia, serif' : 'system-ui, sans-serif';
    const size = parseFloat(style.fontSize);
    for (const { x, top, bottom, right, text } of lines.values()) {
      if (text.trim() === '' || top > height) continue;
      const baseline = (top + bottom) / 2 + 0.35 * size;
      parts.push(`<text x="${number(x)}" y="${number(baseline)}" textLength="${number(right - x)}" ` +
        `lengthAdjust="spacingAndGlyphs" font-family="${family}" font-size="${number(size)}"` +
        `${Number(style.fontWeight) > 400 ? ` font-weight="${style.fontWeight}"` : ''}${paint('fill', colour(style.color))}>` +
        `${escaped(text.trimEnd())}</text>`);
    }
  };
  const vector = (element) => {
    const copy = element.cloneNode(true);
    const [from, to] = [element, copy].map((root) => [...root.querySelectorAll('*')]);
    from.forEach((shape, i) => {
      const style = getComputedStyle(shape);
      if (style.display === 'none') return to[i].remove();
      to[i].removeAttribute('class');
      for (const name of ['fill', 'stroke', 'stroke-width', 'opacity', 'text-anchor', 'font-size'])
        to[i].setAttribute(name, name === 'fill' || name === 'stroke'
          ? (colour(style[name])?.fill ?? 'none') : style.getPropertyValue(name));
      to[i].querySelector('title')?.remove();
    });
    const { x, y, width: wide, height: high } = element.getBoundingClientRect();
    if (wide === 0) return;
    const own = getComputedStyle(element);
    parts.push(`<svg x="${number(x)}" y="${number(y)}" width="${number(wide)}" height="${number(high)}" ` +
      `viewBox="${element.getAttribute('viewBox')}" overflow="visible" font-family="system-ui, sans-serif" ` +
      `fill="${colour(own.color).fill}">${copy.innerHTML}</svg>`);
  };
  const slider = (element) => {
    const { x, y, width: wide, height: high } = element.getBoundingClientRect();
    const at = (element.value - element.min) / (element.max - element.min);
    const accent = colour(getComputedStyle(document.documentElement).getPropertyValue('--accent')).fill;
    const line = colour(getComputedStyle(document.documentElement).getPropertyValue('--line')).fill;
    const middle = number(y + high / 2);
    parts.push(`<path d="M${number(x + 8)} ${middle}h${number(wide - 16)}" stroke="${line}" stroke-width="6" stroke-linecap="round"/>`,
      `<path d="M${number(x + 8)} ${middle}h${number(at * (wide - 16))}" stroke="${accent}" stroke-width="6" stroke-linecap="round"/>`,
      `<circle cx="${number(x + 8 + at * (wide - 16))}" cy="${middle}" r="8" fill="${accent}"/>`);
  };
  const walk = (element) => {
    const style = getComputedStyle(element);
    const place = element.getBoundingClientRect();
    if (style.display === 'none' || element.matches('.hidden, .skip, script, style') || place.top > height) return;
    if (element.tagName === 'svg') return vector(element);
    if (element.matches('input[type=range]')) return slider(element);
    box(element, style);
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) words(child, style);
      else if (child.nodeType === Node.ELEMENT_NODE) walk(child);
    }
  };
  walk(document.body);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n` +
    `<title>The page: a 15-puzzle of 80 moves, solved</title>\n<clipPath id="window"><rect width="${width}" height="${height}" rx="10"/></clipPath>\n` +
    `<g clip-path="url(#window)">\n<rect width="${width}" height="${height}"${paint('fill', colour(getComputedStyle(document.documentElement).backgroundColor))}/>\n` +
    `${parts.join('\n')}\n</g>\n</svg>\n`;
}

const browser = await chromium.launch({
  executablePath: process.env.TILEPDB_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
});
for (const colorScheme of ['light', 'dark']) {
  const page = await (await browser.newContext({ viewport: WINDOW, colorScheme, reducedMotion: 'reduce' })).newPage();
  await page.goto(`${pathToFileURL(process.argv[2]).href}?board=${BOARD}`);
  await page.waitForSelector('body.ready');
  await page.waitForFunction(() => /^7-7-1/.test(document.getElementById('database-state').textContent), null, { timeout: 60000 });
  await page.click('#solve');
  await page.waitForFunction(() => /no solution is shorter/.test(document.getElementById('search-state').textContent), null, { timeout: 60000 });
  await page.click('#player-play');
  await page.click('#tab-learn'); /* where the search is */
  await page.click('#search-box summary');
  await page.evaluate(() => document.querySelectorAll('#panel-learn > :not(#search-box), #search-box p:not(.search-state)').forEach((each) => { each.hidden = true; }));
  await page.fill('#player-position', String(SHOWN));
  await page.waitForTimeout(300);
  writeFileSync(new URL(`page_${colorScheme}.svg`, import.meta.url), await page.evaluate(drawn, WINDOW));
}
/* The picture of links to the page: a board and its words, as a phone without a window. */
const page = await (await browser.newContext({ viewport: PREVIEW, colorScheme: 'light', reducedMotion: 'reduce' })).newPage();
await page.goto(`${pathToFileURL(process.argv[2]).href}?board=${BOARD}`);
await page.waitForSelector('body.ready');
await page.addStyleTag({ content: `
  body { display: grid; grid-template-columns: 550px 1fr; gap: 60px; align-items: center; height: 630px; padding: 0 60px 0 40px; overflow: hidden; }
  main { display: contents; --board-wide: 550px !important; } .stage { position: static; grid-area: 1 / 1; } h1::after { content: 'Slide the tiles back into order, or watch it done in the fewest moves.'; display: block; margin-top: 24px; font-size: 34px; font-weight: 400; line-height: 1.35; }
  .top { display: block; grid-area: 1 / 2; width: auto; margin: 0; } h1 { font-size: 68px; }
  .top-actions, .tabs, .under, .side, .foot, .skip, .player { display: none !important; }` });
await page.waitForTimeout(300);
await page.screenshot({ path: fileURLToPath(new URL('../../web/page/preview.png', import.meta.url)) });
await browser.close();
