import * as endpoints from '@parley/contract/endpoints/presence.ts';
import { badRequest } from '../../engine/api-error.ts';
import { pieceOf } from '../../engine/json-pieces.ts';
import { isBot } from '../../http/actor.ts';
import { EncodedResult, route, type Route } from '../../http/route.ts';
import { publishArrival } from './publish-presence.ts';
import { presentByAddress, presentModern, presentUserPresence } from './present.ts';
import { findPresence, lastUpdateId, readPresences } from './queries.ts';
import type { PresenceChanges } from './recent.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { accessUser, noSuchUser } from '../users/access.ts';
import { domainOf } from '../users/address.ts';
import { accessByAddress } from '../users/find-user.ts';
import { humansOnly } from '../users/gates.ts';

export const presenceRoutes: readonly Route[] = [
  route(
    endpoints.updatePresence,
    async (call, { status, ping_only, slim_presence, last_update_id, history_limit_days }) => {
      const { world, realm, user } = call;
      if (settingsOf(user).presence_enabled) {
        const noted = await world.presence.report(realm.id, user.id, status === 'active');
        if (noted !== undefined) await publishArrival(world, call, noted);
      }
      if (ping_only) return { presence_last_update_id: lastUpdateId([], last_update_id) };
      const now = world.clock.now();
      if (last_update_id !== undefined && last_update_id > 0) {
        const changes = await world.recentPresence.after(call, last_update_id);
        if (changes !== undefined) return encodedPresence(changes, now);
      }
      const wanted = { lastUpdateId: last_update_id, days: history_limit_days };
      const rows = await readPresences(world.pool, call, wanted, now);
      const last = lastUpdateId(rows, last_update_id);
      if (last_update_id !== undefined || slim_presence) {
        const members = pieceOf(JSON.stringify(presentModern(rows)).slice(1, -1));
        return encodedPresence({ members, last }, now);
      }
      return {
        presences: presentByAddress(rows, domainOf(world.config.hosts, realm.subdomain)),
        server_timestamp: now / 1000,
        presence_last_update_id: last,
      };
    },
    humansOnly,
  ),
  route(endpoints.getUserPresence, async (call, { user_id_or_email: named }) => {
    const user = await (ID.test(named)
      ? accessUser(call.world.pool, call, Number(named))
      : accessByAddress(call.world.pool, call.world.config, call, named));
    if (!user.is_active || isBot(user)) throw noSuchUser();
    const row = await findPresence(call.world.pool, call.realm.id, user.id);
    if (row === undefined) throw badRequest(`There is no presence data for user ${user.id}.`);
    const now = call.world.clock.now();
    return { presence: presentUserPresence(row, now), server_timestamp: now / 1000 };
  }),
  route(endpoints.getPresence, async (call) => {
    const { world, realm } = call;
    const now = world.clock.now();
    const rows = await readPresences(world.pool, call, {}, now);
    return {
      presences: presentByAddress(rows, domainOf(world.config.hosts, realm.subdomain)),
      server_timestamp: now / 1000,
    };
  }),
];

/** Large responses are compressed for clients that accept it, once for all who get the same changes. */
function encodedPresence({ members, last }: PresenceChanges, now: number): EncodedResult {
  const end = `},"server_timestamp":${now / 1000},"presence_last_update_id":${last}`;
  return new EncodedResult(
    typeof members === 'string' ? `"presences":{${members}${end}` : ['"presences":{', members, end],
  );
}

const ID = /^-?\d{1,15}$/;
