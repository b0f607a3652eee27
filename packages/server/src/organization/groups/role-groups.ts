import { roles } from '@parley/contract/rights/roles.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { type Audience, everyone } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import { idBatches } from './id-batches.ts';
import { trackChannelVisibility } from './track-channel-visibility.ts';
import { systemGroupIds } from './rows.ts';
import { directGroupsOf, isPastWaiting, type SystemGroupFacts } from './system-groups.ts';
import { publishMemberships } from './publish-memberships.ts';
import { realmSettingsOf } from '../realm/settings.ts';

type Member = SystemGroupFacts & Pick<UserRow, 'id'>;

/** Publishes the groups of a new or reactivated user to everyone. */
export async function publishJoinedRoleGroups(tx: Tx, user: Member): Promise<void> {
  const ids = await systemGroupIds(tx, tx.realmId);
  for (const group of directGroupsOf(user)) {
    tx.emit(everyone, {
      type: 'user_group',
      op: 'add_members',
      group_id: ids[group],
      user_ids: [user.id],
    });
  }
  await publishMemberships(tx, user.id, 'add_members', everyone);
}

/** Publishes to an audience that a user left all groups. */
export async function publishLeftRoleGroups(tx: Tx, user: Member, audience: Audience): Promise<void> {
  const ids = await systemGroupIds(tx, tx.realmId);
  for (const group of directGroupsOf(user)) {
    tx.emit(audience, {
      type: 'user_group',
      op: 'remove_members',
      group_id: ids[group],
      user_ids: [user.id],
    });
  }
  await publishMemberships(tx, user.id, 'remove_members', audience);
}

/** Publishes to everyone which system groups a user left and joined with a role change. */
export async function publishRoleGroupChange(
  tx: Tx,
  id: number,
  before: SystemGroupFacts,
  after: SystemGroupFacts,
): Promise<void> {
  const [left, joined] = [directGroupsOf(before), directGroupsOf(after)];
  const ids = await systemGroupIds(tx, tx.realmId);
  for (const group of left.filter((name) => !joined.includes(name)))
    tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id: ids[group], user_ids: [id] });
  for (const group of joined.filter((name) => !left.includes(name)))
    tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id: ids[group], user_ids: [id] });
}

const DAY_MS = 86_400_000;

/**
 * Promotes members whose waiting period is over and demotes those within a new, longer period. Runs periodically and
 * when the period changes.
 */
export async function recountFullMembers(
  tx: Tx,
  realm: Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>,
  now: number,
): Promise<void> {
  const { waiting_period_threshold: days } = realmSettingsOf(realm);
  const joinedUntil = new Date(Math.max(now - days * DAY_MS, MIN_JOINED_MS));
  const group_id = (await systemGroupIds(tx, tx.realmId))['role:fullmembers'];
  await trackChannelVisibility(tx, [group_id], async () => {
    const promoted = await setFullMembers(tx, true, joinedUntil);
    const demoted = await setFullMembers(tx, false, joinedUntil);
    for (const user_ids of idBatches(demoted))
      tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id, user_ids });
    for (const user_ids of idBatches(promoted))
      tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id, user_ids });
  });
}

/** Keeps very long waiting periods within the range of valid dates. */
const MIN_JOINED_MS = 0;

async function setFullMembers(tx: Tx, value: boolean, joinedUntil: Date): Promise<number[]> {
  const changed = await tx.all(
    q
      .updateTable('realm_user')
      .set({ is_full_member: value })
      .where('realm_id', '=', tx.realmId)
      .where('is_full_member', '=', !value)
      .where('date_joined', value ? '<=' : '>', joinedUntil)
      .returning(['id', 'role', 'is_active']),
  );
  return changed
    .filter(({ role, is_active }) => role === roles.member && is_active)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

/** Whether a user who joined at a given time is a full member now. */
export function isFullMember(
  realm: Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>,
  joined: Date,
  now: number,
): boolean {
  return isPastWaiting(joined, now, realmSettingsOf(realm).waiting_period_threshold);
}
