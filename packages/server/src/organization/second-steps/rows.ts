import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';

export type SecondStepRow = Selectable<Schema['second_step']>;

/** Whether log-ins of a user ask for a second step. */
export async function hasSecondStep(reader: Reader, realmId: number, userId: number): Promise<boolean> {
  return (await reader.first(secondStepsOf(realmId, userId))) !== undefined;
}

/** The kinds of a user's second steps. */
export async function kindsOf(reader: Reader, realmId: number, userId: number): Promise<string[]> {
  const rows = await reader.all(secondStepsOf(realmId, userId));
  return [...new Set(rows.map(({ kind }) => kind))];
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
