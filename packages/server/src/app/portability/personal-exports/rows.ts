import type { PersonalExport } from '@parley/contract/endpoints/personal-exports.ts';
import type { Selectable } from 'kysely';
import type { RealmRow } from '../../../engine/db/realm.ts';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, type Reader } from '../../../engine/db/sql.ts';
import type { UserRow } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { archiveUrl } from '../archive-address.ts';

export type PersonalExportRow = Selectable<Schema['personal_export']>;

/** Archives are kept for this long, and so are the notes of failures. */
export const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export function exportsOf(reader: Reader, { realm_id, id }: UserRow): Promise<PersonalExportRow[]> {
  return reader.all(
    q
      .selectFrom('personal_export')
      .selectAll()
      .where('realm_id', '=', realm_id)
      .where('user_id', '=', id)
      .orderBy('id', 'desc'),
  );
}

export function presentExport(
  world: Pick<World, 'sealer' | 'clock' | 'config'>,
  realm: Pick<RealmRow, 'id' | 'subdomain'>,
  row: PersonalExportRow,
): PersonalExport {
  const { id, state, requested_at, ended_at, size } = row;
  return {
    id,
    state,
    requested: secondsOf(requested_at.getTime()),
    expires: ended_at === null ? null : secondsOf(ended_at.getTime() + KEPT_DAYS * DAY_MS),
    size,
    url: state === 'ready' ? archiveUrl(world, realm, 'personal export', row.id) : null,
  };
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
