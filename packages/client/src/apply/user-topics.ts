import { visibilityPolicies, type MutedTopic } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

/** The newest wish stands last; one that was taken back is gone. */
export function applyUserTopic(state: State, event: EventOf<'user_topic'>): State {
  if (state.user_topics === undefined) return state;
  const { id: _id, type: _type, ...wish } = event;
  const others = state.user_topics.filter(
    ({ stream_id, topic_name }) => stream_id !== wish.stream_id || topic_name !== wish.topic_name,
  );
  return { ...state, user_topics: wish.visibility_policy === 0 ? others : [...others, wish] };
}

/** The older form tells the names of channels: it follows what becomes of them. */
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
