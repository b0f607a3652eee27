import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { changePolicy } from '../../topics/set-policy.ts';
import { policyAfterStarting } from '../follow.ts';
import type { MessageRow } from '../message.ts';
import { movePolicies } from './move-policies.ts';
import { audienceOfMove, type MoveReaders } from './moved-audience.ts';
import { hasVisibleRest, nextMoveStep, requireMovable } from './moved-messages.ts';
import type { Move } from './plan-move.ts';
import { refreshFirstMessage } from './settle-first-message.ts';
import { refreshTopics } from './settle-topics.ts';
import { storeMove, type Moment } from './store-move.ts';

/** Totals of the previous steps of a move. */
export type Progress = {
  readonly count: number;
  readonly lastId: number;
  /** Whether there were messages in the target topic when the move began. */
  readonly hadMessages: boolean;
};

/** The result of one step of a move. */
export type Moved = {
  readonly ids: readonly number[];
  /** Users who receive the event: those who could read the messages before and can still, and new readers. */
  readonly readers: readonly MoveReaders[];
  readonly isLast: boolean;
  readonly progress: Progress;
  /** The source topic has no message left that the actor can see. */
  readonly isWhole: boolean;
  /** Only the letter case of the topic changed. */
  readonly isSameTopic: boolean;
};

/**
 * Moves one step of messages. Their conversations and all users with a visibility policy for the topics must be
 * locked.
 */
export async function moveMessages(
  tx: Tx,
  actor: Actor,
  message: MessageRow,
  move: Move,
  policyUsers: readonly UserRow[],
  moment: Moment,
  earlier: Progress | undefined,
): Promise<Moved> {
  if (earlier === undefined) await requireMovable(tx, actor.user, message, move);
  const { messages, isLast } = await nextMoveStep(tx, actor.user, message, move, earlier?.lastId ?? 0);
  const ids = messages.map(({ id }) => id);
  const { moved, gone } = await audienceOfMove(tx, move, messages, message);
  const before = await targetTopic(tx, move);
  const isSameTopic = !move.isChannelChanged && before.key === message.topic_key;
  await storeMove(tx, actor, move, messages, moment);
  await refreshTopics(tx, move.source.id, [message.topic]);
  await refreshTopics(tx, move.target.id, [move.topic]);
  if (move.isChannelChanged)
    for (const channel of [move.source, move.target]) await refreshFirstMessage(tx, channel);
  if (gone !== undefined)
    tx.emit(gone, {
      type: 'delete_message',
      message_ids: ids,
      message_type: 'stream',
      stream_id: move.source.id,
      topic: message.topic,
    });
  const hadMessages = earlier?.hadMessages ?? before.last !== null;
  const isWhole = isLast && !(await hasVisibleRest(tx, actor.user, message, move));
  if (!isSameTopic && isWhole)
    await movePolicies(tx, move, message.topic, hadMessages, policyUsers, moment.now);
  else if (!isSameTopic && isLast) await applyStartPolicy(tx, message, move, policyUsers, moment.now);
  const progress = { count: (earlier?.count ?? 0) + ids.length, lastId: ids.at(-1) ?? 0, hadMessages };
  return { ids, readers: moved, isLast, progress, isWhole, isSameTopic };
}

async function targetTopic(tx: Tx, { target, topic }: Move): Promise<{ key: string; last: number | null }> {
  const row = await tx.first(
    sql<{ key: string; last: number | null }>`
      select lower(${topic}) as key, (
        select last_message_id from topic
        where realm_id = ${tx.realmId} and channel_id = ${target.id} and topic_key = lower(${topic})
      ) as last`,
  );
  return row ?? { key: topic, last: null };
}

/** The author of the message that is now the first of a topic counts as having started it. */
async function applyStartPolicy(
  tx: Tx,
  message: MessageRow,
  { target, topic }: Move,
  policyUsers: readonly UserRow[],
  now: number,
): Promise<void> {
  const sender = policyUsers.find(({ id }) => id === message.sender_id);
  if (sender === undefined || !sender.is_active) return;
  const row = await tx.first(
    sql<{ first: number; is_muted: boolean; policy: number | null }>`
      select s.is_muted, (
        select id from message
        where realm_id = ${tx.realmId} and channel_id = ${target.id} and topic_key = lower(${topic})
        order by id limit 1
      ) as first, (
        select policy from topic_policy
        where realm_id = ${tx.realmId} and user_id = ${sender.id} and channel_id = ${target.id}
          and lower(topic) = lower(${topic})
      ) as policy
      from subscription s
      where s.realm_id = ${tx.realmId} and s.user_id = ${sender.id} and s.channel_id = ${target.id}
        and s.is_active`,
  );
  if (row?.first !== message.id) return;
  const policy = policyAfterStarting(sender, { policy: row.policy ?? 0, isChannelMuted: row.is_muted });
  if (policy !== visibilityPolicies.inherit)
    await changePolicy(tx, sender, { channelId: target.id, topic, policy }, now);
}
