import * as endpoints from '@parley/contract/endpoints/user-status.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import { route, type Route } from '../../http/route.ts';
import { adaptReactionType } from '../emoji/adapt.ts';
import { applyPresenceVisibility } from '../presence/change-visibility.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { findStatus, presentStatus } from './rows.ts';
import { checkStatusChange, refuseAbsent, updateStatus } from './status.ts';
import { accessUser } from '../users/access.ts';
import { administratorsOnly, humansOnly } from '../users/gates.ts';
import { lockWithActor } from '../users/lock-with-actor.ts';

export const userStatusRoutes: readonly Route[] = [
  route(
    endpoints.updateStatus,
    async (call, saying) => {
      const { world, realm, user } = call;
      const changes = await checkStatusChange(world.pool, realm.id, saying);
      await world.write(realm.id, async (tx) => {
        const { me } = await lockWithActor(tx, call, user.id);
        await updateStatus(tx, me, changes);
      });
      const isVisible = settingsOf(user).presence_enabled;
      if (changes.away === isVisible) await applyPresenceVisibility(world, call, !isVisible);
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.updateStatusForUser,
    async (call, { user_id, ...saying }) => {
      const changes = await checkStatusChange(call.world.pool, call.realm.id, saying);
      await call.world.write(call.realm.id, async (tx) => {
        const { me, user } = await lockWithActor(tx, call, user_id);
        administratorsOnly({ realm: call.realm, user: me });
        refuseAbsent(user);
        await updateStatus(tx, user, changes);
        tx.record({
          action: 'user.changed',
          object: { type: 'user', id: user.id },
          after: { status: Object.keys(saying).toSorted() },
        });
      });
      return {};
    },
    administratorsOnly,
  ),
  route(endpoints.getUserStatus, async (call, { user_id }) => {
    const { pool } = call.world;
    const user = await accessUser(pool, call, user_id);
    refuseAbsent(user);
    const row = await findStatus(pool, call.realm.id, user.id);
    const status = row === undefined ? {} : presentStatus(row, settingsOf(user).presence_enabled);
    return { status: adaptReactionType(status, isPublicClient(call.client.name)) };
  }),
];
