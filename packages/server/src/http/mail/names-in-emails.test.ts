import { expect, test } from 'vitest';
import { looksLikeLink } from './names-in-emails.ts';

test.each([
  ['Ada Lovelace', false],
  ['J. R. Smith', false],
  ['Node.js friends', false],
  ['Bank: 24/7', false],
  ['Your bank: log in at http://evil.example/now', true],
  ['evil.com', true],
  ['Bank (www.evil)', true],
  ['log in at EVIL.COM/now', true],
  ['ftp://evil', true],
  ['write to help@evil.com', true],
])('%s looks like a link: %s', (name, isLink) => {
  expect(looksLikeLink(name)).toBe(isLink);
});
