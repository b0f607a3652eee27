import type { RegisteredSpectatorUser, SpectatorUser } from '@parley/contract/objects/spectator-user.ts';
import { domainOf } from '../../organization/users/address.ts';
import {
  presentRegistered,
  withoutAddress,
  type ShownUser,
  type UserVisibility,
} from '../../organization/users/present.ts';
import type { Server } from '../../organization/users/server.ts';

const DAY_LENGTH = '2026-01-01'.length;

/** A user as visitors see it: without address, time zone and custom profile values. */
export function presentToSpectator(
  user: ShownUser,
  server: Server,
  subdomain: string,
): RegisteredSpectatorUser & Pick<SpectatorUser, 'avatar_url'> {
  const sight: UserVisibility = {
    server,
    domain: domainOf(server.config.hosts, subdomain),
    clientGravatar: false,
    seesAddress: () => false,
  };
  const {
    timezone: _zone,
    profile_data: _values,
    ...shownUser
  } = presentRegistered(withoutAddress(user), sight);
  return { ...shownUser, delivery_email: null, date_joined: shownUser.date_joined.slice(0, DAY_LENGTH) };
}
