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

/** Who changes their mind within this time leaves no trace. */
const SECOND_THOUGHT_SECONDS = 60;
/** In larger channels the notice is unread for everybody: to mark it for each reader would be too much. */
const MOST_READERS = 2_000;

const SAYING = { resolved: 'marked this topic as resolved.', unresolved: 'marked this topic as unresolved.' };

/** Says in a topic that it was resolved or opened again, or takes back what was said just before. */
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
  if (last !== undefined && isNotice(last, bot) && ageOf(last, now) < SECOND_THOUGHT_SECONDS) {
    await removeMessages(tx, { kind: 'channel', channel: target }, [last]);
    return;
  }
  await sendNotice(tx, world, {
    cause: actor,
    channel: target,
    topic,
    content: `@_**${actor.user.full_name}|${actor.user.id}** ${SAYING[resolution]}`,
    read: [...new Set([actor.user.id, ...(await undisturbed(tx, move))])],
  });
}

function isNotice(message: MessageRow, bot: UserRow): boolean {
  return (
    message.sender_id === bot.id && Object.values(SAYING).some((saying) => message.content.endsWith(saying))
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

/** Subscribers who want to have such notices as read at once, perhaps unless they follow the topic. */
async function undisturbed(tx: Tx, { target, topic }: Move): Promise<number[]> {
  if (target.subscriber_count > MOST_READERS) return [];
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
