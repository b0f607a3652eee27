import { limits } from '@parley/contract/limits.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { lockSelf } from '../users/lock-self.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';

export type TokenKind = 'apns' | 'fcm';

/** Adds or updates a token. Beyond the limit the oldest tokens are deleted. */
export async function addToken(
  tx: Tx,
  actor: Actor,
  kind: TokenKind,
  token: string,
  appId: string | null,
): Promise<void> {
  await lockSelf(tx, actor);
  const owner = { realm_id: tx.realmId, user_id: actor.user.id };
  await tx.all(sql`
    insert into push_token (realm_id, user_id, kind, token, app_id)
    values (${owner.realm_id}, ${owner.user_id}, ${kind}, ${token}, ${appId})
    on conflict (realm_id, user_id, kind, md5(token)) do update set app_id = excluded.app_id`);
  await tx.all(sql`
    delete from push_token where ctid in (
      select ctid from push_token where realm_id = ${owner.realm_id} and user_id = ${owner.user_id}
      order by added_at desc offset ${limits.devices}
    )`);
}

export async function removeToken(tx: Tx, { user }: Actor, kind: TokenKind, token: string): Promise<void> {
  const row = await tx.first(
    q
      .deleteFrom('push_token')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id)
      .where('kind', '=', kind)
      .where('token', '=', token)
      .returning('token'),
  );
  if (row === undefined) throw badRequest('The token is not registered.');
}

/** Whether the user has registered the given token, or any token if none is given. */
export async function hasToken(reader: Reader, { user }: Actor, token: string | undefined): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from push_token where realm_id = ${user.realm_id} and user_id = ${user.id}
      and (${token ?? null}::text is null or token = ${token ?? null}) limit 1`);
  return row !== undefined;
}
