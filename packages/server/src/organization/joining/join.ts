import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { emailDomainError } from '../domains/policy.ts';
import type { InvitationRow } from '../invitations/rows.ts';
import { refuseGrant } from '@parley/contract/rights/granting-rights.ts';
import { publishInvites } from '../invitations/store.ts';
import { noSuchEntry, takeEntry } from './entry.ts';
import { joinGroups } from './join-groups.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { createUser } from '../users/create-user.ts';
import { refuseTakenName } from '../users/full-name.ts';
import { lockAccounts } from '../users/last-owner.ts';
import { realmOf } from '../users/queries.ts';

export type Newcomer = {
  readonly fullName: string;
  readonly passwordHash: string;
  /** Used only with a reusable link. */
  readonly email: string;
};

/** Creates a user according to the link's invitation and consumes the link. */
export async function join(
  tx: Tx,
  world: World,
  token: string,
  { fullName, passwordHash, email: given }: Newcomer,
): Promise<{ user: UserRow; invitation: InvitationRow | undefined }> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const entry = await takeEntry(tx, token, world.clock.now());
  const { invitation } = entry;
  if (invitation === undefined && realmSettingsOf(realm).invite_required)
    throw badRequest('An invitation is needed to join this organization.');
  if (invitation !== undefined) await checkInviter(tx, invitation);
  const email = entry.kind === 'address' ? entry.email : given;
  const rejection = await emailDomainError(tx, realm, email);
  if (rejection !== undefined) throw badRequest(rejection);
  await refuseTakenName(tx, realm, fullName);
  const user = await createUser(tx, world, {
    email,
    fullName,
    passwordHash,
    role: (invitation?.role ?? roles.member) as Role,
    ...(invitation === undefined
      ? {}
      : { joins: { channelIds: invitation.channel_ids, defaults: invitation.joins_defaults } }),
  });
  await joinGroups(tx, user.id, invitation?.group_ids ?? []);
  await endInvitations(tx, email, invitation);
  return { user, invitation };
}

/** An invitation never grants more than its sender may grant when it is used. */
async function checkInviter(tx: Tx, { inviter_id, role }: InvitationRow): Promise<void> {
  const inviter = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['role', 'is_active'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', inviter_id),
  );
  if (inviter?.is_active !== true || refuseGrant(inviter, role) !== undefined) throw noSuchEntry();
}

/** Deletes the other invitations of the new user's address. */
async function endInvitations(tx: Tx, email: string, used: InvitationRow | undefined): Promise<void> {
  const ended = await tx.all(
    sql<{ inviter_id: number }>`delete from invitation
      where realm_id = ${tx.realmId} and lower(email) = lower(${email}) returning inviter_id`,
  );
  const inviters = ended.map(({ inviter_id }) => inviter_id);
  if (used?.email != null) inviters.push(used.inviter_id);
  if (inviters.length > 0) publishInvites(tx, inviters);
}
