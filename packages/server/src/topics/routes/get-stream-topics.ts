import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import { getStreamTopics as contract } from '@parley/contract/endpoints/channels.ts';
import { accessChannel } from '../../channels/access.ts';
import { route, type ActorCall } from '../../http/route.ts';
import { topicsIn } from '../list.ts';
import { EMPTY_TOPIC_NAME } from '../name.ts';

/** Also for visitors, to whom only web-public channels are accessible. */
export async function answerTopics(
  call: ActorCall,
  { stream_id, allow_empty_topic_name }: ParametersOf<typeof contract>,
): Promise<ResultOf<typeof contract>> {
  const { pool } = call.world;
  const channel = await accessChannel(pool, call, stream_id, 'content', { archived: 'allowed' });
  const topics = await topicsIn(pool, call.person, channel);
  return {
    topics: topics.map(({ name, last_message_id }) => ({
      name: name === '' && !allow_empty_topic_name ? EMPTY_TOPIC_NAME : name,
      max_id: last_message_id,
    })),
  };
}

export const getStreamTopicsRoute = route(contract, answerTopics);
