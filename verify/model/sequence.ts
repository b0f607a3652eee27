import { ApiError } from '@parley/client/connection.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import { isBusy } from '@parley/test-support/patiently.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { askAgain, knownIn } from './asking.ts';
import { problemsOf, type Check } from './check.ts';
import { openClients, type Client } from './clients.ts';
import { checkAll } from './compare.ts';
import { layGround, type Ground } from './ground.ts';
import type { Step } from './kind.ts';
import { inventStep, kindOf } from './kinds.ts';
import type { Model, User } from './model.ts';
import { checkTables } from './tables.ts';

export type Course = {
  readonly server: TestServer;
  readonly seed: number;
  /** How many steps to invent, or the steps themselves. */
  readonly steps: number | readonly Step[];
  /** After how many steps the tables are compared; everything is at the end. */
  readonly every: number;
  /** Everything is compared each time, and nothing left to chance. */
  readonly isThorough?: boolean;
  /** A mistake that is put into the model on purpose. */
  readonly mistake?: (model: Model, step: Step) => void;
};

export type Outcome = {
  readonly steps: readonly Step[];
  /** What was wrong after the last of the steps. */
  readonly problems: readonly string[];
  readonly comparisons: number;
  readonly events: number;
  /** How often a client had to ask again, because events cannot tell what changed. */
  readonly asked: number;
  readonly refused: number;
};

/** Lets users do things in an organization of their own, and compares what comes of it with the model. */
export async function runSequence(course: Course): Promise<Outcome> {
  const { server, seed, steps, every, mistake, isThorough = false } = course;
  const random = seeded(seed);
  const ground = await layGround(server, random);
  const clients = new Map<User, Client[]>();
  for (const user of ground.model.users) clients.set(user, await openClients(ground.connectionOf(user)));
  const clientsOf = (user: User): readonly Client[] => clients.get(user) ?? [];
  const count = typeof steps === 'number' ? steps : steps.length;
  const look = (n: number): Promise<Check[]> | readonly Check[] => {
    if (n < count && n % every > 0) return [];
    if (isThorough) return checkAll(ground, clientsOf, undefined);
    return n === count ? checkAll(ground, clientsOf, seeded(seed + 1)) : checkTables(ground);
  };
  const done: Step[] = [];
  const sums = { comparisons: 0, asked: 0, refused: 0 };
  let problems: string[] = [];
  while (done.length < count && problems.length === 0) {
    const n = done.length;
    const step = typeof steps === 'number' ? inventStep(ground.model, random, n) : steps[n];
    if (step === undefined) break;
    done.push(step);
    const before = knownIn(ground.model);
    const taken = await take(ground, step);
    if (taken.isRefused) sums.refused += 1;
    mistake?.(ground.model, step);
    sums.asked += await askAgain(ground, step, clients, before);
    const checks = await look(done.length);
    sums.comparisons += checks.length;
    problems = [...taken.problems, ...problemsOf(checks)];
  }
  const events = [...clients.values()].flat().reduce((sum, { heard }) => sum + heard, 0);
  return { steps: done, problems, events, ...sums };
}

type Taken = { readonly isRefused: boolean; readonly problems: readonly string[] };

/** Does what the step says, and lets the model know. */
async function take({ model, connectionOf }: Ground, step: Step): Promise<Taken> {
  const plan = kindOf(step).plan(model, step.args);
  if (plan === undefined) return { isRefused: false, problems: [] };
  try {
    const happen = await plan.run(connectionOf(plan.actor));
    happen();
    return { isRefused: false, problems: plan.isAllowed ? [] : ['the server did what it had to refuse'] };
  } catch (error) {
    if (!(error instanceof ApiError) || isBusy(error)) throw error;
    const isRight = !plan.isAllowed && error.status < 500;
    return {
      isRefused: true,
      problems: isRight ? [] : [`the server refused (${error.status}): ${error.message}`],
    };
  }
}
