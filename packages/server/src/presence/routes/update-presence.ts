import { updatePresence as contract } from '@parley/contract/endpoints/presence.ts';
import { Encoded, route } from '../../http/route.ts';
import { domainOf } from '../../people/address.ts';
import { peopleOnly } from '../../people/gates.ts';
import { settingsOf } from '../../settings/user-settings.ts';
import { announceArrival } from '../announce.ts';
import { lastOf } from '../last-of.ts';
import { presentByAddress, presentModern } from '../present.ts';
import { readPresences } from '../queries.ts';

export const updatePresenceRoute = route(
  contract,
  async (call, { status, ping_only, slim_presence, last_update_id, history_limit_days }) => {
    const { world, realm, person } = call;
    if (settingsOf(person).presence_enabled) {
      const noted = await world.presence.report(realm.id, person.id, status === 'active');
      if (noted !== undefined) await announceArrival(world, call, noted);
    }
    if (ping_only) return { presence_last_update_id: lastOf([], last_update_id) };
    const now = world.clock.now();
    if (last_update_id !== undefined && last_update_id > 0) {
      const changes = await world.recentPresence.behind(call, last_update_id);
      if (changes !== undefined)
        return new Encoded(
          `"presences":{${changes.members}},"server_timestamp":${now / 1000},"presence_last_update_id":${changes.last}`,
        );
    }
    const wanted = { lastUpdateId: last_update_id, days: history_limit_days };
    const rows = await readPresences(world.pool, call, wanted, now);
    const isModern = last_update_id !== undefined || slim_presence;
    return {
      presences: isModern
        ? presentModern(rows)
        : presentByAddress(rows, domainOf(world.config.hosts, realm.subdomain)),
      server_timestamp: now / 1000,
      presence_last_update_id: lastOf(rows, last_update_id),
    };
  },
  peopleOnly,
);
