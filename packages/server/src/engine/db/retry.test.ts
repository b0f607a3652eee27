import { expect, test } from 'vitest';
import { retry } from './retry.ts';

/** Work that fails the given number of times before it succeeds. */
function failing(times: number) {
  let attempts = 0;
  return () => {
    attempts += 1;
    return attempts <= times ? Promise.reject(new Error(`failure ${attempts}`)) : Promise.resolve(attempts);
  };
}

test('work that fails temporarily is retried up to the given number of attempts', async () => {
  expect(await retry(3, () => true, failing(2))).toBe(3);
  await expect(retry(3, () => true, failing(3))).rejects.toThrow('failure 3');
});

test('work that fails permanently is not retried', async () => {
  await expect(retry(3, () => false, failing(1))).rejects.toThrow('failure 1');
});
