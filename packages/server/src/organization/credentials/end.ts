import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf } from '../../engine/secrets/seal.ts';
import { endWaitingLogins } from '../second-steps/waiting-logins.ts';

type Ended = { readonly id: number; readonly user_id: number };

type Selection = {
  /** Only credentials of this kind. */
  readonly kind?: 'session' | 'key';
  /** The credential that goes on. */
  readonly exceptId?: number | undefined;
};

/**
 * Ends credentials of a user; returns how many. Their open polls and streams end at this position of the log, and their
 * queues. With credentials of all kinds, everything ends that was sent by e-mail: addresses for replies, and links that reset a
 * password or confirm an address. Log-ins that wait for their second step end too.
 */
export async function endCredentialsOf(
  tx: Tx,
  userId: number,
  { kind, exceptId }: Selection = {},
): Promise<number> {
  let ending = endedCredentials(tx).where('user_id', '=', userId);
  if (kind !== undefined) ending = ending.where('kind', '=', kind);
  if (exceptId !== undefined) ending = ending.where('id', '<>', exceptId);
  const ended = await tx.all(ending);
  announce(tx, ended);
  if (kind === undefined) {
    await endReplyAddresses(tx, userId);
    await endLinks(tx, userId);
    await endWaitingLogins(tx, userId);
  }
  return ended.length;
}

async function endReplyAddresses(tx: Tx, userId: number): Promise<void> {
  await tx.all(
    q
      .updateTable('realm_user')
      .set((eb) => ({ mail_epoch: eb('mail_epoch', '+', 1) }))
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId),
  );
}

async function endLinks(tx: Tx, userId: number): Promise<void> {
  await tx.all(q.deleteFrom('confirmation').where('realm_id', '=', tx.realmId).where('user_id', '=', userId));
}

export async function endCredentials(tx: Tx, ids: readonly number[]): Promise<void> {
  announce(tx, await tx.all(endedCredentials(tx).where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)));
}

/** Ends one credential of a user; returns whether there was one. */
export async function endCredentialOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  const ended = await tx.all(endedCredentials(tx).where('user_id', '=', userId).where('id', '=', id));
  announce(tx, ended);
  return ended.length > 0;
}

/** Ends the session of a token, if there is one in this organization. */
export async function endSessionOfToken(tx: Tx, token: string): Promise<void> {
  const ended = endedCredentials(tx).where('kind', '=', 'session').where('secret_hash', '=', hashOf(token));
  const rows = await tx.all(ended);
  announce(tx, rows, rows[0]?.user_id);
}

/** Ends expired tokens of grants, which go on with their queues: their open polls and streams end at this position of the log. */
export async function endTokens(tx: Tx, ids: readonly number[]): Promise<void> {
  const ended = await tx.all(
    sql<Ended>`
      update credential set token_expires_at = null, secret_hash = sha256(gen_random_uuid()::text::bytea)
      where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[]) and token_expires_at < now()
      returning id, user_id`,
  );
  for (const { id, user_id } of ended) tx.notify({ notice: 'session', user_id, session_id: id });
}

/** Queues are deleted with their credential, by a foreign key. */
function endedCredentials(tx: Tx) {
  return q.deleteFrom('credential').where('realm_id', '=', tx.realmId).returning(['id', 'user_id']);
}

/** `endedBy` is the user who ends them, where the request does not tell. */
function announce(tx: Tx, ended: readonly Ended[], endedBy?: number): void {
  for (const [userId, own] of Map.groupBy(ended, ({ user_id }) => user_id))
    tx.record({
      action: 'credential.ended',
      object: { type: 'user', id: userId },
      before: { credential_ids: own.map(({ id }) => id) },
      ...(endedBy === undefined ? {} : { actor: { id: endedBy } }),
    });
  for (const { id, user_id } of ended) tx.notify({ notice: 'session', user_id, session_id: id });
}
