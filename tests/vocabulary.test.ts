import { expect, test } from 'vitest';
import { isTest, readModules, readScripts, type Module } from '@parley/test-support/import-graph.ts';

const everything = [...readModules(), ...readScripts()];

/** First words that hide the actor of a sentence; docs/voice.md says what to write instead. */
const BANNED_OPENINGS = /^(Who|Whoever|Whom|Whose|What|Whatever|One that|One who|So much|So many|Those)\b/;

/** Comments at the start of a line, without their markers. */
function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^\s*\/\*\*?\s*\n?\s*\*?\s*([^\n]*)/gm)].map(([, first = '']) => first);
  const lines = [...text.matchAll(/(?<!^\s*\/\/.*\n)^\s*\/\/\s*(.*)$/gm)].map(([, first = '']) => first);
  return [...blocks, ...lines];
}

test('no comment starts with a word that hides its actor', () => {
  const found = everything.flatMap(({ file, text }) =>
    commentsOf(text)
      .filter((comment) => BANNED_OPENINGS.test(comment))
      .map((comment) => `${file}: ${comment}`),
  );
  expect(found).toEqual([]);
});

/** Words of an older vocabulary; docs/voice.md has the ones in use. */
const BANNED_WORDS = /\b(somebody|wish|wishes|whoever|whomever|anew|himself)\b/i;
const COMMENT_LINE = /^\s*(?:\/\*\*?|\*|\/\/)\s?(.*)$/gm;

test('no comment has a word of the older vocabulary', () => {
  const found = everything.flatMap(({ file, text }) =>
    [...text.matchAll(COMMENT_LINE)]
      .filter(([, line = '']) => BANNED_WORDS.test(line))
      .map(([, line = '']) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('a banned opening is noticed', () => {
  expect(commentsOf('/** Who asks gets it. */\n').some((comment) => BANNED_OPENINGS.test(comment))).toBe(
    true,
  );
  expect(commentsOf('  // What is due.\n').some((comment) => BANNED_OPENINGS.test(comment))).toBe(true);
  expect(commentsOf('/**\n * Those of a user.\n */').some((comment) => BANNED_OPENINGS.test(comment))).toBe(
    true,
  );
});

/** A package is a namespace of its own; so is each command below `verify/` and `tools/`. */
function namespaceOf({ file }: Module): string {
  return file.split('/').slice(0, 2).join('/');
}

const EXPORTED_TYPE = /^export (?:abstract )?(?:type|interface|class|enum) (\w+)/gm;

test('no two exported types of a package share a name', () => {
  const homes = new Map<string, string[]>();
  for (const module of everything.filter(
    ({ file }) => !isTest(file) || file.startsWith('packages/test-support/'),
  ))
    for (const [, name = ''] of module.text.matchAll(EXPORTED_TYPE)) {
      const key = `${namespaceOf(module)} ${name}`;
      homes.set(key, [...(homes.get(key) ?? []), module.file]);
    }
  const shared = [...homes].filter(([, files]) => files.length > 1);
  expect(shared.map(([key, files]) => `${key}: ${files.join(', ')}`)).toEqual([]);
});
