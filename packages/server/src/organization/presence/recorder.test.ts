import { expect, test } from 'vitest';
import { createManualClock, settle } from '@parley/test-support/memory-stores.ts';
import { createRecorder } from './recorder.ts';
import type { RecordedPresence, PresenceStore, PresenceReport } from './store.ts';

function noted(report: PresenceReport): RecordedPresence {
  return { ...report, wasActiveAt: null, isNew: true, isChanged: true };
}

/** A store that records its calls and completes them on demand. */
function slowStore() {
  const batches: (readonly PresenceReport[])[] = [];
  let finish: ((error?: Error) => void)[] = [];
  const store: PresenceStore = {
    note: (reports) =>
      new Promise((resolve, reject) => {
        batches.push(reports);
        finish.push((error) => {
          if (error === undefined) resolve(reports.map(noted));
          else reject(error);
        });
      }),
  };
  return {
    store,
    batches,
    finish: async (error?: Error) => {
      for (const one of finish.splice(0)) one(error);
      finish = [];
      await settle();
    },
  };
}

test('reports during a write are batched and merged by user', async () => {
  const clock = createManualClock();
  const { store, batches, finish } = slowStore();
  const recorder = createRecorder(store, clock);
  const first = recorder.report(1, 11, true);
  const others = [
    recorder.report(1, 12, false),
    recorder.report(1, 12, true),
    recorder.report(1, 12, false),
    recorder.report(2, 12, false),
  ];
  await finish();
  expect((await first)?.userId).toBe(11);
  expect(batches).toHaveLength(1);
  await clock.advance(25);
  expect(batches[1]).toEqual([
    { realmId: 1, userId: 12, idleAt: 0, activeAt: 0 },
    { realmId: 2, userId: 12, idleAt: 0, activeAt: null },
  ]);
  await finish();
  const answers = await Promise.all(others);
  expect(answers.map((one) => one?.realmId)).toEqual([1, undefined, undefined, 2]);
});

test('a node writes at most every 25 milliseconds, and immediately after a pause', async () => {
  const clock = createManualClock();
  const { store, batches, finish } = slowStore();
  const recorder = createRecorder(store, clock);
  void recorder.report(1, 11, true);
  await finish();
  void recorder.report(1, 12, true);
  await clock.advance(24);
  expect(batches).toHaveLength(1);
  await clock.advance(1);
  expect(batches).toHaveLength(2);
  await finish();
  await clock.advance(25);
  void recorder.report(1, 13, true);
  expect(batches).toHaveLength(3);
});

test('a report soon after the last one runs no query', async () => {
  const clock = createManualClock();
  const { store, batches, finish } = slowStore();
  const recorder = createRecorder(store, clock);
  const report = async (isActive: boolean, changes: boolean): Promise<void> => {
    await clock.advance(25);
    const before = batches.length;
    const answer = recorder.report(1, 11, isActive);
    await finish();
    expect((await answer) !== undefined).toBe(changes);
    expect(batches.length - before).toBe(changes ? 1 : 0);
  };
  await report(false, true);
  await report(false, false);
  await report(true, true);
  await clock.advance(54_900);
  await report(true, false);
  await report(false, false);
  await clock.advance(1_000);
  await report(false, true);
  await report(true, true);
  recorder.forget(1, 11);
  await report(true, true);
});

test('a failed write rejects its reports, and the next report is written', async () => {
  const clock = createManualClock();
  const { store, finish } = slowStore();
  const recorder = createRecorder(store, clock);
  const lost = recorder.report(1, 11, true).catch((error: unknown) => error);
  await finish(new Error('away'));
  expect(await lost).toMatchObject({ message: 'away' });
  await clock.advance(25);
  const kept = recorder.report(1, 11, true);
  await finish();
  expect(await kept).toBeDefined();
});
