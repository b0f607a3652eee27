import { getPresence as contract } from '@parley/contract/endpoints/presence.ts';
import { route } from '../../http/route.ts';
import { domainOf } from '../../people/address.ts';
import { presentByAddress } from '../present.ts';
import { readPresences } from '../queries.ts';

export const getPresenceRoute = route(contract, async (call) => {
  const { world, realm } = call;
  const now = world.clock.now();
  const rows = await readPresences(world.pool, call, {}, now);
  return {
    presences: presentByAddress(rows, domainOf(world.config.hosts, realm.subdomain)),
    server_timestamp: now / 1000,
  };
});
