import type { MessageFlag, ServerEvent, State } from '@parley/client';
import type { ReactionEmoji, SettingName, SettingValue, Visibility } from '../chat.ts';
import type { EventOf } from './change-message.ts';
import { NO_EVENT_ID } from './model.ts';
import { policyNumber } from '../derived/topic-policy.ts';

export function flagEvent(
  op: 'add' | 'remove',
  flag: MessageFlag,
  messages: readonly number[],
  details?: Extract<EventOf<'update_message_flags'>, { op: 'remove' }>['message_details'],
): ServerEvent {
  const fields = {
    id: NO_EVENT_ID,
    type: 'update_message_flags' as const,
    flag,
    messages: [...messages],
    all: false,
  };
  return op === 'add'
    ? { ...fields, op, operation: op }
    : { ...fields, op, operation: op, ...(details === undefined ? {} : { message_details: details }) };
}

export function reactionEvent(
  op: 'add' | 'remove',
  messageId: number,
  { name, code, type }: ReactionEmoji,
  { user_id = 0, email = '', full_name = '' }: State,
): ServerEvent {
  return {
    id: NO_EVENT_ID,
    type: 'reaction',
    op,
    message_id: messageId,
    emoji_name: name,
    emoji_code: code,
    reaction_type: type,
    user_id,
    user: { user_id, email, full_name },
  };
}

export function policyEvent(
  channelId: number,
  topic: string,
  visibility: Visibility,
  unixSeconds: number,
): ServerEvent {
  return {
    id: NO_EVENT_ID,
    type: 'user_topic',
    stream_id: channelId,
    topic_name: topic,
    last_updated: unixSeconds,
    visibility_policy: policyNumber(visibility),
  };
}

export function muteEvent(channelId: number, isMuted: boolean): ServerEvent {
  return {
    id: NO_EVENT_ID,
    type: 'subscription',
    op: 'update',
    stream_id: channelId,
    property: 'is_muted',
    value: isMuted,
  };
}

export function settingEvent(name: SettingName, value: SettingValue): ServerEvent {
  return { id: NO_EVENT_ID, type: 'user_settings', op: 'update', property: name, value };
}
