import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import * as channelsEndpoints from '@parley/contract/endpoints/channels.ts';
import * as topicsEndpoints from '@parley/contract/endpoints/topics.ts';
import { badRequest } from '../../engine/api-error.ts';
import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { accessChannel } from '../channels/access.ts';
import { channelIdOf } from './access.ts';
import { topicsIn } from './list.ts';
import { EMPTY_TOPIC_NAME } from './name.ts';
import { setTopicPolicy } from './set-policy.ts';
import { type ActorCall, route, type Route } from '../../http/route.ts';

export const topicRoutes: readonly Route[] = [
  route(channelsEndpoints.getStreamTopics, listTopics),
  route(channelsEndpoints.muteTopic, async ({ world, realm, user }, { op, topic, stream, stream_id }) => {
    const actor = { realm, user };
    const policy = op === 'add' ? visibilityPolicies.muted : visibilityPolicies.inherit;
    await world.write(realm.id, async (tx) => {
      const channelId = await channelIdOf(tx, actor, { id: stream_id, name: stream });
      await setTopicPolicy(tx, actor, { channelId, topic, policy }, world.clock.now());
    });
    return {};
  }),
  route(
    topicsEndpoints.updateUserTopic,
    async ({ world, realm, user }, { stream_id, topic, visibility_policy }) => {
      const change = { channelId: stream_id, topic, policy: visibility_policy };
      await world.write(realm.id, (tx) => setTopicPolicy(tx, { realm, user }, change, world.clock.now()));
      return {};
    },
  ),
];

/** Also serves spectators, who can access only web-public channels. */
export async function listTopics(
  call: ActorCall,
  { stream_id, allow_empty_topic_name }: ParametersOf<typeof channelsEndpoints.getStreamTopics>,
): Promise<ResultOf<typeof channelsEndpoints.getStreamTopics>> {
  const { pool } = call.world;
  const channel = await accessChannel(pool, call, stream_id, 'content', { archived: 'allowed' });
  if (call.limits?.since !== undefined)
    throw badRequest('A grant that reads from a time on reads no topics.');
  const topics = await topicsIn(pool, call.user, channel);
  return {
    topics: topics.map(({ name, last_message_id }) => ({
      name: name === '' && !allow_empty_topic_name ? EMPTY_TOPIC_NAME : name,
      max_id: last_message_id,
    })),
  };
}
