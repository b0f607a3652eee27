import { expect, test } from 'vitest';
import { languages, problemsOf, readCatalog } from '../packages/web/build/words/catalogs.ts';
import { extractTexts } from '../packages/web/build/words/extract.ts';
import { LANGUAGES } from '../packages/web/src/words/language.ts';

const texts = extractTexts();

test('every language has a catalog', () => {
  expect(['en', ...languages()].toSorted()).toEqual(Object.keys(LANGUAGES).toSorted());
});

test.each(languages())(
  '%s has every text of the web client, with its placeholders, and no other',
  (language) => {
    // `npm run web:words` lists and drops them, and adds new ones from a file.
    expect(problemsOf(readCatalog(language), language, texts)).toEqual([]);
  },
);

test('a text is either with a number or without', () => {
  const plain = new Set(texts.filter(({ one }) => one === undefined).map(({ text }) => text));
  expect(texts.filter(({ one, text }) => one !== undefined && plain.has(text))).toEqual([]);
});
