import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { followWith } from '../narrow/follow-with.ts';
import { parseNarrow } from '../narrow/parse.ts';
import { presentMessages, type Viewer } from '../present.ts';
import { MOST_MESSAGES } from './fetch.ts';
import { matchesIn, type Match } from './matches.ts';
import { planAmong } from './plan.ts';
import { prepareSearch } from './search.ts';
import { take } from './take.ts';

/** Those of some messages that the viewer has and that match a search, with where they do. */
export async function matchNarrow(
  reader: Reader,
  viewer: Viewer,
  ids: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<Record<string, Match>> {
  if (ids.length > MOST_MESSAGES) throw badRequest(`Ask for at most ${MOST_MESSAGES} messages at once.`);
  const terms = await followWith(reader, viewer, narrow);
  const search = await prepareSearch(reader, viewer, parseNarrow(terms));
  if (search === undefined) return {};
  const plan = planAmong({ ...search, universe: 'own' }, [...new Set(ids)]);
  const found = await take(reader, plan, 'newer', 0, ids.length);
  const shown = await presentMessages(reader, viewer, found, PLAIN);
  const matchOf = await matchesIn(reader, search.text, shown);
  return Object.fromEntries(shown.map((one) => [String(one.message.id), matchOf(one)]));
}

const PLAIN = {
  applyMarkdown: true,
  clientGravatar: true,
  allowEmptyTopicName: false,
  isPublicClient: false,
};
