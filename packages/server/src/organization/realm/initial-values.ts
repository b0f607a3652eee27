import type { RealmPermission, SystemGroup } from '@parley/contract/objects/permission-settings.ts';

const EDUCATION_TYPES: readonly number[] = [30, 35];
/** Values of `email_address_visibility`. */
const EVERYONE = 1;
const MODERATORS = 5;

type InitialValues = {
  readonly permissions: { readonly [P in RealmPermission]?: SystemGroup };
  readonly userDefaults: { readonly email_address_visibility: number };
};

/**
 * The initial values for a type of organization, where they differ from the contract's defaults. Those are the values of
 * older organizations, which store none.
 */
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
      userDefaults: { email_address_visibility: MODERATORS },
    };
  }
  return { permissions: {}, userDefaults: { email_address_visibility: EVERYONE } };
}
