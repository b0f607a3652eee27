import { updateUserTopic as contract } from '@parley/contract/endpoints/topics.ts';
import { route } from '../../http/route.ts';
import { setTopicPolicy } from '../set-policy.ts';

export const updateUserTopicRoute = route(
  contract,
  async ({ world, realm, person }, { stream_id, topic, visibility_policy }) => {
    const wish = { channelId: stream_id, topic, policy: visibility_policy };
    await world.write(realm.id, (tx) => setTopicPolicy(tx, { realm, person }, wish, world.clock.now()));
    return {};
  },
);
