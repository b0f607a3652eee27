import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getSecondSteps } from '@parley/contract/endpoints/second-steps.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';

export type SecondStepRow = Selectable<Schema['second_step']>;

type Presented = ResultOf<typeof getSecondSteps>;

/** Whether log-ins of a user ask for a second step. */
export async function hasSecondStep(reader: Reader, realmId: number, userId: number): Promise<boolean> {
  return (await reader.first(secondStepsOf(realmId, userId))) !== undefined;
}

/** The confirmed second steps of a user, oldest first. */
export function secondStepsOf(realmId: number, userId: number) {
  return q
    .selectFrom('second_step')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id');
}

export async function presentSecondSteps(
  reader: Reader,
  realmId: number,
  userId: number,
): Promise<Presented> {
  const rows = await reader.all(secondStepsOf(realmId, userId));
  const codes = await reader.all(
    q
      .selectFrom('recovery_code')
      .select('user_id')
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId),
  );
  return { second_steps: rows.map(presentSecondStep), recovery_codes_left: codes.length };
}

function presentSecondStep({
  id,
  kind,
  name,
  created_at,
  last_used,
}: SecondStepRow): Presented['second_steps'][number] {
  return {
    id,
    kind,
    name,
    created: secondsOf(created_at),
    last_used: last_used === null ? null : secondsOf(last_used),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
