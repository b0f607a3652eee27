import { describe, expect, test } from 'vitest';
import { domainOf, userIdInAddress, isEmailAddress, storedAddress } from './address.ts';

const hosts = {
  external: 'chat.example.com',
  scheme: 'https' as const,
  realmHosts: { acme: 'chat.acme.example' },
  rootAliases: [],
  landingPage: false,
  trustedProxies: [],
  proxyHops: 0,
};

describe('isEmailAddress', () => {
  test.each([
    'ada@example.com',
    'a.b+c@sub.example.com',
    "o'neil@example.co",
    'x@localhost',
    'x@bücher.example',
  ])('%s is an e-mail address', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });
  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@@example.com',
    '.ada@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@exam ple.com',
    'ada @example.com',
    'ada@example.com:8080',
    'Ada <ada@example.com>',
    'ada@1.2.3.4',
    'ada@example..com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}com`,
    'ada@example.com\nbcc@example.com',
  ])('%j is not an e-mail address', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

test('placeholder addresses use the host of the organization, or the server host if that has a port', () => {
  expect(domainOf(hosts, '')).toBe('chat.example.com');
  expect(domainOf(hosts, 'team')).toBe('team.chat.example.com');
  expect(domainOf(hosts, 'acme')).toBe('chat.acme.example');
  expect(domainOf({ ...hosts, external: 'localhost:9800' }, 'team')).toBe('localhost');
});

test('a placeholder address resolves to a user id in its own organization only', () => {
  expect(userIdInAddress(hosts, 'team', 'user12@team.chat.example.com')).toBe(12);
  expect(userIdInAddress(hosts, 'team', 'USER12@Team.chat.example.com')).toBe(12);
  expect(userIdInAddress(hosts, 'team', 'user12@chat.example.com')).toBeUndefined();
  expect(userIdInAddress(hosts, 'team', 'user@team.chat.example.com')).toBeUndefined();
});

test('only the domain of an address is stored in lower case', () => {
  expect(storedAddress('Ada@Example.COM')).toBe('Ada@example.com');
});
