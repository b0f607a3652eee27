import { q } from '../db/sql.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { presentDevice } from './present.ts';

export const deviceState: ReadState<'device'> = async ({ reader, person }) => {
  const rows = await reader.all(
    q
      .selectFrom('device')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('id'),
  );
  return { devices: Object.fromEntries(rows.map((row) => [String(row.id), presentDevice(row)])) };
};
