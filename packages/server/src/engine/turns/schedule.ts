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

  const started = (task: Task, now: number): Task => {
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
    withdraw: (task) => {
      line.remove(task);
      waiting.remove(task);
    },
    start: (now) => {
      if (running.total >= options.running.total) return undefined;
      const hasPlace = (task: Task): boolean => running.exceeded(task, options.running) === undefined;
      const isSpent = (task: Task): boolean => budgets?.isSpent(task.realmId, now) ?? false;
      const within = line.take((task) => hasPlace(task) && !isSpent(task));
      if (within !== undefined) return started(within, now);
      const beyond = beyondBudget.size < maxBeyondBudget(options) ? line.take(hasPlace) : undefined;
      if (beyond === undefined) return undefined;
      beyondBudget.add(beyond);
      return started(beyond, now);
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

/** One place of several stays free for organizations within their budget. */
function maxBeyondBudget({ running }: ScheduleOptions): number {
  return Math.max(1, running.total - 1);
}
