import { expect, test } from 'vitest';
import { StreamBounds } from './stream-bounds.ts';

const ada = { realmId: 1, userId: 7 };

test('[EQ26] the streams of a user share 1,000 frames a second', () => {
  let milliseconds = 0;
  const bounds = new StreamBounds({ monotonic: () => milliseconds });
  const [one, two] = [bounds.enter(ada), bounds.enter(ada)];
  const other = bounds.enter({ realmId: 2, userId: 7 });
  for (let n = 0; n < 1_000; n += 1) expect((n % 2 === 0 ? one : two)?.frames.take()).toBe(true);
  expect([one, two, other].map((stream) => stream?.frames.take())).toEqual([false, false, true]);
  milliseconds = 1_000;
  expect([one, two].map((stream) => stream?.frames.take())).toEqual([true, true]);
});
