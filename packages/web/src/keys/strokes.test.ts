import { expect, test } from 'vitest';
import { allCommands } from './commands.ts';
import { keyCaps, strokesOf, type KeyPress } from './strokes.ts';

function press(key: string, code: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

test('a letter names its key, with Shift', () => {
  expect(strokesOf(press('j', 'KeyJ'))).toEqual(['J']);
  expect(strokesOf(press('E', 'KeyE', { shiftKey: true }))).toEqual(['Shift+E']);
});

test('a sign names the character, with or without Shift on the keyboard', () => {
  expect(strokesOf(press('?', 'Slash', { shiftKey: true }))).toEqual(['?']);
  expect(strokesOf(press('/', 'Digit7', { shiftKey: true }))).toEqual(['/']);
});

test('a letter of another script falls back to its position', () => {
  expect(strokesOf(press('о', 'KeyJ'))).toEqual(['о', 'J']);
});

test('Ctrl and the command key are the same modifier', () => {
  expect(strokesOf(press('k', 'KeyK', { ctrlKey: true }))).toEqual(['Mod+K']);
  expect(strokesOf(press('k', 'KeyK', { metaKey: true }))).toEqual(['Mod+K']);
});

test('a modifier alone is no stroke', () => {
  expect(strokesOf(press('Shift', 'ShiftLeft', { shiftKey: true }))).toEqual([]);
});

test('caps show what is written on keys', () => {
  expect(keyCaps('Mod+Shift+L', false)).toEqual([['Ctrl', 'Shift', 'L']]);
  expect(keyCaps('G I', false)).toEqual([['G'], ['I']]);
  expect(keyCaps('+', false)).toEqual([['+']]);
});

test('no two commands share a stroke', () => {
  const strokes = allCommands().flatMap(({ keys }) => keys);
  expect(strokes.filter((stroke, at) => strokes.indexOf(stroke) !== at)).toEqual([]);
});

test('no command begins with the stroke of another one', () => {
  const strokes = allCommands().flatMap(({ keys }) => keys);
  const first = strokes.filter((stroke) => stroke.includes(' ')).map((stroke) => stroke.split(' ')[0]);
  expect(strokes.filter((stroke) => first.includes(stroke))).toEqual([]);
});
