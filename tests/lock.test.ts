import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockEntryOf, missingFrom, type Lock } from '../tools/lock.ts';

test('the lock has the packages of every platform; if not: npm run lock:complete', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock;
  expect(missingFrom(lock)).toEqual([]);
});

test('a package of another platform is noticed and described by its name', () => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { '@tool/binding-linux-arm64-musl': '1.2.3' } },
  };
  expect(missingFrom({ packages })).toEqual([{ name: '@tool/binding-linux-arm64-musl', version: '1.2.3' }]);
  expect(lockEntryOf('@tool/binding-linux-arm64-musl', '1.2.3')).toMatchObject({
    version: '1.2.3',
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  });
});
