import type { MessageFlag } from '@parley/contract/objects/message.ts';
import type { RenderResult } from '@parley/markdown';
import type { MentionedUsers } from './mentions.ts';

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
export const MESSAGE_FLAGS = {
  link: 1,
  image: 2,
  attachment: 4,
  everyone: 8,
  topic: 16,
  me: 32,
  /** The author removed the cards of linked pages; edits keep it. */
  withoutPages: 64,
  /** The text is still being written. */
  streamed: 128,
} as const;

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

/** Whether the author removed the cards of linked pages. */
export function isWithoutPages({ message_flags: flags }: { readonly message_flags: number }): boolean {
  return (flags & MESSAGE_FLAGS.withoutPages) > 0;
}

/** Whether the text is still being written. */
export function isStreamed({ message_flags: flags }: { readonly message_flags: number }): boolean {
  return (flags & MESSAGE_FLAGS.streamed) > 0;
}

/** Message flags that follow from a text. */
export function messageFlagsOf({
  hasLink,
  hasImage,
  hasAttachment,
  mentions,
  isMeMessage,
}: RenderResult): number {
  return (
    (hasLink ? MESSAGE_FLAGS.link : 0) |
    (hasImage ? MESSAGE_FLAGS.image : 0) |
    (hasAttachment ? MESSAGE_FLAGS.attachment : 0) |
    (mentions.everyone ? MESSAGE_FLAGS.everyone : 0) |
    (mentions.topic ? MESSAGE_FLAGS.topic : 0) |
    (isMeMessage ? MESSAGE_FLAGS.me : 0)
  );
}

/** Users whom a text concerns. */
export type ContentFacts = {
  readonly called: MentionedUsers;
  readonly alerted: readonly number[];
  /** Mentioned bots that are not subscribed to the channel. */
  readonly visitors?: readonly number[] | undefined;
};

/** User flags that follow from a text. */
export function userFlagsOf({
  called,
  alerted,
  visitors = [],
}: ContentFacts): { readonly userId: number; readonly flags: number }[] {
  const flags = new Map<number, number>();
  const add = (ids: readonly number[], flag: number): void => {
    for (const id of ids) flags.set(id, (flags.get(id) ?? 0) | flag);
  };
  add(called.users, USER_FLAGS.mentioned);
  add(called.participants, USER_FLAGS.topicMentioned);
  add(alerted, USER_FLAGS.alerted);
  add(visitors, USER_FLAGS.unread);
  return Array.from(flags, ([userId, flag]) => ({ userId, flags: flag }));
}
