import * as endpoints from '@parley/contract/endpoints/reactions.ts';
import { addReaction } from './add-reaction.ts';
import { removeReaction } from './remove-reaction.ts';
import { route, type Route } from '../../http/route.ts';

export const reactionRoutes: readonly Route[] = [
  route(endpoints.addReaction, async ({ world, realm, user, limits }, { message_id, ...emoji }) => {
    await world.write(realm.id, (tx) =>
      addReaction(tx, world, { realm, user, limits }, message_id, emoji, world.clock.now()),
    );
    return {};
  }),
  route(endpoints.removeReaction, async ({ world, realm, user, limits }, { message_id, ...emoji }) => {
    await world.write(realm.id, (tx) =>
      removeReaction(tx, world, { realm, user, limits }, message_id, emoji),
    );
    return {};
  }),
];
