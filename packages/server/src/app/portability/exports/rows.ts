import type { ExportConsent, RealmExport } from '@parley/contract/objects/realm-export.ts';
import type { Selectable } from 'kysely';
import type { RealmRow } from '../../../engine/db/realm.ts';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, type Reader } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import { archiveUrl } from '../archive-address.ts';

export type ExportRow = Selectable<Schema['realm_export']>;

/** Every change tells all of them. */
const MAX_LISTED = 100;

/** The newest exports, oldest first. */
export async function listExports(
  world: Pick<World, 'sealer' | 'clock' | 'config'>,
  reader: Reader,
  realm: Pick<RealmRow, 'id' | 'subdomain'>,
): Promise<RealmExport[]> {
  const rows = await reader.all(
    q
      .selectFrom('realm_export')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED),
  );
  return rows.toReversed().map((row) => presentExport(row, archiveUrl(world, realm, 'export', row.id)));
}

export function presentExport(row: ExportRow, url: string): RealmExport {
  const isHere = !row.is_from_elsewhere;
  const ended = row.ended_at === null ? null : row.ended_at.getTime() / 1000;
  return {
    id: row.id,
    acting_user_id: row.user_id,
    export_time: row.requested_at.getTime() / 1000,
    export_type: row.type,
    export_url: isHere && row.state === 'complete' ? url : null,
    pending: isHere && row.state === 'pending',
    deleted_timestamp: row.state === 'deleted' ? ended : null,
    failed_timestamp: row.state === 'failed' ? ended : null,
    export_from_prior_server: row.is_from_elsewhere,
  };
}

/** Consents of active human users. */
export async function listConsents(reader: Reader, realmId: number): Promise<ExportConsent[]> {
  const users = await reader.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'settings', 'email_visibility', 'timezone'])
      .where('realm_id', '=', realmId)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .orderBy('id'),
  );
  return users.map((user) => ({
    user_id: user.id,
    consented: settingsOf(user).allow_private_data_export,
    email_address_visibility: user.email_visibility,
  }));
}
