import { expect, test } from 'vitest';
import { accountOf, fieldDataOf, optionsOf, optionTexts } from './field-kinds.ts';

const DATA = '{"0":{"text":"Mechanics","order":"2"},"1":{"text":"Optics","order":"1"}}';

test('options are in their order, and data that is none has none', () => {
  expect(optionsOf(DATA)).toEqual([
    { key: '1', text: 'Optics' },
    { key: '0', text: 'Mechanics' },
  ]);
  for (const data of ['', 'x', '[]', '{"subtype":"github"}']) expect(optionsOf(data)).toEqual([]);
});

test('an option that keeps its text keeps its key, and a new one gets a free key', () => {
  expect(fieldDataOf(['Software', 'Optics', 'Night crew'], optionsOf(DATA))).toEqual({
    2: { text: 'Software', order: '1' },
    1: { text: 'Optics', order: '2' },
    3: { text: 'Night crew', order: '3' },
  });
});

test('lines become options once each', () => {
  expect(optionTexts(' Optics \n\nMechanics\nOptics')).toEqual(['Optics', 'Mechanics']);
});

test('an external account is of a known site, or has an address of its own', () => {
  expect(accountOf('{"subtype":"github"}')).toEqual({ subtype: 'github', pattern: '' });
  expect(accountOf('')).toEqual({ subtype: 'custom', pattern: '' });
});
