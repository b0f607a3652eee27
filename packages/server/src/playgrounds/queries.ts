import { q, type Reader } from '../db/sql.ts';
import type { PlaygroundRow } from './present.ts';

export const listPlaygrounds = (reader: Reader, realmId: number): Promise<PlaygroundRow[]> =>
  reader.all(q.selectFrom('playground').selectAll().where('realm_id', '=', realmId).orderBy('id'));
