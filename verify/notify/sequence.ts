import type { World } from '@parley/server/http/world.ts';
import type { Mailbox } from '@parley/test-support/mailbox.ts';
import type { PushService } from '@parley/test-support/push-service.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { differences } from './compare.ts';
import { performOnModel } from './expect.ts';
import { createModel, isPossible } from './model.ts';
import type { Nodes } from './nodes.ts';
import { createOrganization } from './organization.ts';
import { performOnServer } from './perform.ts';
import type { Plant } from './planted-mistakes.ts';
import { MAX_STILL_MS, passRealTime } from './real-time.ts';
import type { Settler } from './settle.ts';
import { randomStep, type Step } from './steps.ts';

export type Ground = {
  readonly world: World;
  readonly mailbox: Mailbox;
  readonly pushService: PushService;
  readonly nodes: Nodes;
  readonly settler: Settler;
};

export type Outcome = {
  readonly steps: readonly Step[];
  readonly problems: readonly string[];
  readonly emails: number;
  readonly pushes: number;
  readonly repeated: number;
};

/** Steps took so long that deadlines of the server and of the model differ. */
export class SlowSequenceError extends Error {
  override readonly name = 'SlowSequenceError';
}

/** Organizations so far; a repeated sequence has another one. */
let organizations = 0;

/** Performs random steps in an organization of its own, and compares after each. */
export async function runSequence(
  { world, mailbox, pushService, nodes, settler }: Ground,
  seed: number,
  length: number,
  plant: Plant | undefined,
): Promise<Outcome> {
  const random = seeded(seed);
  const organization = await nodes.whileRunning(() =>
    createOrganization(world, nodes.url, pushService, `org${seed}-${(organizations += 1)}`),
  );
  const model = createModel();
  const steps: Step[] = [];
  let repeated = 0;
  let problems: readonly string[] = [];
  while (steps.length < length && problems.length === 0) {
    const step = randomStep(random, model.now, model.messages.length);
    if (!isPossible(model, step)) continue;
    steps.push(step);
    if (step.kind === 'pass time') await passRealTime(world, settler, organization, model, step.seconds);
    else await nodes.whileRunning(() => performOnServer(world, organization, model, step));
    performOnModel(model, step);
    plant?.(model, step);
    await settler.settled(organization.realmId);
    if (performance.now() - organization.stillSince > MAX_STILL_MS)
      throw new SlowSequenceError(`seed ${seed}`);
    ({ problems, repeated } = differences(organization, model, mailbox, pushService));
  }
  const count = (kind: 'emails' | 'pushes'): number =>
    model.users.reduce((sum, user) => sum + user[kind].length, 0);
  return { steps, problems, repeated, emails: count('emails'), pushes: count('pushes') };
}
