import type { Playground } from '@parley/contract/objects/playground.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';

export function listPlaygrounds(reader: Reader, realmId: number): Promise<PlaygroundRow[]> {
  return reader.all(q.selectFrom('playground').selectAll().where('realm_id', '=', realmId).orderBy('id'));
}

export type PlaygroundRow = Selectable<Schema['playground']>;

export function presentPlayground({ id, name, pygments_language, url_template }: PlaygroundRow): Playground {
  return { id, name, pygments_language, url_template };
}

export const realmPlaygroundsState: ReadState<'realm_playgrounds'> = async ({ reader, realm }) => ({
  realm_playgrounds: (await listPlaygrounds(reader, realm.id)).map(presentPlayground),
});
