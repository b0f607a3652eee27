import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['fr_CA', 'fr'],
  ['EN', 'en'],
  ['ja', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('the language of %j is %s', (code, language) => {
  expect(languageOf(code)).toBe(language);
});
