/*
 * Makes the page one file: modules become one classic script, since browsers load neither modules
 * nor workers from files, and styles, the worker and the core go into the page.
 *
 * Usage: node bundle.mjs PAGE_DIR CORE_WASM VERSION OUTPUT
 *
 * Modules are joined in the order of their imports, in one scope; so a name may be declared at the
 * top of one module only, and that is checked. Exports are plain declarations.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [pageDir, corePath, version, output] = process.argv.slice(2);
const read = (name) => readFileSync(join(pageDir, name), 'utf8');

const IMPORT = /^import\s[^;]*?from '\.\/([\w.]+)';\n/gm;
const DECLARED = /^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm;

/* The modules that one needs, each after those it imports. */
function modulesOf(name, found = new Set()) {
  for (const [, needed] of read(name).matchAll(IMPORT)) modulesOf(needed, found);
  return found.add(name);
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
    return source.replace(IMPORT, '').replace(/^export /gm, '').trim();
  });
  return `'use strict';\n${parts.join('\n\n')}\n`;
}

/* Nothing in a script may look like its end. */
const inScript = (text) => text.replaceAll('</script', '<\\/script');

const styles = ['tokens.css', 'layout.css', 'board.css', 'panels.css'].map(read).join('\n');
const worker = inScript(JSON.stringify(joinModules('worker.js')));
const core = gzipSync(readFileSync(corePath), { level: 9 }).toString('base64');
const parts = {
  styles: `<style>\n${styles}</style>`,
  version,
  scripts: `<script type="application/octet-stream" id="core">${core}</script>\n` +
    `<script>\n(() => {\nconst WORKER_SOURCE = ${worker};\n${inScript(joinModules('main.js'))}})();\n</script>`,
};
const page = read('index.html').replace(/<!-- (styles|version|scripts) -->/g, (_, part) => parts[part]);
writeFileSync(output, page);
