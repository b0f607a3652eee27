import { ageOf } from './age.ts';
import type { Move } from './plan-move.ts';
import { removeMessages } from './remove-messages.ts';
import { policiesIn } from './topic-policies.ts';
import { messageColumns, type MessageRow } from '../message.ts';
import { type NoticeWorld, notificationBot, sendNotice } from '../../notices/compose-notice.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';

/** A reversal within this time deletes the previous notice instead of adding one. */
const UNDO_SECONDS = 60;
/** In larger channels the notice is unread for all users, because marking it as read for each is too expensive. */
const MAX_SUBSCRIBERS_FOR_AUTO_READ = 2_000;

const NOTICE_TEXT = {
  resolved: 'marked this topic as resolved.',
  unresolved: 'marked this topic as unresolved.',
};

/** Sends a notice that a topic was resolved or unresolved, or deletes the notice of a resolution just undone. */
export async function announceResolution(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  { move, now }: { readonly move: Move; readonly now: number },
): Promise<void> {
  const { target, topic, resolution } = move;
  if (resolution === undefined) return;
  const bot = await notificationBot(tx, tx.realmId);
  const last = await lastIn(tx, move);
  if (last !== undefined && isNotice(last, bot) && ageOf(last, now) < UNDO_SECONDS) {
    await removeMessages(tx, { kind: 'channel', channel: target }, [last]);
    return;
  }
  await sendNotice(tx, world, {
    cause: actor,
    channel: target,
    topic,
    content: `@_**${actor.user.full_name}|${actor.user.id}** ${NOTICE_TEXT[resolution]}`,
    read: [...new Set([actor.user.id, ...(await autoReaders(tx, move))])],
  });
}

function isNotice(message: MessageRow, bot: UserRow): boolean {
  return (
    message.sender_id === bot.id &&
    Object.values(NOTICE_TEXT).some((noticeText) => message.content.endsWith(noticeText))
  );
}

function lastIn(tx: Tx, { target, topic }: Move): Promise<MessageRow | undefined> {
  return tx.first(
    sql<MessageRow>`
      select ${sql.join(messageColumns.map((name) => sql.ref(name)))} from message
      where realm_id = ${tx.realmId} and channel_id = ${target.id} and topic_key = lower(${topic})
      order by id desc limit 1`,
  );
}

/** Subscribers whose setting marks such notices as read, for some unless they follow the topic. */
async function autoReaders(tx: Tx, { target, topic }: Move): Promise<number[]> {
  if (target.subscriber_count > MAX_SUBSCRIBERS_FOR_AUTO_READ) return [];
  const users = await tx.all(
    sql<UserRow>`
      select p.* from subscription s
      join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id and p.is_active
      where s.realm_id = ${tx.realmId} and s.channel_id = ${target.id} and s.is_active`,
  );
  const policies = await policiesIn(tx, tx.realmId, { channelId: target.id, topic });
  return users
    .filter((user) => {
      const policy = settingsOf(user).resolved_topic_notice_auto_read_policy;
      return policy === 'always' || (policy === 'except_followed' && policies.get(user.id) !== 3);
    })
    .map(({ id }) => id);
}
