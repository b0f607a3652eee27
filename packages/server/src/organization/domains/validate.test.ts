import { expect, test } from 'vitest';
import { isDisposable } from './policy.ts';
import { domainError, normalizeDomain } from './validate.ts';

test.each(['acme.com', 'x-x.y.3.z', 'a.b', `${'a'.repeat(76)}.com`])('%s is a domain', (domain) => {
  expect(domainError(domain)).toBeUndefined();
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
  expect(domainError(domain)).toBeTypeOf('string');
});

test('normalization removes surrounding spaces and case', () => {
  expect(normalizeDomain('  ACME.com ')).toBe('acme.com');
});

test('disposable providers are recognized, including their subdomains', () => {
  expect(isDisposable('mailinator.com')).toBe(true);
  expect(isDisposable('inbox.mailinator.com')).toBe(true);
  expect(isDisposable('example.com')).toBe(false);
});
