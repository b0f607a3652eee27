import { expect, test } from 'vitest';
import { createDispatcher } from './dispatcher.ts';
import type { KeyPress } from './strokes.ts';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

test('the handler registered last runs, and the one before it after its removal', () => {
  const ran: string[] = [];
  const dispatcher = createDispatcher(() => 0);
  dispatcher.register('reply', () => void ran.push('first'));
  const remove = dispatcher.register('reply', () => void ran.push('second'));
  dispatcher.press(press('r'), false);
  remove();
  dispatcher.press(press('r'), false);
  expect(ran).toEqual(['second', 'first']);
});

test('a handler that returns false leaves the command to the one before it', () => {
  const ran: string[] = [];
  const dispatcher = createDispatcher(() => 0);
  dispatcher.register('reply', () => void ran.push('first'));
  dispatcher.register('reply', () => false);
  expect(dispatcher.run('reply')).toBe(true);
  expect(ran).toEqual(['first']);
});

test('a single key does nothing in a field, and a command with Ctrl works', () => {
  const ran: string[] = [];
  const dispatcher = createDispatcher(() => 0);
  dispatcher.register('next-message', () => void ran.push('next'));
  dispatcher.register('palette', () => void ran.push('palette'));
  expect(dispatcher.press(press('j'), true)).toBe(false);
  expect(dispatcher.press(press('k', { ctrlKey: true }), true)).toBe(true);
  expect(ran).toEqual(['palette']);
});

test('two strokes in a row run their command unless the second one is late', () => {
  let time = 0;
  const ran: string[] = [];
  const dispatcher = createDispatcher(() => time);
  dispatcher.register('recent', () => void ran.push('recent'));
  dispatcher.register('reply', () => void ran.push('reply'));
  dispatcher.press(press('g'), false);
  dispatcher.press(press('r'), false);
  dispatcher.press(press('g'), false);
  time = 2_000;
  dispatcher.press(press('r'), false);
  expect(ran).toEqual(['recent', 'reply']);
});

test('single keys can be switched off, others stay', () => {
  const ran: string[] = [];
  const dispatcher = createDispatcher(() => 0);
  dispatcher.register('next-message', () => void ran.push('next'));
  dispatcher.setSingleKeys(false);
  dispatcher.press(press('j'), false);
  dispatcher.press(press('ArrowDown'), false);
  expect(ran).toEqual(['next']);
});
