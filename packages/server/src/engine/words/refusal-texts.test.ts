import { expect, test } from 'vitest';
import { createRefusalTexts } from './refusal-texts.ts';
import { refusalIn, wordsOf, wordsOfHeader } from './server-words.ts';

const find = createRefusalTexts([
  'There is no such user.',
  'User {1} is deactivated.',
  'At most {1} of {2} may do it.',
]);

test.each([
  ['There is no such user.', 'There is no such user.', {}],
  ['User 17 is deactivated.', 'User {1} is deactivated.', { 1: '17' }],
  ['At most 3 of 7 may do it.', 'At most {1} of {2} may do it.', { 1: '3', 2: '7' }],
])('%s has its template', (message, text, values) => {
  expect(find(message)).toEqual({ text, values });
});

test.each([
  '',
  'There is no such user',
  'User 17',
  'At most 3 may do it.',
  ' may do it.',
  'User is deactivated.',
])('"%s" has none', (message) => {
  expect(find(message)).toBeUndefined();
});

test('a refusal is said in the language of its reader, and one for programs in English', () => {
  expect(refusalIn(wordsOf('de'), 'The message is too old to be edited.')).toBe(
    'Die Nachricht ist zu alt zum Bearbeiten.',
  );
  expect(refusalIn(wordsOf('fr'), 'User 17 is deactivated.')).toBe('La personne 17 est désactivée.');
  expect(refusalIn(wordsOf('fr'), 'Missing parameter to.')).toBe('Missing parameter to.');
});

test.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['ja, fr;q=0.5', 'fr'],
  ['constructor', 'en'],
])('the language of %j is %s', (header, locale) => {
  expect(wordsOfHeader(header).locale).toBe(locale);
});
