import type { RegisteredSpectatorUser, SpectatorUser } from '@parley/contract/objects/spectator-user.ts';
import { domainOf } from '../../organization/users/address.ts';
import {
  presentRegistered,
  withoutAddress,
  type ShownUser,
  type UserVisibility,
} from '../../organization/users/present.ts';
import type { Server } from '../../organization/users/server.ts';

const ISO_DATE_LENGTH = '2026-01-01'.length;

/** A user as spectators see it: without e-mail, time zone and custom profile values. */
export function presentToSpectator(
  user: ShownUser,
  server: Server,
  subdomain: string,
): RegisteredSpectatorUser & Pick<SpectatorUser, 'avatar_url'> {
  const visibility: UserVisibility = {
    server,
    domain: domainOf(server.config.hosts, subdomain),
    clientGravatar: false,
    seesAddress: () => false,
  };
  const {
    timezone: _zone,
    profile_data: _values,
    ...shownUser
  } = presentRegistered(withoutAddress(user), visibility);
  return { ...shownUser, delivery_email: null, date_joined: shownUser.date_joined.slice(0, ISO_DATE_LENGTH) };
}
