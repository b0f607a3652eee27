import { accessChannel } from '../../channels/access.ts';
import { lockChannels } from '../../channels/queries.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Call } from '../../../http/route.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { requireReleased } from '../../holds/held.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import { messageColumns, type MessageRow } from '../message.ts';
import { removeMessages } from './remove-messages.ts';
import { isVisible } from './visible.ts';
import { clearPolicies } from './topic-policies.ts';

/** Bounds how long a transaction blocks sends to the channel. */
const MAX_DELETIONS_PER_TRANSACTION = 500;
/** After this time the response says that deletion is incomplete, and the client retries. */
const MAX_REQUEST_MS = 50_000;

/** Deletes the messages of a topic that the actor can read, newest first; returns whether all of them are deleted. */
export async function deleteTopic(call: Call, channelId: number, name: string): Promise<boolean> {
  const { world, realm, user } = call;
  if (name.includes('\0')) throw badRequest('A topic must not contain null characters.');
  const topic = name === EMPTY_TOPIC_NAME ? '' : name;
  const end = world.clock.now() + MAX_REQUEST_MS;
  for (;;) {
    const removed = await world.write(realm.id, (tx) => deleteNewest(tx, { realm, user }, channelId, topic));
    if (removed < MAX_DELETIONS_PER_TRANSACTION) break;
    if (world.clock.now() > end) return false;
  }
  await world.write(realm.id, (tx) => clearPolicies(tx, { channelId, topic }, world.clock.now()));
  return true;
}

async function deleteNewest(tx: Tx, actor: Actor, channelId: number, topic: string): Promise<number> {
  await lockChannels(tx, [channelId]);
  const channel = await accessChannel(tx, actor, channelId, 'content', { archived: 'refused' });
  const isOfTopic = sql<boolean>`m.channel_id = ${channel.id} and m.topic_key = lower(${topic})
    and ${isVisible(channel, actor.user.id)}`;
  await requireReleased(tx, isOfTopic);
  const messages = await tx.all(
    sql<MessageRow>`
      select ${sql.join(messageColumns.map((name) => sql.ref(`m.${name}`)))} from message m
      where m.realm_id = ${tx.realmId} and ${isOfTopic}
      order by m.id desc limit ${MAX_DELETIONS_PER_TRANSACTION}`,
  );
  if (messages.length > 0)
    tx.record({
      action: 'topic.deleted',
      object: { type: 'channel', id: channel.id },
      after: { messages: messages.length },
    });
  await removeMessages(tx, { kind: 'channel', channel }, messages, [actor.user.id]);
  return messages.length;
}
