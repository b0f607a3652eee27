import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { numberClasses } from '../packages/web/build/class-names.ts';

const SOURCE = path.resolve(import.meta.dirname, '../packages/web/src');

type Sheet = { readonly file: string; readonly text: string };

function filesEnding(ending: string): Sheet[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(path.join(SOURCE, file), 'utf8') }));
}

const sheets = filesEnding('.module.css');
/** Components, and code that builds elements without them. */
const components = [...filesEnding('.tsx'), ...filesEnding('.ts')];

/** Names of classes that a style sheet declares. */
function declared(sheet: string): Set<string> {
  const rules = sheet.replaceAll(/\/\*[^*]*\*\//g, '').replaceAll(/:global\([^)]*\)/g, '');
  return new Set([...rules.matchAll(/\.([a-z][a-z0-9-]*)(?=[^{};]*\{)/g)].map(([, name]) => name ?? ''));
}

/** Names of classes that components take from a style sheet. */
function used(sheet: string): Set<string> {
  const names = new Set<string>();
  for (const { file, text } of components) {
    const imported = [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].find(
      ([, , target]) => path.join(path.dirname(file), target ?? '') === sheet,
    );
    if (imported === undefined) continue;
    for (const [, name] of text.matchAll(new RegExp(String.raw`\b${imported[1]}\['([^']+)'\]`, 'g')))
      names.add(name ?? '');
  }
  return names;
}

test.each(sheets)('every class of $file is used, and every class used exists', ({ file, text }) => {
  expect([...used(file)].toSorted()).toEqual([...declared(text)].toSorted());
});

test.each(sheets)('$file is in a layer', ({ text }) => {
  expect(text).toMatch(/^@layer (base|parts|views|phone) \{/);
});

test('classes have short names in a build, each its own', () => {
  const nameOf = numberClasses(SOURCE);
  const names = sheets.flatMap(({ file, text }) =>
    [...declared(text)].map((name) => nameOf(name, path.join(SOURCE, file))),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => /^[A-Z][a-zA-Z0-9]$/.test(name))).toBe(true);
});

test('names are found in rules, not in comments or values', () => {
  const sheet = '/* .old */\n@layer views {\n  .row, .row-end:hover > b { margin: 0.5rem }\n}';
  expect([...declared(sheet)]).toEqual(['row', 'row-end']);
});
