import { expect, test } from 'vitest';
import { createShared } from './shared.ts';

function thing(name: string, size = 1) {
  return { name, size };
}

test('under the same numbers a thing is read once, also by those who ask while it is read', async () => {
  const shared = createShared();
  let reads = 0;
  const load = async () => {
    reads += 1;
    await Promise.resolve();
    return thing('it');
  };
  const both = await Promise.all([shared.read('a', [1, 1], load), shared.read('a', [1, 1], load)]);
  expect(both.map(({ name }) => name)).toEqual(['it', 'it']);
  expect(await shared.read('a', [1, 1], load)).toBe(both[0]);
  expect(reads).toBe(1);
});

test('under another number it is read anew, with what was known before', async () => {
  const shared = createShared();
  const first = await shared.read('a', [1], async () => thing('old'));
  const seen: unknown[] = [];
  const second = await shared.read('a', [2], async (before: typeof first | undefined) => {
    seen.push(before);
    return thing('new');
  });
  expect(seen).toEqual([first]);
  expect(second.name).toBe('new');
});

test('who looks at an earlier moment reads it, and leaves what is newer', async () => {
  const shared = createShared();
  const newer = await shared.read('a', [2, 5], async () => thing('newer'));
  expect((await shared.read('a', [1, 5], async () => thing('older'))).name).toBe('older');
  expect(await shared.read('a', [2, 5], async () => thing('never'))).toBe(newer);
});

test('a reading that fails is the matter of who read', async () => {
  const shared = createShared();
  const failing = shared.read('a', [1], () => Promise.reject(new Error('broken')));
  const waiting = shared.read('a', [1], async () => thing('mine'));
  await expect(failing).rejects.toThrow('broken');
  expect((await waiting).name).toBe('mine');
  expect((await shared.read('a', [1], async () => thing('next'))).name).toBe('next');
});

test('what was not used for longest makes room', async () => {
  const shared = createShared(10);
  const one = await shared.read('one', [1], async () => thing('one', 5));
  await shared.read('two', [1], async () => thing('two', 5));
  await shared.read('one', [1], async () => thing('never'));
  await shared.read('three', [1], async () => thing('three', 5));
  expect(await shared.read('one', [1], async () => thing('never'))).toBe(one);
  expect((await shared.read('two', [1], async () => thing('again', 5))).name).toBe('again');
});
