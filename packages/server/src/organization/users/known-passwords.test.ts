import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKnownPasswords, isInList } from './known-passwords.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-passwords-'));
});
afterAll(() => rm(directory, { recursive: true }));

const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

async function listOf(passwords: readonly string[], end = '\n'): Promise<string> {
  const file = path.join(directory, `${passwords.length}-${end.length}`);
  const lines = passwords.map((password, n) => `${hashOf(password)}:${10 ** (n % 8)}${end}`);
  await writeFile(file, lines.toSorted().join(''));
  return file;
}

test.each(['password', 'Password', 'iloveyou', '1q2w3e4r5t', 'princess', 'sunshine1'])(
  '%s is a known password',
  async (password) => {
    expect(await createKnownPasswords(undefined).has(password)).toBe(true);
  },
);

test('of 20,000 other passwords, at most 20 are taken for known ones', async () => {
  const known = createKnownPasswords(undefined);
  let wrong = 0;
  for (let n = 0; n < 20_000; n += 1) if (await known.has(`mittens over the harbour ${n}`)) wrong += 1;
  expect(wrong).toBeLessThanOrEqual(20);
});

test.each(['\n', '\r\n'])('each password of a sorted list is found, and no other (%j)', async (end) => {
  const passwords = Array.from({ length: 300 }, (_, n) => `listed ${n}`);
  const list = await listOf(passwords, end);
  for (const password of passwords)
    expect([password, await isInList(list, password)]).toEqual([password, true]);
  for (let n = 0; n < 300; n += 1) expect(await isInList(list, `absent ${n}`)).toBe(false);
});

test('a list of one line or none is searched too', async () => {
  expect(await isInList(await listOf(['one']), 'one')).toBe(true);
  expect(await isInList(await listOf(['one']), 'two')).toBe(false);
  expect(await isInList(await listOf([]), 'one')).toBe(false);
});

test('the list of the operator counts beside the filter', async () => {
  const list = await listOf(['mittens over the harbour', 'another']);
  expect(await createKnownPasswords(list).has('mittens over the harbour')).toBe(true);
  expect(await createKnownPasswords(undefined).has('mittens over the harbour')).toBe(false);
});
