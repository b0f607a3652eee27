import type { State } from '@parley/client';
import type { Visibility } from '../chat.ts';
import { rememberPer } from '../remember.ts';

const POLICIES: readonly Visibility[] = ['inherit', 'muted', 'unmuted', 'followed'];

/** The user's setting for a topic. */
export function topicPolicy(state: State, channelId: number, topic: string): Visibility {
  const policies = state.user_topics === undefined ? undefined : policiesOf(state.user_topics);
  return policies?.get(policyKey(channelId, topic)) ?? 'inherit';
}

/** Whether messages of a topic count as muted: by its own setting, or by that of the channel. */
export function isTopicMuted(state: State, channelId: number, topic: string): boolean {
  const policy = topicPolicy(state, channelId, topic);
  return policy === 'inherit' ? isChannelMuted(state, channelId) : policy === 'muted';
}

export function isChannelMuted(state: State, channelId: number): boolean {
  return state.subscriptions !== undefined && mutedChannelsOf(state.subscriptions).has(channelId);
}

/** The number that the server knows a setting by. */
export function policyNumber(visibility: Visibility): 0 | 1 | 2 | 3 {
  return POLICIES.indexOf(visibility) as 0 | 1 | 2 | 3;
}

function policyKey(channelId: number, topic: string): string {
  return `${channelId} ${topic.toLowerCase()}`;
}

const policiesOf = rememberPer(
  (topics: NonNullable<State['user_topics']>) =>
    new Map(
      topics.map(({ stream_id, topic_name, visibility_policy }) => [
        policyKey(stream_id, topic_name),
        POLICIES[visibility_policy] ?? 'inherit',
      ]),
    ),
);

const mutedChannelsOf = rememberPer(
  (subscriptions: NonNullable<State['subscriptions']>) =>
    new Set(subscriptions.flatMap(({ stream_id, is_muted }) => (is_muted ? [stream_id] : []))),
);
