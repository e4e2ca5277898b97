/*
 * Makes the page one file: modules become one classic script, since browsers load neither modules
 * nor workers from files, and styles, scripts and the core go into the page.
 *
 * Usage: node bundle.mjs PAGE_DIR CORE_WASM VERSION SOURCES ADDRESS OUTPUT. SOURCES is the address of
 * the sources, which the page links to, ADDRESS that where the page is served, without a name; both may
 * be empty. For those who serve the page, what installs it as an application lies beside it,
 * manifest.webmanifest and sw.js, and the picture of links to it, preview.png.
 *
 * What is hidden at first, between the marks of later in index.html, is packed like the scripts (main.js), with its
 * styles.
 *
 * Modules are joined in the order of their imports, in one scope; so a name may be declared at the
 * top of one module only, and that is checked. Exports are plain declarations.
 */
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { packedBytes } from './deflate.mjs';
import { ALPHABET, GROUP } from './page/app/unpack.js';

const [pageDir, corePath, version, sources, address, output] = process.argv.slice(2);
const read = (name) => readFileSync(join(pageDir, name), 'utf8');

const IMPORT = /^import\s[^;]*?from '(\.\.?\/[\w./]+)';\n/gm;
const DECLARED = /^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm;

/* The modules that one needs, each after those it imports. */
function modulesOf(name, found = new Set()) {
  for (const [, needed] of read(name).matchAll(IMPORT)) modulesOf(join(dirname(name), needed), found);
  return found.add(name);
}

const withoutIndents = (source) => source.replace(/^\s+/gm, '');

/* Without comments, indents and empty lines. No text in the sources goes over lines, or has a comment's marks. */
const slim = (source) => withoutIndents(source.replace(/[ \t]*\/\*[^]*?\*\//g, '')).trim();

/* Also without blanks beside signs and lines' ends that mean nothing. A line with a text that is not in plain quotes,
 * or with a slash, which may begin a pattern, keeps its blanks. */
function slimScript(source) {
  const tight = (line) => line.split(/('[^']*')/).map((part, i) => (i % 2 ? part
    : part.replace(/ ?([=<>!&|?:,;(){}[\]*%]+) ?/g, '$1').replace(/ ([-+]) (?![-+])/g, '$1'))).join('');
  return slim(source).split('\n').map((line) => (/["`/\\]/.test(line) ? line : tight(line))).join('\n')
    .replace(/([{,;])\n/g, '$1').replace(/\n(?=\})/g, '');
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
    return slimScript(source.replace(IMPORT, '').replace(/^export |^\/\/ @ts-nocheck\n/gm, ''));
  });
  return `'use strict';\n${parts.join('\n')}\n`;
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

/* Also without blanks that say nothing. */
const stylesOf = (...names) => names.map((name) => slim(read(`style/${name}.css`)).replace(/\s*([{};,])\s*/g, '$1').replace(/:\s+/g, ':')).join('');
/* The letters of unpack.js. */
function textOfBytes(bytes) {
  let text = '';
  for (let from = 0; from < bytes.length; from += GROUP.bytes) {
    let value = 0n;
    for (let i = from; i < from + GROUP.bytes; i++) value = value * 256n + BigInt(bytes[i] ?? 0);
    let letters = '';
    for (let i = 0; i < GROUP.letters; i++) {
      letters = ALPHABET[Number(value % BigInt(ALPHABET.length))] + letters;
      value /= BigInt(ALPHABET.length);
    }
    text += letters;
  }
  return text;
}

/* Compressed, and as text: what unpack.js unpacks. */
function packed(id, content, more = '') {
  const bytes = packedBytes(content);
  return `<script type="application/octet-stream" id="${id}"${more} data-size="${bytes.length}">${textOfBytes(bytes)}</script>\n`;
}
/* Each language is a file of texts. */
const languages = readdirSync(join(pageDir, 'texts')).sort().map((name) => {
  const texts = JSON.parse(read(`texts/${name}`));
  return packed(basename(name, '.json'), JSON.stringify(texts), ` data-language="${texts.name}"`);
}).join('');
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

const LATER = /<!-- later -->\n([^]*?)<!-- end of later -->\n/;
const [, later] = LATER.exec(read('index.html'));

const parts = {
  tiles,
  preview,
  styles: `<style>${stylesOf('tokens', 'layout', 'board', 'panels')}</style>`,
  dark: stylesOf('dark'),
  version,
  sources: sources && `<a href="${sources}">Sources</a>.`,
  scripts: `${packed('core', wasm)}${packed('later', `<style>${stylesOf('playing', 'later', 'learn')}</style>${withoutIndents(later)}`)}${packed('worker', joinModules('search/worker.js'))}${
    packed('main', alone(joinModules('app/main.js')))}${languages}<script>\n${inScript(alone(joinModules('app/loader.js')))}</script>`,
};
const page = withoutIndents(read('index.html').replace(LATER, '')).replace(/<!-- (styles|dark|version|sources|scripts|tiles|preview) -->/g, (_, part) => parts[part]);
writeFileSync(output, page);
copyFileSync(join(pageDir, 'preview.png'), join(dirname(output), 'preview.png'));
writeFileSync(join(dirname(output), 'manifest.webmanifest'), read('manifest.webmanifest'));
const digest = createHash('sha256').update(page).digest('hex').slice(0, 16);
writeFileSync(join(dirname(output), 'sw.js'), read('sw.js').replace('VERSION', digest));
