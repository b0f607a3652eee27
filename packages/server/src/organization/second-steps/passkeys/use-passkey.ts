import type { UsedPasskey } from '@parley/contract/endpoints/passkeys.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { realmOf } from '../../users/queries.ts';
import type { SecondStepRow } from '../rows.ts';
import { handleOf, verifyUsed } from './ceremony.ts';
import { takeChallenge, type Binding } from './challenges.ts';
import { passkeyIn, passkeyOfId } from './rows.ts';

/** The answer of a passkey, and the request that it answers. */
export type PasskeyAnswer = { readonly used: UsedPasskey; readonly binding: Binding };

type Rules = {
  /** The only user whose passkey it may be. */
  readonly userId?: number;
  readonly mustVerifyUser?: boolean;
};

/** Accepts an answer once; undefined for any other one. */
export async function usePasskey(
  tx: Tx,
  world: Pick<World, 'sealer' | 'clock' | 'config'>,
  { used, binding }: PasskeyAnswer,
  { userId, mustVerifyUser = false }: Rules,
): Promise<SecondStepRow | undefined> {
  const challenge = await takeChallenge(tx, world, binding);
  if (challenge === undefined) return undefined;
  const row = await tx.first(passkeyOfId(tx.realmId, used.id).forUpdate());
  if (row === undefined || (userId !== undefined && row.user_id !== userId)) return undefined;
  const handle = handleOf(tx.realmId, row.user_id);
  const expected = { challenge, counter: row.last_step, handle, mustVerifyUser };
  const counter = await verifyUsed(world, await realmOf(tx), passkeyIn(world, row), used, expected);
  if (counter === undefined) return undefined;
  await tx.all(
    q
      .updateTable('second_step')
      .set({ last_step: counter, last_used: new Date(world.clock.now()) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', row.id),
  );
  return row;
}
