import type { CustomProfileField } from '@parley/contract/objects/custom-profile-field.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import type { RegisteredUser } from '@parley/contract/objects/user.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

/** Values go with their field, and with their choice. */
export function applyProfileFields(state: State, { fields }: EventOf<'custom_profile_fields'>): State {
  const clean = (users: RegisteredUser[]): RegisteredUser[] =>
    users.map((user) => withoutLostValues(user, fields));
  return {
    ...state,
    ...(state.custom_profile_fields === undefined ? {} : { custom_profile_fields: fields }),
    ...(state.realm_users === undefined ? {} : { realm_users: clean(state.realm_users) }),
    ...(state.realm_non_active_users === undefined
      ? {}
      : { realm_non_active_users: clean(state.realm_non_active_users) }),
  };
}

function withoutLostValues(user: RegisteredUser, fields: readonly CustomProfileField[]): RegisteredUser {
  const values = Object.entries(user.profile_data ?? {});
  const kept = values.filter(([id, { value }]) => {
    const field = fields.find((known) => known.id === Number(id));
    return field !== undefined && isPossible(field, value);
  });
  return kept.length === values.length ? user : { ...user, profile_data: Object.fromEntries(kept) };
}

function isPossible(field: CustomProfileField, value: string): boolean {
  return (
    field.type !== profileFieldTypes.DROPDOWN.id ||
    Object.hasOwn(JSON.parse(field.field_data) as object, value)
  );
}
