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
import { settle } from './settle.ts';
import { randomStep, type Step } from './steps.ts';

export type Ground = {
  readonly world: World;
  readonly mailbox: Mailbox;
  readonly pushService: PushService;
  readonly nodes: Nodes;
};

export type Outcome = {
  readonly steps: readonly Step[];
  readonly problems: readonly string[];
  readonly emails: number;
  readonly pushes: number;
  readonly repeated: number;
};

/** The shortest distance between a sum of passed times and a deadline is 80 s, which a sequence must not take itself. */
const MAX_SEQUENCE_MS = 75_000;

/** The sequence took so long that deadlines of the server and of the model differ. */
export class SlowSequenceError extends Error {
  override readonly name = 'SlowSequenceError';
}

/** Performs random steps in an organization of its own, and compares after each. */
export async function runSequence(
  { world, mailbox, pushService, nodes }: Ground,
  seed: number,
  length: number,
  crashShare: number,
  plant: Plant | undefined,
): Promise<Outcome> {
  const random = seeded(seed);
  const started = performance.now();
  const organization = await createOrganization(world, nodes.url, pushService, `org${seed}`);
  const model = createModel();
  const steps: Step[] = [];
  let repeated = 0;
  let problems: readonly string[] = [];
  while (steps.length < length && problems.length === 0) {
    const step = randomStep(random, model.messages.length);
    if (!isPossible(model, step)) continue;
    steps.push(step);
    await performOnServer(world, organization, model, step);
    const hasCrashed = random.chance(crashShare);
    if (hasCrashed) await nodes.crash();
    performOnModel(model, step);
    plant?.(model, step);
    await settle(world, organization.realmId, hasCrashed);
    if (performance.now() - started > MAX_SEQUENCE_MS) throw new SlowSequenceError(`seed ${seed}`);
    ({ problems, repeated } = differences(organization, model, mailbox, pushService));
  }
  const count = (kind: 'emails' | 'pushes'): number =>
    model.users.reduce((sum, user) => sum + user[kind].length, 0);
  return { steps, problems, repeated, emails: count('emails'), pushes: count('pushes') };
}
