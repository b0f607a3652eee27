import type { ReadState } from '../queues/snapshot.ts';
import { shownTopic } from './name.ts';
import { presentPolicy } from './present.ts';
import { mutedTopicsOf, policiesOf } from './queries.ts';

export const userTopicState: ReadState<'user_topic'> = async ({ reader, person, wishes }) => ({
  user_topics: (await policiesOf(reader, person))
    .map(presentPolicy)
    .map((policy) => ({ ...policy, topic_name: shownTopic(policy.topic_name, wishes) })),
});

export const mutedTopicsState: ReadState<'muted_topics'> = async ({ reader, person }) => ({
  muted_topics: await mutedTopicsOf(reader, person),
});
