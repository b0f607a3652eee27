import { addReaction as contract } from '@parley/contract/endpoints/reactions.ts';
import { route } from '../../http/route.ts';
import { addReaction } from '../add-reaction.ts';

export const addReactionRoute = route(
  contract,
  async ({ world, realm, person }, { message_id, ...emoji }) => {
    await world.write(realm.id, (tx) =>
      addReaction(tx, world, { realm, person }, message_id, emoji, world.clock.now()),
    );
    return {};
  },
);
