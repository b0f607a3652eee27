import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newApiKey } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';
import { expiryAfter } from '../../http/credential-use.ts';
import { unauthorized } from '../../http/credentials.ts';
import { newSessionToken } from '../../http/sessions/cookie.ts';
import { endCredentials } from './end.ts';

/** Sessions per user, and keys per user; a further log-in ends those that were not used for the longest time. */
const MAX_CREDENTIALS_PER_KIND = 100;

export type LoginFactor = 'password' | 'sign-on' | 'invitation' | 'setup code' | 'sample user';

/** The device or program that a credential is for. */
export type CredentialHolder = {
  readonly name: string;
  /** The network address from which the user logged in, if it is known. */
  readonly address?: string | undefined;
  /** The proof of the log-in; undefined for a credential without a log-in. */
  readonly factor?: LoginFactor;
};

/** A user as of the log-in. */
type IdentifiedUser = Pick<UserRow, 'id' | 'password_hash'>;

/** Begins the session of a browser and returns its token. */
export function beginSession(tx: Tx, user: IdentifiedUser, holder: CredentialHolder): Promise<string> {
  return begin(tx, user, 'session', newSessionToken(), holder);
}

/** Gives the event queues of one session of a user to another one of the same user. */
export async function moveQueuesOfSession(tx: Tx, userId: number, from: string, to: string): Promise<void> {
  const session = (token: string) => sql<number>`
    (select id from credential where realm_id = ${tx.realmId} and user_id = ${userId} and kind = 'session'
      and secret_hash = ${hashOf(token)})`;
  await tx.all(sql`
    update event_queue set credential_id = ${session(to)}
    where realm_id = ${tx.realmId} and credential_id = ${session(from)}`);
}

/** Begins the credential of a program and returns its API key. */
export function beginKey(tx: Tx, user: IdentifiedUser, holder: CredentialHolder): Promise<string> {
  return begin(tx, user, 'key', newApiKey(), holder);
}

/**
 * The row of the user is locked and compared, so that a concurrent deactivation or change of the password ends this
 * credential too.
 */
async function begin(
  tx: Tx,
  user: IdentifiedUser,
  kind: 'session' | 'key',
  secret: string,
  { name, address, factor }: CredentialHolder,
): Promise<string> {
  const current = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['password_hash', 'role'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .where('is_active', '=', true)
      .forShare(),
  );
  if (current === undefined || current.password_hash !== user.password_hash)
    throw unauthorized('The account has changed meanwhile. Log in again.');
  const begun = await tx.first(
    q
      .insertInto('credential')
      .values({
        realm_id: tx.realmId,
        user_id: user.id,
        kind,
        secret_hash: hashOf(secret),
        name,
        address: address ?? null,
        expires_at: kind === 'session' ? expiryAfter(sql`now()`) : null,
      })
      .returning('id'),
  );
  tx.record({
    action: factor === undefined ? 'credential.began' : 'login.succeeded',
    object: { type: 'user', id: user.id },
    after: { credential_id: begun?.id, credential_kind: kind, factor },
    ...(factor === undefined ? {} : { actor: { id: user.id, role: current.role } }),
  });
  await endExcess(tx, user.id, kind);
  return secret;
}

async function endExcess(tx: Tx, userId: number, kind: 'session' | 'key'): Promise<void> {
  const excess = await tx.all(
    q
      .selectFrom('credential')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .orderBy(sql`coalesce(last_used, created_at) desc`)
      .orderBy('id', 'desc')
      .offset(MAX_CREDENTIALS_PER_KIND),
  );
  if (excess.length > 0)
    await endCredentials(
      tx,
      excess.map(({ id }) => id),
    );
}
