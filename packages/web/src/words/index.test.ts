import { afterEach, expect, test } from 'vitest';
import { locale, plural, speak, t } from './index.ts';

afterEach(() => speak('en', {}));

const PEOPLE = { one: '# person', other: '# people' };

test('a text without a translation is the English one', () => {
  speak('de', { Cancel: 'Abbrechen' });
  expect(locale()).toBe('de');
  expect(t('Cancel')).toBe('Abbrechen');
  expect(t('Create')).toBe('Create');
  expect(plural(2, PEOPLE)).toBe('2 people');
});

test('values stand where the translation has their names, as they are', () => {
  speak('de', { '{name} joined {channel}': 'In {channel} ist jetzt {name}' });
  expect(t('{name} joined {channel}', { name: '{channel}', channel: 'dome' })).toBe(
    'In dome ist jetzt {channel}',
  );
});

test('the category of a number is that of the language', () => {
  speak('fr', { '# people': { one: '# personne', other: '# personnes' } });
  expect([0, 1, 2, 1_000_000].map((count) => plural(count, PEOPLE).replaceAll(/\s/gu, ' '))).toEqual([
    '0 personne',
    '1 personne',
    '2 personnes',
    '1 000 000 personnes',
  ]);
});

test('a category without a form has that of other numbers', () => {
  speak('pl', { '# people': { one: '# osoba', few: '# osoby', other: '# osób' } });
  expect([1, 3, 5].map((count) => plural(count, PEOPLE))).toEqual(['1 osoba', '3 osoby', '5 osób']);
});
