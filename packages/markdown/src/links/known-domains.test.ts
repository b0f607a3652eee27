import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasKnownTopLevel } from './known-domains.ts';
import { makeTopLevels } from './make-top-levels.ts';

test('the table of top-level domains is fresh', () => {
  expect(readFileSync(new URL('top-levels.ts', import.meta.url), 'utf8')).toBe(makeTopLevels());
});

test.each(['a.org', 'a.COM', 'a.aaa', 'a.zw', 'a.museum', 'a.co'])('%s exists', (domain) => {
  expect(hasKnownTopLevel(domain)).toBe(true);
});

test.each(['foo.py', 'README.md', 'x.zip', 'a.nosuch', 'a.'])('%s is no domain', (domain) => {
  expect(hasKnownTopLevel(domain)).toBe(false);
});
