import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { type ChannelPermission, channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { presentGroupSettings, type PresentHolder } from '../../organization/groups/present-setting.ts';
import { holdersOf, type SystemGroupIds, systemGroupIds } from '../../organization/groups/rows.ts';

export type ChannelRow = Selectable<Schema['channel']>;

export type SubscriptionRow = Selectable<Schema['subscription']>;

/** Whether new subscribers read only messages sent after they subscribed. */
export function isProtected({
  is_private,
  is_history_public,
}: Pick<ChannelRow, 'is_private' | 'is_history_public'>): boolean {
  return is_private && !is_history_public;
}

export type ChannelGroups = Readonly<Record<ChannelPermission, number>>;

/** The id of the group that holds each permission of the channel. */
export function channelGroupsOf(
  { permissions }: Pick<ChannelRow, 'permissions'>,
  groups: SystemGroupIds,
): ChannelGroups {
  return holdersOf(channelPermissions, permissions, groups);
}

/** The posting permission as the older `stream_post_policy`. */
export function postPolicyOf(sender: GroupSettingValue, groups: SystemGroupIds): 1 | 2 | 3 | 4 {
  if (sender === groups['role:administrators']) return 2;
  if (sender === groups['role:fullmembers']) return 3;
  if (sender === groups['role:moderators']) return 4;
  return 1;
}

/** Group data that presenting a channel needs; read it with `readHolders`. */
export type Holders = {
  readonly groups: SystemGroupIds;
  readonly valueOf: PresentHolder;
};

/** Reads the group data that presenting the channels needs, once for all of them. */
export async function readHolders(
  reader: Reader,
  realmId: number,
  channels: readonly Pick<ChannelRow, 'permissions'>[],
): Promise<Holders> {
  return {
    groups: await systemGroupIds(reader, realmId),
    valueOf: await presentGroupSettings(
      reader,
      realmId,
      channels.flatMap(({ permissions }) => Object.values(permissions)),
    ),
  };
}
