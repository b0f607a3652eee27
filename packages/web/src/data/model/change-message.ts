import type { Message, ServerEvent, State } from '@parley/client';
import { RESOLVED_PREFIX } from '../narrow/judge.ts';

export type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** A message after an event; the same object if the event does not concern it, undefined if it is gone. */
export function changeMessage(message: Message, event: ServerEvent, state: State): Message | undefined {
  switch (event.type) {
    case 'update_message':
      return event.message_ids.includes(message.id) ? edited(message, event, state) : message;
    case 'delete_message':
      return deletedIds(event).includes(message.id) ? undefined : message;
    case 'update_message_flags':
      return event.all || event.messages.includes(message.id) ? flagged(message, event) : message;
    case 'reaction':
      return event.message_id === message.id ? reacted(message, event) : message;
    case 'submessage':
      return event.message_id === message.id ? withSubmessage(message, event) : message;
    case 'realm_user':
      return event.op === 'update' ? withUser(message, event.person) : message;
    case 'stream':
      return event.op === 'update' && typeof event.value === 'string' && event.property === 'name'
        ? withChannelName(message, event.stream_id, event.value)
        : message;
    default:
      return message;
  }
}

/** Events whose messages are named by id; all others may concern any message. */
export function namedIds(event: ServerEvent): readonly number[] | undefined {
  switch (event.type) {
    case 'update_message':
      return event.message_ids;
    case 'delete_message':
      return deletedIds(event);
    case 'update_message_flags':
      return event.all ? undefined : event.messages;
    case 'reaction':
    case 'submessage':
      return [event.message_id];
    case 'realm_user':
    case 'stream':
      return undefined;
    default:
      return [];
  }
}

export function deletedIds(event: EventOf<'delete_message'>): readonly number[] {
  return event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
}

/** Where an event moves its messages to; undefined if it moves none. */
export function destinationOf(
  event: EventOf<'update_message'>,
): { readonly channelId: number; readonly topic: string } | undefined {
  const { stream_id, new_stream_id, orig_subject, subject } = event;
  const topic = subject ?? orig_subject;
  const isMove = new_stream_id !== undefined || subject !== undefined;
  if (!isMove || stream_id === undefined || topic === undefined) return undefined;
  return { channelId: new_stream_id ?? stream_id, topic };
}

function edited(message: Message, event: EventOf<'update_message'>, state: State): Message {
  const moved = movedMessage(message, event, state);
  if (event.message_id !== message.id) return moved;
  const withFlags = { ...moved, flags: event.flags };
  if (event.rendered_content === undefined) return withFlags;
  const { match_content: _, streaming: __, ...rest } = withFlags;
  return {
    ...rest,
    ...(event.streaming === true ? { streaming: true } : {}),
    content: event.rendered_content,
    is_me_message: event.is_me_message ?? message.is_me_message,
    ...(event.rendering_only || event.orig_content === undefined
      ? {}
      : { last_edit_timestamp: event.edit_timestamp }),
  };
}

function movedMessage(message: Message, event: EventOf<'update_message'>, state: State): Message {
  const to = destinationOf(event);
  if (to === undefined || message.kind !== 'channel') return message;
  const { match_subject: _, ...rest } = message;
  const name =
    to.channelId === message.channel.id ? message.channel.name : nameOf(state, to.channelId, message);
  const isOnlyResolution =
    to.channelId === message.channel.id && withoutPrefix(to.topic) === withoutPrefix(message.topic);
  const topic = event.subject ?? ownSpelling(message.topic, to.topic);
  return {
    ...rest,
    stream_id: to.channelId,
    subject: topic,
    topic,
    display_recipient: name,
    channel: { id: to.channelId, name },
    topic_links: event.topic_links ?? message.topic_links,
    ...(isOnlyResolution ? {} : { last_moved_timestamp: event.edit_timestamp }),
  };
}

/** Messages of a topic that moves as a whole keep their spellings of it. */
function ownSpelling(own: string, told: string): string {
  return own.toLowerCase() === told.toLowerCase() ? own : told;
}

function nameOf({ subscriptions, streams }: State, channelId: number, message: Message): string {
  const isIt = ({ stream_id }: { readonly stream_id: number }): boolean => stream_id === channelId;
  return (subscriptions?.find(isIt) ?? streams?.find(isIt))?.name ?? message.channel?.name ?? '';
}

function withoutPrefix(topic: string): string {
  return topic.startsWith(RESOLVED_PREFIX) ? topic.slice(RESOLVED_PREFIX.length) : topic;
}

function flagged(message: Message, { op, flag }: EventOf<'update_message_flags'>): Message {
  const has = message.flags.includes(flag);
  if (has === (op === 'add')) return message;
  const flags = has ? message.flags.filter((own) => own !== flag) : [...message.flags, flag];
  return { ...message, flags };
}

function reacted(message: Message, event: EventOf<'reaction'>): Message {
  const { op, emoji_name, emoji_code, reaction_type, user_id } = event;
  const isIt = (own: Message['reactions'][number]): boolean =>
    own.user_id === user_id && own.emoji_code === emoji_code && own.reaction_type === reaction_type;
  const has = message.reactions.some(isIt);
  if (has === (op === 'add')) return message;
  const reactions = has
    ? message.reactions.filter((own) => !isIt(own))
    : [...message.reactions, { emoji_name, emoji_code, reaction_type, user_id }];
  return { ...message, reactions };
}

function withSubmessage(message: Message, event: EventOf<'submessage'>): Message {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
  if (message.submessages.some((own) => own.id === id)) return message;
  return {
    ...message,
    submessages: [...message.submessages, { id, message_id, sender_id, msg_type, content }],
  };
}

type Person = Extract<EventOf<'realm_user'>, { op: 'update' }>['person'];

function withUser(message: Message, person: Person): Message {
  if ('full_name' in person) return withFullName(message, person.user_id, person.full_name);
  if ('avatar_url' in person && message.sender_id === person.user_id)
    return { ...message, avatar_url: person.avatar_url };
  return message;
}

function withFullName(message: Message, userId: number, name: string): Message {
  const isSender = message.sender_id === userId;
  const sent: Message = isSender
    ? { ...message, sender_full_name: name, sender: { ...message.sender, name } }
    : message;
  if (sent.kind !== 'direct' || sent.direct.every(({ id }) => id !== userId)) return sent;
  return {
    ...sent,
    display_recipient: sent.display_recipient.map((one) =>
      one.id === userId ? { ...one, full_name: name } : one,
    ),
    direct: sent.direct.map((one) => (one.id === userId ? { ...one, name } : one)),
  };
}

function withChannelName(message: Message, channelId: number, name: string): Message {
  return message.kind === 'channel' && message.channel.id === channelId
    ? { ...message, display_recipient: name, channel: { ...message.channel, name } }
    : message;
}
