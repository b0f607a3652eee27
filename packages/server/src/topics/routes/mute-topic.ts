import { muteTopic as contract } from '@parley/contract/endpoints/channels.ts';
import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { route } from '../../http/route.ts';
import { channelIdOf } from '../access.ts';
import { setTopicPolicy } from '../set-policy.ts';

export const muteTopicRoute = route(
  contract,
  async ({ world, realm, person }, { op, topic, stream, stream_id }) => {
    const actor = { realm, person };
    const policy = op === 'add' ? visibilityPolicies.muted : visibilityPolicies.inherit;
    await world.write(realm.id, async (tx) => {
      const channelId = await channelIdOf(tx, actor, { id: stream_id, name: stream });
      await setTopicPolicy(tx, actor, { channelId, topic, policy }, world.clock.now());
    });
    return {};
  },
);
