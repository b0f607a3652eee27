import { expect, test } from 'vitest';
import { isDisposable } from './policy.ts';
import { domainProblem, normalizeDomain } from './validate.ts';

test.each(['acme.com', 'x-x.y.3.z', 'a.b', `${'a'.repeat(76)}.com`])('%s is a domain', (domain) => {
  expect(domainProblem(domain)).toBeUndefined();
});

test.each([
  '',
  'test',
  't.',
  '.com',
  'a..com',
  '-a.com',
  'a-.com',
  'test_domain.com',
  'exämple.com',
  'a b.com',
  `${'a'.repeat(77)}.com`,
  `${'a'.repeat(252)}.com`,
])('%j is not a domain', (domain) => {
  expect(domainProblem(domain)).toBeTypeOf('string');
});

test('spaces around a domain and its letter case do not count', () => {
  expect(normalizeDomain('  ACME.com ')).toBe('acme.com');
});

test('throw-away providers are known, also by names below their domains', () => {
  expect(isDisposable('mailinator.com')).toBe(true);
  expect(isDisposable('inbox.mailinator.com')).toBe(true);
  expect(isDisposable('example.com')).toBe(false);
});
