import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getSessions } from '@parley/contract/endpoints/sessions.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Account } from '../../http/accounts.ts';

type PresentedCredential = ResultOf<typeof getSessions>['sessions'][number];
type Row = Pick<
  Selectable<Schema['credential']>,
  'id' | 'kind' | 'name' | 'address' | 'created_at' | 'last_used'
>;

/** The credentials of the user, last used first. */
export async function credentialsOf(
  reader: Reader,
  { user, credential }: Pick<Account, 'user' | 'credential'>,
): Promise<PresentedCredential[]> {
  const rows = await reader.all(
    q
      .selectFrom('credential')
      .select(['id', 'kind', 'name', 'address', 'created_at', 'last_used'])
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .where('kind', '<>', 'grant')
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .orderBy(sql`last_used desc nulls last`)
      .orderBy('id', 'desc'),
  );
  return rows.map((row) => presentCredential(row, credential.id));
}

function presentCredential(row: Row, currentId: number): PresentedCredential {
  return {
    id: row.id,
    kind: row.kind === 'session' ? 'session' : 'key',
    client: row.name,
    address: row.address,
    created: secondsOf(row.created_at),
    last_used: row.last_used === null ? null : secondsOf(row.last_used),
    is_current: row.id === currentId,
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
