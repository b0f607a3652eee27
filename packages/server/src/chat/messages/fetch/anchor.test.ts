import { expect, test } from 'vitest';
import { anchorOf, NEWEST } from './anchor.ts';

test.each([
  ['oldest', 0],
  ['newest', NEWEST],
  ['17', 17],
  [' +17 ', 17],
  ['-3', 0],
  ['00017', 17],
  ['10000000000000001', NEWEST],
  ['9'.repeat(400), NEWEST],
])('%s', (text, id) => {
  expect(anchorOf(text)).toEqual({ kind: 'id', id });
});

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:20', '2026-03-01T10:20:00.000Z'],
  ['2026-03-01 10:20:30', '2026-03-01T10:20:30.000Z'],
  ['2026-03-01T10:20:30.123456Z', '2026-03-01T10:20:30.123Z'],
  ['2026-03-01T10:20:30z', '2026-03-01T10:20:30.000Z'],
  ['2026-03-01T10:20:30+05:30', '2026-03-01T04:50:30.000Z'],
  ['2026-03-01T10:20:30-0800', '2026-03-01T18:20:30.000Z'],
  ['2026-03-01T10:20:30+02', '2026-03-01T08:20:30.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('the date %s', (text, at) => {
  expect(anchorOf('date', text)).toEqual({ kind: 'date', at: new Date(at) });
});

test.each([
  '',
  'x',
  '2026',
  '2026-13-01',
  '2026-02-29',
  '2026-03-01T25:00',
  '2026-03-01T10',
  '01.03.2026',
  '2026-03-01T10:00+99:00',
])('%j is no date', (text) => {
  expect(() => anchorOf('date', text)).toThrow('ISO 8601');
});

test.each(['', 'abc', '1.5', '1e3', '0x10', 'NEWEST', '١'])('the anchor %j is refused', (text) => {
  expect(() => anchorOf(text)).toThrow('anchor');
});
