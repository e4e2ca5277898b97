/*
 * The types of the page's scripts, as JSDoc and web/page/types.d.ts have them, checked by tsc. The ids of
 * index.html are types, too: at('solve') is a button, and an id that the page does not have is an error.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));
const PAGE = join(WEB, 'page');
const NPM = join(WEB, '../packaging/npm');
const html = readFileSync(join(PAGE, 'index.html'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'tilepdb-types-'));
after(() => rmSync(folder, { recursive: true }));

/* [[id, tag]] of index.html. */
const ids = [...html.matchAll(/<([a-z]\w*)\b[^>]*?\sid="([\w-]+)"/g)].map(([, tag, id]) => [id, tag]);

function typeOf(tag) {
  return tag === 'svg' ? 'SVGSVGElement' : `HTMLElementTagNameMap['${tag}']`;
}

/* The messages about the page's scripts and `files`, which are texts by name. */
function problemsOf(files) {
  const { config } = ts.readConfigFile(join(WEB, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, WEB);
  assert.deepEqual(errors, []);
  const added = Object.entries({ 'ids.d.ts': `interface ElementsById {\n${ids.map(([id, tag]) => `'${id}': ${typeOf(tag)};`).join('\n')}\n}\n`, ...files })
    .map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
  return ts.getPreEmitDiagnostics(ts.createProgram([...fileNames, ...added], options)).map(({ file, start, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName.replace(`${WEB}/`, '') ?? ''}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

test('the types of the page and of the npm package agree, and others would not', () => {
  const page = [`import { at } from '${PAGE}/app/dom.js';`, `import { Bus } from '${PAGE}/app/bus.js';`,
    'at(\'solve\').checked = true;', 'new Bus().emit(\'notice\', { text: 1, wrong: false });', 'new Bus().on(\'moved\', () => {});'];
  const npm = [`import { Tilepdb, Goal } from '${NPM}/tilepdb.js';`, 'const tilepdb = await Tilepdb.create();',
    'const goal: Goal = { width: 2, height: 2, cells: [1, \'*\', \'*\', \'*\'] };',
    'const listed: string[] | undefined = tilepdb.solve(\'\', { goal, list: 1, beyond: 2 }).listed;',
    'tilepdb.distances(\'\', { goal, solution: \'\' });', 'tilepdb.solve(goal);', 'tilepdb.anytime(\'\', { goal });',
    'tilepdb.scramble({ goal });', 'tilepdb.prepare({ goal });'];
  const problems = problemsOf({ 'wrong.js': page.join('\n'), 'npm.ts': npm.join('\n') });
  const linesOf = (name) => [...new Set(problems.filter((each) => each.includes(name)).map((each) => Number(/:(\d+): /.exec(each)[1])))];
  assert.deepEqual(problems.filter((each) => !/(wrong\.js|npm\.ts):/.test(each)), []);
  assert.deepEqual([linesOf('wrong.js:'), linesOf('npm.ts:')], [[3, 4, 5], [6, 7, 8, 9]], problems.join('\n'));
});

test('index.html has each id that the scripts ask for', () => {
  assert.equal(new Set(ids.map(([id]) => id)).size, ids.length, 'an id is there twice');
  const scripts = readdirSync(PAGE, { recursive: true }).filter((name) => name.endsWith('.js'));
  assert.ok(scripts.length > 40);
  for (const name of scripts) {
    for (const [, id] of readFileSync(join(PAGE, name), 'utf8').matchAll(/\bat\('([\w-]+)'\)/g))
      assert.ok(ids.some(([known]) => known === id), `${name} asks for #${id}`);
  }
});
