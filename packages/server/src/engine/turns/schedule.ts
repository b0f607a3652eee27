import { createBudgets, type Budget } from './budgets.ts';
import { createTally, type ExceededLimit, type Share, type ShareLimits } from './share.ts';
import { createWaitingLine } from './waiting-line.ts';

export type ScheduleOptions = {
  /** Tasks that the resource runs at once. */
  readonly running: ShareLimits;
  /** Tasks that wait; further ones are refused. */
  readonly waiting: ShareLimits;
  /** Without a budget, organizations only take turns. */
  readonly budget?: Budget;
};

/** Decides which task runs next. It has no clock and no promises. */
export type Schedule<Task extends Share> = {
  /** Adds a waiting task, or returns the limit that refuses it. */
  add(task: Task): ExceededLimit | undefined;
  withdraw(task: Task): void;
  /** The next task, which is running from now on; undefined if none may run. */
  start(now: number): Task | undefined;
  /** Ends a running task and charges its time to its organization. */
  finish(task: Task, now: number): void;
  /** Waiting tasks of the same organization that start before another task of this share. */
  ahead(share: Share): number;
  /** Tasks of an organization. */
  ofRealm(realmId: number): { readonly running: number; readonly waiting: number };
  waiting(): readonly Task[];
  readonly waitingCount: number;
  readonly runningCount: number;
};

export function createSchedule<Task extends Share>(options: ScheduleOptions): Schedule<Task> {
  const line = createWaitingLine<Task>();
  const waiting = createTally();
  const running = createTally();
  const budgets = options.budget === undefined ? undefined : createBudgets(options.budget);
  const startedAt = new Map<Task, number>();
  /** Running tasks of organizations whose budget was spent when they started. */
  const beyondBudget = new Set<Task>();
  /** One place of several stays free for organizations within their budget. */
  const maxBeyondBudget = Math.max(1, options.running.total - 1);

  const withdraw = (task: Task): void => {
    line.remove(task);
    waiting.remove(task);
  };

  const start = (task: Task | undefined, now: number): Task | undefined => {
    if (task === undefined) return undefined;
    waiting.remove(task);
    running.add(task);
    startedAt.set(task, now);
    return task;
  };

  return {
    add: (task) => {
      const exceeded = waiting.exceeded(task, options.waiting);
      if (exceeded !== undefined) return exceeded;
      line.add(task);
      waiting.add(task);
      return undefined;
    },
    withdraw,
    start: (now) => {
      if (running.total >= options.running.total) return undefined;
      const hasPlace = (task: Task): boolean => running.exceeded(task, options.running) === undefined;
      const isSpent = (task: Task): boolean => budgets?.isSpent(task.realmId, now) ?? false;
      const within = start(
        line.take((task) => hasPlace(task) && !isSpent(task)),
        now,
      );
      if (within !== undefined || beyondBudget.size >= maxBeyondBudget) return within;
      const beyond = start(line.take(hasPlace), now);
      if (beyond !== undefined) beyondBudget.add(beyond);
      return beyond;
    },
    finish: (task, now) => {
      const costMs = now - (startedAt.get(task) ?? now);
      startedAt.delete(task);
      running.remove(task);
      beyondBudget.delete(task);
      budgets?.spend(task.realmId, costMs, now);
    },
    ahead: (share) =>
      Math.min(waiting.ofRealm(share.realmId), waiting.ofUser(share) * line.userCount(share.realmId)),
    ofRealm: (realmId) => ({ running: running.ofRealm(realmId), waiting: waiting.ofRealm(realmId) }),
    waiting: () => line.tasks(),
    get waitingCount() {
      return waiting.total;
    },
    get runningCount() {
      return running.total;
    },
  };
}
