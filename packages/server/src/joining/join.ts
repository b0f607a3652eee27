import type { Role } from '@parley/contract/primitives.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { emailDomainProblem } from '../domains/policy.ts';
import type { InvitationRow } from '../invitations/present.ts';
import { tellInvites } from '../invitations/tell.ts';
import { createPerson } from '../people/create-person.ts';
import { refuseTakenName } from '../people/full-name.ts';
import { lockOwnership } from '../people/last-owner.ts';
import type { PersonRow } from '../people/person.ts';
import { realmOf } from '../people/queries.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../world.ts';
import { takeEntry } from './entry.ts';
import { joinGroups } from './join-groups.ts';

export type Newcomer = {
  readonly fullName: string;
  readonly passwordHash: string;
  /** Only looked at when the link is not to an address. */
  readonly email: string;
};

/** Makes an account for who followed a link, with what it promises, and uses the link up. */
export const join = async (
  tx: Tx,
  world: World,
  token: string,
  { fullName, passwordHash, email: given }: Newcomer,
): Promise<{ person: PersonRow; invitation: InvitationRow | undefined }> => {
  await lockOwnership(tx);
  const realm = await realmOf(tx);
  const entry = await takeEntry(tx, token, world.clock.now());
  const { invitation } = entry;
  if (invitation === undefined && realmSettingsOf(realm).invite_required)
    throw badRequest('An invitation is needed to join this organization.');
  const email = entry.kind === 'address' ? entry.email : given;
  const unfit = await emailDomainProblem(tx, realm, email);
  if (unfit !== undefined) throw badRequest(unfit);
  await refuseTakenName(tx, realm, fullName);
  const { person } = await createPerson(tx, world, {
    email,
    fullName,
    passwordHash,
    role: (invitation?.role ?? 400) as Role,
    ...(invitation === undefined
      ? {}
      : { joins: { channelIds: invitation.channel_ids, defaults: invitation.joins_defaults } }),
  });
  await joinGroups(tx, person.id, invitation?.group_ids ?? []);
  await endInvitations(tx, email, invitation);
  return { person, invitation };
};

/** Who is here needs no other invitations. */
const endInvitations = async (tx: Tx, email: string, used: InvitationRow | undefined): Promise<void> => {
  const ended = await tx.all(
    sql<{ inviter_id: number }>`delete from invitation
      where realm_id = ${tx.realmId} and lower(email) = lower(${email}) returning inviter_id`,
  );
  const inviters = ended.map(({ inviter_id }) => inviter_id);
  if (used?.email != null) inviters.push(used.inviter_id);
  if (inviters.length > 0) tellInvites(tx, inviters);
};
