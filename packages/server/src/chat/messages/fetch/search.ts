import type { ChannelRow } from '../../channels/channel.ts';
import { relationTo } from '../../channels/relation.ts';
import { canRead } from '../../channels/rights.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { resolveNarrow, type Searcher, type ResolvedTerm } from '../narrow/resolve.ts';
import type { Narrow } from '../narrow/term.ts';
import { channelsIn, searchScopeOf, type SearchScope } from '../narrow/search-scope.ts';
import { searchTextOf, type SearchText } from './search-text.ts';
import { messageVisibilityOf, type MessageVisibility } from './message-visibility.ts';

/** A search with resolved names and the searcher's visibility. */
export type Search = {
  readonly visibility: MessageVisibility;
  readonly terms: readonly ResolvedTerm[];
  readonly text: SearchText | undefined;
  readonly scope: SearchScope;
  readonly channel: ChannelRow | undefined;
};

/** Returns undefined if the search names a channel that the searcher may not read, or two channels. */
export async function prepareSearch(
  reader: Reader,
  searcher: Searcher,
  narrow: Narrow,
): Promise<Search | undefined> {
  const terms = await resolveNarrow(reader, searcher, narrow);
  const [channel, another] = channelsIn(terms);
  if (another !== undefined) return undefined;
  if (channel !== undefined) {
    const relation = await relationTo(reader, searcher.user, channel);
    if (!canRead(searcher.user, channel, relation)) return undefined;
  }
  return {
    visibility: await messageVisibilityOf(reader, searcher),
    terms,
    channel,
    text: narrow.search === undefined ? undefined : await searchTextOf(reader, narrow.search),
    scope: searchScopeOf(searcher, terms, channel),
  };
}
