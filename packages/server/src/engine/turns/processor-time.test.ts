import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createProcessorTime, type ProcessorTime } from './processor-time.ts';

const ada = { realmId: 1, userId: 1 };
const bob = { realmId: 2, userId: 2 };

let usedMs: number;
let spent: Map<number, number>;
let processor: ProcessorTime;

beforeEach(() => {
  usedMs = 0;
  spent = new Map();
  processor = createProcessorTime(
    {
      spend: ({ userId }, milliseconds) => spent.set(userId, (spent.get(userId) ?? 0) + milliseconds),
      spentBy: () => undefined,
    },
    () => usedMs,
  );
});

function work(milliseconds: number): void {
  usedMs += milliseconds;
}

test('requests that take turns with each other and with background work pay for their own turns', async () => {
  const request = (share: typeof ada, milliseconds: number): Promise<void> =>
    processor.run(async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        work(milliseconds);
        await Promise.resolve();
        work(milliseconds);
        await nextTurn();
        processor.takeTurn();
      }
    }, share);
  const background = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      work(1_000);
    }
  };
  await Promise.all([background(), request(ada, 10), nextTurn().then(() => request(bob, 1))]);
  await nextTurn();
  expect(Object.fromEntries(spent)).toEqual({ [ada.userId]: 60, [bob.userId]: 6 });
});

test('the time before a user is known is paid when the user is admitted', async () => {
  await processor.run(async () => {
    work(5);
    await nextTurn();
    processor.takeTurn();
    work(7);
    processor.payFor(ada);
    processor.payFor(bob);
  });
  await nextTurn();
  expect(Object.fromEntries(spent)).toEqual({ [ada.userId]: 12 });
});

test('work that a request leaves behind is not charged', async () => {
  const left = Promise.withResolvers<void>();
  await processor.run(async () => {
    setImmediate(() => {
      processor.takeTurn();
      work(50);
      left.resolve();
    });
  }, ada);
  await left.promise;
  await nextTurn();
  expect(spent.get(ada.userId) ?? 0).toBe(0);
});
