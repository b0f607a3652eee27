import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { customProfileField, profileFieldData } from '../objects/custom-profile-field.ts';
import { profileValueInput } from '../objects/user.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, string } from '../primitives.ts';

const parts = {
  display_in_profile_summary: json(
    boolean,
    'Whether it is shown in the short form of a profile. Two fields can be.',
  ),
  editable_by_user: json(boolean, 'Whether users may change their own value.'),
  field_data: json(
    profileFieldData,
    'The choices by key, each with `text` and `order`, or the kind of external account.',
  ),
  hint: text(string, 'A hint for users who fill it in.'),
  name: text(string, 'Name of the field.'),
  required: json(boolean, 'Whether users are asked to fill it in.'),
  use_for_user_matching: json(boolean, 'Whether typing the value finds the user.'),
};

export const getCustomProfileFields = endpoint({
  id: 'get-custom-profile-fields',
  method: 'GET',
  path: '/realm/profile_fields',
  tag: 'profile-fields',
  summary: 'List custom profile fields',
  doc: 'The fields that profiles of this organization have, in order.',
  result: { custom_fields: z.array(customProfileField) },
});

export const createCustomProfileField = endpoint({
  id: 'create-custom-profile-field',
  method: 'POST',
  path: '/realm/profile_fields',
  tag: 'profile-fields',
  summary: 'Create a custom profile field',
  doc: 'Adds a field to all profiles. For administrators.',
  parameters: {
    display_in_profile_summary: withDefault(parts.display_in_profile_summary, false),
    editable_by_user: withDefault(parts.editable_by_user, true),
    field_data: optional(parts.field_data),
    field_type: json(
      integer,
      'Type: 1 short text, 2 paragraph, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
    ),
    hint: withDefault(parts.hint, ''),
    name: withDefault(parts.name, ''),
    required: withDefault(parts.required, false),
    use_for_user_matching: withDefault(parts.use_for_user_matching, false),
  },
  result: { id: integer },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const updateCustomProfileField = endpoint({
  id: 'update-custom-profile-field',
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  tag: 'profile-fields',
  summary: 'Update a custom profile field',
  doc: 'Changes what was given; the type stays. Values that hold a choice which is gone are deleted. For administrators.',
  parameters: {
    field_id: path(integer, 'The field.'),
    display_in_profile_summary: optional(parts.display_in_profile_summary),
    editable_by_user: optional(parts.editable_by_user),
    field_data: optional(parts.field_data),
    hint: optional(parts.hint),
    name: optional(parts.name),
    required: optional(parts.required),
    use_for_user_matching: optional(parts.use_for_user_matching),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const deleteCustomProfileField = endpoint({
  id: 'delete-custom-profile-field',
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  tag: 'profile-fields',
  summary: 'Delete a custom profile field',
  doc: 'Removes a field and everything that users entered there. For administrators.',
  parameters: { field_id: path(integer, 'The field.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const reorderCustomProfileFields = endpoint({
  id: 'reorder-custom-profile-fields',
  method: 'PATCH',
  path: '/realm/profile_fields',
  tag: 'profile-fields',
  summary: 'Reorder custom profile fields',
  doc: 'Puts the fields into a new order. For administrators.',
  parameters: {
    order: json(listUpTo(integer, limits.profileFieldsPerRealm), 'The ids of all fields, in the new order.'),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const updateProfileData = endpoint({
  id: 'update-profile-data',
  method: 'PATCH',
  path: '/users/me/profile_data',
  tag: 'profile-fields',
  scope: 'change_settings',
  summary: 'Update your profile',
  doc: 'Sets values of custom profile fields of the caller.',
  parameters: { data: json(listUpTo(profileValueInput, limits.profileFieldsPerRealm), 'The values to set.') },
});

export const removeProfileData = endpoint({
  id: 'remove-profile-data',
  method: 'DELETE',
  path: '/users/me/profile_data',
  tag: 'profile-fields',
  scope: 'change_settings',
  summary: 'Clear parts of your profile',
  doc: 'Removes values of custom profile fields of the caller.',
  parameters: {
    data: json(listUpTo(integer, limits.profileFieldsPerRealm), 'The ids of the fields to clear.'),
  },
});
