import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3, type S3Process } from '@parley/test-support/own-s3.ts';
import type { FileStore } from './file-store.ts';
import { prepareFiles } from './prepare.ts';
import { createFileStore, readStoredFile } from './store.ts';
let directory: string;
let s3: S3Process;
let stores: Record<'disk' | 's3', FileStore>;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-store-'));
  await prepareFiles({ directory, s3: undefined }, () => Promise.resolve(false));
  s3 = await startS3();
  stores = {
    disk: createFileStore({ directory, s3: undefined }),
    s3: createFileStore({ directory, s3: s3.settings }),
  };
});

afterAll(async () => {
  stores.disk.close();
  stores.s3.close();
  await s3.stop();
  await rm(directory, { recursive: true });
});

test('a store on disk keeps files and directories for the account of the server', async () => {
  await stores.disk.put('private/one', Buffer.from('one'));
  const spooled = path.join(directory, 'spooled');
  await writeFile(spooled, 'two', { mode: 0o644 });
  await stores.disk.put('private/two', { path: spooled, size: 3 });
  const modeOf = async (name: string): Promise<string> =>
    ((await stat(path.join(directory, 'kept', name))).mode & 0o777).toString(8);
  expect(await modeOf('private')).toBe('700');
  expect([await modeOf('private/one'), await modeOf('private/two')]).toEqual(['600', '600']);
});

test('a server with a bucket loads the library of buckets before its first request', () => {
  const program = `
    import { createRequire } from 'node:module';
    import { prepareFiles } from '${import.meta.resolve('./prepare.ts')}';
    await prepareFiles({ directory: process.argv[1], s3: {} }, () => Promise.resolve(false));
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(loaded.some((file) => file.includes('@aws-sdk/client-s3')));`;
  const args = ['--input-type=module', '--eval', program, directory];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('true\n');
});

/** The behavior of every file store. */
describe.each(['disk', 's3'] as const)('a store on %s', (kind) => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 251));

  test('returns the content that was stored', async () => {
    await stores[kind].put('a/b/one', bytes);
    expect((await readStoredFile(stores[kind], 'a/b/one'))?.equals(bytes)).toBe(true);
  });

  test('returns undefined for an unknown key', async () => {
    expect(await stores[kind].get('a/b/none')).toBeUndefined();
  });

  test('stores a local file', async () => {
    const from = path.join(directory, `from-${kind}`);
    await writeFile(from, bytes);
    await stores[kind].put('a/file', { path: from, size: bytes.length });
    expect((await readStoredFile(stores[kind], 'a/file'))?.equals(bytes)).toBe(true);
  });

  test('returns a range', async () => {
    await stores[kind].put('a/part', bytes);
    const part = await stores[kind].get('a/part', { from: 10, to: 19 });
    expect(part?.size).toBe(10);
    expect(part && (await buffer(part.content))).toEqual(bytes.subarray(10, 20));
    const whole = await stores[kind].get('a/part');
    expect(whole?.size).toBe(bytes.length);
    whole?.content.destroy();
  });

  test('stores an empty file', async () => {
    await stores[kind].put('a/empty', new Uint8Array());
    const found = await stores[kind].get('a/empty');
    expect(found?.size).toBe(0);
    expect(found && (await buffer(found.content))).toEqual(Buffer.alloc(0));
  });

  test('replaces a file atomically', async () => {
    await stores[kind].put('a/twice', Buffer.from('the first and longer one'));
    await stores[kind].put('a/twice', Buffer.from('second'));
    expect(String(await readStoredFile(stores[kind], 'a/twice'))).toBe('second');
  });

  test('deletes a file, and ignores a missing one', async () => {
    await stores[kind].put('a/gone', bytes);
    await stores[kind].delete('a/gone');
    await stores[kind].delete('a/gone');
    expect(await stores[kind].get('a/gone')).toBeUndefined();
  });

  test.each(['', '/a', 'a//b', '../a', 'a/../b', 'a/..', 'a/b/', 'A', 'a b', 'a\0', 'a\\b', '.a', 'ä'])(
    'refuses the key %j',
    async (key) => {
      await expect(stores[kind].put(key, bytes)).rejects.toThrow('Invalid file key');
      await expect(stores[kind].get(key)).rejects.toThrow('Invalid file key');
      await expect(stores[kind].delete(key)).rejects.toThrow('Invalid file key');
    },
  );
});

test('the disk store never shows a partial file while it is replaced', async () => {
  const versions = [Buffer.alloc(200_000, 'x'), Buffer.alloc(200_000, 'y')] as const;
  await stores.disk.put('a/race', versions[0]);
  const writing = Promise.all(
    Array.from({ length: 10 }, (_, i) => stores.disk.put('a/race', versions[i % 2 === 0 ? 1 : 0])),
  );
  for (let i = 0; i < 20; i += 1) {
    const seen = await readStoredFile(stores.disk, 'a/race');
    expect(versions.some((version) => seen?.equals(version))).toBe(true);
  }
  await writing;
});

test('the disk store leaves no drafts behind', async () => {
  await expect(
    stores.disk.put('a/lost', { path: path.join(directory, 'not-there'), size: 1 }),
  ).rejects.toMatchObject({ name: 'StoreUnavailableError', cause: { code: 'ENOENT' } });
  expect(await readdir(path.join(directory, 'incoming'))).toEqual([]);
  expect(await stores.disk.get('a/lost')).toBeUndefined();
});

test('a directory that vanished is not made anew', async () => {
  const mount = await mkdtemp(path.join(tmpdir(), 'parley-mount-'));
  const files = { directory: path.join(mount, 'files'), s3: undefined };
  const store = createFileStore(files);
  expect(await prepareFiles(files, () => Promise.resolve(false))).toBe(true);
  await store.put('a/kept', Buffer.from('x'));
  await rm(files.directory, { recursive: true });
  await expect(store.put('a/other', Buffer.from('x'))).rejects.toMatchObject({
    name: 'StoreUnavailableError',
  });
  expect(await prepareFiles(files, () => Promise.resolve(true))).toBe(false);
  expect(await readdir(mount)).toEqual([]);
  await rm(mount, { recursive: true });
});

test('the directory of files is private, those created above it are not', async () => {
  const above = path.join(directory, 'above');
  const files = { directory: path.join(above, 'files'), s3: undefined };
  await prepareFiles(files, () => Promise.resolve(false));
  const isPrivate = async (place: string): Promise<boolean> => ((await stat(place)).mode & 0o077) === 0;
  expect([await isPrivate(above), await isPrivate(files.directory)]).toEqual([false, true]);
});

test('an unavailable object store is a temporary error', async () => {
  const nowhere = createFileStore({
    directory,
    s3: { ...s3.settings, endpoint: 'http://127.0.0.1:9' },
  });
  await expect(nowhere.put('a/b', Buffer.from('x'))).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  await expect(nowhere.get('a/b')).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  nowhere.close();
});
