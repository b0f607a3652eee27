import type { MessageFlag } from '@parley/contract/objects/message.ts';

/** User flags: bits of `message_mark.flags`. */
export const MARKS = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicMentioned: 8,
  alerted: 16,
  historical: 32,
  /** Unread, although the message was received without a subscription. */
  unread: 64,
} as const;

/** Message flags: bits of `message.traits`. */
export const TRAITS = { link: 1, image: 2, attachment: 4, everyone: 8, topic: 16, me: 32 } as const;

/** Inputs that decide the API flags of one message for one reader. */
export type FlagFacts = { readonly isRead: boolean; readonly marks: number; readonly everyone: boolean };

/** Flags in the order in which the API lists them. */
export function flagNames({ isRead, marks, everyone }: FlagFacts): MessageFlag[] {
  const inTopic = (marks & MARKS.topicMentioned) > 0;
  const all: readonly (readonly [MessageFlag, boolean])[] = [
    ['read', isRead],
    ['starred', (marks & MARKS.starred) > 0],
    ['collapsed', (marks & MARKS.collapsed) > 0],
    ['mentioned', (marks & MARKS.mentioned) > 0],
    ['stream_wildcard_mentioned', everyone],
    ['topic_wildcard_mentioned', inTopic],
    ['has_alert_word', (marks & MARKS.alerted) > 0],
    ['historical', (marks & MARKS.historical) > 0],
    ['wildcard_mentioned', everyone || inTopic],
  ];
  return all.filter(([, isSet]) => isSet).map(([name]) => name);
}
