import type { ChannelRow } from '../../channels/channel.ts';
import { relationTo } from '../../channels/relation.ts';
import { canRead } from '../../channels/rights.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { resolveNarrow, type Searcher, type ResolvedTerm } from '../narrow/resolve.ts';
import type { Narrow } from '../narrow/term.ts';
import { channelsIn, universeOf, type Universe } from '../narrow/universe.ts';
import { searchTextOf, type SearchText } from './search-text.ts';
import { messageVisibilityOf, type MessageVisibility } from './message-visibility.ts';

/** A search that can be asked: names are looked up, and what the asker may see is known. */
export type Search = {
  readonly visibility: MessageVisibility;
  readonly terms: readonly ResolvedTerm[];
  readonly text: SearchText | undefined;
  readonly universe: Universe;
  readonly channel: ChannelRow | undefined;
};

/** Undefined if the search asks for a channel that the asker may not read, or for two at once. */
export async function prepareSearch(
  reader: Reader,
  asker: Searcher,
  narrow: Narrow,
): Promise<Search | undefined> {
  const terms = await resolveNarrow(reader, asker, narrow);
  const [channel, another] = channelsIn(terms);
  if (another !== undefined) return undefined;
  if (channel !== undefined) {
    const relation = await relationTo(reader, asker.user, channel);
    if (!canRead(asker.user, channel, relation)) return undefined;
  }
  return {
    visibility: await messageVisibilityOf(reader, asker),
    terms,
    channel,
    text: narrow.search === undefined ? undefined : await searchTextOf(reader, narrow.search),
    universe: universeOf(asker, terms, channel),
  };
}
