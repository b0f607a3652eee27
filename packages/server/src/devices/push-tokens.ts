import { limits } from '@parley/contract/limits.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { holdSelf } from '../people/hold-self.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';

export type TokenKind = 'apns' | 'fcm';

/** The same token again is no news; the oldest of too many makes room. */
export const addToken = async (
  tx: Tx,
  actor: Actor,
  kind: TokenKind,
  token: string,
  appId: string | null,
): Promise<void> => {
  await holdSelf(tx, actor);
  const owner = { realm_id: tx.realmId, person_id: actor.person.id };
  await tx.all(sql`
    insert into push_token (realm_id, person_id, kind, token, app_id)
    values (${owner.realm_id}, ${owner.person_id}, ${kind}, ${token}, ${appId})
    on conflict (realm_id, person_id, kind, md5(token)) do update set app_id = excluded.app_id`);
  await tx.all(sql`
    delete from push_token where ctid in (
      select ctid from push_token where realm_id = ${owner.realm_id} and person_id = ${owner.person_id}
      order by added_at desc offset ${limits.devices}
    )`);
};

export const removeToken = async (
  tx: Tx,
  { person }: Actor,
  kind: TokenKind,
  token: string,
): Promise<void> => {
  const row = await tx.first(
    q
      .deleteFrom('push_token')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id)
      .where('kind', '=', kind)
      .where('token', '=', token)
      .returning('token'),
  );
  if (row === undefined) throw badRequest('This token was not registered.');
};

/** Whether somebody has this token, or any. */
export const hasToken = async (
  reader: Reader,
  { person }: Actor,
  token: string | undefined,
): Promise<boolean> => {
  const row = await reader.first(sql`
    select 1 from push_token where realm_id = ${person.realm_id} and person_id = ${person.id}
      and (${token ?? null}::text is null or token = ${token ?? null}) limit 1`);
  return row !== undefined;
};
