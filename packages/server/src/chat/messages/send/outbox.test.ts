import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';
import type { Addressed, Outbox, OutgoingMessage } from './outgoing-message.ts';

type Stored = { outgoingMessages: readonly Addressed[]; done: (outcome?: Error) => void };

/** An outbox whose commits the test ends itself. */
function open() {
  const commits: Stored[] = [];
  const pokes: [number, number][] = [];
  const timers = new Map<() => void, number>();
  const heads = new Map<number, number>();
  const outbox = createOutbox(
    (outgoingMessages) =>
      new Promise((resolve, reject) => {
        const done = (outcome?: Error): void => {
          if (outcome !== undefined) return reject(outcome);
          const ids = outgoingMessages.map(({ realmId }) => {
            const id = (heads.get(realmId) ?? 0) + 1;
            heads.set(realmId, id);
            return id;
          });
          resolve(ids);
        };
        commits.push({ outgoingMessages, done });
      }),
    (realmId, head) => pokes.push([realmId, head]),
    {
      monotonic: () => 0,
      after: (milliseconds, callback) => {
        timers.set(callback, milliseconds);
        return () => {
          timers.delete(callback);
        };
      },
    },
  );
  const wait = async (milliseconds: number): Promise<void> => {
    const due = [...timers].filter(([, after]) => after <= milliseconds);
    for (const [ring] of due) {
      timers.delete(ring);
      ring();
    }
    await settle();
  };
  return { outbox, commits, pokes, wait };
}

function outgoing(content: string): OutgoingMessage {
  return { content } as unknown as OutgoingMessage;
}

function realmsOf({ outgoingMessages }: Stored): number[] {
  return outgoingMessages.map(({ realmId }) => realmId);
}

function textsOf({ outgoingMessages }: Stored): string[] {
  return outgoingMessages.map((one) => one.outgoing.content);
}

function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A commit of its own. */
async function start(outbox: Outbox, realmId: number): Promise<void> {
  void outbox.send(realmId, outgoing('first'));
  await settle();
}

function problem(code: string): Error {
  return Object.assign(new DatabaseError('no', 2, 'error'), { code });
}

test('commits of an organization run one after another, each with all pending messages', async () => {
  const { outbox, commits, pokes, wait } = open();
  const sent: Promise<number>[] = [];
  const send = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) sent.push(outbox.send(1, outgoing('x')));
    await settle();
  };
  const sizes = (): number[] => commits.map(({ outgoingMessages }) => outgoingMessages.length);
  await send(2);
  await send(1);
  await send(110);
  await wait(10);
  expect(sizes()).toEqual([2]);
  commits[0]?.done();
  await settle();
  expect(sizes()).toEqual([2, 100]);
  commits[1]?.done();
  await settle();
  expect(sizes()).toEqual([2, 100, 11]);
  commits[2]?.done();
  expect(await Promise.all(sent)).toEqual(Array.from({ length: 113 }, (_, n) => n + 1));
  expect(pokes).toEqual([
    [1, 2],
    [1, 102],
    [1, 113],
  ]);
});

test('messages do not wait for a slow commit', async () => {
  const { outbox, commits, wait } = open();
  await start(outbox, 1);
  const sent = outbox.send(1, outgoing('b'));
  await wait(10);
  expect(commits.map(textsOf)).toEqual([['first']]);
  await wait(50);
  expect(commits.map(textsOf)).toEqual([['first'], ['b']]);
  void outbox.send(1, outgoing('c'));
  await settle();
  expect(commits).toHaveLength(2);
  commits[1]?.done();
  expect(await sent).toBe(1);
  await settle();
  expect(commits.map(textsOf)).toEqual([['first'], ['b'], ['c']]);
  await wait(50);
  void outbox.send(1, outgoing('d'));
  await settle();
  expect(commits).toHaveLength(3);
  commits[0]?.done();
  await settle();
  expect(commits.map(textsOf)).toEqual([['first'], ['b'], ['c'], ['d']]);
});

