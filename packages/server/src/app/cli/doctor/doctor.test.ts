import { expect, test } from 'vitest';
import { readConfig } from '../../../engine/config.ts';
import { checkConfig } from './check-config.ts';
import { checkNode } from './check-node.ts';
import { warning, failed, passed } from './check-result.ts';
import { summaryOf, tableOf } from './table.ts';

const SECRET = '0123456789abcdefghijklmnopqrstuvwxyz';
const VALID = {
  PARLEY_SECRET: SECRET,
  PARLEY_EXTERNAL_HOST: 'chat.example.org',
  PARLEY_TRUSTED_PROXIES: '10.0.0.1',
};

function statusesOf(change: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    checkConfig(readConfig({ ...VALID, ...change })).map(({ subject, status }) => [subject, status]),
  );
}

test('a valid configuration passes every check', () => {
  expect(new Set(Object.values(statusesOf({})))).toEqual(new Set(['passed']));
});

test.each([
  ['address', 'warning', { PARLEY_EXTERNAL_HOST: 'localhost:9800' }],
  ['address', 'warning', { PARLEY_URL_SCHEME: 'http' }],
  ['address', 'warning', { PARLEY_LISTEN_ADDRESS: '0.0.0.0', PARLEY_TRUSTED_PROXIES: '' }],
  ['secret', 'failed', { PARLEY_SECRET: 'x'.repeat(40) }],
  ['rate limits', 'warning', { PARLEY_RATE_LIMITS: 'false' }],
  ['rate limits', 'warning', { PARLEY_USER_PROCESSOR_SECONDS: '0' }],
  ['video calls', 'failed', { PARLEY_CALLS_CLIENT_ID: 'parley' }],
])('%s is %s with %o', (subject, status, change) => {
  expect(statusesOf(change)[subject]).toBe(status);
});

test('an outdated Node.js version fails the check', () => {
  expect(checkNode('22.12.0').status).toBe('failed');
  expect(checkNode('24.0.0').status).toBe('passed');
});

test('the table prints the fix below each check that did not pass', () => {
  const results = [
    passed('disk', 'fine'),
    warning('clock', 'slow', 'Sync it.'),
    failed('port', 'taken', 'Free it.'),
  ];
  expect(tableOf(results)).toEqual([
    '✓ disk   fine',
    '! clock  slow',
    '         → Sync it.',
    '✗ port   taken',
    '         → Free it.',
  ]);
  expect(summaryOf(results)).toContain('1 of 3');
  expect(summaryOf(results.slice(0, 2))).toContain('1 warning');
  expect(summaryOf(results.slice(0, 1))).toBe('All checks passed.');
});
