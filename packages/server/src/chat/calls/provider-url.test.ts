import { expect, test } from 'vitest';
import { ConfigError } from '../../engine/config-error.ts';
import { readConfig } from '../../engine/config.ts';

function read(issuer: string) {
  return readConfig({ PARLEY_SECRET: 'a secret for tests that is long enough', PARLEY_CALLS_ISSUER: issuer })
    .calls.issuer;
}

test.each([
  '',
  'https://login.example.com',
  'http://localhost:9000',
  'http://127.0.0.1',
  'http://[::1]:80/x',
])('the issuer %j is accepted', (issuer) => {
  expect(read(issuer)).toBe(issuer);
});

test.each([
  'http://login.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'ftp://localhost',
  'file:///etc/passwd',
  'login.example.com',
  'https://',
  'nonsense',
])('the issuer %j is refused', (issuer) => {
  expect(() => read(issuer)).toThrow(ConfigError);
});
