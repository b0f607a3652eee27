import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';
import { unauthorized } from '../../http/credentials.ts';
import { newSessionToken } from '../../http/sessions/cookie.ts';
import { expiryAfter } from '../../http/sessions/use.ts';
import { endSessions } from './end.ts';
import { programOf } from './program.ts';

/** Sessions per user; a further log-in ends those that were not used for the longest time. */
const MAX_SESSIONS_PER_USER = 100;

/**
 * Begins a session of a user who was just identified, and returns its token. The row of the user is locked and compared,
 * so that a concurrent deactivation or change of the password ends this session too.
 */
export async function beginSession(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  agent: string | undefined,
): Promise<string> {
  const current = await tx.first(
    q
      .selectFrom('realm_user')
      .select('password_hash')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .where('is_active', '=', true)
      .forShare(),
  );
  if (current === undefined || current.password_hash !== user.password_hash)
    throw unauthorized('The account has changed meanwhile. Log in again.');
  const token = newSessionToken();
  await tx.all(
    q.insertInto('browser_session').values({
      realm_id: tx.realmId,
      user_id: user.id,
      token_hash: hashOf(token),
      client: programOf(agent),
      expires_at: expiryAfter(sql`now()`),
    }),
  );
  await endExcessSessions(tx, user.id);
  return token;
}

async function endExcessSessions(tx: Tx, userId: number): Promise<void> {
  const excess = await tx.all(
    q
      .selectFrom('browser_session')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', userId)
      .orderBy('last_used', 'desc')
      .orderBy('id', 'desc')
      .offset(MAX_SESSIONS_PER_USER),
  );
  if (excess.length > 0)
    await endSessions(
      tx,
      excess.map(({ id }) => id),
    );
}
