import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { everyone, type Audience } from '../log/audience.ts';
import type { PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { chunks } from './chunks.ts';
import { keepingChannelSight } from './keep-channel-sight.ts';
import { systemGroupIds } from './queries.ts';
import { tellMemberships } from './tell-memberships.ts';
import { directGroupsOf, isPastWaiting, type Standing } from './system-groups.ts';

type Member = Standing & Pick<PersonRow, 'id'>;

/** Tells everyone in which groups somebody new, or somebody who is back, is now. */
export const joinRoleGroups = async (tx: Tx, person: Member): Promise<void> => {
  const ids = await systemGroupIds(tx, tx.realmId);
  for (const group of directGroupsOf(person)) {
    tx.emit(everyone, {
      type: 'user_group',
      op: 'add_members',
      group_id: ids[group],
      user_ids: [person.id],
    });
  }
  await tellMemberships(tx, person.id, 'add_members', everyone);
};

/** Tells some that somebody is in no group any more. */
export const leaveRoleGroups = async (tx: Tx, person: Member, audience: Audience): Promise<void> => {
  const ids = await systemGroupIds(tx, tx.realmId);
  for (const group of directGroupsOf(person)) {
    tx.emit(audience, {
      type: 'user_group',
      op: 'remove_members',
      group_id: ids[group],
      user_ids: [person.id],
    });
  }
  await tellMemberships(tx, person.id, 'remove_members', audience);
};

/** Tells everyone which role groups somebody left and joined. */
export const moveBetweenRoleGroups = async (
  tx: Tx,
  id: number,
  before: Standing,
  after: Standing,
): Promise<void> => {
  const [left, joined] = [directGroupsOf(before), directGroupsOf(after)];
  const ids = await systemGroupIds(tx, tx.realmId);
  for (const group of left.filter((name) => !joined.includes(name)))
    tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id: ids[group], user_ids: [id] });
  for (const group of joined.filter((name) => !left.includes(name)))
    tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id: ids[group], user_ids: [id] });
};

const DAY_MS = 86_400_000;

/**
 * Makes members full members whose waiting period is over, and takes it back from those for whom a longer
 * period has begun. For the clock, and for whoever changes the period.
 */
export const recountFullMembers = async (
  tx: Tx,
  realm: Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>,
  now: number,
): Promise<void> => {
  const { waiting_period_threshold: days } = realmSettingsOf(realm);
  const joinedUntil = new Date(Math.max(now - days * DAY_MS, EARLIEST_MS));
  const group_id = (await systemGroupIds(tx, tx.realmId))['role:fullmembers'];
  await keepingChannelSight(tx, [group_id], async () => {
    const promoted = await setFullMembers(tx, true, joinedUntil);
    const demoted = await setFullMembers(tx, false, joinedUntil);
    for (const user_ids of chunks(demoted))
      tx.emit(everyone, { type: 'user_group', op: 'remove_members', group_id, user_ids });
    for (const user_ids of chunks(promoted))
      tx.emit(everyone, { type: 'user_group', op: 'add_members', group_id, user_ids });
  });
};

/** Before this nobody joined; a longer period would leave the range of dates. */
const EARLIEST_MS = 0;

const setFullMembers = async (tx: Tx, value: boolean, joinedUntil: Date): Promise<number[]> => {
  const changed = await tx.all(
    q
      .updateTable('person')
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
};

/** Whether somebody who joined then is a full member now. */
export const isFullMember = (
  realm: Pick<RealmRow, 'settings' | 'name' | 'org_type' | 'subdomain'>,
  joined: Date,
  now: number,
): boolean => isPastWaiting(joined, now, realmSettingsOf(realm).waiting_period_threshold);
