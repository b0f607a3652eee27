import { getMessageHistory as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { historyOf } from '../editing/history.ts';

export const getMessageHistoryRoute = route(
  contract,
  async ({ world, realm, person }, { message_id, allow_empty_topic_name }) => ({
    message_history: await historyOf(world.pool, { realm, person }, message_id, allow_empty_topic_name),
  }),
);
