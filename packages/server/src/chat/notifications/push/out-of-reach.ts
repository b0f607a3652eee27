import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';
import { messageVisibilityOf } from '../../messages/fetch/message-visibility.ts';

/** Messages of which a user has a push, but which the user can no longer read. */
type OutOfReach = { readonly userIds: readonly [number]; readonly messageIds: readonly number[] };

type Pushed = { readonly user_id: number; readonly message_ids: readonly number[] };

/** Examines the pushes of messages that were deleted or moved, and of users who left a channel. */
export async function findOutOfReach(tx: Tx, entries: readonly LogEntry[]): Promise<OutOfReach[]> {
  const lost: OutOfReach[] = [];
  for (const { user_id, message_ids } of await findPushed(tx, entries)) {
    const readable = await readableBy(tx, user_id, message_ids);
    const messageIds = message_ids.filter((id) => !readable.has(id));
    if (messageIds.length > 0) lost.push({ userIds: [user_id], messageIds });
  }
  return lost;
}

async function findPushed(tx: Tx, entries: readonly LogEntry[]): Promise<Pushed[]> {
  const messageIds = entries.flatMap(goneOrMoved);
  const left = entries.flatMap(leftChannels);
  if (messageIds.length === 0 && left.length === 0) return [];
  return tx.all(sql<Pushed>`
    select n.user_id, array_agg(n.message_id) as message_ids from notification n
    where n.realm_id = ${tx.realmId} and n.kind = 'push' and n.state in ('waiting', 'sent')
      and (n.message_id = any(${messageIds}::bigint[]) or exists (
        select from message m join unnest(
            ${left.map(({ userId }) => userId)}::bigint[], ${left.map(({ channelId }) => channelId)}::bigint[]
          ) as l (user_id, channel_id) on l.user_id = n.user_id and l.channel_id = m.channel_id
        where m.realm_id = n.realm_id and m.id = n.message_id
      ))
    group by n.user_id`);
}

/** Users who lose a message by a move are told that it was deleted. */
function goneOrMoved(entry: LogEntry): number[] {
  if (entry.kind !== 'event') return [];
  const { event } = entry;
  if (event.type === 'delete_message') return event.message_ids ?? [event.message_id ?? 0];
  return event.type === 'update_message' && event.new_stream_id !== undefined ? event.message_ids : [];
}

function leftChannels(entry: LogEntry): { readonly userId: number; readonly channelId: number }[] {
  if (entry.kind !== 'event' || entry.audience.kind !== 'users') return [];
  const { event, audience } = entry;
  if (event.type !== 'subscription' || event.op !== 'remove') return [];
  return audience.ids.flatMap((userId) =>
    event.subscriptions.map(({ stream_id }) => ({ userId, channelId: stream_id })),
  );
}

async function readableBy(tx: Tx, userId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (user === undefined || realm === undefined) return new Set();
  const { joins, isOwn } = await messageVisibilityOf(tx, { user, realm });
  const rows = await tx.all(sql<{ id: number }>`
    select m.id from message m ${joins}
    where m.realm_id = ${tx.realmId} and m.id = any(${[...ids]}::bigint[]) and ${isOwn}`);
  return new Set(rows.map(({ id }) => id));
}
