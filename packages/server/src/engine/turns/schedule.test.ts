import { array, assert, integer, oneof, property, record, constant } from 'fast-check';
import { expect, test } from 'vitest';
import { createSchedule, type Schedule, type ScheduleOptions } from './schedule.ts';
import { onlyInAll, type Share } from './share.ts';

type Task = Share & { readonly name: string };

function taskOf(name: string): Task {
  const [realmId = 0, userId = 0] = name.split('.').map(Number);
  return { realmId, userId, name };
}

function add(schedule: Schedule<Task>, names: string): Task[] {
  const tasks = names.split(' ').map(taskOf);
  for (const task of tasks) expect(schedule.add(task)).toBeUndefined();
  return tasks;
}

/** Runs one task after another until none is left, each for a time. */
function runAll(schedule: Schedule<Task>, eachMs = 0): string {
  const order: string[] = [];
  for (let task = schedule.start(0); task !== undefined; task = schedule.start(0)) {
    order.push(task.name);
    schedule.finish(task, eachMs);
  }
  return order.join(' ');
}

const ONE_AT_A_TIME: ScheduleOptions = { running: onlyInAll(1), waiting: onlyInAll(100) };

test.each([
  ['tasks of one user', '1.1.a 1.1.b 1.1.c', '1.1.a 1.1.b 1.1.c'],
  ['organizations', '1.1.a 1.1.b 1.1.c 2.1.a 3.1.a', '1.1.a 2.1.a 3.1.a 1.1.b 1.1.c'],
  ['users of an organization', '1.1.a 1.1.b 1.1.c 1.2.a 1.3.a', '1.1.a 1.2.a 1.3.a 1.1.b 1.1.c'],
  ['many users and one user', '1.1.a 1.2.a 1.3.a 2.1.a 2.1.b', '1.1.a 2.1.a 1.2.a 2.1.b 1.3.a'],
])('%s take turns', (_name, arrivals, order) => {
  const schedule = createSchedule<Task>(ONE_AT_A_TIME);
  add(schedule, arrivals);
  expect(runAll(schedule)).toBe(order);
});

test.each([
  ['1.1.d', { total: 9, perRealm: 9, perUser: 3 }, 'user'],
  ['1.2.a', { total: 9, perRealm: 3, perUser: 3 }, 'realm'],
  ['2.1.a', { total: 3, perRealm: 3, perUser: 3 }, 'total'],
  ['1.1.d', { total: 4, perRealm: 4, perUser: 4 }, undefined],
] as const)('task %s behind three waiting ones under %o exceeds %s', (name, waiting, exceeded) => {
  const schedule = createSchedule<Task>({ ...ONE_AT_A_TIME, waiting });
  add(schedule, '1.1.a 1.1.b 1.1.c');
  expect(schedule.add(taskOf(name))).toBe(exceeded);
});

test.each([
  [{ total: 9, perRealm: 9, perUser: 2 }, '1.1.a 1.2.a 2.1.a 1.1.b'],
  [{ total: 9, perRealm: 1, perUser: 1 }, '1.1.a 2.1.a'],
  [{ total: 3, perRealm: 3, perUser: 3 }, '1.1.a 1.2.a 2.1.a'],
])('under %o the tasks %s run at once', (running, started) => {
  const schedule = createSchedule<Task>({ ...ONE_AT_A_TIME, running });
  add(schedule, '1.1.a 1.1.b 1.1.c 1.2.a 2.1.a');
  const names: string[] = [];
  for (let task = schedule.start(0); task !== undefined; task = schedule.start(0)) names.push(task.name);
  expect(names.toSorted()).toEqual(started.split(' ').toSorted());
});

const BUDGET = { capacityMs: 1_000, refillMsPerSecond: 100 };

test('an organization that spent its budget runs when no other one waits, until it is refilled', () => {
  const schedule = createSchedule<Task>({ ...ONE_AT_A_TIME, budget: BUDGET });
  add(schedule, '1.1.a');
  runAll(schedule, 1_200);
  add(schedule, '1.1.b 2.1.a 2.1.b');
  expect(runAll(schedule)).toBe('2.1.a 2.1.b 1.1.b');
  add(schedule, '1.1.c 2.1.c');
  expect(schedule.start(3_300)?.name).toBe('1.1.c');
});

