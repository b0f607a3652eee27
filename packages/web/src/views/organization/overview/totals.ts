import type { State } from '@parley/client';
import { visibleChannels } from '../../../data/derived/channels.ts';

/** People with an active account, and guests among them. */
export function peopleTotals({ realm_users: users = [] }: State): {
  readonly active: number;
  readonly guests: number;
} {
  const people = users.filter(({ is_bot: isBot }) => !isBot);
  return { active: people.length, guests: people.filter(({ is_guest: isGuest }) => isGuest).length };
}

/** Channels in use that the reader can see, and private ones among them. */
export function channelTotals(state: State): { readonly inUse: number; readonly hidden: number } {
  const channels = visibleChannels(state);
  return {
    inUse: channels.length,
    hidden: channels.filter(({ invite_only: isPrivate }) => isPrivate).length,
  };
}
