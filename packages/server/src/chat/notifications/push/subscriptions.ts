import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { nextIn, q, sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../../engine/secrets/seal.ts';
import type { Actor } from '../../../http/actor.ts';
import { countOwn, deleteOwn } from '../../../organization/users/own-rows.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';
import { AUTH_BYTES, PUBLIC_KEY_BYTES } from './encryption.ts';

/** A device as a browser registers it: the address at its push service, and its keys in Base64. */
export type WebPushDevice = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** Adds a device, or updates its keys; returns its id. */
export async function addSubscription(
  tx: Tx,
  sealer: Sealer,
  actor: Actor,
  credentialId: number,
  device: WebPushDevice,
): Promise<number> {
  checkDevice(device);
  await lockSelf(tx, actor);
  const { id: userId } = actor.user;
  const endpointHash = hashOf(device.endpoint);
  const known = await tx.first(sql<{ id: number }>`
    select id from push_subscription
    where realm_id = ${tx.realmId} and user_id = ${userId} and endpoint_hash = ${endpointHash}`);
  if (known === undefined && (await countOwn(tx, actor, 'push_subscription')) >= limits.devices)
    throw badRequest(`A user can have at most ${limits.devices} devices. Remove an unused device first.`);
  const id = known?.id ?? (await nextIn(tx, 'push_subscription_id'));
  const sealed = sealer.seal(
    placeOf('push_subscription', { realm_id: tx.realmId, id }),
    JSON.stringify(device),
  );
  await tx.all(sql`
    insert into push_subscription (realm_id, id, user_id, credential_id, endpoint_hash, sealed)
    values (${tx.realmId}, ${id}, ${userId}, ${credentialId}, ${endpointHash}, ${sealed})
    on conflict (realm_id, id) do update set sealed = excluded.sealed, credential_id = excluded.credential_id`);
  return id;
}

export async function removeSubscription(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await deleteOwn(tx, actor, 'push_subscription', id))) throw badRequest('There is no such device.');
}

export async function listSubscriptions(
  reader: Reader,
  { user }: Actor,
): Promise<{ readonly id: number; readonly created: number }[]> {
  const rows = await reader.all(
    q
      .selectFrom('push_subscription')
      .select(['id', 'created_at'])
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('id'),
  );
  return rows.map(({ id, created_at }) => ({ id, created: Math.floor(created_at.getTime() / 1000) }));
}

function checkDevice({ endpoint, p256dh, auth }: WebPushDevice): void {
  const url = URL.parse(endpoint);
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  )
    throw badRequest('endpoint is not the address of a push service.');
  const key = Buffer.from(p256dh, 'base64url');
  if (key.length !== PUBLIC_KEY_BYTES || key[0] !== 4)
    throw badRequest('p256dh is not an uncompressed public key of P-256.');
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    throw badRequest(`auth must have ${AUTH_BYTES} bytes.`);
}
