import { deleteTopic as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { deleteTopic } from '../editing/delete-topic.ts';

export const deleteTopicRoute = route(
  contract,
  async (call, { stream_id, topic_name }) => ({ complete: await deleteTopic(call, stream_id, topic_name) }),
  administratorsOnly,
);
