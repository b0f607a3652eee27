import type { State } from '@parley/client';
import type { KnownChannel } from '../../../data/derived/channels.ts';
import { matchText } from '../../../words/match.ts';
import { channelLists } from '../../channels/channel-lists.ts';

export const CHANNEL_FILTERS = ['in-use', 'private', 'default', 'archived'] as const;
export type ChannelFilter = (typeof CHANNEL_FILTERS)[number];

type Lists = Pick<State, 'subscriptions' | 'unsubscribed' | 'never_subscribed' | 'realm_default_streams'>;

/** Channels of each filter of the table, by name. */
export function channelRows(state: Lists): Readonly<Record<ChannelFilter, readonly KnownChannel[]>> {
  const { all, archived } = channelLists(state);
  const defaults = new Set(state.realm_default_streams);
  const sorted = all.toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    'in-use': sorted,
    private: sorted.filter(({ invite_only: isPrivate }) => isPrivate),
    default: sorted.filter(({ stream_id: id }) => defaults.has(id)),
    archived: archived.toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

/** Rows whose name or description fits what was typed. */
export function findChannels(rows: readonly KnownChannel[], typed: string): readonly KnownChannel[] {
  if (typed.trim() === '') return rows;
  return rows.filter(({ name, description }) => matchText(typed, `${name} ${description}`) !== undefined);
}
