import { emojisets, notificationSounds } from '@parley/contract/objects/user-settings.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { settingsOf, initialSettingsOf } from './user-settings.ts';

const choices = {
  emojiset_choices: [...emojisets],
  available_notification_sounds: [...notificationSounds],
};

export const userSettingsState: ReadState<'user_settings'> = async ({ user }) => ({
  user_settings: { ...settingsOf(user), ...choices },
});

export const realmUserSettingsDefaultsState: ReadState<'realm_user_settings_defaults'> = async ({
  realm,
}) => {
  const { timezone: _, ...initial } = initialSettingsOf(realm);
  return { realm_user_settings_defaults: { ...initial, ...choices } };
};
