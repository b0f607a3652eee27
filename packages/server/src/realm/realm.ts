import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { q, type Reader } from '../db/sql.ts';

export type RealmRow = Selectable<Schema['realm']>;

export const findRealm = (reader: Reader, subdomain: string): Promise<RealmRow | undefined> =>
  reader.first(q.selectFrom('realm').selectAll().where('subdomain', '=', subdomain));
