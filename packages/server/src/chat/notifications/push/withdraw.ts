import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';
import type { EmailViewer } from '../email/describe.ts';
import { USER_FLAGS } from '../../messages/flags.ts';
import { findOutOfReach } from './out-of-reach.ts';
import { removalContents } from './contents.ts';
import { addDeliveries } from './queue-pushes.ts';

/** Pushes that devices of some users should no longer show. */
type Withdrawal = {
  readonly userIds: readonly number[];
  readonly messageIds: readonly number[] | 'all';
};

/** Messages that one removal names; older ones stay on the device. */
const MAX_REMOVED_MESSAGES = 200;

/** Withdraws pushes of messages that were read or are out of reach, or whose text no longer mentions the user. */
export async function withdrawPushes(
  tx: Tx,
  world: EmailViewer['world'],
  entries: readonly LogEntry[],
): Promise<void> {
  for (const withdrawal of entries.flatMap(withdrawalOf)) await withdraw(tx, world, matching(withdrawal));
  for (const lost of await findOutOfReach(tx, entries)) await withdraw(tx, world, matching(lost));
  const edited = entries.flatMap(editedMessage);
  if (edited.length > 0) await withdraw(tx, world, noLongerMentioned(edited));
}

function withdrawalOf(entry: LogEntry): Withdrawal[] {
  if (entry.kind !== 'event') return [];
  const { event, audience } = entry;
  if (event.type !== 'update_message_flags' || event.op !== 'add' || event.flag !== 'read') return [];
  if (audience.kind !== 'users') return [];
  return [{ userIds: audience.ids, messageIds: event.all ? 'all' : event.messages }];
}

function editedMessage(entry: LogEntry): number[] {
  return entry.kind === 'event' && entry.event.type === 'update_message' && entry.event.content !== undefined
    ? [entry.event.message_id]
    : [];
}

function matching({ userIds, messageIds }: Withdrawal) {
  return sql`n.user_id = any(${[...userIds]}::bigint[])
    and ${messageIds === 'all' ? sql`true` : sql`n.message_id = any(${[...messageIds]}::bigint[])`}`;
}

function noLongerMentioned(messageIds: readonly number[]) {
  return sql`n.message_id = any(${[...messageIds]}::bigint[]) and n.trigger like '%mentioned%'
    and not exists (
      select from message m where m.realm_id = n.realm_id and m.id = n.message_id and m.message_flags & 8 > 0
    ) and not exists (
      select from message_user_flag k
      where k.realm_id = n.realm_id and k.user_id = n.user_id and k.message_id = n.message_id
        and k.flags & ${sql.lit(USER_FLAGS.mentioned | USER_FLAGS.topicMentioned)} > 0
    )`;
}

/** The update waits for a node that is making pushes of the same notifications, and then withdraws those too. */
async function withdraw(
  tx: Tx,
  world: EmailViewer['world'],
  condition: ReturnType<typeof matching>,
): Promise<void> {
  const rows = await tx.all(sql<{ user_id: number; message_id: number; state: string }>`
    update notification n set state = case when n.state = 'sent' then 'withdrawn' else 'dropped' end
    where n.realm_id = ${tx.realmId} and n.kind = 'push' and n.state in ('waiting', 'sent') and ${condition}
    returning n.user_id, n.message_id, n.state`);
  const sent = rows.filter(({ state }) => state === 'withdrawn');
  const byUser = Map.groupBy(sent, ({ user_id }) => user_id);
  for (const [userId, withdrawn] of byUser) {
    const ids = withdrawn.map(({ message_id }) => message_id).toSorted((a, b) => b - a);
    await cancelDeliveries(tx, userId, ids);
    await queueRemoval(tx, world, userId, ids.slice(0, MAX_REMOVED_MESSAGES));
  }
}

/** Pushes that no device has received yet are not sent. */
async function cancelDeliveries(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await tx.all(sql`
    delete from push_delivery d using push_subscription s
    where d.realm_id = ${tx.realmId} and d.message_id = any(${[...ids]}::bigint[])
      and s.realm_id = d.realm_id and s.id = d.subscription_id and s.user_id = ${userId}`);
}

async function queueRemoval(
  tx: Tx,
  world: EmailViewer['world'],
  userId: number,
  ids: readonly number[],
): Promise<void> {
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (user === undefined || realm === undefined) return;
  await addDeliveries(tx, world, userId, null, removalContents({ user, realm, world }, ids));
}
