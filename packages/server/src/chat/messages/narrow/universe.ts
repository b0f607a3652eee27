import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { isGuest, isSpectator, type Actor } from '../../../http/actor.ts';
import type { ResolvedTerm } from './resolve.ts';

/**
 * Which messages are searched: those that somebody received, or everything that is in channels whose history
 * is open to them.
 */
export type Universe = 'own' | 'channel' | 'public' | 'web-public';

export function universeOf(
  { user }: Pick<Actor, 'user'>,
  terms: readonly ResolvedTerm[],
  channel: ChannelRow | undefined,
): Universe {
  if (terms.some(({ condition }) => condition.kind === 'is' && condition.what !== 'resolved')) return 'own';
  if (channel !== undefined) return isProtected(channel) ? 'own' : 'channel';
  if (isSpectator(user)) return 'web-public';
  if (isGuest(user)) return 'own';
  const kinds = terms.flatMap(({ condition, isNegated }) =>
    condition.kind === 'channels' && condition.which !== 'archived' && !isNegated ? [condition.which] : [],
  );
  return kinds.find((kind) => kind === 'web-public') ?? kinds[0] ?? 'own';
}

/** The channels that a search names. A message is in one only. */
export function channelsIn(terms: readonly ResolvedTerm[]): ChannelRow[] {
  const channels = terms.flatMap(({ condition, isNegated }) =>
    condition.kind === 'channel' && !isNegated ? [condition.channel] : [],
  );
  return [...new Map(channels.map((channel) => [channel.id, channel])).values()];
}
