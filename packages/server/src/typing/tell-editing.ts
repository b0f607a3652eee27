import type { Call } from '../http/route.ts';
import { accessMessage, type Accessed } from '../messages/access.ts';
import type { MessageRow } from '../messages/message.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { curiousAmong, curiousIn } from './listeners.ts';
import { unwanted } from './tell-typing.ts';

/** Tells those who see a message that its sender is editing it. */
export const tellEditing = async (call: Call, messageId: number, op: 'start' | 'stop'): Promise<void> => {
  const { world, realm, person } = call;
  const accessed = await accessMessage(world.pool, call, messageId);
  if (!mayEditNow(call, accessed.message))
    throw badRequest('You may not edit this message, or not any more.');
  if (accessed.kind === 'channel' && accessed.channel.is_archived)
    throw badRequest('You may not edit this message, or not any more.');
  const settings = settingsOf(person);
  const isShown =
    accessed.kind === 'direct'
      ? settings.send_private_typing_notifications
      : settings.send_stream_typing_notifications;
  if (!isShown) throw unwanted();
  const audience =
    accessed.kind === 'direct'
      ? await curiousAmong(world.pool, realm, accessed.people, [person])
      : await curiousIn(world.pool, realm, accessed.channel, [person]);
  if (audience === undefined) return;
  world.tell(realm.id, audience, {
    type: 'typing_edit_message',
    op,
    sender_id: person.id,
    message_id: messageId,
    recipient: recipientOf(accessed),
  });
};

/** Here the limit is exact: who begins now needs the time to finish. */
const mayEditNow = ({ world, realm, person }: Call, { sender_id, sent_at }: MessageRow): boolean => {
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = realmSettingsOf(realm);
  const age = (world.clock.now() - sent_at.getTime()) / 1000;
  return allow_message_editing && sender_id === person.id && (limit === null || age <= limit);
};

const recipientOf = (accessed: Accessed) =>
  accessed.kind === 'direct'
    ? { type: 'direct' as const, user_ids: [...accessed.people] }
    : { type: 'channel' as const, channel_id: accessed.channel.id, topic: accessed.message.topic };
