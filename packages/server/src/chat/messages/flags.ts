import type { MessageFlag } from '@parley/contract/objects/message.ts';

/** User flags: bits of `message_user_flag.flags`. */
export const USER_FLAGS = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicMentioned: 8,
  alerted: 16,
  historical: 32,
  /** Unread, although the message was received without a subscription. */
  unread: 64,
} as const;

/** Message flags: bits of `message.message_flags`. */
export const MESSAGE_FLAGS = { link: 1, image: 2, attachment: 4, everyone: 8, topic: 16, me: 32 } as const;

/** Inputs that decide the API flags of one message for one reader. */
export type FlagFacts = { readonly isRead: boolean; readonly userFlags: number; readonly everyone: boolean };

/** Flags in the order in which the API lists them. */
export function flagNames({ isRead, userFlags, everyone }: FlagFacts): MessageFlag[] {
  const inTopic = (userFlags & USER_FLAGS.topicMentioned) > 0;
  const all: readonly (readonly [MessageFlag, boolean])[] = [
    ['read', isRead],
    ['starred', (userFlags & USER_FLAGS.starred) > 0],
    ['collapsed', (userFlags & USER_FLAGS.collapsed) > 0],
    ['mentioned', (userFlags & USER_FLAGS.mentioned) > 0],
    ['stream_wildcard_mentioned', everyone],
    ['topic_wildcard_mentioned', inTopic],
    ['has_alert_word', (userFlags & USER_FLAGS.alerted) > 0],
    ['historical', (userFlags & USER_FLAGS.historical) > 0],
    ['wildcard_mentioned', everyone || inTopic],
  ];
  return all.filter(([, isSet]) => isSet).map(([name]) => name);
}
