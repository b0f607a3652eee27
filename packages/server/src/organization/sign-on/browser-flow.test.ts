import { expect, test } from 'vitest';
import { readConfig } from '../../engine/config.ts';
import { ownPath } from './browser-flow.ts';

const { hosts } = readConfig({ PARLEY_SECRET: 'x'.repeat(32) });

test.each(['/', '/?a=b#narrow/x', '/api/', '/a//b'])('the path %s is our own', (path) => {
  expect(ownPath(hosts, 'chat.example.org', path)).toBe(path);
});

test.each([
  undefined,
  '',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/a\\b',
  '/\t/evil.test',
  '/ a',
  'javascript:alert(1)',
  'a',
  '/\r\nset-cookie: a=b',
  `/${'a'.repeat(2_000)}`,
])('the path %j leads to the start page', (path) => {
  expect(ownPath(hosts, 'chat.example.org', path)).toBe('/');
});
