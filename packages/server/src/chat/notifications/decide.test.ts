import { describe, expect, test } from 'vitest';
import {
  decideEditNotification,
  decideNotification,
  isAway,
  type ChannelSettings,
  type Mentions,
  type NotificationSettings,
  type Receiver,
  type TopicState,
} from './decide.ts';

const DEFAULTS: NotificationSettings = {
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};

const OFFLINE_OFF = {
  enable_offline_email_notifications: false,
  enable_offline_push_notifications: false,
};

type Change = {
  settings?: Partial<NotificationSettings>;
  channel?: Partial<ChannelSettings> | 'direct';
  topic?: TopicState;
  mentions?: Partial<Mentions>;
} & Partial<Omit<Receiver, 'settings' | 'place' | 'mentions'>>;

function receiver({ settings, channel = {}, topic = 'none', mentions, ...rest }: Change): Receiver {
  return {
    isAuthor: false,
    isBot: false,
    isActive: true,
    hasMutedSender: false,
    isAway: true,
    isQuiet: false,
    ...rest,
    settings: { ...DEFAULTS, ...settings },
    place:
      channel === 'direct'
        ? { kind: 'direct' }
        : {
            kind: 'channel',
            topic,
            settings: {
              isMuted: false,
              email_notifications: null,
              push_notifications: null,
              wildcard_mentions_notify: null,
              ...channel,
            },
          },
    mentions: { isMentioned: false, isTopicMentioned: false, isChannelMentioned: false, ...mentions },
  };
}

const direct = { channel: 'direct' } as const;
const mention = { mentions: { isMentioned: true } };
const topicMention = { mentions: { isTopicMentioned: true } };
const everyone = { mentions: { isChannelMentioned: true } };
const muted = { isMuted: true };

type Row = readonly [rule: string, change: Change, email: string | undefined, push: string | undefined];

function both(rule: string, change: Change, trigger?: string): Row {
  return [rule, change, trigger, trigger];
}

describe('do-not-disturb hours', () => {
  test.each<Row>([
    ['[NT24] e-mail waits and nothing is pushed', { ...direct, isQuiet: true }, 'direct_message', undefined],
    ['[NT24] a present user gets nothing', { ...direct, isQuiet: true, isAway: false }, undefined, undefined],
  ])('%s', (_rule, change, email, push) => {
    expect(decideNotification(receiver(change))).toEqual({ email, push });
  });
});

describe('triggers', () => {
  test.each<Row>([
    both('[N-1] [NT4] a direct message notifies', direct, 'direct_message'),
    both('[NT4] a mention notifies', mention, 'mentioned'),
    both(
      '[NT4] a topic mention in a followed topic notifies',
      { ...topicMention, topic: 'followed' },
      'topic_wildcard_mentioned_in_followed_topic',
    ),
    both(
      '[NT4] a channel mention in a followed topic notifies',
      { ...everyone, topic: 'followed' },
      'stream_wildcard_mentioned_in_followed_topic',
    ),
    both('[NT4] a topic mention notifies', topicMention, 'topic_wildcard_mentioned'),
    both('[NT4] a channel mention notifies', everyone, 'stream_wildcard_mentioned'),
    both('[N-13] [NT4] a message in a followed topic notifies', { topic: 'followed' }, 'followed_topic'),
    both('[N-12] [NT4] a channel message does not notify by default', {}),
    both(
      '[NT4] a channel message notifies by the global settings',
      { settings: { enable_stream_email_notifications: true, enable_stream_push_notifications: true } },
      'stream',
    ),
    [
      '[NT4] the global e-mail setting opens no push',
      { settings: { enable_stream_email_notifications: true } },
      'stream',
      undefined,
    ],
    [
      '[NT4] the global push setting opens no e-mail',
      { settings: { enable_stream_push_notifications: true } },
      undefined,
      'stream',
    ],
    both(
      '[NT4] a mention comes before wildcards',
      {
        mentions: { isMentioned: true, isTopicMentioned: true, isChannelMentioned: true },
        topic: 'followed',
      },
      'mentioned',
    ),
    both(
      '[NT4] a topic mention comes before a channel mention in a followed topic',
      { mentions: { isTopicMentioned: true, isChannelMentioned: true }, topic: 'followed' },
      'topic_wildcard_mentioned_in_followed_topic',
    ),
    both(
      '[NT4] a topic mention in a followed topic whose wildcards are off notifies by the channel setting',
      {
        mentions: { isTopicMentioned: true, isChannelMentioned: true },
        topic: 'followed',
        settings: { enable_followed_topic_wildcard_mentions_notify: false },
      },
      'topic_wildcard_mentioned',
    ),
    both(
      '[NT4] a topic mention comes before a channel mention',
      { mentions: { isTopicMentioned: true, isChannelMentioned: true } },
      'topic_wildcard_mentioned',
    ),
    both(
      '[NT4] a wildcard that settings close leaves the trigger of the followed topic',
      {
        ...everyone,
        topic: 'followed',
        settings: {
          enable_followed_topic_wildcard_mentions_notify: false,
          wildcard_mentions_notify: false,
        },
      },
      'followed_topic',
    ),
    both('[NT4] wildcards in a direct message count as one', { ...direct, ...everyone }, 'direct_message'),
    both('[N-15] [NT4] a message without mention, such as one with an alert word, does not notify', {}),
  ])('%s', (_rule, change, email, push) => {
    expect(decideNotification(receiver(change))).toEqual({ email, push });
  });
});

