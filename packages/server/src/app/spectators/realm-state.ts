import { readAllChannels } from '../../chat/channels/all-channels.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { realmState } from '../../organization/realm/snapshot.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import { userSettingsState } from '../../organization/settings/snapshot.ts';

/** Settings that name a channel, which may not be web-public. */
const NAMING_A_CHANNEL = [
  'realm_moderation_request_channel_id',
  'realm_new_stream_announcements_stream_id',
  'realm_signup_announcements_stream_id',
  'realm_zulip_update_announcements_stream_id',
] as const;
const NO_CHANNEL = -1;

/** The organization as its members see it, except for what visitors cannot do or must not know. */
export const spectatorRealmState: ReadState<'realm'> = async (viewpoint) => {
  const state = await realmState(viewpoint);
  const { rows } = await readAllChannels(viewpoint);
  const webPublic = new Set(rows.filter((row) => row.is_web_public).map(({ id }) => id));
  const named = NAMING_A_CHANNEL.map((name) => {
    const id = Number(state[name]);
    return [name, webPublic.has(id) ? id : NO_CHANNEL];
  });
  return {
    ...state,
    ...(Object.fromEntries(named) as Record<(typeof NAMING_A_CHANNEL)[number], number>),
    realm_presence_disabled: true,
    realm_allow_message_editing: false,
  };
};

/** The built-in defaults, not those that the organization chose for new accounts. */
export const spectatorSettingsState: ReadState<'user_settings'> = (viewpoint) => {
  const { default_language } = realmSettingsOf(viewpoint.realm);
  const settings = { web_home_view: 'recent', default_language };
  return userSettingsState({ ...viewpoint, user: { ...viewpoint.user, settings } });
};
