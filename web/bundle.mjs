/*
 * Makes the page one file: modules become one classic script, since browsers load neither modules
 * nor workers from files, and styles, scripts and the core go into the page.
 *
 * Usage: node bundle.mjs PAGE_DIR CORE_WASM VERSION SOURCES ADDRESS OUTPUT. SOURCES is the address of
 * the sources, which the page links to, ADDRESS that where the page is served, without a name; both may
 * be empty. For those who serve the page, what installs it as an application lies beside it,
 * manifest.webmanifest and sw.js, and the picture of links to it, preview.png.
 *
 * Modules are joined in the order of their imports, in one scope; so a name may be declared at the
 * top of one module only, and that is checked. Exports are plain declarations.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ALPHABET, PAIR_BITS } from './page/app/unpack.js';

const [pageDir, corePath, version, sources, address, output] = process.argv.slice(2);
const read = (name) => readFileSync(join(pageDir, name), 'utf8');

const IMPORT = /^import\s[^;]*?from '(\.\.?\/[\w./]+)';\n/gm;
const DECLARED = /^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm;

/* The modules that one needs, each after those it imports. */
function modulesOf(name, found = new Set()) {
  for (const [, needed] of read(name).matchAll(IMPORT)) modulesOf(join(dirname(name), needed), found);
  return found.add(name);
}

/* Without comments that have lines of their own, indents and empty lines. No text in the sources goes
 * over lines. */
function slim(source) {
  return source.replace(/^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm, '').replace(/^\s+/gm, '').trim();
}

function joinModules(name) {
  const owner = new Map();
  const parts = [...modulesOf(name)].map((module) => {
    const source = read(module);
    for (const [, declared] of source.matchAll(DECLARED)) {
      if (owner.has(declared))
        throw new Error(`${module} and ${owner.get(declared)} both declare ${declared}`);
      owner.set(declared, module);
    }
    return slim(source.replace(IMPORT, '').replace(/^export /gm, ''));
  });
  return `'use strict';\n${parts.join('\n\n')}\n`;
}

/* Its names are its own. */
const alone = (script) => `(() => {\n${script}})();\n`;

/* Nothing in a script may look like its end. */
const inScript = (text) => text.replaceAll('</script', '<\\/script');

/* The linker takes what it does not find for an import; the page gives these only (core.js). */
const GIVEN = ['page', 'host', 'wasi_snapshot_preview1.clock_time_get', 'env.emscripten_notify_memory_growth'];
const wasm = readFileSync(corePath);
const missing = WebAssembly.Module.imports(new WebAssembly.Module(wasm))
  .filter(({ module, name }) => !GIVEN.includes(module) && !GIVEN.includes(`${module}.${name}`));
if (missing.length > 0)
  throw new Error(`the core needs ${missing.map(({ name }) => name).join(', ')}, which the page does not give`);

const styles = ['tokens', 'layout', 'board', 'panels', 'learn'].map((name) => read(`style/${name}.css`)).map(slim).join('\n');
/* Two letters for 13 bits (unpack.js). */
function textOfBytes(bytes) {
  let [text, bits, held] = ['', 0, 0];
  const pair = (value) => ALPHABET[Math.floor(value / ALPHABET.length)] + ALPHABET[value % ALPHABET.length];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < PAIR_BITS) continue;
    held -= PAIR_BITS;
    text += pair(bits >> held);
    bits &= (1 << held) - 1;
  }
  return held === 0 ? text : text + pair(bits << (PAIR_BITS - held));
}

/* Compressed, and as text: what unpack.js unpacks. */
function packed(id, content) {
  const bytes = gzipSync(content, { level: 9 });
  return `<script type="application/octet-stream" id="${id}" data-size="${bytes.length}">${textOfBytes(bytes)}</script>\n`;
}
/* The goal, as it is seen until scripts run: the first paint. */
const [hueFirst, hueLast] = ['HUE_FIRST', 'HUE_LAST'].map((name) =>
  Number(new RegExp(`${name} = (\\d+)`).exec(read('board/board_view.js'))[1]));
const tile = (x, y) => `<button type="button" class="tile" tabindex="-1" style="--x:${x};--y:${y};--hue:${
  hueFirst + ((x + y) / 6) * (hueLast - hueFirst)}"><span>${4 * y + x + 1}</span></button>`;
const tiles = Array.from({ length: 15 }, (_, cell) => tile(cell % 4, Math.floor(cell / 4))).join('');

/* What those show who show links, with words of the page. They take whole addresses only. */
const words = (pattern) => pattern.exec(read('index.html'))[1];
const meta = (property, content) => `<meta property="og:${property}" content="${content}">`;
const preview = [meta('type', 'website'), meta('title', words(/<title>(.*)<\/title>/)),
  meta('description', words(/name="description" content="(.*)"/)), meta('image', `${address}preview.png`),
  meta('image:width', 1200), meta('image:height', 630), meta('image:alt', 'A sliding puzzle of fifteen tiles'),
  ...(address ? [meta('url', address)] : []), '<meta name="twitter:card" content="summary_large_image">'].join('\n');

const parts = {
  tiles,
  preview,
  styles: `<style>\n${styles}</style>`,
  version,
  sources: sources && `<a href="${sources}">Sources</a>.`,
  scripts: `${packed('core', wasm)}${packed('worker', joinModules('search/worker.js'))}${
    packed('main', alone(joinModules('app/main.js')))}<script>\n${inScript(alone(joinModules('app/loader.js')))}</script>`,
};
const page = read('index.html').replace(/<!-- (styles|version|sources|scripts|tiles|preview) -->/g, (_, part) => parts[part]);
writeFileSync(output, page);
copyFileSync(join(pageDir, 'preview.png'), join(dirname(output), 'preview.png'));
writeFileSync(join(dirname(output), 'manifest.webmanifest'), read('manifest.webmanifest'));
const digest = createHash('sha256').update(page).digest('hex').slice(0, 16);
writeFileSync(join(dirname(output), 'sw.js'), read('sw.js').replace('VERSION', digest));