describe('settings that switch triggers off', () => {
  test.each<Row>([
    both('[N-14] [NT4] a direct message with the offline settings off', {
      ...direct,
      settings: OFFLINE_OFF,
    }),
    both('[N-14] [NT4] a mention with the offline settings off', { ...mention, settings: OFFLINE_OFF }),
    both('[NT4] a channel mention with the offline settings off', { ...everyone, settings: OFFLINE_OFF }),
    [
      '[N-13] a followed topic without its e-mail setting',
      { topic: 'followed', settings: { enable_followed_topic_email_notifications: false } },
      undefined,
      'followed_topic',
    ],
    [
      'a followed topic without its push setting',
      { topic: 'followed', settings: { enable_followed_topic_push_notifications: false } },
      'followed_topic',
      undefined,
    ],
    [
      '[NT5] a followed topic with the offline settings off: no e-mail, push by the online setting',
      { topic: 'followed', settings: OFFLINE_OFF },
      undefined,
      'followed_topic',
    ],
    [
      '[NT5] a channel with notifications and the offline settings off: no e-mail, push by the online setting',
      {
        channel: { email_notifications: true, push_notifications: true },
        settings: OFFLINE_OFF,
      },
      undefined,
      'stream',
    ],
    both('[NT5] a followed topic with all three settings off', {
      topic: 'followed',
      settings: { ...OFFLINE_OFF, enable_online_push_notifications: false },
    }),
    both('[N-10] [NT6] a channel mention with wildcards off everywhere', {
      ...everyone,
      settings: { wildcard_mentions_notify: false },
    }),
    both(
      '[N-10] [NT6] a channel mention with wildcards off globally and on in the channel',
      {
        ...everyone,
        channel: { wildcard_mentions_notify: true },
        settings: { wildcard_mentions_notify: false },
      },
      'stream_wildcard_mentioned',
    ),
    both('[NT6] a topic mention with wildcards off in the channel', {
      ...topicMention,
      channel: { wildcard_mentions_notify: false },
    }),
  ])('%s', (_rule, change, email, push) => {
    expect(decideNotification(receiver(change))).toEqual({ email, push });
  });
});

