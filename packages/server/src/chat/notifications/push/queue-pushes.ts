import type { RawBuilder } from 'kysely';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import type { Trigger } from '../decide.ts';
import { mentionedGroup, type EmailViewer } from '../email/describe.ts';
import { loadUnread } from '../email/load-messages.ts';
import { messageContents, type PushContents } from './contents.ts';
import { protocolsOf } from './protocols/protocols.ts';

type Waiting = { readonly message_id: number; readonly trigger: Trigger };
type Owner = { readonly realm_id: number; readonly user_id: number };

const USERS_PER_ROUND = 50;
const MAX_ROUNDS_PER_RUN = 50;
/** Messages of a user that one transaction turns into pushes. */
const MAX_MESSAGES = 100;

/** Makes pushes of waiting notifications. Safe to run on several nodes concurrently. */
export async function queuePushes(world: World): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS_PER_RUN && !world.isDraining(); round += 1) {
    const owners = await findWaiting(world);
    for (const { realm_id, user_id } of owners)
      await world.write(realm_id, (tx) => queueOfUser(tx, world, user_id));
    if (owners.length < USERS_PER_ROUND) return;
  }
}

export function isPushWaiting(): RawBuilder<boolean> {
  return sql`exists (select from notification where state = 'waiting' and kind = 'push')`;
}

function findWaiting({ pool }: World): Promise<Owner[]> {
  return pool.all(sql<Owner>`
    select realm_id, user_id from notification where state = 'waiting' and kind = 'push'
    group by realm_id, user_id order by min(created_at) limit ${USERS_PER_ROUND}`);
}

async function queueOfUser(tx: Tx, world: World, userId: number): Promise<void> {
  const waiting = await tx.all(sql<Waiting>`
    select message_id, trigger from notification
    where realm_id = ${tx.realmId} and user_id = ${userId} and kind = 'push' and state = 'waiting'
    order by message_id limit ${MAX_MESSAGES} for update skip locked`);
  if (waiting.length === 0) return;
  const ids = waiting.map(({ message_id }) => message_id);
  const sent = await queueMessages(tx, world, userId, waiting);
  await tx.all(sql`
    update notification set state = case when message_id = any(${sent}::bigint[]) then 'sent' else 'dropped' end
    where realm_id = ${tx.realmId} and user_id = ${userId} and kind = 'push'
      and message_id = any(${ids}::bigint[])`);
}

/** Returns the messages that the user can read and has not read yet. */
async function queueMessages(
  tx: Tx,
  world: World,
  userId: number,
  waiting: readonly Waiting[],
): Promise<number[]> {
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (user?.is_active !== true || realm === undefined || realm.deactivated_at !== null) return [];
  const viewer = { user, realm, world };
  const triggers = new Map(waiting.map(({ message_id, trigger }) => [message_id, trigger]));
  const sent: number[] = [];
  for (const presented of await loadUnread(tx, viewer, [...triggers.keys()])) {
    const { id } = presented.message;
    const group = await mentionedGroup(tx, userId, [presented]);
    const contents = messageContents(viewer, presented, group, triggers.get(id) ?? 'stream');
    await addDeliveries(tx, world, userId, id, contents);
    sent.push(id);
  }
  return sent;
}

/** One delivery for each device of the user, in the form that it understands. */
export async function addDeliveries(
  tx: Tx,
  { config }: EmailViewer['world'],
  userId: number,
  messageId: number | null,
  { web, encrypted, apns, fcm }: PushContents,
): Promise<void> {
  await tx.all(sql`
    insert into push_delivery (realm_id, subscription_id, protocol, message_id, payload)
    select realm_id, id, protocol, ${messageId}::bigint, case
      when protocol = 'web' then ${JSON.stringify(web)}
      when device_id is not null then ${JSON.stringify(encrypted)}
      when protocol = 'apns' then ${JSON.stringify(apns)}
      else ${JSON.stringify(fcm)} end
    from push_subscription
    where realm_id = ${tx.realmId} and user_id = ${userId} and protocol = any(${protocolsOf(config)}::text[])
    order by id`);
}
