import type { RealmPermission, SystemGroup } from './permission-settings.ts';

type Codes = Partial<Record<SystemGroup, number>>;

const mentionCodes: Codes = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};
const creationCodes: Codes = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};

/**
 * Four permissions as the codes by which older clients know them, from the system group that holds each; what no
 * code says becomes "administrators".
 */
export function legacyPolicies(holderOf: (permission: RealmPermission) => SystemGroup | undefined) {
  const codeOf = (codes: Codes, permission: RealmPermission): number => {
    const holder = holderOf(permission);
    return (holder === undefined ? undefined : codes[holder]) ?? codes['role:administrators'] ?? 0;
  };
  return {
    realm_wildcard_mention_policy: codeOf(mentionCodes, 'can_mention_many_users_group'),
    realm_create_public_stream_policy: codeOf(creationCodes, 'can_create_public_channel_group'),
    realm_create_private_stream_policy: codeOf(creationCodes, 'can_create_private_channel_group'),
    realm_create_web_public_stream_policy: codeOf(creationCodes, 'can_create_web_public_channel_group'),
  };
}
