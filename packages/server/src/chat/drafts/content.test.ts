import { expect, test } from 'vitest';
import { truncate } from '../messages/text.ts';
import { checkDraft, checkWellFormed } from './content.ts';

const NOW = 1_700_000_000_500;
const unaddressed = { type: '' as const, to: [], topic: '', content: 'text' };

test('content is trimmed on both sides', () => {
  expect(checkDraft({ ...unaddressed, content: ' \n a b \t' }, NOW).content).toBe('a b');
});

test.each(['', '  ', '\n\t'])('blank content %j is malformed', (content) => {
  expect(() => {
    checkWellFormed({ ...unaddressed, content });
  }).toThrow('empty');
});

test.each([-1, -0.001, 253_402_300_800, Number.MAX_VALUE])('the timestamp %d is malformed', (timestamp) => {
  expect(() => {
    checkWellFormed({ ...unaddressed, timestamp });
  }).toThrow('timestamp');
});

test.each([
  [undefined, NOW],
  [null, NOW],
  [0, 0],
  [1_595_479_019.4, 1_595_479_019_400],
  [8.999_999_9, 9000],
])('the timestamp %s becomes the time %d', (timestamp, time) => {
  expect(checkDraft({ ...unaddressed, timestamp }, NOW).editedAt.getTime()).toBe(time);
});

test('a null character is refused in the content, and in the topic of a channel draft only', () => {
  expect(() => checkDraft({ ...unaddressed, content: 'a\0b' }, NOW)).toThrow('null');
  const topic = 'a\0b';
  expect(() => checkDraft({ ...unaddressed, type: 'stream', to: [1], topic }, NOW)).toThrow('null');
  expect(checkDraft({ ...unaddressed, topic }, NOW).topic).toBe('');
});

test.each([[[]], [[1, 2]]])('a channel draft to %j is refused', (to) => {
  expect(() => checkDraft({ ...unaddressed, type: 'stream', to }, NOW)).toThrow('exactly one');
});

test('the topic of a channel draft is only truncated', () => {
  const draft = { ...unaddressed, type: 'stream' as const, to: [1] };
  expect(checkDraft({ ...draft, topic: ' general chat ' }, NOW).topic).toBe(' general chat ');
  expect(checkDraft({ ...draft, topic: 't'.repeat(61) }, NOW).topic).toBe(`${'t'.repeat(57)}...`);
});

test('a direct draft without recipients has no type, and duplicate recipients are dropped', () => {
  expect(checkDraft({ ...unaddressed, type: 'private' }, NOW)).toMatchObject({ type: '', to: [] });
  expect(checkDraft({ ...unaddressed, type: 'private', to: [3, 3, 2] }, NOW).to).toEqual([3, 2]);
});

test('lengths are counted in code points', () => {
  expect(truncate('😀'.repeat(5), 5, '...')).toBe('😀'.repeat(5));
  expect(truncate('😀'.repeat(6), 5, '...')).toBe('😀😀...');
});