test('organizations beyond their budget leave a place free', () => {
  const schedule = createSchedule<Task>({ ...ONE_AT_A_TIME, running: onlyInAll(2), budget: BUDGET });
  add(schedule, '1.1.a 2.1.a');
  runAll(schedule, 5_000);
  add(schedule, '1.1.b 2.1.b');
  expect(schedule.start(0)?.name).toBe('1.1.b');
  expect(schedule.start(0)).toBeUndefined();
  add(schedule, '3.1.a');
  expect(schedule.start(0)?.name).toBe('3.1.a');
});

test('a debt is bounded, so that an organization recovers', () => {
  const hour = 3_600_000;
  const schedule = createSchedule<Task>({ ...ONE_AT_A_TIME, budget: BUDGET });
  add(schedule, '1.1.a');
  runAll(schedule, hour);
  add(schedule, '1.1.b 2.1.a');
  const [before, after] = [schedule.start(hour + 9_900), schedule.start(hour + 9_900)];
  expect([before?.name, after]).toEqual(['2.1.a', undefined]);
  if (before !== undefined) schedule.finish(before, hour + 9_900);
  add(schedule, '2.1.b');
  expect(schedule.start(hour + 10_100)?.name).toBe('1.1.b');
});

const LIMITS: ScheduleOptions = {
  running: { total: 4, perRealm: 3, perUser: 2 },
  waiting: { total: 12, perRealm: 6, perUser: 3 },
};

const STEP = oneof(
  record({
    kind: constant('add' as const),
    realmId: integer({ min: 1, max: 4 }),
    userId: integer({ min: 1, max: 3 }),
  }),
  record({ kind: constant('finish' as const), index: integer({ min: 0, max: 3 }) }),
  record({ kind: constant('withdraw' as const), index: integer({ min: 0, max: 11 }) }),
);

function isWithin(tasks: readonly Task[], limits: ScheduleOptions['running']): boolean {
  const largest = (keyOf: (task: Task) => string): number =>
    Math.max(0, ...[...Map.groupBy(tasks, keyOf).values()].map(({ length }) => length));
  return (
    tasks.length <= limits.total &&
    largest(({ realmId }) => `${realmId}`) <= limits.perRealm &&
    largest(({ realmId, userId }) => `${realmId}.${userId}`) <= limits.perUser
  );
}

test('any sequence of tasks keeps the limits, leaves no place idle and passes no organization over twice', () => {
  assert(
    property(array(STEP, { maxLength: 80 }), (steps) => {
      const schedule = createSchedule<Task>(LIMITS);
      const running: Task[] = [];
      let waiting: Task[] = [];
      const refused: Task[][] = [];
      /** Turns of other organizations since an organization that could run began to wait. */
      const turnsOfOthers = new Map<number, number[]>();
      const startAll = (): void => {
        for (;;) {
          const couldRun = new Set(
            waiting
              .filter((task) => isWithin([...running, task], LIMITS.running))
              .map(({ realmId }) => realmId),
          );
          const task = schedule.start(0);
          expect(task !== undefined).toBe(couldRun.size > 0);
          for (const realmId of turnsOfOthers.keys())
            if (!couldRun.has(realmId)) turnsOfOthers.delete(realmId);
          if (task === undefined) return;
          turnsOfOthers.delete(task.realmId);
          for (const realmId of couldRun) {
            if (realmId === task.realmId) continue;
            const turns = [...(turnsOfOthers.get(realmId) ?? []), task.realmId];
            expect(new Set(turns).size).toBe(turns.length);
            turnsOfOthers.set(realmId, turns);
          }
          running.push(task);
          waiting = waiting.filter((other) => other !== task);
          expect(isWithin(running, LIMITS.running)).toBe(true);
        }
      };
      for (const [number, step] of steps.entries()) {
        if (step.kind === 'add') {
          const task = { realmId: step.realmId, userId: step.userId, name: `${number}` };
          if (schedule.add(task) === undefined) waiting.push(task);
          else refused.push([...waiting, task]);
        } else if (step.kind === 'finish') {
          const [task] = running.splice(step.index, 1);
          if (task !== undefined) schedule.finish(task, 0);
        } else {
          const [task] = waiting.splice(step.index, 1);
          if (task !== undefined) schedule.withdraw(task);
        }
        expect(isWithin(waiting, LIMITS.waiting)).toBe(true);
        startAll();
        expect(schedule.waitingCount).toBe(waiting.length);
        expect(schedule.runningCount).toBe(running.length);
      }
      expect(refused.filter((tasks) => isWithin(tasks, LIMITS.waiting))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
