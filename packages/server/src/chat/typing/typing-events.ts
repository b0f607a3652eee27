import { refusePost } from '@parley/contract/rights/channel-rights.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { setTypingStatus } from '@parley/contract/endpoints/typing.ts';
import { accessChannelWithRelation } from '../channels/access.ts';
import { type Accessed, accessMessage } from '../messages/access.ts';
import type { MessageRow } from '../messages/message.ts';
import { postingRelationIn } from '../messages/send/posting-rights.ts';
import { sentTopicOf } from '../messages/text.ts';
import { typingAudienceAmong, typingAudienceIn } from './listeners.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { badRequest, throwRefusal } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import type { Call } from '../../http/route.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';
import { visibleUsersOf } from '../../organization/users/access.ts';
import { domainOf } from '../../organization/users/address.ts';
import { refuseUnknownUsers } from '../../organization/users/find-user.ts';
import { shownAddress } from '../../organization/users/present.ts';

type Request = ParametersOf<typeof setTypingStatus>;

/** Publishes to the recipients that a message is being written. Nothing is stored. */
export function publishTyping(call: Call, request: Request): Promise<void> {
  return request.type === 'direct' ? publishToUsers(call, request) : publishToChannel(call, request);
}

async function publishToUsers(call: Call, { to, op }: Request): Promise<void> {
  const { world, realm, user } = call;
  if (to === undefined || to === null || to.length === 0) throw badRequest('Missing parameter to.');
  if (!settingsOf(user).send_private_typing_notifications) throw typingDisabledError();
  const users = await recipients(call, to);
  const ids = users.map(({ id }) => id);
  world.publish(realm.id, await typingAudienceAmong(world.pool, realm, ids, users), {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: present(call, user),
    recipients: users.map((recipient) => present(call, recipient)),
  });
}

async function publishToChannel(call: Call, { stream_id, topic, op }: Request): Promise<void> {
  const { world, realm, user } = call;
  if (stream_id === undefined || stream_id === null) throw badRequest('Missing parameter stream_id.');
  if (topic === undefined) throw badRequest('Missing parameter topic.');
  const name = sentTopicOf(topic);
  if (!settingsOf(user).send_stream_typing_notifications) throw typingDisabledError();
  const { channel, relation } = await accessChannelWithRelation(world.pool, call, stream_id, 'content', {
    archived: 'refused',
  });
  const posting = await postingRelationIn(world.pool, user, channel, relation.isSubscribed);
  throwRefusal(refusePost(user, channel, posting));
  const audience = await typingAudienceIn(world.pool, realm, channel, [user]);
  if (audience === undefined) return;
  world.publish(realm.id, audience, {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: present(call, user),
    stream_id,
    topic: name,
  });
}

function typingDisabledError() {
  return badRequest('Sending typing notifications is off in your settings.');
}

function present({ world, realm }: Call, user: UserRow) {
  return {
    user_id: user.id,
    email: shownAddress(user, domainOf(world.config.hosts, realm.subdomain)),
  };
}

/** All users of the conversation, including the caller, in the order of their ids. */
async function recipients({ world, realm, user }: Call, to: readonly number[]): Promise<UserRow[]> {
  const ids = new Set([...to, user.id]);
  const found = await world.pool.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
  const sees = await visibleUsersOf(world.pool, { realm, user }, ids);
  refuseUnknownUsers(new Map(to.map((id) => [id, id])), new Set(found.filter(sees).map(({ id }) => id)));
  return found;
}

/** Publishes to the readers of a message that its sender is editing it. */
export async function publishTypingEdit(call: Call, messageId: number, op: 'start' | 'stop'): Promise<void> {
  const { world, realm, user } = call;
  const accessed = await accessMessage(world.pool, call, messageId);
  if (!canStartEdit(call, accessed.message))
    throw badRequest('You cannot edit this message, or the time limit for edits has passed.');
  if (accessed.kind === 'channel' && accessed.channel.is_archived)
    throw badRequest('You cannot edit this message, or the time limit for edits has passed.');
  const settings = settingsOf(user);
  const isEnabled =
    accessed.kind === 'direct'
      ? settings.send_private_typing_notifications
      : settings.send_stream_typing_notifications;
  if (!isEnabled) throw typingDisabledError();
  const audience =
    accessed.kind === 'direct'
      ? await typingAudienceAmong(world.pool, realm, accessed.users, [user])
      : await typingAudienceIn(world.pool, realm, accessed.channel, [user]);
  if (audience === undefined) return;
  world.publish(realm.id, audience, {
    type: 'typing_edit_message',
    op,
    sender_id: user.id,
    message_id: messageId,
    recipient: recipientOf(accessed),
  });
}

/** The time limit has no grace period here: a user who begins now needs the time to finish. */
function canStartEdit({ world, realm, user }: Call, { sender_id, sent_at }: MessageRow): boolean {
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = realmSettingsOf(realm);
  const age = (world.clock.now() - sent_at.getTime()) / 1000;
  return allow_message_editing && sender_id === user.id && (limit === null || age <= limit);
}

function recipientOf(accessed: Accessed) {
  return accessed.kind === 'direct'
    ? { type: 'direct' as const, user_ids: [...accessed.users] }
    : { type: 'channel' as const, channel_id: accessed.channel.id, topic: accessed.message.topic };
}
