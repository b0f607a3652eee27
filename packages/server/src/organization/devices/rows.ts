import type { Device } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';

export type DeviceRow = Selectable<Schema['device']>;

export function presentDevice(row: DeviceRow): Device {
  return {
    push_key_id: row.push_key_id,
    push_token_id: row.push_token_id,
    pending_push_token_id: row.pending_push_token_id,
    push_token_last_updated_timestamp:
      row.token_updated_at === null ? null : Math.floor(row.token_updated_at.getTime() / 1000),
    push_registration_error_code: row.error_code,
  };
}

export const deviceState: ReadState<'device'> = async ({ reader, user }) => {
  const rows = await reader.all(
    q
      .selectFrom('device')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('id'),
  );
  return { devices: Object.fromEntries(rows.map((row) => [String(row.id), presentDevice(row)])) };
};
