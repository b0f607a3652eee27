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

/** Sentences that developers read: the texts of the API reference and of the conformance rules. */
const PUBLIC_TEXTS = /^(packages\/contract\/src\/|verify\/conformance\/specification\/)|\.rules\.ts$/;
const SENTENCE = /(['"`])((?:[A-Z]|`[^`\n]*`)(?:\\.|(?!\1)[^\\\n])* (?:\\.|(?!\1)[^\\\n])*)\1/g;

function sentencesOf(text: string): string[] {
  return [...text.matchAll(SENTENCE)].map(([, , sentence = '']) => sentence);
}

test('no text of the API reference or of a rule has an old opening or word', () => {
  const found = everything
    .filter(({ file }) => PUBLIC_TEXTS.test(file) && !file.endsWith('.test.ts'))
    .flatMap(({ file, text }) =>
      sentencesOf(text)
        .filter((sentence) => BANNED_OPENINGS.test(sentence) || BANNED_WORDS.test(sentence))
        .map((sentence) => `${file}: ${sentence}`),
    );
  expect(found).toEqual([]);
});

test('a banned opening is noticed', () => {
  expect(sentencesOf("doc: 'Whoever asks gets it.'")).toEqual(['Whoever asks gets it.']);
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
