import { codeAt } from '@parley/test-support/authenticator.ts';
import { expect, test } from 'vitest';
import { newSecret, otpauthUrl, stepOf } from './totp.ts';

/** The secret of the test values of RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code of RFC 6238 is accepted', (seconds, code) => {
  expect(stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(codeAt(SECRET, seconds * 1000)).toBe(code);
});

test('codes of the steps before and after are accepted as theirs, and no others', () => {
  const secret = newSecret();
  const now = 1_800_000_015_000;
  const step = Math.floor(now / 30_000);
  const found = [-2, -1, 0, 1, 2].map((away) => stepOf(secret, codeAt(secret, now + away * 30_000), now));
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

test.each(['', '12345', '1234567', 'abcdef', '12345６'])('%j is no code', (code) => {
  expect(stepOf(SECRET, code, 59_000)).toBeUndefined();
});

test('each secret is another one, of 160 bits', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('the address names organization and account', () => {
  const url = otpauthUrl(SECRET, 'Acme & Söhne: chat', 'ada@example.com');
  expect(url).toMatch(/^otpauth:\/\/totp\/Acme%20%26%20S%C3%B6hne%3A?%20?chat:ada%40example\.com\?/);
  expect(new URL(url).searchParams.get('secret')).toBe(SECRET);
});
