import { expect, test } from 'vitest';
import { createSnapshotCache } from './snapshot-cache.ts';

function value(name: string, size = 1) {
  return { name, size };
}

test('a value is loaded once per version, also by concurrent readers', async () => {
  const shared = createSnapshotCache();
  let reads = 0;
  const load = async () => {
    reads += 1;
    await Promise.resolve();
    return value('loaded');
  };
  const both = await Promise.all([shared.read('a', [1, 1], load), shared.read('a', [1, 1], load)]);
  expect(both.map(({ name }) => name)).toEqual(['loaded', 'loaded']);
  expect(await shared.read('a', [1, 1], load)).toBe(both[0]);
  expect(reads).toBe(1);
});

test('a new version is loaded with the previous value at hand', async () => {
  const shared = createSnapshotCache();
  const first = await shared.read('a', [1], async () => value('old'));
  const seen: unknown[] = [];
  const second = await shared.read('a', [2], async (before: typeof first | undefined) => {
    seen.push(before);
    return value('new');
  });
  expect(seen).toEqual([first]);
  expect(second.name).toBe('new');
});

test('a reader with an older version loads its own value and leaves the newer one cached', async () => {
  const shared = createSnapshotCache();
  const newer = await shared.read('a', [2, 5], async () => value('newer'));
  expect((await shared.read('a', [1, 5], async () => value('older'))).name).toBe('older');
  expect(await shared.read('a', [2, 5], async () => value('never'))).toBe(newer);
});

test('a load that fails does not fail concurrent readers', async () => {
  const shared = createSnapshotCache();
  const failing = shared.read('a', [1], () => Promise.reject(new Error('broken')));
  const waiting = shared.read('a', [1], async () => value('own'));
  await expect(failing).rejects.toThrow('broken');
  expect((await waiting).name).toBe('own');
  expect((await shared.read('a', [1], async () => value('next'))).name).toBe('next');
});

test('the least recently used value is evicted', async () => {
  const shared = createSnapshotCache(10);
  const one = await shared.read('one', [1], async () => value('one', 5));
  await shared.read('two', [1], async () => value('two', 5));
  await shared.read('one', [1], async () => value('never'));
  await shared.read('three', [1], async () => value('three', 5));
  expect(await shared.read('one', [1], async () => value('never'))).toBe(one);
  expect((await shared.read('two', [1], async () => value('reloaded', 5))).name).toBe('reloaded');
});
