import { findRealm, type RealmRow } from '../../engine/db/realm.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { subdomainOf } from '../../engine/hosts.ts';
import { notFound, type ApiError } from '../../engine/api-error.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import type { World } from '../../http/world.ts';
import { findConfirmation, takeConfirmation } from '../confirmations/confirmations.ts';
import { hasNoOrganization } from '../setup/code.ts';
import { findInvitation, type InvitationRow, validInvitations } from '../invitations/rows.ts';

/** The permission to join that a link grants. */
export type Entry =
  /** For one e-mail address, which was invited or has been confirmed. */
  | { readonly kind: 'address'; readonly email: string; readonly invitation: InvitationRow | undefined }
  /** For anyone who has the reusable link. */
  | { readonly kind: 'link'; readonly invitation: InvitationRow };

export async function accessEntry(
  reader: Reader,
  realmId: number,
  token: string,
  now: number,
): Promise<Entry> {
  const invitation = await findInvitation(reader, realmId, token, now);
  if (invitation !== undefined) return entryBy(invitation);
  const confirmed = await findConfirmation(reader, realmId, 'sign-up', token, now);
  if (confirmed === undefined) throw noSuchEntry();
  return confirmedEntry(reader, realmId, confirmed, now);
}

/** Consumes the link unless it is reusable. The caller must have locked the organization. */
export async function takeEntry(tx: Tx, token: string, now: number): Promise<Entry> {
  const confirmed = await takeConfirmation(tx, 'sign-up', token, now);
  if (confirmed !== undefined) return confirmedEntry(tx, tx.realmId, confirmed, now);
  const invitation = await findInvitation(tx, tx.realmId, token, now);
  if (invitation === undefined) throw noSuchEntry();
  if (invitation.email !== null)
    await tx.all(
      q.deleteFrom('invitation').where('realm_id', '=', tx.realmId).where('id', '=', invitation.id),
    );
  return entryBy(invitation);
}

function entryBy(invitation: InvitationRow): Entry {
  return invitation.email === null
    ? { kind: 'link', invitation }
    : { kind: 'address', email: invitation.email, invitation };
}

type Confirmed = { readonly email: string; readonly invitation_id: number | null };

/** An address confirmed for a reusable link is valid only as long as the link is. */
async function confirmedEntry(
  reader: Reader,
  realmId: number,
  { email, invitation_id }: Confirmed,
  now: number,
): Promise<Entry> {
  if (invitation_id === null) return { kind: 'address', email, invitation: undefined };
  const invitation = await reader.first(validInvitations(realmId, now).where('id', '=', invitation_id));
  if (invitation === undefined) throw noSuchEntry();
  return { kind: 'address', email, invitation };
}

export function noSuchEntry(): ApiError {
  return notFound('This link was already used, was revoked, or has expired. Ask for a new one.');
}

/** The organization of the requested host. */
export async function realmAt(world: World, { host }: Pick<IncomingRequest, 'host'>): Promise<RealmRow> {
  const realm = await findRealm(world.pool, subdomainOf(world.config.hosts, host));
  if (realm !== undefined && realm.deactivated_at === null) return realm;
  throw notFound(
    realm === undefined && (await hasNoOrganization(world.pool))
      ? 'This server has no organization yet. Open its address in a browser, or create one with: parley realm create root --name "…"'
      : 'There is no organization at this address.',
  );
}
