import { visibilityPolicies, type MutedTopic } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

/** The newest policy comes last; the policy 0 removes the topic from the list. */
export function applyUserTopic(state: State, event: EventOf<'user_topic'>): State {
  if (state.user_topics === undefined) return state;
  const { id: _id, type: _type, ...policy } = event;
  const others = state.user_topics.filter(
    ({ stream_id, topic_name }) => stream_id !== policy.stream_id || topic_name !== policy.topic_name,
  );
  return { ...state, user_topics: policy.visibility_policy === 0 ? others : [...others, policy] };
}

/** The older form has names of channels, so it changes when a channel is renamed or archived. */
export function withMutedTopics(state: State): State {
  const { muted_topics, user_topics, streams } = state;
  if (muted_topics === undefined || user_topics === undefined || streams === undefined) return state;
  const names = new Map(
    streams.filter(({ is_archived }) => !is_archived).map(({ stream_id, name }) => [stream_id, name]),
  );
  const muted = user_topics
    .filter(({ visibility_policy }) => visibility_policy === visibilityPolicies.muted)
    .flatMap(({ stream_id, topic_name, last_updated }): MutedTopic[] => {
      const name = names.get(stream_id);
      const topic = topic_name === state.realm_empty_topic_display_name ? '' : topic_name;
      return name === undefined ? [] : [[name, topic, last_updated]];
    });
  return { ...state, muted_topics: muted };
}
