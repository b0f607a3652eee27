import type { MutedUser } from '@parley/contract/objects/personal.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

/** Users muted by a user, in the order of muting. */
export async function mutedBy(reader: Reader, user: Pick<UserRow, 'realm_id' | 'id'>): Promise<MutedUser[]> {
  const rows = await reader.all(
    q
      .selectFrom('muted_user')
      .select(['muted_id', 'muted_at'])
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('muted_at')
      .orderBy('muted_id'),
  );
  return rows.map(({ muted_id, muted_at }) => ({
    id: muted_id,
    timestamp: Math.floor(muted_at.getTime() / 1000),
  }));
}

export const mutedUsersState: ReadState<'muted_users'> = async ({ reader, user }) => ({
  muted_users: await mutedBy(reader, user),
});
