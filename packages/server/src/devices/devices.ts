import { limits } from '@parley/contract/limits.ts';
import type { PayloadOf } from '@parley/contract/event.ts';
import type { deviceUpdate } from '@parley/contract/events/personal.ts';
import type { Device } from '@parley/contract/objects/personal.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import { countOwn, deleteOwn } from '../people/own-rows.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { badRequest, type Problem } from '../problem.ts';
import { presentDevice, type DeviceRow } from './present.ts';

export const addDevice = async (tx: Tx, actor: Actor): Promise<number> => {
  const { id: personId } = actor.person;
  await holdSelf(tx, actor);
  if ((await countOwn(tx, actor, 'device')) >= limits.devices)
    throw badRequest(`Nobody has more than ${limits.devices} devices; remove one that is not used.`);
  const row = await tx.first(
    q.insertInto('device').values({ realm_id: tx.realmId, person_id: personId }).returning('id'),
  );
  if (row === undefined) throw new Error('PostgreSQL stored nothing.');
  tx.emit(only(personId), { type: 'device', op: 'add', device_id: row.id });
  return row.id;
};

export const removeDevice = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  if (!(await deleteOwn(tx, actor, 'device', id))) throw noSuchDevice();
  tx.emit(only(actor.person.id), { type: 'device', op: 'remove', device_id: id });
};

/** Keeps what a device needs to be notified; tells what of it others of the person's clients can see. */
export const changeDevice = async (
  tx: Tx,
  { person }: Actor,
  id: number,
  changes: Partial<Omit<DeviceRow, 'realm_id' | 'id' | 'person_id'>>,
): Promise<void> => {
  const mine = q
    .selectFrom('device')
    .selectAll()
    .where('realm_id', '=', tx.realmId)
    .where('id', '=', id)
    .where('person_id', '=', person.id);
  const before = await tx.first(mine.forUpdate());
  if (before === undefined) throw noSuchDevice();
  await tx.all(q.updateTable('device').set(changes).where('realm_id', '=', tx.realmId).where('id', '=', id));
  const seen = changed(presentDevice(before), presentDevice({ ...before, ...changes }));
  if (Object.keys(seen).length > 0)
    tx.emit(only(person.id), { type: 'device', op: 'update', device_id: id, ...seen });
};

/**
 * Whoever gets a new key registers anew: what was known of old clients is forgotten. The public API promises no event
 * for it; but queues outlive the key, and who goes on with one and the new key must not believe in devices that are gone.
 */
export const forgetDevices = async (tx: Tx, { id: personId }: Pick<PersonRow, 'id'>): Promise<void> => {
  const gone = await tx.all(
    q
      .deleteFrom('device')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', personId)
      .returning('id'),
  );
  await tx.all(
    q.deleteFrom('push_token').where('realm_id', '=', tx.realmId).where('person_id', '=', personId),
  );
  for (const { id } of gone) tx.emit(only(personId), { type: 'device', op: 'remove', device_id: id });
};

const noSuchDevice = (): Problem => badRequest('There is no such device.');

type Seen = Omit<PayloadOf<typeof deviceUpdate>, 'type' | 'op' | 'device_id'>;

/** A key and a time that were there are replaced, never taken away. */
const changed = (before: Device, after: Device): Seen =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Device] !== value));
