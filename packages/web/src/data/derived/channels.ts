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

/** A folder with its channels, pinned ones first, then by name. */
export type ChannelGroup = {
  /** Undefined for channels without a folder. */
  readonly folder: Folder | undefined;
  readonly channels: readonly SubscribedChannel[];
};

type Folder = NonNullable<State['channel_folders']>[number];

/** Subscribed channels by folder; those without a folder come last. */
export function channelGroups(state: Pick<State, 'subscriptions' | 'channel_folders'>): ChannelGroup[] {
  const { subscriptions = [], channel_folders: folders = [] } = state;
  const shown = subscriptions.filter(({ is_archived }) => !is_archived);
  const known = new Set(folders.map(({ id }) => id));
  const sorted = [...folders].toSorted((a, b) => a.order - b.order);
  const groups = [...sorted, undefined].map((folder) => ({
    folder,
    channels: shown
      .filter(({ folder_id: id }) =>
        folder === undefined ? id === null || id === undefined || !known.has(id) : id === folder.id,
      )
      .toSorted(byPinAndName),
  }));
  return groups.filter(({ channels }) => channels.length > 0);
}

function byPinAndName(a: SubscribedChannel, b: SubscribedChannel): number {
  const rank = (channel: SubscribedChannel): number => (channel.pin_to_top ? 0 : channel.is_muted ? 2 : 1);
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

const byId = rememberPer(
  (all: NonNullable<State['subscriptions']>) =>
    new Map(all.map((channel) => [channel.stream_id, channel] as const)),
);
