import { accessChannel } from '../../channels/access.ts';
import { lockChannels } from '../../channels/queries.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Call } from '../../../http/route.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import { messageColumns, type MessageRow } from '../message.ts';
import { removeMessages } from './remove-messages.ts';
import { isVisible } from './visible.ts';
import { forgetPolicies } from './topic-policies.ts';

/** More in one transaction would make those who write in the channel wait. */
const AT_ONCE = 500;
/** Whoever asks waits no longer than this, and asks again. */
const PATIENCE_MS = 50_000;

/** Deletes what the actor can read of a topic, the newest first; answers whether that was all. */
export async function deleteTopic(call: Call, channelId: number, name: string): Promise<boolean> {
  const { world, realm, user } = call;
  if (name.includes('\0')) throw badRequest('No topic has null characters.');
  const topic = name === EMPTY_TOPIC_NAME ? '' : name;
  const end = world.clock.now() + PATIENCE_MS;
  for (;;) {
    const removed = await world.write(realm.id, (tx) => deleteNewest(tx, { realm, user }, channelId, topic));
    if (removed < AT_ONCE) break;
    if (world.clock.now() > end) return false;
  }
  await world.write(realm.id, (tx) => forgetPolicies(tx, { channelId, topic }, world.clock.now()));
  return true;
}

async function deleteNewest(tx: Tx, actor: Actor, channelId: number, topic: string): Promise<number> {
  await lockChannels(tx, [channelId]);
  const channel = await accessChannel(tx, actor, channelId, 'content', { archived: 'refused' });
  const messages = await tx.all(
    sql<MessageRow>`
      select ${sql.join(messageColumns.map((name) => sql.ref(`m.${name}`)))} from message m
      where m.realm_id = ${tx.realmId} and m.channel_id = ${channelId} and m.topic_key = lower(${topic})
        and ${isVisible(channel, actor.user.id)}
      order by m.id desc limit ${AT_ONCE}`,
  );
  await removeMessages(tx, { kind: 'channel', channel }, messages, [actor.user.id]);
  return messages.length;
}
