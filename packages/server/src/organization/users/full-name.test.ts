import { expect, test } from 'vitest';
import { checkFullName, nameKeyOf } from './full-name.ts';

test('a name is trimmed and otherwise unchanged', () => {
  expect(checkFullName('  Ada  Lovelace ')).toBe('Ada  Lovelace');
  expect(checkFullName('李 小龍 🎉')).toBe('李 小龍 🎉');
  expect(checkFullName('Анна Smith')).toBe('Анна Smith');
  expect(checkFullName('علی\u200cرضا')).toBe('علی\u200cرضا');
  expect(checkFullName('田中 Tanaka👩\u200d💻')).toBe('田中 Tanaka👩\u200d💻');
  expect(checkFullName('😀'.repeat(100))).toHaveLength(200);
});

test.each([
  '',
  '   ',
  'a'.repeat(101),
  'a*b',
  'a`b',
  'a\\b',
  'a>b',
  'a"b',
  'a@b',
  'a\u0007b',
  'a\u0085b',
  'a\ud800b',
  'a\ufffeb',
  'a\u{1ffff}b',
  'Ada|12',
  'Owner\u200b',
  'Ow\u00adner',
  'Own\u202eer',
  'Own\u200der',
  'Ada\u3164',
  '\u041ewner',
  'Ada \u0410da',
  '\u0391da',
])('%j is not a valid name', (name) => {
  expect(() => checkFullName(name)).toThrow(/name/i);
});

test('names that look the same have the same key', () => {
  expect(nameKeyOf('ADA')).toBe(nameKeyOf('ada'));
  expect(nameKeyOf('Straße')).toBe(nameKeyOf('STRASSE'));
  expect(nameKeyOf('ﬁne')).toBe(nameKeyOf('FINE'));
  expect(nameKeyOf('Ａｄａ')).toBe(nameKeyOf('Ada'));
  expect(nameKeyOf('Ada')).not.toBe(nameKeyOf('Adam'));
});
