import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { realmDefaultSettingParameters, userSettingParameters } from '../objects/user-settings.ts';
import { json, optional, text } from '../parameter.ts';
import { boolean, integer, listUpTo, string } from '../primitives.ts';

export const targetUsers = z
  .object({
    user_ids: listUpTo(integer, limits.usersInRequest).optional(),
    group_ids: listUpTo(integer, limits.groupsInRequest).optional(),
    skip_if_already_edited: boolean.describe('Leave users alone who have chosen a value themselves.'),
  })
  .meta({
    id: 'TargetUsers',
    description: "Users whose settings an administrator changes, instead of the caller's own.",
  });
export type TargetUsers = z.infer<typeof targetUsers>;

export const updateSettings = endpoint({
  id: 'update-settings',
  method: 'PATCH',
  path: '/settings',
  tag: 'settings',
  summary: 'Update your settings',
  doc: 'Changes settings of the caller; values that stay the same are no change. Bots have no settings.',
  parameters: {
    full_name: optional(text(string, 'New name.')),
    email: optional(
      text(
        string,
        'New address. Needs a log-in of the last hour, or `old_password`. A mail asks for confirmation first.',
      ),
    ),
    old_password: optional(text(string, 'Current password, to set a new one or to change the address.')),
    new_password: optional(text(string, 'New password.')),
    ...userSettingParameters,
    target_users: optional(json(targetUsers, 'Users whose settings to change. For administrators.')),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

/** Two older addresses of the same operation, which some clients still use. */
export const updateDisplaySettings = endpoint({
  ...updateSettings,
  id: 'update-display-settings',
  path: '/settings/display',
  deprecated: true,
  summary: 'Update your settings (display)',
  doc: 'Older address of `PATCH /settings`.',
});

export const updateNotificationSettings = endpoint({
  ...updateSettings,
  id: 'update-notification-settings',
  path: '/settings/notifications',
  deprecated: true,
  summary: 'Update your settings (notifications)',
  doc: 'Older address of `PATCH /settings`.',
});

export const updateRealmUserSettingsDefaults = endpoint({
  id: 'update-realm-user-settings-defaults',
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  tag: 'settings',
  scope: 'administer',
  since: 96,
  summary: 'Update the settings of new users',
  doc: 'Says with which settings users start who join later. For administrators.',
  parameters: realmDefaultSettingParameters,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
