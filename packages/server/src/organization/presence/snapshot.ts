import { isGuest } from '@parley/contract/rights/roles.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { allPresenceState } from './all-presence.ts';
import { presentByAddress, presentModern } from './present.ts';
import { lastUpdateId, readPresences } from './queries.ts';
import { hidesUsers } from '../users/access.ts';
import { domainOf } from '../users/address.ts';

export const presenceState: ReadState<'presence'> = async (viewpoint) => {
  const { reader, bulk, clientOptions, presenceDays, now, config, realm, user } = viewpoint;
  const isSlim = clientOptions.slimPresence || clientOptions.capabilities.simplified_presence_events === true;
  const seesAll = !isGuest(user) || !(await hidesUsers(reader, realm));
  if (isSlim && presenceDays === undefined && seesAll) {
    const { presences, last } = await allPresenceState(viewpoint);
    return { presences, presence_last_update_id: last, server_timestamp: now / 1000 };
  }
  const rows = await readPresences(bulk, viewpoint, { days: presenceDays }, now);
  return {
    presences: isSlim ? presentModern(rows) : presentByAddress(rows, domainOf(config.hosts, realm.subdomain)),
    presence_last_update_id: lastUpdateId(rows, undefined),
    server_timestamp: now / 1000,
  };
};
