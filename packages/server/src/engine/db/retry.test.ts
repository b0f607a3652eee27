import { expect, test } from 'vitest';
import { again } from './retry.ts';

/** Fails so many times before it succeeds. */
function failing(times: number) {
  let tried = 0;
  return () => {
    tried += 1;
    return tried <= times ? Promise.reject(new Error(`failure ${tried}`)) : Promise.resolve(tried);
  };
}

test('What fails for a reason that passes is done anew, so many times in all', async () => {
  expect(await again(3, () => true, failing(2))).toBe(3);
  await expect(again(3, () => true, failing(3))).rejects.toThrow('failure 3');
});

test('What fails for another reason is not done anew', async () => {
  await expect(again(3, () => false, failing(1))).rejects.toThrow('failure 1');
});
