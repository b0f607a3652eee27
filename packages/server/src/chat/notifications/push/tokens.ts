import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Sealer } from '../../../engine/secrets/seal.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';
import { findSubscription, storeSubscription } from './subscriptions.ts';

export type TokenKind = 'apns' | 'fcm';

export type NewToken = { readonly kind: TokenKind; readonly token: string; readonly appId: string | null };

/** Adds or updates the token of an app without a key of its own. Beyond the limit the oldest tokens are deleted. */
export async function addToken(
  tx: Tx,
  sealer: Sealer,
  actor: Actor,
  credentialId: number | null,
  token: NewToken,
): Promise<void> {
  await lockSelf(tx, actor);
  await storeToken(tx, sealer, actor.user.id, credentialId, token);
  await tx.all(sql`
    delete from push_subscription where realm_id = ${tx.realmId} and id in (
      select id from push_subscription
      where realm_id = ${tx.realmId} and user_id = ${actor.user.id} and protocol <> 'web' and device_id is null
      order by created_at desc, id desc offset ${limits.devices}
    )`);
}

function storeToken(
  tx: Tx,
  sealer: Sealer,
  userId: number,
  credentialId: number | null,
  { kind, token, appId }: NewToken,
): Promise<number> {
  return storeSubscription(tx, sealer, {
    protocol: kind,
    userId,
    credentialId,
    deviceId: null,
    name: tokenName(kind, token),
    address: { token, appId },
  });
}

/** Tokens of APNs are hexadecimal numbers, whose letters may have either case. */
function tokenName(kind: TokenKind, token: string): string {
  return `${kind}:${kind === 'apns' ? token.toLowerCase() : token}`;
}

/** The id of a token, if the user has registered it as a token of either kind. */
export async function findToken(reader: Reader, { user }: Actor, token: string): Promise<number | undefined> {
  const find = (kind: TokenKind) => findSubscription(reader, user.realm_id, user.id, tokenName(kind, token));
  return (await find('apns')) ?? find('fcm');
}

/** Returns whether the user had the token. */
export async function deleteToken(tx: Tx, userId: number, kind: TokenKind, token: string): Promise<boolean> {
  const id = await findSubscription(tx, tx.realmId, userId, tokenName(kind, token));
  if (id === undefined) return false;
  await tx.all(sql`delete from push_subscription where realm_id = ${tx.realmId} and id = ${id}`);
  return true;
}

export async function removeToken(tx: Tx, { user }: Actor, kind: TokenKind, token: string): Promise<void> {
  if (!(await deleteToken(tx, user.id, kind, token))) throw badRequest('The token is not registered.');
}

type StoredToken = {
  readonly realm_id: number;
  readonly user_id: number;
  readonly kind: TokenKind;
  readonly token: string;
  readonly app_id: string | null;
};

const TOKENS_PER_RUN = 200;

/** Seals tokens that nodes of 0.2.0 stored as text in the table `push_token`. */
export async function adoptTokens(world: World): Promise<void> {
  const stored = await world.pool.all(sql<StoredToken>`
    select realm_id, user_id, kind, token, app_id from push_token limit ${TOKENS_PER_RUN}`);
  for (const one of stored) await world.write(one.realm_id, (tx) => adopt(tx, world.sealer, one));
}

async function adopt(tx: Tx, sealer: Sealer, stored: StoredToken): Promise<void> {
  const { user_id: userId, kind, token, app_id: appId } = stored;
  const taken = await tx.all(sql`
    delete from push_token
    where realm_id = ${tx.realmId} and user_id = ${userId} and kind = ${kind} and token = ${token} returning 1`);
  if (taken.length === 0) return;
  await tx.all(sql`select from realm_user where realm_id = ${tx.realmId} and id = ${userId} for update`);
  await storeToken(tx, sealer, userId, null, { kind, token, appId });
}
