import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import { getUserChannels } from '@parley/contract/endpoints/subscriptions.ts';
import { getSubscribers } from '@parley/contract/endpoints/streams.ts';
import type { Chat, ReactionEmoji } from '../chat.ts';
import { channelById } from '../derived/channels.ts';
import { changeSubscription } from './channel-actions.ts';

/** Status of the user; an empty text and no emoji clear it. */
export type OwnStatus = { readonly text: string; readonly emoji: ReactionEmoji | undefined };

/** Each rejects with the refusal of the server. */
export async function setOwnStatus({ client }: Chat, { text, emoji }: OwnStatus): Promise<void> {
  await client.call(updateStatus, {
    status_text: text,
    emoji_name: emoji?.name ?? '',
    emoji_code: emoji?.code ?? '',
    ...(emoji === undefined ? {} : { reaction_type: emoji.type }),
  });
}

export async function subscribe({ client, state }: Chat, channelId: number): Promise<void> {
  const channel = channelById(state.get(), channelId);
  if (channel !== undefined) await client.subscribe({ subscriptions: [{ name: channel.name }] });
}

export async function unsubscribe({ client, state }: Chat, channelId: number): Promise<void> {
  const channel = channelById(state.get(), channelId);
  if (channel !== undefined) await client.unsubscribe({ subscriptions: [channel.name] });
}

export function setChannelPinned(chat: Chat, channelId: number, isPinned: boolean): Promise<void> {
  return changeSubscription(chat, channelId, [{ property: 'pin_to_top', value: isPinned }]);
}

/** Whether Enter sends, or begins a line. */
export async function setEnterSends({ client }: Chat, isOn: boolean): Promise<void> {
  await client.updateSettings({ enter_sends: isOn });
}

/** Hours in which nothing notifies; a user without a time zone gets one with them. */
export async function setQuietHours({ client }: Chat, hours: string, timezone?: string): Promise<void> {
  await client.updateSettings({
    do_not_disturb_hours: hours,
    ...(timezone === undefined ? {} : { timezone }),
  });
}

export async function setUserMuted({ client }: Chat, userId: number, isMuted: boolean): Promise<void> {
  if (isMuted) await client.call(muteUser, { muted_user_id: userId });
  else await client.call(unmuteUser, { muted_user_id: userId });
}

/** Ids of the subscribers of a channel. */
export async function readSubscribers({ client }: Chat, channelId: number): Promise<readonly number[]> {
  const { subscribers } = await client.call(getSubscribers, { stream_id: channelId });
  return subscribers;
}

/** Ids of the channels that a user is subscribed to and the asking user can see. */
export async function readUserChannels({ client }: Chat, userId: number): Promise<readonly number[]> {
  const { subscribed_channel_ids: ids } = await client.call(getUserChannels, { user_id: userId });
  return ids;
}
