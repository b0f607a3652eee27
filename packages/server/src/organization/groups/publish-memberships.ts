import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { channelAudience } from '../../chat/channels/audience.ts';
import { findChannels } from '../../chat/channels/queries.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Audience } from '../../engine/log/audience.ts';
import { presentGroupSettings } from './present-setting.ts';
import { usesOf } from './uses.ts';

/**
 * Publishes the group memberships and permissions of a user who was reactivated or deactivated: only active users are
 * shown as members and permission holders.
 */
export async function publishMemberships(
  tx: Tx,
  userId: number,
  op: 'add_members' | 'remove_members',
  audience: Audience,
): Promise<void> {
  const { named, unnamed } = await ownGroups(tx, tx.realmId, userId);
  for (const group_id of named) tx.emit(audience, { type: 'user_group', op, group_id, user_ids: [userId] });
  await publishHolders(tx, unnamed, audience);
}

/** The groups of which a user is a direct member: named groups, and unnamed groups that hold permissions. */
async function ownGroups(
  reader: Reader,
  realmId: number,
  userId: number,
): Promise<{ named: number[]; unnamed: number[] }> {
  const groups = await reader.all(
    sql<{ id: number; is_named: boolean }>`
      select g.id, g.name is not null as is_named
      from group_member m join user_group g on g.realm_id = m.realm_id and g.id = m.group_id
      where m.realm_id = ${realmId} and m.user_id = ${userId}
      order by g.id`,
  );
  return {
    named: groups.filter((group) => group.is_named).map(({ id }) => id),
    unnamed: groups.filter((group) => !group.is_named).map(({ id }) => id),
  };
}

/** Publishes the holders of all permissions that are granted to unnamed groups. */
async function publishHolders(tx: Tx, unnamed: readonly number[], audience: Audience): Promise<void> {
  const uses = await usesOf(tx, tx.realmId, unnamed, { includeInactive: true });
  const present = await presentGroupSettings(tx, tx.realmId, unnamed);
  for (const { kind, id, held } of uses) {
    const values = Object.entries(held).map(([name, groupId]) => [name, present(groupId)] as const);
    if (kind === 'channel') await publishChannel(tx, id, values);
    else
      for (const [name, value] of values) {
        const data = { [name]: value };
        tx.emit(
          audience,
          kind === 'realm'
            ? { type: 'realm', op: 'update_dict', property: 'default', data }
            : { type: 'user_group', op: 'update', group_id: id, data },
        );
      }
  }
}

/** Publishes to all users who can see the channel; for some the event repeats a known value. */
async function publishChannel(
  tx: Tx,
  id: number,
  values: readonly (readonly [string, GroupSettingValue])[],
): Promise<void> {
  const [channel] = await findChannels(tx, tx.realmId, [id]);
  if (channel === undefined) return;
  const audience = await channelAudience(tx, channel);
  for (const [property, value] of values)
    tx.emit(audience, {
      type: 'stream',
      op: 'update',
      stream_id: id,
      name: channel.name,
      property,
      value,
    });
}
