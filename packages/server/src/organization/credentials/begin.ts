import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newApiKey } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';
import { expiryAfter } from '../../http/credential-use.ts';
import { unauthorized } from '../../http/credentials.ts';
import { newSessionToken } from '../../http/sessions/cookie.ts';
import { secondStepRequired, secondStepSetupRequired } from '../second-steps/errors.ts';
import { secondStepOfLogin } from '../second-steps/requirement.ts';
import type { SecondProof } from '../second-steps/use-code.ts';
import { realmOf } from '../users/queries.ts';
import { endCredentials } from './end.ts';
import type { LoginFactor } from './login-factor.ts';

/** Sessions per user, and keys per user; a further log-in ends those that were not used for the longest time. */
const MAX_CREDENTIALS_PER_KIND = 100;

/** The device or program that a credential is for. */
export type CredentialHolder = {
  readonly name: string;
  /** The network address from which the user logged in, if it is known. */
  readonly address?: string | undefined;
  /** The proof of the log-in; undefined for a credential without a log-in. */
  readonly factor?: LoginFactor;
  /** The second proof of the log-in, for users whose log-ins need one. */
  readonly secondStep?: SecondProof | undefined;
  /** Milliseconds of the log-in. Without them, any second step that is required some day is required now. */
  readonly now?: number;
};

type LockedUser = Pick<UserRow, 'id' | 'password_hash' | 'role' | 'bot_type' | 'date_joined'>;

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

async function begin(
  tx: Tx,
  user: IdentifiedUser,
  kind: 'session' | 'key',
  secret: string,
  holder: CredentialHolder,
): Promise<string> {
  const current = await lockIdentified(tx, user);
  const { role } = current;
  if (lacksSecondProof(holder)) await refuseWithoutSecondProof(tx, current, holder.now ?? Infinity);
  const { name, address, factor, secondStep, now } = holder;
  const time = now === undefined ? sql`now()` : sql`${new Date(now)}::timestamptz`;
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
        created_at: sql<Date>`${time}`,
        expires_at:
          kind === 'session'
            ? sql<Date>`(select ${expiryAfter(time, time)} from realm where realm.id = ${tx.realmId})`
            : null,
      })
      .returning('id'),
  );
  tx.record({
    action: factor === undefined ? 'credential.began' : 'login.succeeded',
    object: { type: 'user', id: user.id },
    after: { credential_id: begun?.id, credential_kind: kind, factor, second_step: secondStep },
    ...(factor === undefined ? {} : { actor: { id: user.id, role } }),
  });
  await endExcess(tx, user.id, kind);
  return secret;
}

/**
 * The row of the user is locked and compared, so that a concurrent deactivation or change of the password ends this
 * credential too, and so that no log-in without a second proof passes one that is being added.
 */
async function lockIdentified(tx: Tx, user: IdentifiedUser): Promise<LockedUser> {
  const current = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['id', 'password_hash', 'role', 'bot_type', 'date_joined'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .where('is_active', '=', true)
      .forShare(),
  );
  if (current === undefined || current.password_hash !== user.password_hash)
    throw unauthorized('The account has changed meanwhile. Log in again.');
  return current;
}

/** Users of a demo have no proof at all; credentials without a log-in are made by operators and administrators. */
function lacksSecondProof({ factor, secondStep }: CredentialHolder): boolean {
  return factor !== undefined && factor !== 'sample user' && secondStep === undefined;
}

async function refuseWithoutSecondProof(tx: Tx, user: LockedUser, now: number): Promise<void> {
  const needed = await secondStepOfLogin(tx, await realmOf(tx), user, now);
  if (needed === 'pass') throw secondStepRequired();
  if (needed === 'set up') throw secondStepSetupRequired();
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
