import type { Invite } from '@parley/contract/objects/invite.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Selectable } from 'kysely';
import type { Config } from '../config.ts';
import type { Schema } from '../db/schema.ts';
import { urlOf } from '../http/hosts.ts';
import type { RealmRow } from '../realm/realm.ts';
import type { Sealer } from '../secrets/seal.ts';

export type InvitationRow = Selectable<Schema['invitation']>;

type Server = { readonly config: Pick<Config, 'hosts'>; readonly sealer: Sealer };

/** Where who was invited goes. */
export const linkOf = (
  { config }: Pick<Server, 'config'>,
  realm: Pick<RealmRow, 'subdomain'>,
  token: string,
) => `${urlOf(config.hosts, realm.subdomain)}/join/${token}`;

export const presentInvitation = (
  server: Server,
  realm: Pick<RealmRow, 'subdomain'>,
  row: InvitationRow,
): Invite => {
  const about = {
    id: row.id,
    invited_by_user_id: row.inviter_id,
    invited: secondsOf(row.invited_at),
    expiry_date: row.expires_at === null ? null : secondsOf(row.expires_at),
    invited_as: row.role as Role,
  };
  if (row.email !== null)
    return { ...about, is_multiuse: false, email: row.email, notify_referrer_on_join: row.tells_inviter };
  const token = row.token_sealed === null ? '' : server.sealer.open(row.token_sealed);
  return { ...about, is_multiuse: true, link_url: linkOf(server, realm, token) };
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
