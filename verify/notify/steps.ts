import type { Seeded } from '@parley/test-support/seeded.ts';
import { CHANNELS, TOPICS, USERS } from './cast.ts';

export type MentionStep =
  | { readonly kind: 'none' | 'group' | 'channel' | 'topic' }
  | { readonly kind: 'user' | 'silent'; readonly user: number };

export const subscriptionProperties = [
  'is_muted',
  'email_notifications',
  'push_notifications',
  'wildcard_mentions_notify',
] as const;
export type SubscriptionProperty = (typeof subscriptionProperties)[number];

/** Settings that a step switches. */
const switches = [
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_followed_topic_email_notifications',
  'enable_followed_topic_push_notifications',
  'enable_followed_topic_wildcard_mentions_notify',
  'wildcard_mentions_notify',
] as const;

/** Do-not-disturb hours, by the time of the model. */
export type Quiet = { readonly from: number; readonly until: number };

/** One act of a sequence. Users, channels and messages are numbered from 0. */
export type Step =
  | { readonly kind: 'direct'; readonly from: number; readonly to: readonly number[] }
  | {
      readonly kind: 'channel';
      readonly from: number;
      readonly channel: number;
      readonly topic: string;
      readonly mention: MentionStep;
    }
  | { readonly kind: 'read'; readonly user: number; readonly message: number }
  | { readonly kind: 'edit'; readonly message: number; readonly mention: MentionStep }
  | { readonly kind: 'empty' | 'delete'; readonly message: number }
  | { readonly kind: 'mute user' | 'unmute user'; readonly user: number; readonly muted: number }
  | {
      readonly kind: 'topic policy';
      readonly user: number;
      readonly channel: number;
      readonly topic: string;
      readonly policy: number;
    }
  | {
      readonly kind: 'subscription';
      readonly user: number;
      readonly channel: number;
      readonly property: SubscriptionProperty;
      readonly value: boolean;
    }
  | {
      readonly kind: 'setting';
      readonly user: number;
      readonly name: string;
      readonly value: boolean | number;
    }
  | { readonly kind: 'present' | 'open queue' | 'close queue' | 'acknowledge'; readonly user: number }
  | { readonly kind: 'quiet hours'; readonly user: number; readonly quiet: Quiet | undefined }
  | { readonly kind: 'pass time'; readonly seconds: number };

/** Sums of these are multiples of 400 s, and the deadlines of the rules lie in the middle between two of those. */
const PASSED_SECONDS: readonly number[] = [400, 800, 2_000];
const PERIODS: readonly number[] = [200, 1_800];

/** The kinds of steps; more frequent ones are listed several times. */
const kinds = [
  ...Array<'direct'>(4).fill('direct'),
  ...Array<'channel'>(8).fill('channel'),
  ...Array<'pass time'>(5).fill('pass time'),
  ...Array<'read'>(3).fill('read'),
  ...Array<'edit'>(2).fill('edit'),
  ...Array<'topic policy'>(3).fill('topic policy'),
  ...Array<'subscription'>(3).fill('subscription'),
  ...Array<'setting'>(3).fill('setting'),
  ...Array<'quiet hours'>(3).fill('quiet hours'),
  ...Array<'present'>(3).fill('present'),
  ...Array<'open queue'>(3).fill('open queue'),
  'acknowledge',
  'close queue',
  'delete',
  'empty',
  'mute user',
  'unmute user',
] as const;

/** A random step of a model at the time `now` with a number of messages. */
export function randomStep(random: Seeded, now: number, messages: number): Step {
  const user = random.below(USERS);
  const other = (user + 1 + random.below(USERS - 1)) % USERS;
  const channel = random.below(CHANNELS);
  const topic = random.pick(TOPICS);
  // The newest messages are the interesting ones.
  const message = Math.max(0, messages - 1 - random.below(4));
  const kind = random.pick(kinds);
  switch (kind) {
    case 'direct': {
      const third = (other + 1) % USERS;
      return { kind, from: user, to: random.chance(0.3) && third !== user ? [other, third] : [other] };
    }
    case 'channel':
      return {
        kind,
        from: channel === 1 && user === 3 ? 0 : user,
        channel,
        topic,
        mention: randomMention(random),
      };
    case 'read':
      return { kind, user, message };
    case 'edit':
      return { kind, message, mention: randomMention(random) };
    case 'empty':
    case 'delete':
      return { kind, message };
    case 'mute user':
    case 'unmute user':
      return { kind, user, muted: other };
    case 'topic policy':
      return { kind, user, channel, topic, policy: random.below(4) };
    case 'subscription':
      return {
        kind,
        user: channel === 1 && user === 3 ? 0 : user,
        channel,
        property: random.pick(subscriptionProperties),
        value: random.chance(0.6),
      };
    case 'setting':
      return random.chance(0.2)
        ? {
            kind,
            user,
            name: 'email_notifications_batching_period_seconds',
            value: random.pick(PERIODS),
          }
        : { kind, user, name: random.pick(switches), value: random.chance(0.5) };
    case 'quiet hours':
      return { kind, user, quiet: randomQuiet(random, now) };
    case 'pass time':
      return { kind, seconds: random.pick(PASSED_SECONDS) };
    default:
      return { kind, user };
  }
}

function randomMention(random: Seeded): MentionStep {
  const kind = random.pick(['none', 'none', 'user', 'user', 'silent', 'group', 'channel', 'topic'] as const);
  return kind === 'user' || kind === 'silent' ? { kind, user: random.below(USERS) } : { kind };
}

/** Most begin before the time of the step. */
function randomQuiet(random: Seeded, now: number): Quiet | undefined {
  if (random.chance(0.2)) return undefined;
  const from = now + random.pick([-1_000, -200, 200]);
  return { from, until: from + random.pick([800, 1_600, 4_000]) };
}
