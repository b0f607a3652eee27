import type { RawBuilder } from 'kysely';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Email } from '../../../engine/mail/email.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { queueEmail } from '../../../http/mail/queue-email.ts';
import type { World } from '../../../http/world.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import type { Trigger } from '../decide.ts';
import { quietUntil } from '@parley/contract/quiet-hours.ts';
import { composeEmail } from './compose-email.ts';
import { byConversation } from './conversations.ts';
import { describeEmail } from './describe.ts';
import { loadUnread } from './load-messages.ts';
import type { NotificationEmail } from './notification-email.ts';
import { composeSummary } from './summary.ts';

type Batch = { readonly realm_id: number; readonly user_id: number };

const BATCHES_PER_ROUND = 20;
const MAX_ROUNDS_PER_RUN = 50;
/** Batches among which organizations take turns. */
const MAX_CANDIDATES = 1_000;

/** Sends the e-mails of batches that have reached their deadline. Safe to run on several nodes concurrently. */
export async function sendDueBatches(world: World): Promise<void> {
  if (world.mailer === undefined) return;
  for (let round = 0; round < MAX_ROUNDS_PER_RUN && !world.isDraining(); round += 1) {
    const due = await findDue(world);
    for (const batch of due) await sendOrPostpone(world, batch);
    if (due.length < BATCHES_PER_ROUND) return;
  }
}

export function isBatchDue({ mailer }: World): RawBuilder<boolean> {
  return mailer === undefined ? sql`false` : sql`exists (select from email_batch where due_at <= now())`;
}

function findDue({ pool }: World): Promise<Batch[]> {
  return pool.all(sql<Batch>`
    select realm_id, user_id from (
      select *, row_number() over (partition by realm_id order by due_at) as place from (
        select realm_id, user_id, due_at from email_batch where due_at <= now()
        order by due_at limit ${MAX_CANDIDATES}
      ) as candidate
    ) as ranked order by place, random() limit ${BATCHES_PER_ROUND}`);
}

/** A batch that fails is tried again later, and delays no other user. */
async function sendOrPostpone(world: World, batch: Batch): Promise<void> {
  try {
    await world.write(batch.realm_id, (tx) => sendBatch(tx, world, batch.user_id));
  } catch (error) {
    world.warn(error, 'gather notification e-mails', 'notification e-mail failed, will retry', {
      realm: batch.realm_id,
      user: batch.user_id,
    });
    await postpone(world, batch);
  }
}

const FIRST_BACKOFF_SECONDS = 10;
const MAX_BACKOFF_SECONDS = 3_600;

function postpone({ pool }: World, { realm_id, user_id }: Batch): Promise<unknown> {
  return pool.all(sql`
    update email_batch set tries = tries + 1, due_at = now() + make_interval(
      secs => least(${FIRST_BACKOFF_SECONDS} * power(2, least(tries, 20)), ${MAX_BACKOFF_SECONDS}))
    where realm_id = ${realm_id} and user_id = ${user_id}`);
}

/** Queues the e-mails of a user and ends the batch, in one transaction. */
async function sendBatch(tx: Tx, world: World, userId: number): Promise<void> {
  const batch = await lockDueBatch(tx, userId);
  if (batch === undefined) return;
  const actor = await receiverOf(tx, userId);
  const quietEnd = actor === undefined ? undefined : quietEndOf(actor.user, batch.time);
  if (quietEnd !== undefined) return holdBatch(tx, userId, quietEnd);
  await tx.all(sql`delete from email_batch where realm_id = ${tx.realmId} and user_id = ${userId}`);
  const sent = actor === undefined ? [] : await queueEmails(tx, world, actor, batch.is_held);
  await tx.all(sql`
    update notification set state = case when message_id = any(${sent}::bigint[]) then 'sent' else 'dropped' end
    where realm_id = ${tx.realmId} and user_id = ${userId} and kind = 'email' and state = 'waiting'`);
}

type DueBatch = { readonly is_held: boolean; readonly time: Date };

function lockDueBatch(tx: Tx, userId: number): Promise<DueBatch | undefined> {
  return tx.first(sql<DueBatch>`
    select is_held, now() as time from email_batch
    where realm_id = ${tx.realmId} and user_id = ${userId} and due_at <= now() for update skip locked`);
}

function quietEndOf(user: UserRow, time: Date): Date | undefined {
  return quietUntil(settingsOf(user), time);
}

/** The batch waits for the end of the do-not-disturb hours. */
async function holdBatch(tx: Tx, userId: number, until: Date): Promise<void> {
  await tx.all(sql`
    update email_batch set is_held = true, due_at = ${until}
    where realm_id = ${tx.realmId} and user_id = ${userId}`);
}

/** The user, if it can still get e-mail about messages. */
async function receiverOf(tx: Tx, userId: number): Promise<Actor | undefined> {
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (user === undefined || realm === undefined) return undefined;
  const isReached =
    user.is_active && realm.deactivated_at === null && settingsOf(user).enable_offline_email_notifications;
  return isReached ? { user, realm } : undefined;
}

/** The newest messages of a batch; older ones are left out. */
const MAX_MESSAGES_PER_BATCH = 500;

/** Returns the ids of the messages that the e-mails contain. */
async function queueEmails(tx: Tx, world: World, actor: Actor, isHeld: boolean): Promise<number[]> {
  const waiting = await tx.all(sql<{ message_id: number; trigger: Trigger }>`
    select message_id, trigger from notification
    where realm_id = ${tx.realmId} and user_id = ${actor.user.id} and kind = 'email' and state = 'waiting'
    order by message_id desc limit ${MAX_MESSAGES_PER_BATCH}`);
  const triggers = new Map(waiting.map(({ message_id, trigger }) => [message_id, trigger]));
  const viewer = { ...actor, world };
  const unread = await loadUnread(tx, viewer, [...triggers.keys()]);
  const emails: NotificationEmail[] = [];
  for (const messages of byConversation(unread))
    emails.push(await describeEmail(tx, viewer, messages, (id) => triggers.get(id) ?? 'stream'));
  for (const email of composeAll(emails, isHeld)) await queueEmail(tx, world, 'notification', email);
  return unread.map(({ message }) => message.id);
}

/** An e-mail for each conversation; one for all if they were held. */
function composeAll(emails: readonly NotificationEmail[], isHeld: boolean): Email[] {
  const [first, ...rest] = emails;
  if (first === undefined) return [];
  return isHeld ? [composeSummary(first, ...rest)] : emails.map(composeEmail);
}
