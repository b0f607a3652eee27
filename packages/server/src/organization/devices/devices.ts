import type { PayloadOf } from '@parley/contract/event.ts';
import type { deviceUpdate } from '@parley/contract/events/personal.ts';
import { limits } from '@parley/contract/limits.ts';
import type { Device } from '@parley/contract/objects/personal.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { type DeviceRow, presentDevice } from './rows.ts';
import { lockSelf } from '../users/lock-self.ts';
import { countOwn, deleteOwn } from '../users/own-rows.ts';

export async function addDevice(tx: Tx, actor: Actor): Promise<number> {
  const { id: userId } = actor.user;
  await lockSelf(tx, actor);
  if ((await countOwn(tx, actor, 'device')) >= limits.devices)
    throw badRequest(`A user can have at most ${limits.devices} devices. Remove an unused device first.`);
  const row = await tx.first(
    q.insertInto('device').values({ realm_id: tx.realmId, user_id: userId }).returning('id'),
  );
  if (row === undefined) throw new Error('The device was not added.');
  tx.emit(only(userId), { type: 'device', op: 'add', device_id: row.id });
  return row.id;
}

export async function removeDevice(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await deleteOwn(tx, actor, 'device', id))) throw noSuchDevice();
  tx.emit(only(actor.user.id), { type: 'device', op: 'remove', device_id: id });
}

/** Changes a device if it still exists, and emits the fields visible to the user's clients. */
export async function changeDevice(
  tx: Tx,
  userId: number,
  id: number,
  changes: Partial<Omit<DeviceRow, 'realm_id' | 'id' | 'user_id'>>,
): Promise<void> {
  const before = await findDevice(tx, userId, id);
  if (before === undefined || Object.keys(changes).length === 0) return;
  await tx.all(q.updateTable('device').set(changes).where('realm_id', '=', tx.realmId).where('id', '=', id));
  const visibleChanges = changed(presentDevice(before), presentDevice({ ...before, ...changes }));
  if (Object.keys(visibleChanges).length > 0)
    tx.emit(only(userId), { type: 'device', op: 'update', device_id: id, ...visibleChanges });
}

/** A device of the actor, locked. */
export async function accessDevice(tx: Tx, { user }: Actor, id: number): Promise<DeviceRow> {
  const device = await findDevice(tx, user.id, id);
  if (device === undefined) throw noSuchDevice();
  return device;
}

function findDevice(tx: Tx, userId: number, id: number): Promise<DeviceRow | undefined> {
  const own = q
    .selectFrom('device')
    .selectAll()
    .where('realm_id', '=', tx.realmId)
    .where('id', '=', id)
    .where('user_id', '=', userId);
  return tx.first(own.forUpdate());
}

/**
 * Deletes all devices and push tokens of a user who gets a new API key. The public API specifies no event for this,
 * but queues outlive the key, so clients that keep using a queue must learn of the removal.
 */
export async function deleteDevices(tx: Tx, { id: userId }: Pick<UserRow, 'id'>): Promise<void> {
  const deleted = await tx.all(
    q.deleteFrom('device').where('realm_id', '=', tx.realmId).where('user_id', '=', userId).returning('id'),
  );
  await tx.all(q.deleteFrom('push_token').where('realm_id', '=', tx.realmId).where('user_id', '=', userId));
  await tx.all(
    q
      .deleteFrom('push_subscription')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', userId)
      .where('protocol', '<>', 'web'),
  );
  for (const { id } of deleted) tx.emit(only(userId), { type: 'device', op: 'remove', device_id: id });
}

function noSuchDevice(): ApiError {
  return badRequest('There is no such device.');
}

type VisibleChanges = Omit<PayloadOf<typeof deviceUpdate>, 'type' | 'op' | 'device_id'>;

/** Fields are only added or replaced, never removed, so comparing the new values is enough. */
function changed(before: Device, after: Device): VisibleChanges {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof Device] !== value),
  );
}
