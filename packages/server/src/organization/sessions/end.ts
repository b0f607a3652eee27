import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

type EndedSession = { readonly id: number; readonly user_id: number };

/** Ends the sessions of a user, except one. Their open polls and streams end at this position of the log. */
export async function endSessionsOf(tx: Tx, userId: number, exceptId?: number): Promise<void> {
  let ended = endedSessions(tx).where('user_id', '=', userId);
  if (exceptId !== undefined) ended = ended.where('id', '<>', exceptId);
  announce(tx, await tx.all(ended));
}

export async function endSessions(tx: Tx, ids: readonly number[]): Promise<void> {
  announce(tx, await tx.all(endedSessions(tx).where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)));
}

/** Ends one session of a user; returns whether there was one. */
export async function endSessionOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  const ended = await tx.all(endedSessions(tx).where('user_id', '=', userId).where('id', '=', id));
  announce(tx, ended);
  return ended.length > 0;
}

/** Ends the session of a token, if there is one in this organization. */
export async function endSessionOfToken(tx: Tx, token: string): Promise<void> {
  announce(tx, await tx.all(endedSessions(tx).where('token_hash', '=', hashOf(token))));
}

function endedSessions(tx: Tx) {
  return q.deleteFrom('browser_session').where('realm_id', '=', tx.realmId).returning(['id', 'user_id']);
}

function announce(tx: Tx, ended: readonly EndedSession[]): void {
  for (const { id, user_id } of ended) tx.notify({ notice: 'session', user_id, session_id: id });
}
