import type { RealmPermission, SystemGroup } from '@parley/contract/objects/permission-settings.ts';

const EDUCATION_TYPES: readonly number[] = [30, 35];
const BUSINESS_TYPE = 10;

type InitialValues = {
  readonly permissions: { readonly [P in RealmPermission]?: SystemGroup };
  readonly userDefaults: { readonly email_address_visibility?: number };
};

/** The initial values for a type of organization, where they differ from the contract's defaults. */
export function initialValuesOf(orgType: number): InitialValues {
  if (EDUCATION_TYPES.includes(orgType)) {
    return {
      permissions: {
        can_add_subscribers_group: 'role:moderators',
        can_create_groups: 'role:moderators',
        can_create_public_channel_group: 'role:administrators',
        can_invite_users_group: 'role:administrators',
        can_move_messages_between_channels_group: 'role:moderators',
      },
      userDefaults: { email_address_visibility: 5 },
    };
  }
  if (orgType === BUSINESS_TYPE) return { permissions: {}, userDefaults: { email_address_visibility: 1 } };
  return { permissions: {}, userDefaults: {} };
}
