import type { Device } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type DeviceRow = Selectable<Schema['device']>;

export const presentDevice = (row: DeviceRow): Device => ({
  push_key_id: row.push_key_id,
  push_token_id: row.push_token_id,
  pending_push_token_id: row.pending_push_token_id,
  push_token_last_updated_timestamp:
    row.token_updated_at === null ? null : Math.floor(row.token_updated_at.getTime() / 1000),
  push_registration_error_code: row.error_code,
});
