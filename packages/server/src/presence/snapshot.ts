import { domainOf } from '../people/address.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { lastOf } from './last-of.ts';
import { presentByAddress, presentModern } from './present.ts';
import { readPresences } from './queries.ts';

export const presenceState: ReadState<'presence'> = async (viewpoint) => {
  const { reader, wishes, presenceDays, now, config, realm } = viewpoint;
  const rows = await readPresences(reader, viewpoint, { days: presenceDays }, now);
  const isModern = wishes.slimPresence || wishes.capabilities.simplified_presence_events === true;
  return {
    presences: isModern
      ? presentModern(rows)
      : presentByAddress(rows, domainOf(config.hosts, realm.subdomain)),
    presence_last_update_id: lastOf(rows, undefined),
    server_timestamp: now / 1000,
  };
};
