import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { Server } from '../../organization/users/server.ts';
import { addSubscribers } from './add-subscribers.ts';
import { lockChannels } from '../channels/queries.ts';

/** New users are subscribed to the default channels, unless the invitation lists others. */
const DEFAULTS = { channelIds: [], defaults: true } as const;

/** Subscribes a new user to channels, except archived ones. */
export async function joinChannels(
  tx: Tx,
  server: Server,
  user: Pick<UserRow, 'id' | 'role'>,
  { channelIds, defaults }: { channelIds: readonly number[]; defaults: boolean } = DEFAULTS,
): Promise<void> {
  const invitedTo = new Set(channelIds);
  const found = await tx.all(
    sql<{ id: number }>`
      select id from channel where realm_id = ${tx.realmId} and is_default and not is_archived and ${defaults}
      union
      select id from channel
      where realm_id = ${tx.realmId} and id = any(${[...invitedTo]}::bigint[]) and not is_archived`,
  );
  if (found.length === 0) return;
  const channels = await lockChannels(
    tx,
    found.map(({ id }) => id),
  );
  await addSubscribers(
    tx,
    server,
    channels.filter(
      ({ id, is_default, is_archived }) => !is_archived && (invitedTo.has(id) || (defaults && is_default)),
    ),
    [user],
  );
}
