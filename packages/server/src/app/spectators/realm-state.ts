import { readAllChannels } from '../../chat/channels/all-channels.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { realmState } from '../../organization/realm/snapshot.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import { userSettingsState } from '../../organization/settings/snapshot.ts';

/** Settings whose value is the ID of a channel, which spectators may see only if it is web-public. */
const CHANNEL_ID_SETTINGS = [
  'realm_moderation_request_channel_id',
  'realm_new_stream_announcements_stream_id',
  'realm_signup_announcements_stream_id',
  'realm_zulip_update_announcements_stream_id',
] as const;
const NO_CHANNEL = -1;

/** The organization as members see it, without features and channels that spectators have no access to. */
export const spectatorRealmState: ReadState<'realm'> = async (viewpoint) => {
  const state = await realmState(viewpoint);
  const { rows } = await readAllChannels(viewpoint);
  const webPublic = new Set(rows.filter((row) => row.is_web_public).map(({ id }) => id));
  const named = CHANNEL_ID_SETTINGS.map((name) => {
    const id = Number(state[name]);
    return [name, webPublic.has(id) ? id : NO_CHANNEL];
  });
  return {
    ...state,
    ...(Object.fromEntries(named) as Record<(typeof CHANNEL_ID_SETTINGS)[number], number>),
    realm_presence_disabled: true,
    realm_allow_message_editing: false,
  };
};

/** The server's default settings, not the organization's defaults for new accounts. */
export const spectatorSettingsState: ReadState<'user_settings'> = (viewpoint) => {
  const { default_language } = realmSettingsOf(viewpoint.realm);
  const settings = { web_home_view: 'recent', default_language };
  return userSettingsState({ ...viewpoint, user: { ...viewpoint.user, settings } });
};
