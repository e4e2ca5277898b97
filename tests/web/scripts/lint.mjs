/*
 * The style of all scripts, checked by ESLint.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { ESLint } from 'eslint';
import globals from 'globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FILES = ['web/**/*.{js,mjs}', 'tests/web/**/*.mjs', 'packaging/npm/**/*.mjs', 'docs/pictures/*.mjs'];

const RULES = {
  'array-callback-return': 'error',
  'arrow-body-style': 'error',
  'default-case-last': 'error',
  'dot-notation': 'error',
  eqeqeq: 'error',
  'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
  'max-depth': ['error', 4],
  'no-else-return': 'error',
  'no-implicit-coercion': 'error',
  'no-lonely-if': 'error',
  'no-throw-literal': 'error',
  'no-unneeded-ternary': 'error',
  'no-unused-vars': ['error', { args: 'after-used', argsIgnorePattern: '^_' }],
  'no-useless-concat': 'error',
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'operator-assignment': 'error',
  'prefer-arrow-callback': 'error',
  'prefer-const': ['error', { destructuring: 'all' }],
  'prefer-object-spread': 'error',
  'prefer-template': 'error',
  yoda: 'error',
};

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfigFile: true,
  overrideConfig: [js.configs.recommended, { languageOptions: { globals: { ...globals.browser, ...globals.node } } }, { linterOptions: { reportUnusedDisableDirectives: 'error' }, rules: RULES },
    { files: ['web/page/search/worker.js'], languageOptions: { globals: globals.worker } },
    { files: ['web/page/sw.js'], languageOptions: { globals: globals.serviceworker } },
    { files: ['web/page/**/*.js'], rules: { 'max-lines': ['error', 300], 'no-shadow': ['error', { allow: ['_'] }] } },
    { files: ['tests/web/**/*.mjs'], rules: { 'max-lines': ['error', 500] } }],
});

/* Lines of file, line, rule and sentence. */
function linesOf(results) {
  return results.flatMap(({ filePath, messages }) => messages.map(({ line, ruleId, message }) =>
    `${filePath.replace(ROOT, '')}:${line}: ${message} (${ruleId})`));
}

test('all scripts are of the style', async () => {
  const results = await eslint.lintFiles(FILES);
  assert.ok(results.length > 80, `${results.length} files`);
  const problems = linesOf(results);
  assert.ok(problems.length === 0, problems.join('\n'));
});

test('a script of another style is not', async () => {
  const [{ messages }] = await eslint.lintText('var a = 1;\nexport default a == b;\n', { filePath: `${ROOT}/web/page/app/sample.js` });
  assert.deepEqual([...new Set(messages.map(({ ruleId }) => ruleId))].sort(), ['eqeqeq', 'no-undef', 'no-var']);
});
