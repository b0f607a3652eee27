import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { hashOf, newApiKey, type Sealer } from '../../engine/secrets/seal.ts';
import type { UsedCredential } from '../../http/accounts.ts';
import type { UserRow } from '../../http/actor.ts';
import { unauthorized } from '../../http/credentials.ts';
import { deleteDevices } from '../devices/devices.ts';
import { endCredentialsOf } from './end.ts';

/**
 * Ends all API keys of a human user and returns a new one for the program that asks. It has the log-in time of the
 * credential that asked, so that an old key does not become a recent log-in.
 */
export async function replaceKeys(tx: Tx, userId: number, credential: UsedCredential): Promise<string> {
  const apiKey = newApiKey();
  const created = await tx.first(
    sql<{ id: number }>`
      insert into credential (realm_id, user_id, kind, secret_hash, name, address, created_at)
      select realm_id, user_id, 'key', ${hashOf(apiKey)}, name, address, created_at from credential
      where realm_id = ${tx.realmId} and user_id = ${userId} and id = ${credential.id} returning id`,
  );
  if (created === undefined) throw unauthorized('The API key is not valid.');
  if (credential.kind === 'key') await moveQueues(tx, credential.id, created.id);
  tx.record({ action: 'key.replaced', object: { type: 'user', id: userId } });
  await endCredentialsOf(tx, userId, { kind: 'key', exceptId: created.id });
  await deleteDevices(tx, { id: userId });
  return apiKey;
}

/** The program goes on with its queues, under the new key. */
function moveQueues(tx: Tx, from: number, to: number): Promise<unknown> {
  return tx.all(
    q
      .updateTable('event_queue')
      .set({ credential_id: to })
      .where('realm_id', '=', tx.realmId)
      .where('credential_id', '=', from),
  );
}

/** Throws if the credential ended after the request was authenticated; the caller has locked its user. */
export async function confirmCredential(tx: Tx, { id }: UsedCredential): Promise<void> {
  const row = await tx.first(
    q.selectFrom('credential').select('id').where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
  if (row === undefined) throw unauthorized('The credentials are no longer valid.');
}

/** Gives a bot a new key, which its owner may read, and ends the old one. A trigger adds the credential. */
export async function replaceBotKey(tx: Tx, sealer: Sealer, botId: number): Promise<string> {
  const apiKey = newApiKey();
  const place = placeOf('realm_user', { realm_id: tx.realmId, id: botId });
  tx.record({ action: 'key.replaced', object: { type: 'user', id: botId } });
  await endCredentialsOf(tx, botId);
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ key_hash: hashOf(apiKey), key_sealed: sealer.seal(place, apiKey) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', botId),
  );
  await deleteDevices(tx, { id: botId });
  return apiKey;
}

/** The part of a user's row that has the key. */
export type SealedKey = Pick<UserRow, 'realm_id' | 'id' | 'key_sealed'>;

/** The key of a bot. */
export function openBotKey(sealer: Sealer, bot: SealedKey): string {
  if (bot.key_sealed === null) throw new Error(`User ${bot.id} has no key that can be read.`);
  return sealer.open(placeOf('realm_user', bot), bot.key_sealed);
}
