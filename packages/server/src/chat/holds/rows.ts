import type { Hold } from '@parley/contract/endpoints/holds.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';

export type HoldRow = Selectable<Schema['hold']>;

export function holdsOf(reader: Reader, realmId: number): Promise<HoldRow[]> {
  return reader.all(q.selectFrom('hold').selectAll().where('realm_id', '=', realmId).orderBy('id'));
}

export function presentHold({ id, user_id, channel_id, reason, creator_id, created_at }: HoldRow): Hold {
  return {
    id,
    user_id,
    stream_id: channel_id,
    reason,
    creator_id,
    created: Math.floor(created_at.getTime() / 1000),
  };
}
