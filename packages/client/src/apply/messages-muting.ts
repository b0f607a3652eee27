import { visibilityPolicies, type UserTopic } from '@parley/contract/objects/personal.ts';
import type { Subscription } from '@parley/contract/objects/channel.ts';
import type { State } from '../state.ts';
import type { MessageLocation } from './messages-place.ts';

/**
 * Whether a topic does not count, as far as the state tells: who did not fetch subscriptions and wishes about
 * topics is told what everything unread is, but not how much of it counts.
 */
export function isMuted(state: State, channelId: number, topic: string): boolean {
  const wish = state.user_topics && wishesOf(state.user_topics).get(keyOf(channelId, topic));
  if (wish !== undefined) return wish === visibilityPolicies.muted;
  return state.subscriptions !== undefined && mutesOf(state.subscriptions).get(channelId) === true;
}

/** Whether somebody is in a channel. Who did not fetch subscriptions hears only of what was received. */
export function isSubscribed({ subscriptions }: State, channelId: number): boolean {
  return subscriptions === undefined || mutesOf(subscriptions).has(channelId);
}

/** Whether somebody sees a channel without being in it. Who listens to all public ones hears what is said there. */
export function isOutside({ unsubscribed = [], never_subscribed = [] }: State, channelId: number): boolean {
  return [...unsubscribed, ...never_subscribed].some(({ stream_id }) => stream_id === channelId);
}

/**
 * Whether an unread message with these flags is listed as a mention. Being called with everybody does not count
 * where the topic is muted. A list does not tell how somebody was called: when a topic is muted or unmuted
 * later, its mentions stay as they are, and who must know exactly asks again.
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

const wishesOf = remembered(
  (wishes: readonly UserTopic[]) =>
    new Map(
      wishes
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
