import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { resolveWith } from '../narrow/follow-with.ts';
import { parseNarrow } from '../narrow/parse.ts';
import type { Searcher } from '../narrow/resolve.ts';
import { presentMessages, type Viewer } from '../present.ts';
import { matchIn, type Match } from './matches.ts';
import { planAmong } from './plan.ts';
import { prepareSearch } from './search.ts';
import { take } from './take.ts';
import { weighAll } from './within-bytes.ts';

/** The given messages that the viewer has and that match the narrow, with highlighted matches. */
export async function matchNarrow(
  reader: Reader,
  viewer: Viewer & Searcher,
  ids: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<Record<string, Match>> {
  const terms = await resolveWith(reader, viewer, narrow);
  const search = await prepareSearch(reader, viewer, parseNarrow(terms));
  if (search === undefined) return {};
  const plan = planAmong({ ...search, scope: 'own' }, [...new Set(ids)]);
  const found = await take(reader, plan, 'newer', 0, ids.length);
  const units = search.units ?? [];
  const shown = await presentMessages(reader, viewer, found, PRESENT_OPTIONS, {
    weights: await weighAll(reader, viewer.realm.id, found),
    finish: (one) => [String(one.message.id), matchIn(units, one)] as const,
  });
  return Object.fromEntries(shown);
}

const PRESENT_OPTIONS = {
  applyMarkdown: true,
  clientGravatar: true,
  allowEmptyTopicName: false,
  isPublicClient: false,
};
