import type { ArgumentsOf, operations } from '@parley/client';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import {
  createChannelFolder,
  patchChannelFolders,
  updateChannelFolder,
} from '@parley/contract/endpoints/channel-folders.ts';
import { archiveStream, updateStream } from '@parley/contract/endpoints/streams.ts';
import type { Chat } from '../chat.ts';
import { channelById } from '../derived/channels.ts';

/** Each rejects with the refusal of the server. */

type Arguments<Name extends keyof typeof operations> = ArgumentsOf<(typeof operations)[Name]>;

export type NewChannel = Arguments<'createChannel'>;
export type ChannelChange = Omit<Arguments<'updateStream'>, 'stream_id'>;

/** A choice of how long messages are kept as the server takes it: days as a number, words for the rest. */
export function sentRetention(choice: string): string | number {
  return /^\d+$/.test(choice) ? Number(choice) : choice;
}

/** Creates a channel with its first people; returns its id. */
export async function createChannel({ client }: Chat, channel: NewChannel): Promise<number> {
  const { id } = await client.createChannel(channel);
  return id;
}

export async function changeChannel(
  { client }: Chat,
  channelId: number,
  change: ChannelChange,
): Promise<void> {
  await client.call(updateStream, { stream_id: channelId, ...change });
}

export async function archiveChannel({ client }: Chat, channelId: number): Promise<void> {
  await client.call(archiveStream, { stream_id: channelId });
}

/** Subscribes people to a channel; returns how many were not subscribed before. */
export async function addPeople(
  { client, state }: Chat,
  channelId: number,
  userIds: readonly number[],
): Promise<number> {
  const channel = channelById(state.get(), channelId);
  if (channel === undefined || userIds.length === 0) return 0;
  const { subscribed } = await client.subscribe({
    subscriptions: [{ name: channel.name }],
    principals: [...userIds],
  });
  return Object.keys(subscribed).length;
}

export async function removePerson(
  { client, state }: Chat,
  channelId: number,
  userId: number,
): Promise<void> {
  const channel = channelById(state.get(), channelId);
  if (channel !== undefined)
    await client.call(unsubscribe, { subscriptions: [channel.name], principals: [userId] });
}

type SubscriptionChange = Arguments<'updateSubscriptionSettings'>['subscription_data'][number];

/** Changes how the user sees a channel and is told of it. */
export async function changeSubscription(
  { client }: Chat,
  channelId: number,
  changes: readonly Omit<SubscriptionChange, 'stream_id'>[],
): Promise<void> {
  await client.updateSubscriptionSettings({
    subscription_data: changes.map((change) => ({ stream_id: channelId, ...change })),
  });
}

/** Creates a folder at the end of the order; returns its id. */
export async function createFolder({ client }: Chat, name: string): Promise<number> {
  const { channel_folder_id: id } = await client.call(createChannelFolder, { name });
  return id;
}

export async function renameFolder({ client }: Chat, folderId: number, name: string): Promise<void> {
  await client.call(updateChannelFolder, { channel_folder_id: folderId, name });
}

/** Removes an empty folder. */
export async function archiveFolder({ client }: Chat, folderId: number): Promise<void> {
  await client.call(updateChannelFolder, { channel_folder_id: folderId, is_archived: true });
}

/** Puts folders into an order; others keep theirs behind them. */
export async function orderFolders({ client, state }: Chat, ids: readonly number[]): Promise<void> {
  const all = state.get().channel_folders ?? [];
  const others = all.map(({ id }) => id).filter((id) => !ids.includes(id));
  await client.call(patchChannelFolders, { order: [...ids, ...others] });
}
