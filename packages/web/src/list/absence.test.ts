import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

function browserWith(items: Map<string, string>): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
}

test('a new page knows when the reader left an earlier one', async () => {
  const items = new Map<string, string>();
  browserWith(items);
  (await import('./absence.ts')).noteLeaving(1_000_000);
  vi.resetModules();
  const { absenceBetween } = await import('./absence.ts');
  expect(absenceBetween(900, 1_100)).toBe(1_000);
  expect(absenceBetween(1_001, 1_100)).toBeUndefined();
});

test('on the first visit of a device nothing is known', async () => {
  browserWith(new Map());
  const { absenceBetween } = await import('./absence.ts');
  expect(absenceBetween(0, 2_000_000_000)).toBe(undefined);
});
