import type { ChannelRow } from '../../channels/channel.ts';
import { relationTo } from '../../channels/relation.ts';
import { canRead } from '@parley/contract/rights/channel-rights.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { resolveNarrow, type IndexWorld, type Searcher, type ResolvedTerm } from '../narrow/resolve.ts';
import type { Narrow } from '../narrow/term.ts';
import { channelsIn, searchScopeOf, type SearchScope } from '../narrow/search-scope.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { unitsOf, type Unit } from '../search/units.ts';
import { messageVisibilityOf, type MessageVisibility } from './message-visibility.ts';

/** A search with resolved names and the searcher's visibility. */
export type Search = {
  readonly visibility: MessageVisibility;
  readonly terms: readonly ResolvedTerm[];
  /** The words of a full-text search, if any. */
  readonly units: readonly Unit[] | undefined;
  readonly scope: SearchScope;
  readonly channel: ChannelRow | undefined;
  readonly indexWorld: IndexWorld;
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
    units: narrow.search === undefined ? undefined : unitsOf(narrow.search, languagesOf(searcher)),
    scope: searchScopeOf(searcher, terms, channel),
    indexWorld: searcher.world,
  };
}

/** Languages whose inflected forms a search finds, in addition to those of its script. */
function languagesOf({ realm, user }: Searcher): string[] {
  const { default_language } = realmSettingsOf(realm);
  return [default_language, settingsOf(user).default_language];
}
