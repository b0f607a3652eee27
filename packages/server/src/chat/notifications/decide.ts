import type { UserSettings } from '@parley/contract/objects/user-settings.ts';

/** Reasons for a notification, in the order of their priority: the first that applies is recorded. */
export const triggers = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'followed_topic',
  'stream',
] as const;
export type Trigger = (typeof triggers)[number];

export type NotificationKind = 'email' | 'push';
export type Decision = { readonly [K in NotificationKind]: Trigger | undefined };

export type NotificationSettings = Pick<
  UserSettings,
  | 'enable_offline_email_notifications'
  | 'enable_offline_push_notifications'
  | 'enable_online_push_notifications'
  | 'enable_stream_email_notifications'
  | 'enable_stream_push_notifications'
  | 'enable_followed_topic_email_notifications'
  | 'enable_followed_topic_push_notifications'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'wildcard_mentions_notify'
>;

/** Settings of a user for one channel; null inherits the global setting. */
export type ChannelSettings = {
  readonly isMuted: boolean;
  readonly email_notifications: boolean | null;
  readonly push_notifications: boolean | null;
  readonly wildcard_mentions_notify: boolean | null;
};

/** The user's topic policy for the topic of the message. */
export type TopicState = 'none' | 'muted' | 'unmuted' | 'followed';

export type Mentions = {
  /** By name or by a group. */
  readonly isMentioned: boolean;
  readonly isTopicMentioned: boolean;
  readonly isChannelMentioned: boolean;
};

/** The place of a message, as the receiver has configured it. */
export type MessagePlace =
  | { readonly kind: 'direct' }
  | { readonly kind: 'channel'; readonly settings: ChannelSettings; readonly topic: TopicState };

export type Receiver = {
  /** The sender of the message, or the user who edited it. */
  readonly isAuthor: boolean;
  readonly isBot: boolean;
  readonly isActive: boolean;
  readonly hasMutedSender: boolean;
  readonly isAway: boolean;
  /** It is in the do-not-disturb hours of the receiver. E-mails wait for their end, pushes are not made. */
  readonly isQuiet: boolean;
  readonly settings: NotificationSettings;
  readonly place: MessagePlace;
  readonly mentions: Mentions;
};

const NOTHING: Decision = { email: undefined, push: undefined };

/** Decides by which triggers a new message notifies one of its receivers. */
export function decideNotification(receiver: Receiver): Decision {
  return isReachable(receiver) ? openOnly(receiver, (kind) => triggerOf(receiver, kind)) : NOTHING;
}

/**
 * Decides by which triggers an edit notifies a receiver: only users whom the new text mentions, whom the old text did
 * not mention, and whom no setting has notified of the message itself.
 */
export function decideEditNotification(receiver: Receiver, wasMentioned: boolean): Decision {
  if (!isReachable(receiver) || wasMentioned || receiver.place.kind === 'direct') return NOTHING;
  if (ordinaryTriggerOf(receiver, 'email') !== undefined || ordinaryTriggerOf(receiver, 'push') !== undefined)
    return NOTHING;
  return openOnly(receiver, (kind) => mentionTriggerOf(receiver, kind));
}

/** Presence reports and queues of a user, which tell whether the user is away. */
export type Activity = {
  /** A queue that receives messages was used within `QUEUE_OFFLINE_SECONDS`. */
  readonly hasLiveQueue: boolean;
  /** Age of the last report that the user was active; undefined if there is none. */
  readonly secondsSinceActive: number | undefined;
};

/** A user without a report of activity for this long is not at the device. */
const ACTIVE_SECONDS = 200;

export function isAway({ hasLiveQueue, secondsSinceActive }: Activity): boolean {
  return !hasLiveQueue || secondsSinceActive === undefined || secondsSinceActive > ACTIVE_SECONDS;
}

function isReachable({ isAuthor, isBot, isActive, hasMutedSender }: Receiver): boolean {
  return !isAuthor && !isBot && isActive && !hasMutedSender;
}

function openOnly(receiver: Receiver, triggerFor: (kind: NotificationKind) => Trigger | undefined): Decision {
  return {
    email: isOpen(receiver, 'email') ? triggerFor('email') : undefined,
    push: isOpen(receiver, 'push') ? triggerFor('push') : undefined,
  };
}

/** The settings that switch a kind off altogether, so that the unsubscribe link of an e-mail ends all of them. */
function isOpen({ isAway: away, isQuiet, settings }: Receiver, kind: NotificationKind): boolean {
  if (kind === 'email') return away && settings.enable_offline_email_notifications;
  if (isQuiet) return false;
  if (!away) return settings.enable_online_push_notifications;
  return settings.enable_offline_push_notifications || settings.enable_online_push_notifications;
}

function triggerOf(receiver: Receiver, kind: NotificationKind): Trigger | undefined {
  if (receiver.place.kind === 'direct')
    return notifiesOfMentions(receiver, kind) ? 'direct_message' : undefined;
  return mentionTriggerOf(receiver, kind) ?? ordinaryTriggerOf(receiver, kind);
}

function notifiesOfMentions({ settings }: Receiver, kind: NotificationKind): boolean {
  return kind === 'email'
    ? settings.enable_offline_email_notifications
    : settings.enable_offline_push_notifications;
}

/** The trigger of a channel message that mentions the receiver, by name or with others. */
function mentionTriggerOf(receiver: Receiver, kind: NotificationKind): Trigger | undefined {
  const { mentions, settings } = receiver;
  if (!notifiesOfMentions(receiver, kind)) return undefined;
  if (mentions.isMentioned) return 'mentioned';
  if (isFollowed(receiver) && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (mentions.isTopicMentioned) return 'topic_wildcard_mentioned_in_followed_topic';
    if (mentions.isChannelMentioned) return 'stream_wildcard_mentioned_in_followed_topic';
  }
  if (!isChannelSettingOn(receiver, 'wildcard_mentions_notify')) return undefined;
  if (mentions.isTopicMentioned) return 'topic_wildcard_mentioned';
  return mentions.isChannelMentioned ? 'stream_wildcard_mentioned' : undefined;
}

/** The trigger of a channel message that would notify the receiver without any mention. */
function ordinaryTriggerOf(receiver: Receiver, kind: NotificationKind): Trigger | undefined {
  const { settings } = receiver;
  const notifiesOfFollowed =
    kind === 'email'
      ? settings.enable_followed_topic_email_notifications
      : settings.enable_followed_topic_push_notifications;
  if (isFollowed(receiver) && notifiesOfFollowed) return 'followed_topic';
  const name = kind === 'email' ? 'email_notifications' : 'push_notifications';
  return isChannelSettingOn(receiver, name) ? 'stream' : undefined;
}

function isFollowed({ place }: Receiver): boolean {
  return place.kind === 'channel' && place.topic === 'followed';
}

type ChannelSetting = Exclude<keyof ChannelSettings, 'isMuted'>;

const GLOBAL_SETTINGS = {
  email_notifications: 'enable_stream_email_notifications',
  push_notifications: 'enable_stream_push_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<ChannelSetting, keyof NotificationSettings>;

/** The value of a channel setting in the topic: muting counts before the channel's own value, and that before the global one. */
function isChannelSettingOn({ place, settings }: Receiver, name: ChannelSetting): boolean {
  if (place.kind === 'direct' || place.topic === 'muted') return false;
  const own = place.settings[name];
  if (place.settings.isMuted && place.topic !== 'unmuted')
    return name === 'wildcard_mentions_notify' && own === true;
  return own ?? settings[GLOBAL_SETTINGS[name]];
}
