import { expect, test } from 'vitest';
import { readConfig } from '../../../engine/config.ts';
import { checkConfig } from './check-config.ts';
import { checkNode } from './check-node.ts';
import { advice, bad, good } from './finding.ts';
import { summaryOf, tableOf } from './table.ts';

const SECRET = '0123456789abcdefghijklmnopqrstuvwxyz';
const SOUND = {
  PARLEY_SECRET: SECRET,
  PARLEY_EXTERNAL_HOST: 'chat.example.org',
  PARLEY_TRUSTED_PROXIES: '10.0.0.1',
};

function marksOf(change: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    checkConfig(readConfig({ ...SOUND, ...change })).map(({ what, mark }) => [what, mark]),
  );
}

test('a sound configuration is good in every respect', () => {
  expect(new Set(Object.values(marksOf({})))).toEqual(new Set(['good']));
});

test.each([
  ['address', 'advice', { PARLEY_EXTERNAL_HOST: 'localhost:9800' }],
  ['address', 'advice', { PARLEY_URL_SCHEME: 'http' }],
  ['address', 'advice', { PARLEY_LISTEN_ADDRESS: '0.0.0.0', PARLEY_TRUSTED_PROXIES: '' }],
  ['secret', 'bad', { PARLEY_SECRET: 'x'.repeat(40) }],
  ['rate limits', 'advice', { PARLEY_RATE_LIMITS: 'false' }],
  ['video calls', 'bad', { PARLEY_CALLS_CLIENT_ID: 'parley' }],
])('%s is %s with %o', (what, mark, change) => {
  expect(marksOf(change)[what]).toBe(mark);
});

test('an old Node.js is noticed', () => {
  expect(checkNode('22.12.0').mark).toBe('bad');
  expect(checkNode('24.0.0').mark).toBe('good');
});

test('the table says what to do below each line that needs it', () => {
  const findings = [
    good('one', 'fine'),
    advice('three', 'so so', 'Improve it.'),
    bad('two', 'broken', 'Repair it.'),
  ];
  expect(tableOf(findings)).toEqual([
    '✓ one    fine',
    '! three  so so',
    '         → Improve it.',
    '✗ two    broken',
    '         → Repair it.',
  ]);
  expect(summaryOf(findings)).toContain('1 of 3');
  expect(summaryOf(findings.slice(0, 2))).toContain('one thing');
  expect(summaryOf(findings.slice(0, 1))).toBe('All is well.');
});
