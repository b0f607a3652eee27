import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBreachedPasswords } from './check-passwords.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-list-'));
});
afterAll(() => rm(directory, { recursive: true }));

const lines = Array.from(
  { length: 1000 },
  (_, n) => `${createHash('sha1').update(`password ${n}`).digest('hex').toUpperCase()}:1`,
);

test.each([
  ['a sorted list', lines.toSorted(), 'passed'],
  ['a list without order', lines, 'failed'],
  ['a list of passwords', ['password', '12345678'], 'failed'],
] as const)('%s of breached passwords is judged', async (name, content, status) => {
  const list = path.join(directory, name);
  await writeFile(list, `${content.join('\n')}\n`);
  expect(await checkBreachedPasswords({ breachedPasswords: list })).toMatchObject([{ status }]);
});

test('a list that is missing fails, and no list at all is no matter', async () => {
  const missing = path.join(directory, 'missing');
  expect(await checkBreachedPasswords({ breachedPasswords: missing })).toMatchObject([{ status: 'failed' }]);
  expect(await checkBreachedPasswords({ breachedPasswords: undefined })).toEqual([]);
});
