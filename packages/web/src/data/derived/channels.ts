import type { State } from '@parley/client';
import { rememberPer } from '../remember.ts';

/** A channel that the user is subscribed to. */
export type SubscribedChannel = NonNullable<State['subscriptions']>[number];

/** A channel that the user can see. */
export type KnownChannel = SubscribedChannel | NonNullable<State['never_subscribed']>[number];

export function channelById(state: State, id: number): KnownChannel | undefined {
  return (
    subscriptionById(state, id) ??
    state.unsubscribed?.find(({ stream_id }) => stream_id === id) ??
    state.never_subscribed?.find(({ stream_id }) => stream_id === id)
  );
}

export function subscriptionById(state: State, id: number): SubscribedChannel | undefined {
  return state.subscriptions === undefined ? undefined : byId(state.subscriptions).get(id);
}

/** Channels that the user can see, subscribed or not; archived ones are left out. */
export function visibleChannels(state: ChannelLists): readonly KnownChannel[] {
  const { subscriptions = [], unsubscribed = [], never_subscribed: others = [] } = state;
  return [...subscriptions, ...unsubscribed, ...others].filter(({ is_archived }) => !is_archived);
}

type ChannelLists = Pick<State, 'subscriptions' | 'unsubscribed' | 'never_subscribed'>;

/** A folder with its channels. */
export type ChannelGroup<C extends KnownChannel = SubscribedChannel> = {
  /** Undefined for channels without a folder. */
  readonly folder: Folder | undefined;
  readonly channels: readonly C[];
};

type Folder = NonNullable<State['channel_folders']>[number];

/** Subscribed channels by folder, pinned ones first, then by name. */
export function channelGroups(state: Pick<State, 'subscriptions' | 'channel_folders'>): ChannelGroup[] {
  const { subscriptions = [], channel_folders: folders = [] } = state;
  const shown = subscriptions.filter(({ is_archived }) => !is_archived);
  return groupByFolder(shown.toSorted(byPinAndName), folders);
}

/** Channels by folder, in their order; those without a folder come last. */
export function groupByFolder<C extends KnownChannel>(
  channels: readonly C[],
  folders: readonly Folder[],
): ChannelGroup<C>[] {
  const known = new Set(folders.map(({ id }) => id));
  const sorted = [...folders].toSorted((a, b) => a.order - b.order);
  const groups = [...sorted, undefined].map((folder) => ({
    folder,
    channels: channels.filter(({ folder_id: id }) =>
      folder === undefined ? id === null || id === undefined || !known.has(id) : id === folder.id,
    ),
  }));
  return groups.filter((group) => group.channels.length > 0);
}

function byPinAndName(a: SubscribedChannel, b: SubscribedChannel): number {
  const rank = (channel: SubscribedChannel): number => (channel.pin_to_top ? 0 : channel.is_muted ? 2 : 1);
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

const byId = rememberPer(
  (all: NonNullable<State['subscriptions']>) =>
    new Map(all.map((channel) => [channel.stream_id, channel] as const)),
);
