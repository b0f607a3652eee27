import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import {
  channelPermissions,
  type ChannelPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import type { SystemGroupIds } from '../groups/queries.ts';
import type { ChannelRow } from './channel.ts';

export type Held = Readonly<Record<ChannelPermission, number>>;

/** Who holds each permission of a channel: the id of a group. A channel without a creator starts with nobody. */
export const heldIn = ({ permissions }: Pick<ChannelRow, 'permissions'>, groups: SystemGroupIds): Held =>
  Object.fromEntries(
    Object.entries(channelPermissions).map(([name, { default: standard }]) => [
      name,
      permissions[name] ?? groups[standard === 'channel_creator' ? 'role:nobody' : (standard as SystemGroup)],
    ]),
  ) as Held;

/** The older form of who may post. */
export const postPolicyOf = (sender: GroupSettingValue, groups: SystemGroupIds): 1 | 2 | 3 | 4 => {
  if (sender === groups['role:administrators']) return 2;
  if (sender === groups['role:fullmembers']) return 3;
  if (sender === groups['role:moderators']) return 4;
  return 1;
};
