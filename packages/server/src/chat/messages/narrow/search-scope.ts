import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { isSpectator, type Actor } from '../../../http/actor.ts';
import type { ResolvedTerm } from './resolve.ts';

/**
 * The messages that are searched: those that the user has, or all messages of channels whose history the user can
 * read.
 */
export type SearchScope = 'own' | 'channel' | 'public' | 'web-public';

export function searchScopeOf(
  { user }: Pick<Actor, 'user'>,
  terms: readonly ResolvedTerm[],
  channel: ChannelRow | undefined,
): SearchScope {
  if (terms.some(({ condition }) => condition.kind === 'is' && condition.what !== 'resolved')) return 'own';
  if (channel !== undefined) return isProtected(channel) ? 'own' : 'channel';
  if (isSpectator(user)) return 'web-public';
  if (isGuest(user)) return 'own';
  const kinds = terms.flatMap(({ condition, isNegated }) =>
    condition.kind === 'channels' && condition.which !== 'archived' && !isNegated ? [condition.which] : [],
  );
  return kinds.find((kind) => kind === 'web-public') ?? kinds[0] ?? 'own';
}

/** The distinct channels that a narrow names. */
export function channelsIn(terms: readonly ResolvedTerm[]): ChannelRow[] {
  const channels = terms.flatMap(({ condition, isNegated }) =>
    condition.kind === 'channel' && !isNegated ? [condition.channel] : [],
  );
  return [...new Map(channels.map((channel) => [channel.id, channel])).values()];
}
