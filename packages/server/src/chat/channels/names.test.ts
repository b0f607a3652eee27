import { expect, test } from 'vitest';
import { checkName, renderDescription } from './names.ts';

test('checkName trims a name and changes nothing else', () => {
  expect(checkName('  Über uns 🎉 ')).toBe('Über uns 🎉');
  expect(checkName('é'.repeat(60))).toHaveLength(60);
  expect(checkName('😀'.repeat(60))).toBe('😀'.repeat(60));
});

test.each(['', '   ', 'a'.repeat(61), 'a\0b', 'a\nb', 'a\u0085b', 'a\uFFFEb', 'a\uD800b', '\u{1FFFF}'])(
  'the name %j is refused',
  (name) => {
    expect(() => checkName(name)).toThrow('name');
  },
);

test('a description is stored as one line', () => {
  expect(renderDescription('one\ntwo\r\nthree')).toEqual({
    description: 'one two three',
    rendered_description: '<p>one two three</p>',
  });
});
