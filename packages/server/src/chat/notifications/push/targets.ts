import { sql } from '../../../engine/db/sql.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import type { World } from '../../../http/world.ts';
import { changeDevice } from '../../../organization/devices/devices.ts';
import type { Outcome, OutgoingPush, ProtocolName, PushKey } from './protocols/protocol.ts';

/** An address with everything that a push to it needs. */
export type PushTarget = {
  readonly realm_id: number;
  readonly subdomain: string;
  readonly subscription_id: number;
  readonly user_id: number;
  readonly protocol: ProtocolName;
  readonly sealed: Buffer;
  readonly device_id: number | null;
  readonly push_key_id: number | null;
  readonly push_key_sealed: Buffer | null;
};

/** Tables and columns of a target, for a subscription `s`. */
export const fromTargets = sql`push_subscription s join realm r on r.id = s.realm_id
  left join device k on k.realm_id = s.realm_id and k.id = s.device_id`;
export const targetColumns = sql`s.realm_id, r.subdomain, s.id as subscription_id, s.user_id, s.protocol, s.sealed,
  s.device_id, k.push_key_id, k.push_key_sealed`;

/** Sends a push once. A target that its service no longer knows is removed. */
export async function sendTo(
  world: World,
  target: PushTarget,
  push: Pick<OutgoingPush, 'payload' | 'messageId' | 'isRemoval'>,
): Promise<Outcome> {
  const protocol = world.pushProtocols[target.protocol];
  if (protocol === undefined) return 'misconfigured';
  const { realm_id, subscription_id: id } = target;
  const outcome = await protocol.send({
    realm: { id: realm_id, subdomain: target.subdomain },
    address: world.sealer.open(placeOf('push_subscription', { realm_id, id }), target.sealed),
    key: keyOf(world, target),
    ...push,
  });
  if (outcome === 'gone') await removeTarget(world, target);
  return outcome;
}

function keyOf(
  { sealer }: World,
  { realm_id, device_id, push_key_id, push_key_sealed }: PushTarget,
): PushKey | undefined {
  if (device_id === null || push_key_id === null || push_key_sealed === null) return undefined;
  const secret = sealer.open(placeOf('device', { realm_id, id: device_id }), push_key_sealed);
  return { id: push_key_id, secret: Buffer.from(secret, 'base64') };
}

/** The client behind a dead token learns that it must register again. */
async function removeTarget(world: World, target: PushTarget): Promise<void> {
  await world.write(target.realm_id, async (tx) => {
    await tx.all(sql`
      delete from push_subscription where realm_id = ${tx.realmId} and id = ${target.subscription_id}`);
    if (target.device_id !== null)
      await changeDevice(tx, target.user_id, target.device_id, { push_token_id: null });
  });
}
