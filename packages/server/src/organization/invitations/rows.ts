import type { Role } from '@parley/contract/primitives.ts';
import type { Invite } from '@parley/contract/objects/invite.ts';
import type { Selectable } from 'kysely';
import type { Config } from '../../engine/config.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { urlOf } from '../../engine/hosts.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../engine/secrets/seal.ts';
import { isAdministrator, isOwner, roles } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/** Invitations that have not expired. */
export function validInvitations(realmId: number, now: number) {
  return q
    .selectFrom('invitation')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(now))]));
}

export function findInvitation(
  reader: Reader,
  realmId: number,
  token: string,
  now: number,
): Promise<InvitationRow | undefined> {
  return reader.first(validInvitations(realmId, now).where('token_hash', '=', hashOf(token)));
}

export type InvitationRow = Selectable<Schema['invitation']>;

type Server = { readonly config: Pick<Config, 'hosts'>; readonly sealer: Sealer };

/** The URL that the invited user opens. */
export function linkOf(
  { config }: Pick<Server, 'config'>,
  realm: Pick<RealmRow, 'subdomain'>,
  token: string,
) {
  return `${urlOf(config.hosts, realm.subdomain)}/join/${token}`;
}

function presentInvitation(server: Server, realm: Pick<RealmRow, 'subdomain'>, row: InvitationRow): Invite {
  const common = {
    id: row.id,
    invited_by_user_id: row.inviter_id,
    invited: secondsOf(row.invited_at),
    expiry_date: row.expires_at === null ? null : secondsOf(row.expires_at),
    invited_as: row.role as Role,
  };
  if (row.email !== null)
    return { ...common, is_multiuse: false, email: row.email, notify_referrer_on_join: row.notifies_inviter };
  const token =
    row.token_sealed === null ? '' : server.sealer.open(placeOf('invitation', row), row.token_sealed);
  return { ...common, is_multiuse: true, link_url: linkOf(server, realm, token) };
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** Lists the invitations visible to the actor. Only owners see links that create owners, since seeing one allows using it. */
export async function listInvitations(world: World, { realm, user }: Actor): Promise<Invite[]> {
  const rows = await world.pool.all(
    validInvitations(realm.id, world.clock.now())
      .$if(!isAdministrator(user), (query) => query.where('inviter_id', '=', user.id))
      .$if(!isOwner(user), (query) =>
        query.where((eb) => eb.or([eb('role', '!=', roles.owner), eb('email', 'is not', null)])),
      )
      .orderBy('id'),
  );
  return rows.map((row) => presentInvitation(world, realm, row));
}