test('organizations share commits, each with an equal share of the batch', async () => {
  const { outbox, commits } = open();
  await start(outbox, 100);
  for (let n = 0; n < 300; n += 1) void outbox.send(1, outgoing(`busy ${n}`));
  for (let n = 2; n < 12; n += 1) void outbox.send(n, outgoing('quiet'));
  await settle();
  expect(commits).toHaveLength(2);
  const together = commits.slice(1).flatMap(realmsOf);
  expect(new Set(together)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
  expect(together.filter((realmId) => realmId === 1)).toHaveLength(10);
});

test('a second commit starts when there are enough messages for it', async () => {
  const { outbox, commits } = open();
  for (let realmId = 1; realmId <= 50; realmId += 1) await start(outbox, realmId);
  expect(commits.map(realmsOf)).toEqual([[1]]);
  for (let realmId = 51; realmId <= 120; realmId += 1) await start(outbox, realmId);
  expect(commits.map((commit) => realmsOf(commit).length)).toEqual([1, 50]);
  commits[0]?.done();
  await settle();
  expect(commits.map((commit) => realmsOf(commit).length)).toEqual([1, 50, 69]);
});

test('slow commits let other commits start, up to the limit', async () => {
  const { outbox, commits, wait } = open();
  for (let realmId = 1; realmId <= 3; realmId += 1) await start(outbox, realmId);
  expect(commits.map(realmsOf)).toEqual([[1]]);
  await wait(10);
  expect(commits).toHaveLength(1);
  await wait(50);
  expect(commits.map(realmsOf)).toEqual([[1], [2, 3]]);
  for (let realmId = 4; realmId <= 8; realmId += 1) {
    await wait(50);
    await start(outbox, realmId);
  }
  expect(commits.slice(2).map(realmsOf)).toEqual([[4], [5]]);
  commits[0]?.done();
  await settle();
  expect(commits.slice(4).map(realmsOf)).toEqual([[6, 7, 8]]);
  for (const { done } of commits) done();
  await settle();
  for (let realmId = 9; realmId <= 11; realmId += 1) await start(outbox, realmId);
  expect(commits.slice(5).map(realmsOf)).toEqual([[9]]);
});

test('a locked organization does not delay other organizations', async () => {
  const { outbox, commits } = open();
  await start(outbox, 100);
  const sent = [1, 2, 2].map((realmId) => outbox.send(realmId, outgoing('x')));
  commits[0]?.done();
  await settle();
  commits[1]?.done(problem('55P03'));
  await settle();
  expect(commits.slice(2).map(realmsOf)).toEqual([[1], [2, 2]]);
  commits[3]?.done();
  expect(await Promise.all(sent.slice(1))).toEqual([1, 2]);
  commits[2]?.done(problem('55P03'));
  await expect(sent[0]).rejects.toThrow('no');
});

test('messages of an organization with a new version fail together, and no others fail', async () => {
  const { outbox, commits } = open();
  await start(outbox, 100);
  const sent = [1, 2, 2].map((realmId) => outbox.send(realmId, outgoing('x')));
  commits[0]?.done();
  await settle();
  commits[1]?.done(problem('PL002'));
  await settle();
  expect(commits.slice(2).map(realmsOf)).toEqual([[1], [2, 2]]);
  commits[2]?.done();
  expect(await sent[0]).toBe(1);
  commits[3]?.done(problem('PL002'));
  const outcomes = await Promise.allSettled(sent.slice(1));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(commits).toHaveLength(4);
});

test('a message that cannot be stored fails alone', async () => {
  const { outbox, commits } = open();
  await start(outbox, 1);
  const sent = ['good', 'bad', 'fine'].map((text) => outbox.send(1, outgoing(text)));
  commits[0]?.done();
  await settle();
  const settled = Promise.allSettled(sent);
  commits[1]?.done(problem('23505'));
  for (const at of [2, 3, 4]) {
    await settle();
    commits[at]?.done(at === 3 ? problem('23505') : undefined);
  }
  const outcomes = await settled;
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a batch with an unknown outcome is not retried', async () => {
  const { outbox, commits } = open();
  await start(outbox, 1);
  const sent = ['a', 'b'].map((text) => outbox.send(1, outgoing(text)));
  commits[0]?.done();
  await settle();
  commits[1]?.done(new Error('Connection terminated unexpectedly'));
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(commits).toHaveLength(2);
});
