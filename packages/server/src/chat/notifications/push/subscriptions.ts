import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { nextIn, q, sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../../engine/secrets/seal.ts';
import type { Actor } from '../../../http/actor.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';
import type { ProtocolName } from './protocols/protocol.ts';
import { AUTH_BYTES, PUBLIC_KEY_BYTES } from './protocols/web-push-encryption.ts';

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
  const known = await findSubscription(tx, tx.realmId, userId, device.endpoint);
  if (known === undefined && (await countWebDevices(tx, userId)) >= limits.devices)
    throw badRequest(`A user can have at most ${limits.devices} devices. Remove an unused device first.`);
  return storeSubscription(tx, sealer, {
    protocol: 'web',
    userId,
    credentialId,
    deviceId: null,
    name: device.endpoint,
    address: device,
  });
}

/** Where pushes of a user go. */
export type NewSubscription = {
  readonly protocol: ProtocolName;
  readonly userId: number;
  readonly credentialId: number | null;
  readonly deviceId: number | null;
  /** Identifies the address among those of the user. */
  readonly name: string;
  readonly address: object;
};

/** Adds an address, or updates the known one with the same name; returns its id. The caller locks the user. */
export async function storeSubscription(
  tx: Tx,
  sealer: Sealer,
  { protocol, userId, credentialId, deviceId, name, address }: NewSubscription,
): Promise<number> {
  const id =
    (await findSubscription(tx, tx.realmId, userId, name)) ?? (await nextIn(tx, 'push_subscription_id'));
  const sealed = sealer.seal(
    placeOf('push_subscription', { realm_id: tx.realmId, id }),
    JSON.stringify(address),
  );
  await tx.all(sql`
    insert into push_subscription (realm_id, id, user_id, credential_id, protocol, device_id, endpoint_hash, sealed)
    values (${tx.realmId}, ${id}, ${userId}, ${credentialId}, ${protocol}, ${deviceId}, ${hashOf(name)}, ${sealed})
    on conflict (realm_id, id) do update set protocol = excluded.protocol, sealed = excluded.sealed,
      credential_id = excluded.credential_id`);
  return id;
}

export async function findSubscription(
  reader: Reader,
  realmId: number,
  userId: number,
  name: string,
): Promise<number | undefined> {
  const row = await reader.first(sql<{ id: number }>`
    select id from push_subscription
    where realm_id = ${realmId} and user_id = ${userId} and endpoint_hash = ${hashOf(name)}`);
  return row?.id;
}

async function countWebDevices(tx: Tx, userId: number): Promise<number> {
  const row = await tx.first(sql<{ count: number }>`
    select count(*) as count from push_subscription
    where realm_id = ${tx.realmId} and user_id = ${userId} and protocol = 'web'`);
  return row?.count ?? 0;
}

export async function removeSubscription(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.first(sql`
    delete from push_subscription
    where realm_id = ${tx.realmId} and id = ${id} and user_id = ${actor.user.id} and protocol = 'web' returning id`);
  if (row === undefined) throw badRequest('There is no such device.');
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
      .where('protocol', '=', 'web')
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
