import { visibilityPolicies, type UserTopic } from '@parley/contract/objects/personal.ts';
import type { Subscription } from '@parley/contract/objects/channel.ts';
import type { State } from '../state.ts';
import type { MessageLocation } from './messages-place.ts';

/**
 * Whether a topic is muted, as far as the state knows: a client that fetched neither subscriptions nor topic policies
 * treats every topic as not muted.
 */
export function isMuted(state: State, channelId: number, topic: string): boolean {
  const policy = state.user_topics && policiesOf(state.user_topics).get(keyOf(channelId, topic));
  if (policy !== undefined) return policy === visibilityPolicies.muted;
  return state.subscriptions !== undefined && mutesOf(state.subscriptions).get(channelId) === true;
}

/** Whether the user is subscribed to a channel. A client without subscriptions only receives messages of its channels. */
export function isSubscribed({ subscriptions }: State, channelId: number): boolean {
  return subscriptions === undefined || mutesOf(subscriptions).has(channelId);
}

/** Whether the user sees a channel without a subscription. A queue for all public channels receives its messages too. */
export function isOutside({ unsubscribed = [], never_subscribed = [] }: State, channelId: number): boolean {
  return [...unsubscribed, ...never_subscribed].some(({ stream_id }) => stream_id === channelId);
}

/**
 * Whether an unread message with these flags is listed as a mention. A wildcard mention does not count in a muted
 * topic. The list does not say which mentions are wildcards: when a topic is muted or unmuted later, its mentions stay
 * as they are, until the next registration.
 */
export function isMention(state: State, place: MessageLocation, flags: readonly string[]): boolean {
  return (
    flags.includes('mentioned') ||
    (flags.includes('wildcard_mentioned') &&
      !(place.kind === 'topic' && isMuted(state, place.channelId, place.topic)))
  );
}

function keyOf(channelId: number, topic: string): string {
  return `${channelId} ${topicKey(topic)}`;
}

/** How the empty topic is called for clients that cannot show it. No topic is really called that, letter by letter. */
const EMPTY_TOPIC_NAME = 'general chat';

/** Equal for all spellings of a topic. */
export function topicKey(topic: string): string {
  return topic === EMPTY_TOPIC_NAME ? '' : topic.toLowerCase();
}

/** Parts of states never change, so what was worked out for one is kept as long as it lives. */
function remembered<K extends object, V>(workOut: (part: K) => V): (part: K) => V {
  const known = new WeakMap<K, V>();
  return (part) => {
    const value = known.get(part) ?? workOut(part);
    known.set(part, value);
    return value;
  };
}

const policiesOf = remembered(
  (policies: readonly UserTopic[]) =>
    new Map(
      policies
        .filter(({ visibility_policy }) => visibility_policy !== visibilityPolicies.inherit)
        .map(({ stream_id, topic_name, visibility_policy }) => [
          keyOf(stream_id, topic_name),
          visibility_policy,
        ]),
    ),
);

const mutesOf = remembered(
  (subscriptions: readonly Subscription[]) =>
    new Map(subscriptions.map(({ stream_id, is_muted }) => [stream_id, is_muted])),
);
