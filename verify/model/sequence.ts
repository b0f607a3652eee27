import { ApiError } from '@parley/client/connection.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import { isBusy } from '@parley/test-support/patiently.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { reregisterClients, knownIn } from './reregister-clients.ts';
import { failuresOf, type Check } from './check.ts';
import { openClients, type Client } from './clients.ts';
import { checkAll } from './check-all.ts';
import { createModelledOrganization, type ModelledOrganization } from './modelled-organization.ts';
import type { Step } from './step-kind.ts';
import { inventStep, kindOf } from './step-kinds.ts';
import type { Model, User } from './model.ts';
import { checkTables } from './check-tables.ts';

export type Course = {
  readonly server: TestServer;
  readonly seed: number;
  /** Number of random steps, or the steps themselves. */
  readonly steps: number | readonly Step[];
  /** Steps between comparisons of the tables; everything is compared at the end. */
  readonly every: number;
  /** Compares everything each time instead of a random sample. */
  readonly isThorough?: boolean;
  /** Planted mistake. */
  readonly mistake?: (model: Model, step: Step) => void;
};

export type Outcome = {
  readonly steps: readonly Step[];
  /** Differences after the last step. */
  readonly failures: readonly string[];
  readonly comparisons: number;
  readonly events: number;
  /** Registrations repeated because events do not describe a change. */
  readonly reregistered: number;
  readonly refused: number;
};

/** Performs steps in a new organization and compares the results with the model. */
export async function runSequence(course: Course): Promise<Outcome> {
  const { server, seed, steps, every, mistake, isThorough = false } = course;
  const random = seeded(seed);
  const ground = await createModelledOrganization(server, random);
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
  const sums = { comparisons: 0, reregistered: 0, refused: 0 };
  let failures: string[] = [];
  while (done.length < count && failures.length === 0) {
    const n = done.length;
    const step = typeof steps === 'number' ? inventStep(ground.model, random, n) : steps[n];
    if (step === undefined) break;
    done.push(step);
    const before = knownIn(ground.model);
    const taken = await take(ground, step);
    if (taken.isRefused) sums.refused += 1;
    mistake?.(ground.model, step);
    sums.reregistered += await reregisterClients(ground, step, clients, before);
    const checks = await look(done.length);
    sums.comparisons += checks.length;
    failures = [...taken.failures, ...failuresOf(checks)];
  }
  const events = [...clients.values()].flat().reduce((sum, { eventCount: heard }) => sum + heard, 0);
  return { steps: done, failures, events, ...sums };
}

type Taken = { readonly isRefused: boolean; readonly failures: readonly string[] };

/** Performs a step on the server and on the model. */
async function take({ model, connectionOf }: ModelledOrganization, step: Step): Promise<Taken> {
  const plan = kindOf(step).plan(model, step.args);
  if (plan === undefined) return { isRefused: false, failures: [] };
  try {
    const happen = await plan.run(connectionOf(plan.actor));
    happen();
    return {
      isRefused: false,
      failures: plan.isAllowed ? [] : ['the server accepted a step that it must refuse'],
    };
  } catch (error) {
    if (!(error instanceof ApiError) || isBusy(error)) throw error;
    const isRight = !plan.isAllowed && error.status < 500;
    return {
      isRefused: true,
      failures: isRight ? [] : [`the server refused (${error.status}): ${error.message}`],
    };
  }
}
