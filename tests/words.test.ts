import { describe, expect, test } from 'vitest';
import { LANGUAGES as SERVER_LANGUAGES } from '../packages/server/src/engine/words/server-words.ts';
import { LANGUAGES } from '../packages/web/src/words/language.ts';
import { languages, problemsOf, readCatalog } from '../tools/words/catalogs.ts';
import { extractTexts, SERVER, WEB } from '../tools/words/extract.ts';

describe.each([
  { name: 'the web client', speaker: WEB, known: Object.keys(LANGUAGES) },
  { name: 'the server', speaker: SERVER, known: SERVER_LANGUAGES },
])('$name', ({ speaker, known }) => {
  const texts = extractTexts(speaker);

  test('every language has a catalog', () => {
    expect(['en', ...languages(speaker)].toSorted()).toEqual(known.toSorted());
  });

  test.each(languages(speaker))('%s has every text, with its placeholders, and no other', (language) => {
    // `npm run web:words` lists and drops them, and adds new ones from a file.
    expect(problemsOf(readCatalog(speaker, language), language, texts)).toEqual([]);
  });

  test('a text is either with a number or without', () => {
    const plain = new Set(texts.filter(({ one }) => one === undefined).map(({ text }) => text));
    expect(texts.filter(({ one, text }) => one !== undefined && plain.has(text))).toEqual([]);
  });
});
