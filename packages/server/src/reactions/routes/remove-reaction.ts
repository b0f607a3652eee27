import { removeReaction as contract } from '@parley/contract/endpoints/reactions.ts';
import { route } from '../../http/route.ts';
import { removeReaction } from '../remove-reaction.ts';

export const removeReactionRoute = route(
  contract,
  async ({ world, realm, person }, { message_id, ...emoji }) => {
    await world.write(realm.id, (tx) => removeReaction(tx, world, { realm, person }, message_id, emoji));
    return {};
  },
);
