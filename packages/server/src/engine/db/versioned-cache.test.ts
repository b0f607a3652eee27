import { expect, test } from 'vitest';
import { createVersionedCache } from './versioned-cache.ts';

test('a newer version invalidates older values of the same organization only', () => {
  const cache = createVersionedCache();
  const users = cache.section<string>(10);
  const channels = cache.section<string>(10);
  users.keep('ada', { realmId: 1, accessVersion: 4 }, 'Ada');
  users.keep('bob', { realmId: 2, accessVersion: 4 }, 'Bob');
  expect([users.lookup('ada'), users.lookup('bob'), users.lookup('eve')]).toEqual(['Ada', 'Bob', undefined]);
  channels.keep('here', { realmId: 1, accessVersion: 5 }, 'here');
  expect([users.lookup('ada'), users.lookup('bob'), channels.lookup('here')]).toEqual([
    undefined,
    'Bob',
    'here',
  ]);
});

test('a value of an older version does not replace a newer one', () => {
  const section = createVersionedCache().section<string>(10);
  section.keep('ada', { realmId: 1, accessVersion: 5 }, 'new');
  section.keep('ada', { realmId: 1, accessVersion: 4 }, 'old');
  expect(section.lookup('ada')).toBe('new');
});

test('the oldest entries of a full section are evicted', () => {
  const section = createVersionedCache().section<number>(2);
  for (const n of [1, 2, 1, 3]) section.keep(`${n}`, { realmId: 1, accessVersion: 0 }, n);
  expect(['1', '2', '3'].map((key) => section.lookup(key))).toEqual([1, undefined, 3]);
});

test('a cleared cache returns none of its values, even when their version is current again', () => {
  const cache = createVersionedCache();
  const section = cache.section<string>(10);
  section.keep('ada', { realmId: 1, accessVersion: 4 }, 'Ada');
  cache.clear();
  section.keep('bob', { realmId: 1, accessVersion: 4 }, 'Bob');
  expect([section.lookup('ada'), section.lookup('bob')]).toEqual([undefined, 'Bob']);
});

test('a cleared cache takes values of a lower version, which a restored database may have', () => {
  const cache = createVersionedCache();
  const section = cache.section<string>(10);
  section.keep('ada', { realmId: 1, accessVersion: 4 }, 'Ada');
  cache.clear();
  section.keep('ada', { realmId: 1, accessVersion: 3 }, 'Ada before');
  expect(section.lookup('ada')).toBe('Ada before');
});
