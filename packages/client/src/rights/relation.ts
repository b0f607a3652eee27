import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import type { Relation } from '@parley/contract/rights/channel-rights.ts';
import { roles, type WithRole } from '@parley/contract/rights/roles.ts';
import type { State } from '../state.ts';
import type { KnownChannel } from './known-channel.ts';
import { isInSetting } from './group-membership.ts';

/** The role of the reader. */
export function readerOf(state: State): WithRole {
  if (state.is_owner === true) return { role: roles.owner };
  if (state.is_admin === true) return { role: roles.administrator };
  if (state.is_moderator === true) return { role: roles.moderator };
  return { role: state.is_guest === true ? roles.guest : roles.member };
}

export function channelOf(state: State, id: number): KnownChannel | undefined {
  const isIt = ({ stream_id }: KnownChannel): boolean => stream_id === id;
  return (
    state.subscriptions?.find(isIt) ?? state.unsubscribed?.find(isIt) ?? state.never_subscribed?.find(isIt)
  );
}

/** The reader's subscription to a channel, and those of the named permissions that the reader has there. */
export function relationTo(
  state: State,
  channel: KnownChannel,
  names: readonly ChannelPermission[],
): Relation {
  const { realm_user_groups: groups = [], user_id: userId = 0, subscriptions = [] } = state;
  return {
    isSubscribed: subscriptions.some(({ stream_id }) => stream_id === channel.stream_id),
    groups: new Set(names.filter((name) => isInSetting(groups, channel[name], userId))),
  };
}
