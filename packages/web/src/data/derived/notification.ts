import type { Message, State } from '@parley/client';
import { quietUntil } from '@parley/contract/quiet-hours.ts';
import { conversationOf } from '../narrow/judge.ts';
import type { Conversation } from '../narrow/narrow.ts';
import { subscriptionById } from './channels.ts';
import { plainText } from './preview-text.ts';

/** A notification of the desktop. */
export type DesktopNotification = {
  /** Name of the conversation. */
  readonly place: string;
  readonly sender: string;
  readonly body: string;
  readonly conversation: Conversation;
  readonly hasSound: boolean;
};

/** The notification of a new message by the reader's settings, or undefined. */
export function notificationOf(message: Message, state: State): DesktopNotification | undefined {
  const settings = state.user_settings;
  const selfId = state.user_id;
  if (settings === undefined || message.sender_id === selfId || message.flags.includes('read'))
    return undefined;
  if (quietUntil(settings, new Date(message.timestamp * 1000)) !== undefined) return undefined;
  if (state.muted_users?.some(({ id }) => id === message.sender_id) === true) return undefined;
  const isFor = reasonOf(message, state);
  if (isFor === undefined) return undefined;
  const { hasDesktop, hasSound } = isFor;
  if (!hasDesktop) return undefined;
  const isHidden = message.kind === 'direct' && !settings.pm_content_in_desktop_notifications;
  return {
    place: placeOf(message, selfId),
    sender: message.sender_full_name,
    body: isHidden ? '' : plainText(message.content),
    conversation: conversationOf(message, state),
    hasSound: hasSound && settings.notification_sound !== 'none',
  };
}

type Reason = { readonly hasDesktop: boolean; readonly hasSound: boolean };

function reasonOf(message: Message, state: State): Reason | undefined {
  const settings = state.user_settings;
  if (settings === undefined) return undefined;
  const forReader = {
    hasDesktop: settings.enable_desktop_notifications,
    hasSound: settings.enable_sounds,
  };
  if (message.kind === 'direct') return forReader;
  const channel = subscriptionById(state, message.stream_id);
  const policy = state.user_topics?.find(
    ({ stream_id: id, topic_name: name }) =>
      id === message.stream_id && name.toLowerCase() === message.subject.toLowerCase(),
  )?.visibility_policy;
  if (message.flags.includes('mentioned')) return forReader;
  const isMuted =
    policy === MUTED || (channel?.is_muted === true && policy !== UNMUTED && policy !== FOLLOWED);
  if (isMuted) return undefined;
  const isWildcard = message.flags.some((flag) => flag.endsWith('wildcard_mentioned'));
  if (isWildcard && (channel?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify))
    return forReader;
  if (message.flags.includes('has_alert_word')) return forReader;
  if (policy === FOLLOWED && settings.enable_followed_topic_desktop_notifications)
    return { hasDesktop: true, hasSound: settings.enable_followed_topic_audible_notifications };
  return {
    hasDesktop: channel?.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    hasSound: channel?.audible_notifications ?? settings.enable_stream_audible_notifications,
  };
}

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

function placeOf(message: Message, selfId: number | undefined): string {
  if (message.kind === 'channel') return `${message.channel.name} › ${message.topic}`;
  const others = message.direct.filter(({ id }) => id !== selfId && id !== message.sender_id);
  return [message.sender_full_name, ...others.map(({ name }) => name)].join(', ');
}
