import { expect, test } from 'vitest';
import { everyone } from '../log/audience.ts';
import { createMemoryLog } from '../testing/memory-stores.ts';
import { advance, openTail } from './tail.ts';

const say = (log: ReturnType<typeof createMemoryLog>): number =>
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });

test('who asks for a position just as another read ends still gets there', async () => {
  const log = createMemoryLog();
  const tail = openTail(1, 0);
  const late: Promise<void>[] = [];
  await advance(tail, log, say(log), () => {
    // Runs when the read has ended but is not yet forgotten.
    queueMicrotask(() => {
      if (late.length === 0) late.push(advance(tail, log, say(log), () => {}));
    });
  });
  await Promise.all(late);
  expect(late).toHaveLength(1);
  expect(tail.position).toBe(2);
});

test('a head that the log does not hold yet is not waited for', async () => {
  const log = createMemoryLog();
  const tail = openTail(1, 0);
  say(log);
  await advance(tail, log, 5, () => {});
  expect(tail.position).toBe(1);
});
