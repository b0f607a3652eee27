import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockEntryOf, missingFrom, packageAt, withoutIntegrity, type Lock } from '../tools/lock/lock.ts';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock;

test('the lock has the packages of every platform; if not: npm run lock:complete', () => {
  expect(missingFrom(lock)).toEqual([]);
});

test('every package in the lock has a hash; if not: npm run lock:complete', () => {
  expect(withoutIntegrity(lock)).toEqual([]);
});

test('a package without a hash is noticed; folders of this repository need none', () => {
  const packages = {
    '': {},
    'packages/client': { version: '1.0.0' },
    'node_modules/@parley/client': { link: true },
    'node_modules/good': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/good/node_modules/@scope/bad': { version: '1.0.0' },
  };
  expect(withoutIntegrity({ packages })).toEqual(['node_modules/good/node_modules/@scope/bad']);
  expect(packageAt('node_modules/good/node_modules/@scope/bad')).toBe('@scope/bad');
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
