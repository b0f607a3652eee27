import { expect, test } from 'vitest';
import { everyone } from '../engine/log/audience.ts';
import { createInMemoryLog, flaglessAdapter, plainOptions } from '@parley/test-support/memory-stores.ts';
import { openQueue, type LocalQueue } from './local-queue.ts';
import { advance, catchUp, openTail } from './tail.ts';

function say(log: ReturnType<typeof createInMemoryLog>): number {
  return log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
}

test('who asks for a position just as another read ends still gets there', async () => {
  const log = createInMemoryLog();
  const tail = openTail(1, 0, flaglessAdapter);
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
  const log = createInMemoryLog();
  const tail = openTail(1, 0, flaglessAdapter);
  say(log);
  await advance(tail, log, 5, () => {});
  expect(tail.position).toBe(1);
});

test('queues that come from about the same place read the log once for all of them', async () => {
  const log = createInMemoryLog();
  for (let n = 0; n < 20; n += 1) say(log);
  let reads = 0;
  const counting = {
    ...log,
    after: (...asked: Parameters<typeof log.after>) => {
      reads += 1;
      return log.after(...asked);
    },
  };
  const tail = openTail(1, 20, flaglessAdapter);
  const comers = Array.from({ length: 50 }, (_, n) => comer(`queue ${n}`, 15 + (n % 2)));
  await Promise.all(comers.map((queue) => catchUp(tail, counting, queue)));
  const late = [comer('late', 15), comer('later', 19)];
  for (const queue of late) await catchUp(tail, counting, queue);
  for (const queue of [...comers, ...late])
    expect(queue.pending.map(({ id }) => id)).toEqual(idsBehind(queue.record.fromPosition, 20));
  expect(reads).toBe(2);

  await advance(tail, counting, say(log), () => {});
  const oldest = comer('oldest', 2);
  await catchUp(tail, counting, oldest);
  expect(oldest.pending).toHaveLength(19);
  expect(reads).toBe(4);
});

function comer(id: string, position: number): LocalQueue {
  return openQueue(
    { id, realmId: 1, userId: 1, fromPosition: position, clientOptions: plainOptions },
    { role: 400, channels: [] },
    position * 100_000,
    position,
  );
}

function idsBehind(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => (from + n + 1) * 100_000);
}