describe('[NT6] [NT7] muting', () => {
  const all = { email_notifications: true, push_notifications: true };
  test.each<Row>([
    both('[N-8] a mention in a muted topic notifies', { ...mention, topic: 'muted' }, 'mentioned'),
    both('[N-8] a mention in a muted channel notifies', { ...mention, channel: muted }, 'mentioned'),
    both('[N-11] a channel mention in a muted channel does not notify', { ...everyone, channel: muted }),
    both(
      '[N-11] a channel mention in a muted channel with wildcards on there notifies',
      { ...everyone, channel: { ...muted, wildcard_mentions_notify: true } },
      'stream_wildcard_mentioned',
    ),
    both('a channel mention in a muted channel with wildcards off there does not notify', {
      ...everyone,
      channel: { ...muted, wildcard_mentions_notify: false },
    }),
    both('[N-11] a channel mention in a muted topic does not notify', {
      ...everyone,
      topic: 'muted',
      channel: { wildcard_mentions_notify: true },
    }),
    both(
      'a channel mention in an unmuted topic of a muted channel notifies by the global setting',
      { ...everyone, channel: muted, topic: 'unmuted' },
      'stream_wildcard_mentioned',
    ),
    both('[N-12] a channel with notifications notifies', { channel: all }, 'stream'),
    both('[N-12] a muted channel with notifications does not notify', { channel: { ...all, ...muted } }),
    both(
      '[N-12] an unmuted topic of a muted channel with notifications notifies',
      { channel: { ...all, ...muted }, topic: 'unmuted' },
      'stream',
    ),
    both('a muted topic of a channel with notifications does not notify', { channel: all, topic: 'muted' }),
    both('a channel with notifications off does not notify by the global settings', {
      channel: { email_notifications: false, push_notifications: false },
      settings: { enable_stream_email_notifications: true, enable_stream_push_notifications: true },
    }),
    both(
      '[N-13] a followed topic of a muted channel notifies',
      { channel: muted, topic: 'followed' },
      'followed_topic',
    ),
    both('a followed topic does not lift the muting of its channel for channel notifications', {
      channel: { ...all, ...muted },
      topic: 'followed',
      settings: {
        enable_followed_topic_email_notifications: false,
        enable_followed_topic_push_notifications: false,
      },
    }),
    both(
      'a channel mention in a followed topic of a muted channel notifies',
      { ...everyone, channel: muted, topic: 'followed' },
      'stream_wildcard_mentioned_in_followed_topic',
    ),
  ])('%s', (_rule, change, email, push) => {
    expect(decideNotification(receiver(change))).toEqual({ email, push });
  });
});

describe('receivers', () => {
  test.each<Row>([
    both('[N-1] [NT2] the sender is not notified', { ...direct, isAuthor: true }),
    both('[N-16] [NT2] a bot is not notified', { ...mention, isBot: true }),
    both('[N-16] [NT2] a deactivated user is not notified', { ...mention, isActive: false }),
    both('[N-7] [NT2] a user who muted the sender is not notified', { ...direct, hasMutedSender: true }),
    [
      '[N-4] [NT3] a user who is present gets a push and no e-mail',
      { ...direct, isAway: false },
      undefined,
      'direct_message',
    ],
    both('[NT3] a user who is present gets no push without the online setting', {
      ...direct,
      isAway: false,
      settings: { enable_online_push_notifications: false },
    }),
    both('[NT3] a user who is present gets no push for a direct message without the offline setting', {
      ...direct,
      isAway: false,
      settings: { enable_offline_push_notifications: false },
    }),
  ])('%s', (_rule, change, email, push) => {
    expect(decideNotification(receiver(change))).toEqual({ email, push });
  });
});

describe('[NT10] edits', () => {
  test.each<Row>([
    both('[N-17] an edit that adds a mention notifies', mention, 'mentioned'),
    both('an edit that adds a channel mention notifies', everyone, 'stream_wildcard_mentioned'),
    both('an edit without a mention does not notify', {}),
    both('[N-17] an edit of a direct message does not notify', { ...direct, ...mention }),
    both('an edit in a followed topic does not notify again', { ...mention, topic: 'followed' }),
    both(
      'an edit in a followed topic without its settings notifies of the mention',
      {
        ...mention,
        topic: 'followed',
        settings: {
          enable_followed_topic_email_notifications: false,
          enable_followed_topic_push_notifications: false,
        },
      },
      'mentioned',
    ),
    both('an edit in a channel with push notifications does not notify again', {
      ...mention,
      channel: { push_notifications: true },
    }),
    both('an edit of a muted sender does not notify', { ...mention, hasMutedSender: true }),
    both('an edit does not notify the editor', { ...mention, isAuthor: true }),
  ])('%s', (_rule, change, email, push) => {
    expect(decideEditNotification(receiver(change), false)).toEqual({ email, push });
  });

  test('[N-17] an edit does not notify a user whom the old text mentioned', () => {
    const decision = decideEditNotification(receiver(mention), true);
    expect(decision).toEqual({ email: undefined, push: undefined });
  });
});

test.each([
  ['[N-5] an active report 201 seconds ago', true, 201, true],
  ['[N-4] an active report 200 seconds ago', true, 200, false],
  ['[N-6] no active report', true, undefined, true],
  ['no live queue', false, 0, true],
])('[NT8] %s', (_rule, hasLiveQueue, secondsSinceActive, expected) => {
  expect(isAway({ hasLiveQueue, secondsSinceActive })).toBe(expected);
});
