import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { channelPermissions, type ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { holdersOf } from '../groups/holders.ts';
import type { SystemGroupIds } from '../groups/queries.ts';
import type { ChannelRow } from './channel.ts';

export type Held = Readonly<Record<ChannelPermission, number>>;

/** Who holds each permission of a channel: the id of a group. */
export const heldIn = ({ permissions }: Pick<ChannelRow, 'permissions'>, groups: SystemGroupIds): Held =>
  holdersOf(channelPermissions, permissions, groups);

/** The older form of who may post. */
export const postPolicyOf = (sender: GroupSettingValue, groups: SystemGroupIds): 1 | 2 | 3 | 4 => {
  if (sender === groups['role:administrators']) return 2;
  if (sender === groups['role:fullmembers']) return 3;
  if (sender === groups['role:moderators']) return 4;
  return 1;
};
