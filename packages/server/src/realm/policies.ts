import {
  systemGroups,
  type RealmPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import type { SystemGroupIds } from '../groups/queries.ts';
import type { HeldPermissions } from './permissions.ts';

const mentionCodes: Partial<Record<SystemGroup, number>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};
const creationCodes: Partial<Record<SystemGroup, number>> = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};

/** Four permissions as the codes by which older clients know them; what no code says becomes "administrators". */
export const legacyPolicies = (held: HeldPermissions, groups: SystemGroupIds) => {
  const codeOf = (codes: Partial<Record<SystemGroup, number>>, permission: RealmPermission): number => {
    const known = systemGroups.find((name) => groups[name] === held[permission]);
    return (known === undefined ? undefined : codes[known]) ?? codes['role:administrators'] ?? 0;
  };
  return {
    realm_wildcard_mention_policy: codeOf(mentionCodes, 'can_mention_many_users_group'),
    realm_create_public_stream_policy: codeOf(creationCodes, 'can_create_public_channel_group'),
    realm_create_private_stream_policy: codeOf(creationCodes, 'can_create_private_channel_group'),
    realm_create_web_public_stream_policy: codeOf(creationCodes, 'can_create_web_public_channel_group'),
  };
};
