import type { RealmRow } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { type Audience, everyone } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import { chunks } from './chunks.ts';
import { keepingChannelVisibility } from './keep-channel-visibility.ts';
import { systemGroupIds } from './rows.ts';
import { directGroupsOf, isPastWaiting, type SystemGroupFacts } from './system-groups.ts';
import { publishMemberships } from './publish-memberships.ts';
import { realmSettingsOf } from '../realm/settings.ts';

type Member = SystemGroupFacts & Pick<UserRow, 'id'>;

/** Tells everyone in which groups somebody new, or somebody who is back, is now. */
export async function joinRoleGroups(tx: Tx, user: Member): Promise<void> {
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

/** Tells some that somebody is in no group any more. */
export async function leaveRoleGroups(tx: Tx, user: Member, audience: Audience): Promise<void> {
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

/** Tells everyone which role groups somebody left and joined. */
export async function moveBetweenRoleGroups(
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
 * Makes members full members whose waiting period is over, and takes it back from those for whom a longer
 * period has begun. For the clock, and for whoever changes the period.
 */
export async function recountFullMembers(
  tx: Tx,
  realm: Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>,
  now: number,
): Promise<void> {
  const { waiting_period_threshold: days } = realmSettingsOf(realm);
  const joinedUntil = new Date(Math.max(now - days * DAY_MS, EARLIEST_MS));
  const group_id = (await systemGroupIds(tx, tx.realmId))['role:fullmembers'];
  await keepingChannelVisibility(tx, [group_id], async () => {
    const promoted = await setFullMembers(tx, true, joinedUntil);
    const demoted = await setFullMembers(tx, false, joinedUntil);
    for (const user_ids of chunks(demoted))
      tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id, user_ids });
    for (const user_ids of chunks(promoted))
      tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id, user_ids });
  });
}

/** Before this nobody joined; a longer period would leave the range of dates. */
const EARLIEST_MS = 0;

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
    .filter(({ role, is_active }) => role === 400 && is_active)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

/** Whether somebody who joined then is a full member now. */
export function isFullMember(
  realm: Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>,
  joined: Date,
  now: number,
): boolean {
  return isPastWaiting(joined, now, realmSettingsOf(realm).waiting_period_threshold);
}
