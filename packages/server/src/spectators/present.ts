import type { RegisteredSpectatorUser, SpectatorUser } from '@parley/contract/objects/spectator-user.ts';
import { domainOf } from '../people/address.ts';
import { presentRegistered, withoutAddress, type ShownPerson, type Sight } from '../people/present.ts';
import type { Server } from '../people/server.ts';

const DAY_LENGTH = '2026-01-01'.length;

/** A user as visitors see it: without address, time zone and custom profile values. */
export function presentToSpectator(
  person: ShownPerson,
  server: Server,
  subdomain: string,
): RegisteredSpectatorUser & Pick<SpectatorUser, 'avatar_url'> {
  const sight: Sight = {
    server,
    domain: domainOf(server.config.hosts, subdomain),
    clientGravatar: false,
    seesAddress: () => false,
  };
  const {
    timezone: _zone,
    profile_data: _values,
    ...user
  } = presentRegistered(withoutAddress(person), sight);
  return { ...user, delivery_email: null, date_joined: user.date_joined.slice(0, DAY_LENGTH) };
}
