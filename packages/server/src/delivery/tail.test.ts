import { expect, test } from 'vitest';
import { roles } from '@parley/contract/rights/roles.ts';
import { everyone } from '../engine/log/audience.ts';
import { createInMemoryLog, flaglessAdapter, plainOptions } from '@parley/test-support/memory-stores.ts';
import { openQueue, type LocalQueue } from './local-queue.ts';
import { advance, catchUp, openTail } from './tail.ts';

function append(log: ReturnType<typeof createInMemoryLog>): number {
  return log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
}

test('a position requested just as another read ends is still reached', async () => {
  const log = createInMemoryLog();
  const tail = openTail(1, 0, flaglessAdapter);
  const late: Promise<void>[] = [];
  await advance(tail, log, append(log), () => {
    // Runs when the read has ended but `tail.reading` is not yet cleared.
    queueMicrotask(() => {
      if (late.length === 0) late.push(advance(tail, log, append(log), () => {}));
    });
  });
  await Promise.all(late);
  expect(late).toHaveLength(1);
  expect(tail.position).toBe(2);
});

test('a head that is not in the log yet is not waited for', async () => {
  const log = createInMemoryLog();
  const tail = openTail(1, 0, flaglessAdapter);
  append(log);
  await advance(tail, log, 5, () => {});
  expect(tail.position).toBe(1);
});

test('queues that resume near the same position share the reads of the log', async () => {
  const log = createInMemoryLog();
  for (let n = 0; n < 20; n += 1) append(log);
  let reads = 0;
  const counting = {
    ...log,
    after: (...args: Parameters<typeof log.after>) => {
      reads += 1;
      return log.after(...args);
    },
  };
  const tail = openTail(1, 20, flaglessAdapter);
  const queues = Array.from({ length: 50 }, (_, n) => queueAt(`queue ${n}`, 15 + (n % 2)));
  await Promise.all(queues.map((queue) => catchUp(tail, counting, queue)));
  const late = [queueAt('late', 15), queueAt('later', 19)];
  for (const queue of late) await catchUp(tail, counting, queue);
  for (const queue of [...queues, ...late])
    expect(queue.pending.map(({ id }) => id)).toEqual(idsAfter(queue.record.fromPosition, 20));
  expect(reads).toBe(2);

  await advance(tail, counting, append(log), () => {});
  const oldest = queueAt('oldest', 2);
  await catchUp(tail, counting, oldest);
  expect(oldest.pending).toHaveLength(19);
  expect(reads).toBe(4);
});

function queueAt(id: string, position: number): LocalQueue {
  return openQueue(
    {
      id,
      realmId: 1,
      userId: 1,
      fromPosition: position,
      clientOptions: plainOptions,
      rewinds: 0,
      credentialId: null,
    },
    { role: roles.member, channels: [] },
    position * 100_000,
    position,
  );
}

function idsAfter(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => (from + n + 1) * 100_000);
}
