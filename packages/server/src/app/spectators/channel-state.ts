import type { Subscription } from '@parley/contract/objects/channel.ts';
import { listFolders, presentFolder } from '../../chat/channel-folders/rows.ts';
import { readAllChannels } from '../../chat/channels/all-channels.ts';
import type { ChannelRow } from '../../chat/channels/channel.ts';
import { PALETTE } from '../../chat/subscriptions/colors.ts';
import { presentSettings } from '../../chat/subscriptions/present.ts';
import { Json, listOf } from '../../engine/json-pieces.ts';
import type { ReadState, Viewpoint } from '../../http/snapshot.ts';

/** The web-public channels, presented as subscriptions of the spectator. */
export const spectatorSubscriptionState: ReadState<'subscription'> = async (viewpoint) => {
  const { members } = await readAllChannels(viewpoint);
  const channels = await webPublicChannels(viewpoint);
  const items = channels.map(({ id }, index) => [`{${members.get(id) ?? ''},${choicesAt(index)}}`]);
  return {
    subscriptions: new Json<Subscription[]>(...listOf(items)),
    unsubscribed: [],
    never_subscribed: [],
  };
};

/** Folders that contain a web-public channel. */
export const spectatorFoldersState: ReadState<'channel_folders'> = async (viewpoint) => {
  const { reader, realm } = viewpoint;
  const visibleIds = new Set((await webPublicChannels(viewpoint)).map(({ folder_id }) => folder_id));
  const folders = await listFolders(reader, realm.id);
  return { channel_folders: folders.filter(({ id }) => visibleIds.has(id)).map(presentFolder) };
};

async function webPublicChannels(viewpoint: Viewpoint): Promise<ChannelRow[]> {
  const { rows } = await readAllChannels(viewpoint);
  const withArchived = viewpoint.clientOptions.capabilities.archived_channels === true;
  return rows.filter((row) => row.is_web_public && (withArchived || !row.is_archived));
}

function choicesAt(index: number): string {
  return JSON.stringify(
    presentSettings({
      color: PALETTE[index % PALETTE.length] ?? PALETTE[0],
      is_muted: false,
      is_pinned: false,
      desktop_notifications: true,
      audible_notifications: true,
      push_notifications: true,
      email_notifications: true,
      wildcard_mentions_notify: true,
    }),
  ).slice(1, -1);
}
