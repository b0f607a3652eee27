import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import { endCredentialsOf } from '../credentials/end.ts';
import { queueSecondStepEmail, type Mailing } from './notice-email.ts';
import { replaceCodes } from './recovery-codes.ts';
import { secondStepsOf, type SecondStepRow } from './rows.ts';

/** The user of a change; a log-in that sets a second step up has no session yet. */
export type StepOwner = {
  readonly user: Pick<UserRow, 'id'>;
  readonly credential?: { readonly id: number };
};

type Added = Pick<SecondStepRow, 'id' | 'kind'> & { readonly isFirst: boolean };

/**
 * Records a new second step and tells its user. With the first one, sessions end that began without it; returns recovery
 * codes for it.
 */
export async function announceAdded(
  tx: Tx,
  world: Mailing,
  { user, credential }: StepOwner,
  { id, kind, isFirst }: Added,
): Promise<string[] | undefined> {
  tx.record({
    action: 'second-step.added',
    object: { type: 'user', id: user.id },
    after: { second_step_id: id, second_step_kind: kind },
    ...(credential === undefined ? { actor: { id: user.id } } : {}),
  });
  await queueSecondStepEmail(tx, world, user.id, kind === 'passkey' ? 'passkey added' : 'added');
  if (!isFirst) return undefined;
  await endCredentialsOf(tx, user.id, { kind: 'session', exceptId: credential?.id });
  return replaceCodes(tx, user.id);
}

export async function refuseExcess(tx: Tx, userId: number): Promise<void> {
  if ((await tx.all(secondStepsOf(tx.realmId, userId))).length >= limits.secondSteps)
    throw badRequest(`A user has at most ${limits.secondSteps} second steps. Remove one first.`);
}
